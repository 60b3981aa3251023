/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/lost_pages.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"
#include "trace/import/sqlite/tree_page.h"

#define PAGES_PER_LOOK 1024

/* SQLite follows no deeper tree. */
#define MOST_LEVELS 20

/* Tables that are compared with all records of a page. If the first record leaves more of them, the page is left. */
#define MOST_OWNERS 8

COLUMN_DEFINE (PageColumn, page_column, LostPage)
COLUMN_IMPLEMENT (PageColumn, page_column)

/* Rowids whose pages are missing from a tree. */
typedef struct
{
  int64_t low, high;
  uint16_t table;
  uint8_t level;
  bool is_behind_end; /* of the file: no page was found in their place */
} Gap;

COLUMN_DEFINE (GapColumn, gap_column, Gap)
COLUMN_IMPLEMENT (GapColumn, gap_column)

enum
{
  NOT_SEEN,
  HAS_PLACE, /* in a tree, or on the freelist */
};

typedef struct
{
  TreePage page;
  uint32_t child; /* the next to visit */
  int64_t low, high;
} Level;

struct LostPages
{
  PageFile file;
  TableShapes shapes;
  PageColumn pages;
  GapColumn gaps;
  size_t *first_gap; /* of each table, and their number at the end; gaps of a table ascend */
  uint8_t *states;   /* of each page; that of page 1 is states[1] */
  bool agrees;       /* no page has two places */
  bool is_certain;   /* pages that no tree leads to may be given away */
  bool no_memory, is_stopped;

  bool (*keeps_on) (void *user_data);
  void *user_data;
  uint32_t n_looked;

  uint8_t *buffers; /* of MOST_LEVELS + 1 pages; the last is for leaves */
  Level levels[MOST_LEVELS];
  int leaf_level; /* of the tree that is walked; -1 before its first leaf */
  LeafRecord record;
};

static uint8_t *
buffer_of (LostPages *pages, unsigned level)
{
  return pages->buffers + (size_t) level * pages->file.page_bytes;
}

static bool
goes_on (LostPages *pages)
{
  if (pages->n_looked++ % PAGES_PER_LOOK == 0 && !pages->keeps_on (pages->user_data))
    pages->is_stopped = true;
  return !pages->is_stopped && !pages->no_memory;
}

/* ---- trees ---- */

static void
add_gap (LostPages *pages, Gap gap)
{
  size_t n = pages->gaps.n;
  Gap *before = n > pages->first_gap[gap.table] ? &pages->gaps.at[n - 1] : NULL;

  if (before != NULL && before->level == gap.level && before->is_behind_end == gap.is_behind_end
      && before->high < INT64_MAX && before->high + 1 == gap.low)
    before->high = gap.high;
  else if (!gap_column_push (&pages->gaps, gap))
    pages->no_memory = true;
}

static bool
is_within (const TreePage *page, int64_t low, int64_t high)
{
  return page->n_cells == 0 || (page->first >= low && page->last <= high);
}

/* Visits a page of a tree with rowids in low..high. Returns whether it is an interior page, whose level is then begun. */
static bool
visit (LostPages *pages, uint16_t table, uint32_t number, unsigned level, int64_t low, int64_t high)
{
  const PageFile *file = &pages->file;
  uint8_t *bytes = buffer_of (pages, level);
  TreePage page;

  if (number > file->n_pages)
    {
      add_gap (pages, (Gap){ low, high, table, (uint8_t) level, number <= file->n_told_pages });
      return false;
    }
  if (number == 0 || pages->states[number] == HAS_PLACE)
    {
      pages->agrees = pages->agrees && number == 0;
      add_gap (pages, (Gap){ low, high, table, (uint8_t) level, false });
      return false;
    }
  pages->states[number] = HAS_PLACE;
  if (!page_file_read (file, number, bytes) || !tree_page_init (&page, file, number, bytes)
      || !is_within (&page, low, high) || (page.type == TREE_INTERIOR && level == MOST_LEVELS))
    {
      add_gap (pages, (Gap){ low, high, table, (uint8_t) level, false });
      return false;
    }
  if (page.type == TREE_INTERIOR)
    {
      pages->levels[level] = (Level){ .page = page, .low = low, .high = high };
      return true;
    }
  if (pages->leaf_level < 0)
    pages->leaf_level = (int) level;
  /* All leaves of a tree have the same depth. */
  pages->agrees = pages->agrees && pages->leaf_level == (int) level;
  const LostPage found = { page.first, page.last, number, table, true };
  if (page.n_cells > 0 && !page_column_push (&pages->pages, found))
    pages->no_memory = true;
  return false;
}

/* What is missing behind the end of the file on the level of the leaves is no way to other pages. */
static void
drop_missing_leaves (LostPages *pages, size_t first_gap)
{
  size_t n = first_gap;

  for (size_t i = first_gap; i < pages->gaps.n; i++)
    if (!pages->gaps.at[i].is_behind_end || pages->gaps.at[i].level != pages->leaf_level)
      pages->gaps.at[n++] = pages->gaps.at[i];
  pages->gaps.n = n;
}

/* Returns whether nothing is missing from the tree. */
static bool
walk (LostPages *pages, uint16_t table, uint32_t root)
{
  size_t first_gap = pages->gaps.n;
  unsigned n = 0;

  pages->first_gap[table] = first_gap;
  pages->leaf_level = -1;
  n += visit (pages, table, root, 0, INT64_MIN, INT64_MAX);
  while (n > 0 && goes_on (pages))
    {
      Level *level = &pages->levels[n - 1];
      int64_t low = level->low, high = level->high;

      if (level->child > level->page.n_cells)
        {
          n--;
          continue;
        }
      uint32_t child = tree_page_child (&level->page, level->child, &high);
      level->child++;
      /* A key of INT64_MAX leaves no rowid for the next child, which then is a gap without rowids. */
      level->low = high < INT64_MAX ? high + 1 : INT64_MAX;
      n += visit (pages, table, child, n, low, high);
    }
  bool is_whole = pages->gaps.n == first_gap;
  drop_missing_leaves (pages, first_gap);
  return is_whole;
}

static void
walk_all (LostPages *pages)
{
  size_t n = pages->shapes.n;
  bool has_schema;

  for (size_t i = 0; i < n && goes_on (pages); i++)
    {
      pages->first_gap[i] = pages->gaps.n;
      if (pages->shapes.at[i].has_rowid)
        walk (pages, (uint16_t) i, pages->shapes.at[i].root);
    }
  has_schema = walk (pages, (uint16_t) n, 1);
  pages->first_gap[n + 1] = pages->gaps.n;
  pages->is_certain = has_schema && pages->shapes.is_complete;
}

/* ---- pages that no tree leads to ---- */

static void
note_free (uint32_t page, void *user_data)
{
  LostPages *pages = user_data;

  if (page == 0 || page > pages->file.n_pages)
    return;
  pages->agrees = pages->agrees && pages->states[page] == NOT_SEEN;
  pages->states[page] = HAS_PLACE;
}

/* Returns whether the table misses pages with all these rowids. */
static bool
misses (const LostPages *pages, size_t table, int64_t first, int64_t last)
{
  size_t from = pages->first_gap[table], to = pages->first_gap[table + 1];

  while (from < to)
    {
      size_t middle = from + (to - from) / 2;

      if (pages->gaps.at[middle].high < last)
        from = middle + 1;
      else
        to = middle;
    }
  return from < pages->first_gap[table + 1] && pages->gaps.at[from].low <= first;
}

static bool
all_records (LostPages *pages,
             const TreePage *page,
             const TableShape *shape,
             bool (*is_so) (const TableShape *shape, const LeafRecord *record))
{
  for (uint32_t i = 0; i < page->n_cells; i++)
    {
      LeafCell cell = tree_page_leaf_cell (page, i);

      if (!leaf_record_read (&pages->record, &cell) || !is_so (shape, &pages->record))
        return false;
    }
  return true;
}

/* Returns the one table that can own the page, or -1. */
static int
find_owner (LostPages *pages, const TreePage *page)
{
  uint16_t owners[MOST_OWNERS];
  unsigned n = 0;
  int owner = -1;
  LeafCell cell = tree_page_leaf_cell (page, 0);

  if (!leaf_record_read (&pages->record, &cell))
    return -1;
  for (size_t i = 0; i < pages->shapes.n; i++)
    if (misses (pages, i, page->first, page->last)
        && table_shape_can_hold (&pages->shapes.at[i], &pages->record))
      {
        if (n == MOST_OWNERS)
          return -1;
        owners[n++] = (uint16_t) i;
      }
  for (unsigned i = 0; i < n; i++)
    if (all_records (pages, page, &pages->shapes.at[owners[i]], table_shape_can_hold))
      {
        if (owner >= 0)
          return -1;
        owner = owners[i];
      }
  return owner >= 0 && pages->shapes.at[owner].is_known
             && all_records (pages, page, &pages->shapes.at[owner], table_shape_fits)
           ? owner
           : -1;
}

static void
give_away (LostPages *pages)
{
  uint8_t *bytes = buffer_of (pages, MOST_LEVELS);
  TreePage page;

  for (uint32_t number = 2; number <= pages->file.n_pages && goes_on (pages); number++)
    if (pages->states[number] == NOT_SEEN && page_file_read (&pages->file, number, bytes)
        && bytes[0] == TREE_LEAF && tree_page_init (&page, &pages->file, number, bytes) && page.n_cells > 0)
      {
        int owner = find_owner (pages, &page);
        const LostPage found = { page.first, page.last, number, (uint16_t) owner, false };

        if (owner >= 0 && !page_column_push (&pages->pages, found))
          pages->no_memory = true;
      }
}

static bool
misses_any (const LostPages *pages)
{
  return pages->first_gap[pages->shapes.n] > 0;
}

static void
search (LostPages *pages)
{
  walk_all (pages);
  if (!goes_on (pages) || !pages->agrees || !pages->is_certain || !misses_any (pages))
    return;
  if (page_file_each_free (&pages->file, buffer_of (pages, 0), note_free, pages) && pages->agrees)
    give_away (pages);
}

LostPages *
lost_pages_new (ByteSource *source,
                sqlite3 *db,
                bool (*keeps_on) (void *user_data),
                void *user_data,
                bool *ret_no_memory)
{
  LostPages *pages = calloc (1, sizeof *pages);

  *ret_no_memory = pages == NULL;
  if (pages == NULL)
    return NULL;
  pages->agrees = true;
  pages->keeps_on = keeps_on;
  pages->user_data = user_data;
  if (!page_file_init (&pages->file, source))
    {
      lost_pages_free (pages);
      return NULL;
    }
  *ret_no_memory = !table_shapes_read (&pages->shapes, db);
  pages->states = calloc ((size_t) pages->file.n_pages + 1, 1);
  pages->buffers = malloc ((MOST_LEVELS + 1) * (size_t) pages->file.page_bytes);
  pages->first_gap = calloc (pages->shapes.n + 2, sizeof *pages->first_gap);
  if (!*ret_no_memory && pages->states != NULL && pages->buffers != NULL && pages->first_gap != NULL)
    search (pages);
  else
    pages->no_memory = true;
  *ret_no_memory = pages->no_memory;
  if (!pages->no_memory && !pages->is_stopped && pages->agrees)
    return pages;
  lost_pages_free (pages);
  return NULL;
}

void
lost_pages_free (LostPages *pages)
{
  if (pages == NULL)
    return;
  table_shapes_clear (&pages->shapes);
  page_column_clear (&pages->pages);
  gap_column_clear (&pages->gaps);
  free (pages->first_gap);
  free (pages->states);
  free (pages->buffers);
  free (pages);
}

const PageFile *
lost_pages_file (const LostPages *pages)
{
  return &pages->file;
}

const TableShape *
lost_pages_shape (const LostPages *pages, const char *table)
{
  int i = table_shapes_find (&pages->shapes, table);

  return i >= 0 && pages->shapes.at[i].is_known && pages->shapes.at[i].has_rowid ? &pages->shapes.at[i]
                                                                                 : NULL;
}

/* ---- pages of one table ---- */

static int
compare_first (const void *a, const void *b)
{
  const LostPage *left = a, *right = b;

  return (left->first > right->first) - (left->first < right->first);
}

/* Where pages overlap, at least one is an old copy. Those to which a tree leads do not overlap. */
static size_t
drop_overlapping (LostPage *pages, size_t n)
{
  size_t n_left = 0;
  int64_t last = INT64_MIN;
  bool has_last = false;

  for (size_t i = 0; i < n; i++)
    {
      const LostPage page = pages[i];
      bool overlaps = (has_last && page.first <= last) || (i + 1 < n && pages[i + 1].first <= page.last);

      last = has_last && last > page.last ? last : page.last;
      has_last = true;
      if (page.is_reached || !overlaps)
        pages[n_left++] = page;
    }
  return n_left;
}

bool
lost_pages_of (const LostPages *pages,
               const char *table,
               int64_t low,
               int64_t high,
               LostPage **ret,
               size_t *ret_n)
{
  int owner = table_shapes_find (&pages->shapes, table);
  PageColumn found = { 0 };

  *ret = NULL;
  *ret_n = 0;
  for (size_t i = 0; i < pages->pages.n; i++)
    {
      const LostPage *page = &pages->pages.at[i];
      bool fits = page->is_reached ? page->last >= low && page->first <= high
                                   : page->first >= low && page->last <= high;

      if (page->table == owner && fits && !page_column_push (&found, *page))
        {
          page_column_clear (&found);
          return false;
        }
    }
  if (found.n > 0)
    qsort (found.at, found.n, sizeof *found.at, compare_first);
  *ret = found.at;
  *ret_n = drop_overlapping (found.at, found.n);
  return true;
}
