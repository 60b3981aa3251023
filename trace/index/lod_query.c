/* SPDX-License-Identifier: Apache-2.0 */

#include <stdbool.h>

#include "trace/index/lod.h"
#include "trace/index/lod_layout.h"
#include "trace/index/lod_overlap.h"
#include "trace/index/lod_view.h"
#include "trace/index/occupied.h"

typedef struct
{
  const LodRow *row;
  LodShape shape;
  const LodNode *nodes;
  const int64_t *begins;
  const LodGroupEdges *edges;
  const LodGroupShares *shares;

  LodView view;
  uint64_t px_width_ns;  /* rounded down; nothing this wide or narrower lies in more than two pixels */
  float share_per_ns[2]; /* for pixels that are quotient and quotient + 1 wide */
  LodCell *cells;

  /* The current pixel is [px_begin_ns, px_end_ns). Placing slices in it needs comparisons only, no other
   * arithmetic. */
  uint32_t px;
  int64_t px_begin_ns, px_end_ns;
  uint64_t px_end_whole, px_end_fraction; /* px_end_ns - begin_ns before rounding: whole ns and n_px-ths */
  float px_share_per_ns;

  /* Where slices do not overlap, on any level no more buckets are wider than a pixel than there are pixels,
   * and no pixel is inside more than one of them. Damaged memory may claim otherwise for all slices and
   * pixels; these limits stop the query then. */
  uint64_t n_wide_left, n_covered_left;
} Query;

/* Per pixel: the levels, and the pixels that a bucket may reach into beside its own. */
#define WIDE_MAX    (LOD_LEVELS_MAX + 8)
#define COVERED_MAX 8

/* ---- pixels ---- */

static void
enter_pixel (Query *query, uint32_t px)
{
  if (px == query->px + 1)
    query->px_begin_ns = query->px_end_ns;
  else
    {
      query->px_begin_ns = lod_view_begin_of_pixel (&query->view, px);
      query->px_end_whole = query->view.quotient * px + query->view.remainder * px / query->view.n_px;
      query->px_end_fraction = query->view.remainder * px % query->view.n_px;
    }

  /* This is lod_view_begin_of_pixel (px + 1), without dividing. */
  query->px_end_whole += query->view.quotient;
  query->px_end_fraction += query->view.remainder;
  uint64_t carry = query->px_end_fraction >= query->view.n_px; /* unpredictable, so no branch */
  query->px_end_fraction -= -carry & query->view.n_px;
  query->px_end_whole += carry;
  query->px_end_ns =
    (int64_t) ((uint64_t) query->view.begin_ns + query->px_end_whole + (query->px_end_fraction > 0));
  query->px_share_per_ns =
    query->share_per_ns[time_distance (query->px_begin_ns, query->px_end_ns) != query->view.quotient];
  query->px = px;
}

/* Moves to the pixel of a time in the view. That is mostly the next one or near it, and stepping there costs
 * less than dividing. */
static void
go_to (Query *query, int64_t time_ns)
{
  for (int i = 0; i < 6 && time_ns >= query->px_end_ns && query->px + 1 < query->view.n_px; i++)
    enter_pixel (query, query->px + 1);
  if (time_ns < query->px_begin_ns || time_ns >= query->px_end_ns)
    enter_pixel (query, lod_view_pixel_of (&query->view, time_ns));
}

/* Adds to the cell of the current pixel. */
static inline void
add_to_cell (Query *query,
             uint64_t longest,
             float longest_ns,
             float share,
             uint64_t dominant,
             float dominant_share)
{
  LodCell *cell = &query->cells[query->px];

  /* Damaged memory may hold any number. */
  if (longest >= query->row->n || dominant >= query->row->n)
    return;

  /* Which one is longer is unpredictable; this form compiles to conditional moves instead of branches. */
  float busy = cell->busy + share, own = dominant_share < 1 ? dominant_share : 1;
  bool is_first = cell->longest == LOD_EMPTY;
  bool is_longer = is_first | (longest_ns > cell->longest_ns),
       is_more = is_first | (own > cell->dominant_share);

  cell->longest = is_longer ? longest : cell->longest;
  cell->longest_ns = is_longer ? longest_ns : cell->longest_ns;
  busy = busy > 0 ? busy : 0;
  cell->busy = busy < 1 ? busy : 1;
  cell->dominant = is_more ? dominant : cell->dominant;
  cell->dominant_share = is_more ? own : cell->dominant_share;
}

/* ---- the general case ---- */

/* A run of slices no wider than a pixel, shown as one. If it crosses an edge, both pixels really hold
 * something: a slice begins where the bucket begins, and one ends where it ends. */
typedef struct
{
  int64_t begin_ns, end_ns;
  uint64_t longest, dominant;
  float longest_ns, busy_ns;
} Bucket;

/* Adds a bucket that begins before the view, ends after it, or overlaps earlier slices. */
static void
add_bucket (Query *query, const Bucket *bucket)
{
  int64_t from_ns = bucket->begin_ns > query->view.begin_ns ? bucket->begin_ns : query->view.begin_ns;
  int64_t to_ns = bucket->end_ns < query->view.end_ns ? bucket->end_ns : query->view.end_ns;
  float density = bucket->busy_ns / (float) time_distance (bucket->begin_ns, bucket->end_ns);

  for (;;)
    {
      go_to (query, from_ns);
      int64_t until_ns = to_ns < query->px_end_ns ? to_ns : query->px_end_ns;
      float share = (float) (until_ns - from_ns) * density * query->px_share_per_ns;

      add_to_cell (query, bucket->longest, bucket->longest_ns, share, bucket->dominant, share);
      if (until_ns == to_ns || query->n_covered_left == 0)
        return;
      query->n_covered_left--;
      from_ns = until_ns;
    }
}

/* Adds a slice that crosses an edge of the view, or is wider than a pixel. */
static void
add_slice (Query *query, uint64_t i, int64_t start_ns, int64_t end_ns)
{
  int64_t from_ns = start_ns > query->view.begin_ns ? start_ns : query->view.begin_ns;
  int64_t to_ns = end_ns < query->view.end_ns ? end_ns : query->view.end_ns;
  float dur_ns = (float) query->row->dur_ns[i];
  bool covers = query->row->dur_ns[i] > 0;

  for (;;)
    {
      go_to (query, from_ns);
      bool is_last = to_ns <= query->px_end_ns;
      float share = 1;

      if (from_ns > query->px_begin_ns || to_ns < query->px_end_ns)
        share = (float) ((is_last ? to_ns : query->px_end_ns) - from_ns) * query->px_share_per_ns;
      if (!covers)
        share = 0;
      add_to_cell (query, i, dur_ns, share, i, share);
      if (is_last || query->n_covered_left == 0)
        return;
      query->n_covered_left--;
      from_ns = query->px_end_ns;
    }
}

/* ---- the usual case: one after the other ---- */

/* The contents of the current pixel that are not yet written to its cell. They stay in registers, since most
 * buckets lie in the same pixel as the one before. */
typedef struct
{
  int64_t px_begin_ns, px_end_ns;
  uint64_t longest, dominant;
  float longest_ns, dominant_ns, busy_ns;
} Gathered;

static inline void
gather_begin (const Query *query, Gathered *gathered)
{
  *gathered = (Gathered){
    .px_begin_ns = query->px_begin_ns,
    .px_end_ns = query->px_end_ns,
    .longest_ns = -1,
    .dominant_ns = -1,
  };
}

static inline void
gather_end (Query *query, const Gathered *gathered)
{
  if (gathered->longest_ns >= 0)
    add_to_cell (query, gathered->longest, gathered->longest_ns, gathered->busy_ns * query->px_share_per_ns,
                 gathered->dominant, gathered->dominant_ns * query->px_share_per_ns);
}

static inline void
gather_part (Gathered *gathered, const Bucket *bucket, float busy_ns)
{
  bool is_longer = bucket->longest_ns > gathered->longest_ns, is_more = busy_ns > gathered->dominant_ns;

  gathered->longest = is_longer ? bucket->longest : gathered->longest;
  gathered->longest_ns = is_longer ? bucket->longest_ns : gathered->longest_ns;
  gathered->dominant = is_more ? bucket->dominant : gathered->dominant;
  gathered->dominant_ns = is_more ? busy_ns : gathered->dominant_ns;
  gathered->busy_ns += busy_ns;
}

/* Adds a bucket that is no wider than a pixel and lies within the view, in the current pixel or in one of the
 * next, which become current. Returns false if the bucket is of another kind. */
static inline bool
gather (Query *query, Gathered *gathered, const Bucket *bucket)
{
  if (bucket->begin_ns >= gathered->px_begin_ns && bucket->end_ns <= gathered->px_end_ns)
    {
      gather_part (gathered, bucket, bucket->busy_ns);
      return true;
    }

  uint64_t width = time_distance (bucket->begin_ns, bucket->end_ns);
  if (width > query->px_width_ns || bucket->begin_ns < gathered->px_begin_ns
      || bucket->end_ns > query->view.end_ns)
    return false;
  if (bucket->begin_ns >= gathered->px_end_ns)
    {
      gather_end (query, gathered);
      go_to (query, bucket->begin_ns);
      gather_begin (query, gathered);
      if (bucket->end_ns <= gathered->px_end_ns)
        {
          gather_part (gathered, bucket, bucket->busy_ns);
          return true;
        }
    }
  float before_ns =
    (float) (gathered->px_end_ns - bucket->begin_ns) / (float) (int64_t) width * bucket->busy_ns;
  gather_part (gathered, bucket, before_ns);
  gather_end (query, gathered);
  enter_pixel (query, query->px + 1);
  gather_begin (query, gathered);
  gather_part (gathered, bucket, bucket->busy_ns - before_ns);
  return true;
}

static inline int64_t
longer (int64_t a_ns, int64_t b_ns)
{
  return a_ns > b_ns ? a_ns : b_ns;
}

/* Adds the slices from i < last on that end within the current pixel. Returns the first that does not, or
 * last.
 *
 * A slice before another has ended when that one begins, so of most slices only the start of a later one need
 * be compared. They are taken four at a time; of all fours, only the one with the longest slice is looked at
 * again. */
static inline size_t
gather_whole_slices (const Query *query, Gathered *gathered, size_t i, size_t last)
{
  const int64_t *start_ns = query->row->start_ns, *dur_ns = query->row->dur_ns;
  const int64_t px_end_ns = gathered->px_end_ns;
  uint64_t sum_ns = 0; /* unsigned: wraps only where slices overlap absurdly; the share is capped */
  size_t longest = i;
  int64_t longest_ns = -1;

  for (; last - i > LOD_BLOCK && start_ns[i + 4] <= px_end_ns; i += 4)
    {
      int64_t four_ns = longer (longer (dur_ns[i], dur_ns[i + 1]), longer (dur_ns[i + 2], dur_ns[i + 3]));

      sum_ns += (uint64_t) dur_ns[i] + (uint64_t) dur_ns[i + 1];
      sum_ns += (uint64_t) dur_ns[i + 2] + (uint64_t) dur_ns[i + 3];
      longest = four_ns > longest_ns ? i : longest;
      longest_ns = longer (longest_ns, four_ns);
    }
  if (longest_ns >= 0)
    {
      const int64_t *four = &dur_ns[longest];
      bool not_0 = four[0] != longest_ns, not_1 = four[1] != longest_ns, not_2 = four[2] != longest_ns;

      longest += (size_t) not_0 + (size_t) (not_0 & not_1) + (size_t) (not_0 & not_1 & not_2);
    }
  for (; last - i > 1 && start_ns[i + 1] <= px_end_ns; i++)
    {
      sum_ns += (uint64_t) dur_ns[i];
      longest = dur_ns[i] > longest_ns ? i : longest;
      longest_ns = longer (longest_ns, dur_ns[i]);
    }
  uint64_t until_end_ns = (uint64_t) px_end_ns - (uint64_t) start_ns[i] - (uint64_t) dur_ns[i];
  if ((int64_t) (until_end_ns - (dur_ns[i] == 0)) >= 0)
    {
      sum_ns += (uint64_t) dur_ns[i];
      longest = dur_ns[i] > longest_ns ? i : longest;
      longest_ns = longer (longest_ns, dur_ns[i]);
      i++;
    }
  if (longest_ns >= 0)
    {
      const Bucket bucket = { .longest = longest, .dominant = longest, .longest_ns = (float) longest_ns };

      gather_part (gathered, &bucket, (float) longest_ns);
      gathered->busy_ns += (float) (int64_t) (sum_ns - (uint64_t) longest_ns);
    }
  return i;
}

/* Adds slices [first, last) one by one. Not inlined: it would take the registers of the loop over groups. */
__attribute__ ((noinline)) static void
scan_slices (Query *query, size_t first, size_t last)
{
  Gathered gathered;
  size_t i = first;

  gather_begin (query, &gathered);
  while (i < last)
    {
      int64_t start_ns = query->row->start_ns[i];

      if (start_ns >= query->view.end_ns)
        break;
      if (start_ns >= gathered.px_end_ns)
        {
          gather_end (query, &gathered);
          go_to (query, start_ns);
          gather_begin (query, &gathered);
        }
      if (start_ns >= gathered.px_begin_ns)
        {
          i = gather_whole_slices (query, &gathered, i, last);
          if (i == last)
            break;
          start_ns = query->row->start_ns[i];
          if (start_ns >= gathered.px_end_ns)
            continue;
        }

      /* It ends in the next pixel unless it reaches further. */
      int64_t dur_ns = query->row->dur_ns[i], end_ns = occupied_until (start_ns, dur_ns);
      const Bucket bucket = { start_ns, end_ns, i, i, (float) dur_ns, (float) dur_ns };
      if (dur_ns <= 0 || start_ns < gathered.px_begin_ns || !gather (query, &gathered, &bucket))
        if (end_ns > query->view.begin_ns && start_ns < query->view.end_ns)
          {
            gather_end (query, &gathered);
            add_slice (query, i, start_ns, end_ns);
            gather_begin (query, &gathered);
          }
      i++;
    }
  gather_end (query, &gathered);
}

static inline void
interrupt_for_slices (Query *query, Gathered *gathered, size_t first, size_t last)
{
  if (first == last)
    return;
  gather_end (query, gathered);
  scan_slices (query, first, last);
  gather_begin (query, gathered);
}

/* The bucket is a copy, so that those that are gathered need not be in memory. */
static inline void
interrupt_for_bucket (Query *query, Gathered *gathered, Bucket bucket)
{
  gather_end (query, gathered);
  add_bucket (query, &bucket);
  gather_begin (query, gathered);
}

/* Returns whether to descend into a bucket that is wider than a pixel. */
static inline bool
may_go_down (Query *query)
{
  return query->n_wide_left > 0 && query->n_wide_left-- > 0;
}

/* Returns begin_ns + offset; wraps around only for damaged memory. */
static inline int64_t
edge (int64_t begin_ns, uint32_t offset, unsigned shift)
{
  return (int64_t) ((uint64_t) begin_ns + ((uint64_t) offset << shift));
}

/* Adds the blocks of a group that is wider than a pixel. Blocks wider than a pixel are scanned slice by
 * slice, neighbouring ones in one go. */
static inline void
scan_blocks (Query *query, Gathered *gathered, size_t g)
{
  const LodGroupEdges *edges = &query->edges[g];
  const LodGroupShares *shares = &query->shares[g];
  size_t first = g * LOD_GROUP, n_left = query->row->n - first;
  size_t n_blocks = n_left >= LOD_GROUP ? LOD_BLOCKS : (n_left + LOD_BLOCK - 1) / LOD_BLOCK;
  size_t run_first = first, run_last = first; /* slices still to be scanned */
  int64_t begin_ns = query->begins[g];
  unsigned shift = shares->shift & 31;

  for (size_t b = 0; b < n_blocks; b++)
    {
      int64_t block_begin_ns = b == 0 ? begin_ns : edge (begin_ns, edges->begin[b - 1], shift);
      int64_t block_end_ns = edge (begin_ns, edges->end[b], shift);
      uint64_t width = time_distance (block_begin_ns, block_end_ns);
      size_t block = first + b * LOD_BLOCK;

      if (block_begin_ns >= query->view.end_ns || block_end_ns <= query->view.begin_ns)
        continue;
      if (width > query->px_width_ns)
        {
          if (!may_go_down (query))
            break;
          if (run_last != block)
            {
              interrupt_for_slices (query, gathered, run_first, run_last);
              run_first = block;
            }
          run_last = query->row->n - block < LOD_BLOCK ? query->row->n : block + LOD_BLOCK;
          continue;
        }
      interrupt_for_slices (query, gathered, run_first, run_last);
      run_first = run_last;

      float unit_ns = (float) (int64_t) width * (1.0f / LOD_SHARE_MAX);
      const Bucket bucket = {
        .begin_ns = block_begin_ns,
        .end_ns = block_end_ns,
        .longest = block + (shares->slices[b] & 15u),
        .dominant = block + (shares->slices[b] >> 4),
        .longest_ns = unit_ns * shares->longest[b],
        .busy_ns = unit_ns * shares->busy[b],
      };
      if (block_end_ns > block_begin_ns && !gather (query, gathered, &bucket))
        interrupt_for_bucket (query, gathered, bucket);
    }
  interrupt_for_slices (query, gathered, run_first, run_last);
}

/* Adds groups [first, last), in order. */
static void
scan_groups (Query *query, size_t first, size_t last)
{
  Gathered gathered;

  gather_begin (query, &gathered);
  for (size_t g = first; g < last; g++)
    {
      const LodGroupShares *shares = &query->shares[g];
      int64_t begin_ns = query->begins[g];
      int64_t end_ns = edge (begin_ns, query->edges[g].end[LOD_BLOCKS - 1], shares->shift & 31);
      uint64_t width = time_distance (begin_ns, end_ns);

      if (width > query->px_width_ns && (begin_ns < gathered.px_begin_ns || end_ns > gathered.px_end_ns))
        {
          if (begin_ns >= query->view.end_ns || end_ns <= query->view.begin_ns || end_ns <= begin_ns)
            continue;
          if (!may_go_down (query))
            break;
          scan_blocks (query, &gathered, g);
          continue;
        }

      unsigned b = shares->group_blocks & 3, d = shares->group_blocks >> 4 & 3;
      float unit_ns = (float) (int64_t) width * (1.0f / LOD_SHARE_MAX);
      const Bucket bucket = {
        .begin_ns = begin_ns,
        .end_ns = end_ns,
        .longest = g * LOD_GROUP + b * LOD_BLOCK + (shares->slices[b] & 15u),
        .dominant = g * LOD_GROUP + d * LOD_BLOCK + (shares->slices[d] >> 4),
        .longest_ns = unit_ns * shares->group_longest,
        .busy_ns = unit_ns * shares->group_busy,
      };
      if (!gather (query, &gathered, &bucket) && begin_ns < query->view.end_ns
          && end_ns > query->view.begin_ns && end_ns > begin_ns)
        interrupt_for_bucket (query, &gathered, bucket);
    }
  gather_end (query, &gathered);
}

/* Adds nodes [first, last) of a level, in order. Descends at most LOD_LEVELS_MAX times. */
static void
scan_nodes (Query *query, unsigned level, size_t first, size_t last)
{
  const LodNode *nodes = query->nodes + query->shape.first_node[level];
  size_t n_below = level == 0 ? query->shape.n_groups : query->shape.n_nodes[level - 1];
  Gathered gathered;

  gather_begin (query, &gathered);
  for (size_t i = first; i < last; i++)
    {
      const LodNode *node = &nodes[i];
      uint64_t first_slice = (uint64_t) i * LOD_NODE << (2 * level);
      const Bucket bucket = {
        .begin_ns = node->begin_ns,
        .end_ns = node->end_ns,
        .longest = first_slice + node->longest,
        .dominant = first_slice + node->dominant,
        .longest_ns = node->longest_ns,
        .busy_ns = node->busy_ns,
      };

      if (gather (query, &gathered, &bucket) || node->begin_ns >= query->view.end_ns
          || node->end_ns <= query->view.begin_ns || node->end_ns <= node->begin_ns)
        continue;
      gather_end (query, &gathered);
      size_t below = i * LOD_FANOUT;
      size_t below_last = below + LOD_FANOUT < n_below ? below + LOD_FANOUT : n_below;
      if (time_distance (node->begin_ns, node->end_ns) <= query->px_width_ns)
        add_bucket (query, &bucket);
      else if (!may_go_down (query))
        break;
      else if (level == 0)
        scan_groups (query, below, below_last);
      else
        scan_nodes (query, level - 1, below, below_last);
      gather_begin (query, &gathered);
    }
  gather_end (query, &gathered);
}

/* ---- where to begin ---- */

/* Returns the first of the lowest nodes that reaches into the view, or the number of nodes if none does. */
static size_t
first_node_in_view (const Query *query)
{
  size_t i = 0;

  for (unsigned level = query->shape.n_levels; level > 0; level--)
    {
      const LodNode *nodes = query->nodes + query->shape.first_node[level - 1];

      i *= LOD_FANOUT;
      while (i < query->shape.n_nodes[level - 1] && nodes[i].end_ns <= query->view.begin_ns)
        i++;
      if (i >= query->shape.n_nodes[level - 1])
        return query->shape.n_nodes[0];
    }
  return i;
}

/* Reads one level from the first bucket in view to the last, descending only where a bucket is wider than a
 * pixel. It chooses the level whose buckets are no wider than a pixel on average, so that there are few per
 * pixel. */
static void
scan_view (Query *query)
{
  size_t last = count_begun (query->row->start_ns, query->row->n, query->view.end_ns);
  size_t first = first_node_in_view (query) * LOD_NODE;

  if (first >= last)
    return;

  uint64_t per_px = (last - first) / query->view.n_px;
  if (per_px < LOD_BLOCK)
    scan_slices (query, first, last);
  else if (per_px < LOD_NODE)
    scan_groups (query, first / LOD_GROUP, last / LOD_GROUP + (last % LOD_GROUP != 0));
  else
    {
      unsigned level = 0;

      while (level + 1 < query->shape.n_levels && per_px >= (uint64_t) LOD_NODE << (2 * (level + 1)))
        level++;
      size_t size = (size_t) LOD_NODE << (2 * level);
      scan_nodes (query, level, first / size, last / size + (last % size != 0));
    }
}

/* Handles n_px cells over fewer nanoseconds: as many cells as there are nanoseconds were filled, and each
 * pixel shows the nanosecond that it lies in. */
static void
spread_cells (LodCell *cells, uint32_t n_filled, uint32_t n_px)
{
  for (uint32_t px = n_px; px > 0; px--)
    cells[px - 1] = cells[(uint64_t) (px - 1) * n_filled / n_px];
}

/* Fills the cells of a row whose slices do not overlap. */
static void
fill_cells (const LodRow *row, const LodView *view, LodCell *cells)
{
  const char *base = row->memory;
  LodShape shape = lod_shape_of (row->n);
  Query query = {
    .row = row,
    .shape = shape,
    .nodes = row->memory,
    .begins = (const int64_t *) (const void *) (base + shape.begins_at),
    .edges = (const LodGroupEdges *) (const void *) (base + shape.edges_at),
    .shares = (const LodGroupShares *) (const void *) (base + shape.shares_at),
    .view = *view,
    .px_width_ns = view->quotient,
    .share_per_ns = { 1.0f / (float) view->quotient, 1.0f / (float) (view->quotient + 1) },
    .cells = cells,
    .px = UINT32_MAX,
    .px_end_ns = view->begin_ns,
    .n_wide_left = (uint64_t) WIDE_MAX * (view->n_px + 1),
    .n_covered_left = (uint64_t) COVERED_MAX * (view->n_px + 1),
  };

  enter_pixel (&query, 0);
  scan_view (&query);
}

/* Damaged memory may hold any number. */
static void
sanitise_cell (LodCell *cell, size_t n)
{
  cell->longest = cell->longest < n ? cell->longest : LOD_EMPTY;
  cell->dominant = cell->dominant < n ? cell->dominant : cell->longest;
  cell->longest_ns = cell->longest_ns > 0 ? cell->longest_ns : 0;
  cell->busy = cell->busy > 1 ? 1 : cell->busy > 0 ? cell->busy : 0;
  cell->dominant_share = cell->dominant_share > cell->busy ? cell->busy
                         : cell->dominant_share > 0        ? cell->dominant_share
                                                           : 0;
}

void
lod_query (const LodRow *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px, LodCell *cells)
{
  const LodView view = lod_view_of (begin_ns, end_ns, n_px);
  uint32_t n_filled = view.n_px > 0 ? view.n_px : n_px;

  for (uint32_t px = 0; px < n_px; px++)
    cells[px] = (LodCell){ .longest = LOD_EMPTY, .dominant = LOD_EMPTY };
  if (view.n_px > 0 && row->n > 0)
    {
      if (row->may_overlap)
        {
          lod_overlap_fill (row, &view, cells);
          for (uint32_t px = 0; px < n_filled; px++)
            sanitise_cell (&cells[px], row->n);
        }
      else
        fill_cells (row, &view, cells);
    }
  if (n_filled < n_px)
    spread_cells (cells, n_filled, n_px);
}
