/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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
  COLUMN_TOTAL,
  N_COLUMN_KINDS
} ColumnKind;

#define COLUMNS_MAX (1 + (N_COLUMN_KINDS - 1) * COMPARED_SIDES_MAX)

typedef struct
{
  ColumnKind kind;
  uint32_t side;
} ColumnOf;

typedef struct
{
  TableSource base;
  Compared *compared;
  const CompareTable *table;
  RowKind kind;
  char **names;                                         /* by row */
  char *matches[MATCH_REMOVED + 1][COMPARED_SIDES_MAX]; /* words */
  ColumnOf of[COLUMNS_MAX];
  TableColumn columns[COLUMNS_MAX];
  GPtrArray *texts; /* ids, titles and tooltips of columns */
} CompareSource;

static const TableCell *
cell_of (const CompareSource *self, size_t row, uint32_t side)
{
  return compare_table_cell (self->table, row, side);
}

static const CompareRow *
row_of (const CompareSource *self, size_t row, uint32_t side)
{
  const TableCell *cell = cell_of (self, row, side);

  return cell->row == TRACE_NONE
           ? NULL
           : &compare_side_rows (&self->compared->comparison.sides[side], self->kind)->rows.at[cell->row];
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
  TableValue value = text_value (self->names[row]);

  value.exact = compare_table_text (self->table, self->compared->comparison.sides, row, &value.n_exact);
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
      return text_value (self->matches[cell->match][of->side]);
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
  const char *text = compare_rows_text (
    compare_side_rows (&self->compared->comparison.sides[of->side], self->kind), cell->row, &length);
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  return g_strdup_printf (_ ("In %s: %s"), compared_letter (of->side), valid);
}

static ChangeTone
tone_of (const TableSource *source, size_t row, int column)
{
  const CompareSource *self = (const CompareSource *) source;
  const TableCell *cell = cell_of (self, row, self->of[column].side);

  if (self->of[column].kind != COLUMN_DIFFERENCE || cell->change != CHANGED_YES || cell->difference == 0)
    return CHANGE_PLAIN;
  return cell->difference > 0 ? CHANGE_WORSE : CHANGE_BETTER;
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
  for (uint32_t side = 1; side < n; side++)
    add_side_column (self, COLUMN_MATCH, side);
  for (uint32_t side = 0; side < n; side++)
    add_side_column (self, COLUMN_TOTAL, side);
}

/* ---- the source ---- */

static void
compare_source_free (TableSource *source)
{
  CompareSource *self = (CompareSource *) source;

  for (size_t row = 0; row < source->n_rows; row++)
    g_free (self->names[row]);
  for (int match = 0; match <= MATCH_REMOVED; match++)
    for (uint32_t side = 0; side < COMPARED_SIDES_MAX; side++)
      g_free (self->matches[match][side]);
  g_free (self->names);
  g_ptr_array_free (self->texts, TRUE);
  compared_unref (self->compared);
  g_free (self);
}

TableSource *
compare_source_new (Compared *compared, RowKind kind)
{
  CompareSource *self = g_new0 (CompareSource, 1);

  table_source_init (&self->base);
  self->compared = compared_ref (compared);
  self->table = &compared->comparison.tables[kind];
  self->kind = kind;
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
  self->base.free = compare_source_free;
  return &self->base;
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

uint64_t
compare_source_slice (const TableSource *source, size_t row, uint32_t side)
{
  const CompareSource *self = (const CompareSource *) source;
  const CompareRow *at = row < source->n_rows ? row_of (self, row, side) : NULL;

  return at != NULL ? at->longest : SLICE_NONE;
}

const char *
compare_source_name (const TableSource *source, size_t row)
{
  return ((const CompareSource *) source)->names[row];
}
