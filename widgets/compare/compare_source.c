/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_source.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/launched_kernels.h"
#include "trace/compare/side/memory_within.h"
#include "widgets/compare/compare_words.h"
#include "widgets/compare/kernel_pairing.h"

/* What a column is about; each but the name is of one side. */
typedef enum
{
  COLUMN_NAME,
  COLUMN_DIFFERENCE,
  COLUMN_CHANGED,
  COLUMN_PER_STEP,
  COLUMN_MATCH,
  COLUMN_COUNT,
  COLUMN_MEMORY,
  COLUMN_TOTAL,
  N_COLUMN_KINDS
} ColumnKind;

#define COLUMNS_MAX (1 + (N_COLUMN_KINDS - 1) * COMPARED_SIDES_MAX)

typedef struct
{
  ColumnKind kind;
  uint32_t side;
} ColumnOf;

/* The kernels beneath a row, shared by the tables that show them. From g_atomic_rc_box_new0 (). */
typedef struct
{
  LaunchedKernels kernels;
  char **names; /* by row of kernels.table */
} Beneath;

typedef struct
{
  size_t row;
  Beneath *beneath;
} Opened;

/* The most memory in use while the slices of a row ran. Shared likewise. */
typedef struct
{
  double *bytes[COMPARED_SIDES_MAX]; /* by row of the side; NULL: not recorded */
} Memory;

typedef struct
{
  TableSource base;
  Compared *compared;
  const CompareTable *table;
  RowKind kind;
  GArray *opened; /* Opened, in the order of what is beneath */
  Memory *memory;
  char **names;                                         /* by row of table */
  char *matches[MATCH_REMOVED + 1][COMPARED_SIDES_MAX]; /* words */
  ColumnOf of[COLUMNS_MAX];
  TableColumn columns[COLUMNS_MAX];
  GPtrArray *texts; /* ids, titles and tooltips of columns */
} CompareSource;

/* What a row is beneath, and its row of those kernels; NULL if it is a row of the table itself. */
static const Opened *
opened_above (const CompareSource *self, size_t row, uint64_t *ret_row)
{
  uint64_t at = row - self->table->n;

  if (row < self->table->n)
    return NULL;
  for (guint i = 0; i < self->opened->len; i++)
    {
      const Opened *opened = &g_array_index (self->opened, Opened, i);

      if (at < opened->beneath->kernels.table.n)
        {
          *ret_row = at;
          return opened;
        }
      at -= opened->beneath->kernels.table.n;
    }
  return NULL;
}

static const TableCell *
cell_of (const CompareSource *self, size_t row, uint32_t side)
{
  uint64_t at;
  const Opened *opened = opened_above (self, row, &at);

  return opened != NULL ? compare_table_cell (&opened->beneath->kernels.table, at, side)
                        : compare_table_cell (self->table, row, side);
}

static const CompareRows *
rows_of (const CompareSource *self, size_t row, uint32_t side)
{
  uint64_t at;
  const Opened *opened = opened_above (self, row, &at);

  return opened != NULL ? &opened->beneath->kernels.rows[side]
                        : compare_side_rows (&self->compared->comparison.sides[side], self->kind);
}

static const CompareRow *
row_of (const CompareSource *self, size_t row, uint32_t side)
{
  const TableCell *cell = cell_of (self, row, side);

  return cell->row == TRACE_NONE ? NULL : &rows_of (self, row, side)->rows.at[cell->row];
}

static const char *
name_of (const CompareSource *self, size_t row)
{
  uint64_t at;
  const Opened *opened = opened_above (self, row, &at);

  return opened != NULL ? opened->beneath->names[at] : self->names[row];
}

/* ---- cells ---- */

static TableValue
text_value (const char *text)
{
  return (TableValue){ .type = TABLE_VALUE_TEXT, .text = text };
}

static TableValue
real_value (double real)
{
  return (TableValue){ .type = TABLE_VALUE_REAL, .real = real };
}

static TableValue
name_value (const CompareSource *self, size_t row)
{
  TableValue value = text_value (name_of (self, row));

  for (uint32_t side = 0; side < self->compared->n_sides && value.exact == NULL; side++)
    if (cell_of (self, row, side)->row != TRACE_NONE)
      value.exact =
        compare_rows_text (rows_of (self, row, side), cell_of (self, row, side)->row, &value.n_exact);
  return value;
}

static const char *
change_word (const TableCell *cell)
{
  if (cell->match == MATCH_ABSENT)
    return "";
  return cell->change == CHANGED_YES ? _ ("changed") : "~";
}

static TableValue
memory_value (const CompareSource *self, size_t row, uint32_t side)
{
  const double *bytes = self->memory->bytes[side];
  const TableCell *cell = cell_of (self, row, side);

  if (bytes == NULL || cell->row == TRACE_NONE || table_source_is_beneath (&self->base, row)
      || isnan (bytes[cell->row]))
    return (TableValue){ 0 };
  return real_value (bytes[cell->row]);
}

static TableValue
value_of (const TableSource *source, size_t row, int column)
{
  const CompareSource *self = (const CompareSource *) source;
  const ColumnOf *of = &self->of[column];
  const TableCell *cell = cell_of (self, row, of->side);
  const CompareRow *at = row_of (self, row, of->side);

  switch (of->kind)
    {
    case COLUMN_NAME:
      return name_value (self, row);
    case COLUMN_DIFFERENCE:
      return real_value (cell->difference);
    case COLUMN_CHANGED:
      return text_value (change_word (cell));
    case COLUMN_PER_STEP:
      return at != NULL ? real_value (cell->per_step) : (TableValue){ 0 };
    case COLUMN_MATCH:
      return text_value (cell->is_elsewhere ? _ ("not paired") : self->matches[cell->match][of->side]);
    case COLUMN_MEMORY:
      return memory_value (self, row, of->side);
    case COLUMN_COUNT:
      return (TableValue){ .type = TABLE_VALUE_INTEGER, .integer = at != NULL ? (int64_t) at->count : 0 };
    default:
      return at != NULL ? (TableValue){ .type = TABLE_VALUE_INTEGER, .integer = at->total_ns }
                        : (TableValue){ 0 };
    }
}

/* The name of a row's counterpart, where it is another, and why a change counts. */
static char *
reason_of (const TableSource *source, size_t row, int column)
{
  const CompareSource *self = (const CompareSource *) source;
  const ColumnOf *of = &self->of[column];
  const TableCell *cell = cell_of (self, row, of->side);

  if (of->kind == COLUMN_CHANGED || of->kind == COLUMN_DIFFERENCE)
    return cell->match == MATCH_ABSENT ? NULL : compare_words_row_reason (cell);
  if ((of->kind == COLUMN_PER_STEP || of->kind == COLUMN_TOTAL) && cell->row == TRACE_NONE)
    return g_strdup_printf (_ ("%s does not have it"), compared_letter (of->side));
  if (of->kind != COLUMN_MATCH)
    return NULL;
  if (self->kind == ROWS_KERNELS)
    {
      const char *from = kernel_pairing_parted_from (self->compared, row, of->side);

      if (from != NULL)
        {
          g_autofree char *valid = g_utf8_make_valid (from, -1);

          return g_strdup_printf (_ ("Parted by hand from %s"), valid);
        }
    }
  if (cell->row == TRACE_NONE)
    return NULL;
  size_t length;
  const char *text = compare_rows_text (rows_of (self, row, of->side), cell->row, &length);
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  return g_strdup_printf (_ ("In %s: %s"), compared_letter (of->side), valid);
}

static ChangeTone
tone_of (const TableSource *source, size_t row, int column)
{
  const CompareSource *self = (const CompareSource *) source;
  const TableCell *cell = cell_of (self, row, self->of[column].side);

  return self->of[column].kind == COLUMN_DIFFERENCE ? compare_words_row_tone (cell) : CHANGE_PLAIN;
}

static uint64_t
slice_of (const TableSource *source, size_t row)
{
  const CompareSource *self = (const CompareSource *) source;

  for (uint32_t side = 0; side < self->compared->n_sides; side++)
    if (compare_source_slice (source, row, side) != SLICE_NONE)
      return compare_source_slice (source, row, side);
  return SLICE_NONE;
}

static bool
has_gap (const TableSource *source, size_t row)
{
  for (uint32_t side = 0; side < compare_source_compared (source)->n_sides; side++)
    if (compare_source_gap (source, row, side) != NULL)
      return true;
  return false;
}

/* ---- columns ---- */

static const char *
keep (CompareSource *self, char *text)
{
  g_ptr_array_add (self->texts, text);
  return text;
}

static void
add_column (CompareSource *self, ColumnKind kind, uint32_t side, TableColumn column)
{
  int i = self->base.n_columns++;

  self->of[i] = (ColumnOf){ kind, side };
  self->columns[i] = column;
}

static void
add_side_column (CompareSource *self, ColumnKind kind, uint32_t side)
{
  const char *letter = compared_letter (side);
  bool is_two = self->compared->n_sides == 2, has_steps = self->compared->comparison.sides[0].steps.has_steps;
  TableColumn column = { 0 };

  switch (kind)
    {
    case COLUMN_DIFFERENCE:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("difference.", letter, NULL)),
        .title = is_two ? _ ("Difference") : keep (self, g_strdup_printf (_ ("Difference of %s"), letter)),
        .tooltip = has_steps
                     ? keep (self, g_strdup_printf (_ ("Time per step of %s minus that of A"), letter))
                     : keep (self, g_strdup_printf (_ ("Time in the window of %s minus that of A"), letter)),
        .kind = TABLE_CHANGE,
      };
      break;
    case COLUMN_CHANGED:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("changed.", letter, NULL)),
        .title = is_two ? _ ("Changed") : keep (self, g_strdup_printf (_ ("%s changed"), letter)),
        .tooltip = _ (
          "Whether the difference is beyond the spread between steps, after correction for all rows; ~ if it is "
          "not or cannot be told"),
        .kind = TABLE_TEXT,
        .is_hidden = !has_steps,
      };
      break;
    case COLUMN_PER_STEP:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("per_step.", letter, NULL)),
        .title = keep (self, g_strdup_printf (has_steps ? _ ("%s per step") : _ ("%s in all"), letter)),
        .tooltip = has_steps ? _ ("Time per step used, and per GPU; on the host, per rank")
                             : _ ("Time in the window, per GPU; on the host, per rank"),
        .kind = TABLE_DURATION,
      };
      break;
    case COLUMN_MATCH:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("match.", letter, NULL)),
        .title = is_two ? _ ("Matched by") : keep (self, g_strdup_printf (_ ("%s matched by"), letter)),
        .tooltip = _ ("How the row of this side was found to be that of A"),
        .kind = TABLE_TEXT,
      };
      break;
    case COLUMN_COUNT:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("count.", letter, NULL)),
        .title = keep (self, g_strdup_printf (_ ("%s count"), letter)),
        .tooltip = _ ("Number that begin in the scope of this side"),
        .kind = TABLE_COUNT,
        .is_hidden = !is_two,
      };
      break;
    case COLUMN_MEMORY:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("memory.", letter, NULL)),
        .title = keep (self, g_strdup_printf (_ ("%s memory"), letter)),
        .tooltip = _ ("The most memory that was in use on a GPU of the rank while one of them ran, whoever "
                      "allocated it"),
        .kind = TABLE_BYTES,
        .is_hidden = !is_two,
      };
      break;
    default:
      column = (TableColumn){
        .id = keep (self, g_strconcat ("total.", letter, NULL)),
        .title = keep (self, g_strdup_printf (_ ("%s total"), letter)),
        .tooltip = _ ("Sum of the durations of all that begin in the scope of this side"),
        .kind = TABLE_DURATION,
        .is_hidden = true,
      };
      break;
    }
  add_column (self, kind, side, column);
}

static void
add_columns (CompareSource *self)
{
  uint32_t n = self->compared->n_sides;

  add_column (self, COLUMN_NAME, 0, (TableColumn){ .id = "name", .title = _ ("Name"), .kind = TABLE_NAME });
  for (uint32_t side = 1; side < n; side++)
    {
      add_side_column (self, COLUMN_DIFFERENCE, side);
      add_side_column (self, COLUMN_CHANGED, side);
    }
  for (uint32_t side = 0; side < n; side++)
    add_side_column (self, COLUMN_PER_STEP, side);
  for (uint32_t side = 0; side < n; side++)
    add_side_column (self, COLUMN_COUNT, side);
  for (uint32_t side = 0; side < n; side++)
    if (self->memory->bytes[side] != NULL)
      add_side_column (self, COLUMN_MEMORY, side);
  for (uint32_t side = 1; side < n; side++)
    add_side_column (self, COLUMN_MATCH, side);
  for (uint32_t side = 0; side < n; side++)
    add_side_column (self, COLUMN_TOTAL, side);
}

/* ---- the kernels beneath a row ---- */

static void
clear_beneath (gpointer data)
{
  Beneath *beneath = data;

  for (uint64_t row = 0; row < beneath->kernels.table.n; row++)
    g_free (beneath->names[row]);
  g_free (beneath->names);
  launched_kernels_clear (&beneath->kernels);
}

static void
clear_opened (gpointer data)
{
  g_atomic_rc_box_release_full (((Opened *) data)->beneath, clear_beneath);
}

/* NULL when it failed. */
static Beneath *
beneath_new (const CompareSource *self,
             size_t row,
             bool (*should_continue) (void *user_data),
             void *user_data)
{
  Beneath *beneath = g_atomic_rc_box_new0 (Beneath);

  if (!launched_kernels_compute (&self->compared->comparison, self->kind, row, should_continue, user_data,
                                 &beneath->kernels))
    {
      beneath->kernels.table.n = 0;
      g_atomic_rc_box_release_full (beneath, clear_beneath);
      return NULL;
    }
  beneath->names = g_new0 (char *, MAX (beneath->kernels.table.n, 1));
  for (uint64_t i = 0; i < beneath->kernels.table.n; i++)
    beneath->names[i] = compare_words_launched (&beneath->kernels, i);
  return beneath;
}

static uint64_t
parent_of (const TableSource *source, size_t row)
{
  uint64_t at;

  return opened_above ((const CompareSource *) source, row, &at)->row;
}

static bool
is_open (const CompareSource *self, size_t row)
{
  for (guint i = 0; i < self->opened->len; i++)
    if (g_array_index (self->opened, Opened, i).row == row)
      return true;
  return false;
}

static TableFold
fold_of (const TableSource *source, size_t row)
{
  const CompareSource *self = (const CompareSource *) source;

  if (table_source_is_beneath (source, row))
    return TABLE_FOLD_NONE;
  return is_open (self, row) ? TABLE_FOLD_OPEN : TABLE_FOLD_CLOSED;
}

/* ---- memory ---- */

static void
clear_memory (gpointer data)
{
  Memory *memory = data;

  for (uint32_t side = 0; side < COMPARED_SIDES_MAX; side++)
    free (memory->bytes[side]);
}

static Memory *
memory_new (const Compared *compared, RowKind kind)
{
  Memory *memory = g_atomic_rc_box_new0 (Memory);

  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      const CompareSide *of = &compared->comparison.sides[side];

      if ((kind != ROWS_OPERATORS && kind != ROWS_ANNOTATIONS) || !memory_within_is_recorded (of))
        continue;
      memory->bytes[side] = malloc ((compare_side_rows (of, kind)->rows.n + 1) * sizeof (double));
      if (memory->bytes[side] == NULL || !memory_within_compute (of, kind, NULL, NULL, memory->bytes[side]))
        g_clear_pointer (&memory->bytes[side], free);
    }
  return memory;
}

/* ---- the source ---- */

static void
compare_source_free (TableSource *source)
{
  CompareSource *self = (CompareSource *) source;

  for (size_t row = 0; row < self->table->n; row++)
    g_free (self->names[row]);
  for (int match = 0; match <= MATCH_REMOVED; match++)
    for (uint32_t side = 0; side < COMPARED_SIDES_MAX; side++)
      g_free (self->matches[match][side]);
  g_free (self->names);
  g_array_unref (self->opened);
  g_atomic_rc_box_release_full (self->memory, clear_memory);
  g_ptr_array_free (self->texts, TRUE);
  compared_unref (self->compared);
  g_free (self);
}

/* Takes memory. */
static CompareSource *
source_new (Compared *compared, RowKind kind, Memory *memory)
{
  CompareSource *self = g_new0 (CompareSource, 1);

  table_source_init (&self->base);
  self->compared = compared_ref (compared);
  self->table = &compared->comparison.tables[kind];
  self->kind = kind;
  self->memory = memory;
  self->opened = g_array_new (FALSE, FALSE, sizeof (Opened));
  g_array_set_clear_func (self->opened, clear_opened);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->base.n_rows = (size_t) self->table->n;
  self->names = g_new0 (char *, MAX (self->table->n, 1));
  for (uint64_t row = 0; row < self->table->n; row++)
    self->names[row] = compare_words_row (compared, kind, row);
  for (int match = 0; match <= MATCH_REMOVED; match++)
    for (uint32_t side = 0; side < compared->n_sides; side++)
      self->matches[match][side] = compare_words_match ((RowMatch) match, side);
  self->base.columns = self->columns;
  add_columns (self);
  self->base.value = value_of;
  self->base.reason = reason_of;
  self->base.tone = tone_of;
  self->base.slice = slice_of;
  self->base.leads = has_gap;
  if (launched_kernels_have (kind))
    {
      self->base.parent = parent_of;
      self->base.fold = fold_of;
    }
  self->base.free = compare_source_free;
  return self;
}

TableSource *
compare_source_new (Compared *compared, RowKind kind)
{
  return &source_new (compared, kind, memory_new (compared, kind))->base;
}

/* With what is open in before, but for one row. */
static CompareSource *
source_copy (const CompareSource *before, size_t but)
{
  CompareSource *self = source_new (before->compared, before->kind, g_atomic_rc_box_acquire (before->memory));

  for (guint i = 0; i < before->opened->len; i++)
    {
      Opened opened = g_array_index (before->opened, Opened, i);

      if (opened.row == but)
        continue;
      g_atomic_rc_box_acquire (opened.beneath);
      g_array_append_val (self->opened, opened);
      self->base.n_beneath += (size_t) opened.beneath->kernels.table.n;
    }
  self->base.n_rows += self->base.n_beneath;
  return self;
}

TableSource *
compare_source_open (const TableSource *source,
                     size_t row,
                     bool (*should_continue) (void *user_data),
                     void *user_data)
{
  const CompareSource *before = (const CompareSource *) source;
  Opened opened = { row, beneath_new (before, row, should_continue, user_data) };

  if (opened.beneath == NULL)
    return NULL;
  CompareSource *self = source_copy (before, row);
  g_array_append_val (self->opened, opened);
  self->base.n_beneath += (size_t) opened.beneath->kernels.table.n;
  self->base.n_rows += (size_t) opened.beneath->kernels.table.n;
  return &self->base;
}

TableSource *
compare_source_close (const TableSource *source, size_t row)
{
  return &source_copy ((const CompareSource *) source, row)->base;
}

Compared *
compare_source_compared (const TableSource *source)
{
  return ((const CompareSource *) source)->compared;
}

RowKind
compare_source_kind (const TableSource *source)
{
  return ((const CompareSource *) source)->kind;
}

RowKind
compare_source_row_kind (const TableSource *source, size_t row)
{
  return table_source_is_beneath (source, row) ? ROWS_KERNELS : compare_source_kind (source);
}

uint64_t
compare_source_slice (const TableSource *source, size_t row, uint32_t side)
{
  const CompareSource *self = (const CompareSource *) source;
  const CompareRow *at = row < source->n_rows ? row_of (self, row, side) : NULL;

  return at != NULL ? at->longest : SLICE_NONE;
}

const IdleGap *
compare_source_gap (const TableSource *source, size_t row, uint32_t side)
{
  const CompareSource *self = (const CompareSource *) source;

  if (row >= source->n_rows || compare_source_row_kind (source, row) != ROWS_IDLE)
    return NULL;
  const TableCell *cell = cell_of (self, row, side);
  return cell->row != TRACE_NONE ? idle_rows_longest (&self->compared->comparison.sides[side].idle, cell->row)
                                 : NULL;
}

const char *
compare_source_name (const TableSource *source, size_t row)
{
  return name_of ((const CompareSource *) source, row);
}
