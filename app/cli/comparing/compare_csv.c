/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/compare_csv.h"

#include <math.h>
#include <string.h>

#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"
#include "trace/compare/headline_text.h"

static void
add_text (Record *record, const char *key, const char *text)
{
  record_add_text (record, key, text, strlen (text), NULL);
}

/* The key of a side's column: "value_B". Keys of records are static. */
static const char *
key_of (const char *figure, uint32_t side)
{
  g_autofree char *label = compare_side_label (side), *key = g_strconcat (figure, "_", label, NULL);

  return g_intern_string (key);
}

static void
add_real (Record *record, const char *key, bool present, double value)
{
  if (present && value - value == 0)
    record_add_real (record, key, value);
  else
    record_add_null (record, key);
}

/* Takes the record. */
static void
append_header (GString *out, Record *record)
{
  for (guint i = 0; i < record_n_cells (record); i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "" : ",", record_cell (record, i)->key);
  g_string_append (out, "\r\n");
  record_free (record);
}

/* Takes the record. */
static void
append_record (GString *out, Record *record)
{
  report_csv_record (out, record);
  record_free (record);
}

static Record *
summary_record (const Comparison *comparison, SummaryKey key)
{
  const SummaryCell *cells = comparison->summary.cells[key];
  Record *record = record_new ();

  add_text (record, "key", summary_key_word (key));
  add_text (record, "unit", summary_key_unit (key));
  for (uint32_t side = 0; side < comparison->n_sides; side++)
    {
      const SummaryCell *cell = &cells[side];
      bool is_decided = cell->differs != DIFFERS_UNDECIDED;

      add_real (record, key_of ("value", side), cell->has_value, cell->value);
      record_add_count (record, key_of ("n", side), cell->n);
      if (side == 0)
        continue;
      add_real (record, key_of ("difference", side), cell->has_difference, cell->difference.difference);
      add_real (record, key_of ("ratio", side), cell->has_difference && cells[0].value != 0,
                cell->value / cells[0].value);
      add_real (record, key_of ("low", side), is_decided, cell->difference.at_95.low);
      add_real (record, key_of ("high", side), is_decided, cell->difference.at_95.high);
      if (is_decided)
        record_add_boolean (record, key_of ("differs", side), cell->differs == DIFFERS_YES);
      else
        record_add_null (record, key_of ("differs", side));
    }
  return record;
}

static void
append_name (Record *record, const char *key, const Comparison *comparison, uint32_t side, uint32_t name)
{
  size_t length;
  const char *text;

  if (name == TRACE_NONE)
    {
      record_add_null (record, key);
      return;
    }
  text = trace_string (comparison->sides[side].trace, name, &length);
  record_add_text (record, key, text, length, NULL);
}

/* kernel may be NULL: then the record is of the whole part. */
static Record *
waterfall_record (const Comparison *comparison,
                  uint32_t side,
                  WaterfallPart part,
                  const WaterfallKernel *kernel)
{
  g_autofree char *label = compare_side_label (side);
  Record *record = record_new ();

  add_text (record, "profile", label);
  add_text (record, "part", waterfall_part_word (part));
  append_name (record, "name_A", comparison, 0, kernel != NULL ? kernel->base_name : TRACE_NONE);
  append_name (record, "name_other", comparison, side, kernel != NULL ? kernel->other_name : TRACE_NONE);
  record_add_real (record, "difference_ns",
                   kernel != NULL ? kernel->difference_ns
                                  : comparison->waterfalls[side].parts[part].difference_ns);
  return record;
}

static void
append_waterfall (GString *out, const Comparison *comparison, uint32_t side)
{
  const Waterfall *waterfall = &comparison->waterfalls[side];

  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    for (uint64_t i = 0; i < MAX (waterfall->parts[part].n_kernels, 1); i++)
      {
        const WaterfallStep *of_part = &waterfall->parts[part];

        if (of_part->base_ns != 0 || of_part->other_ns != 0)
          append_record (out, waterfall_record (comparison, side, (WaterfallPart) part,
                                                i < of_part->n_kernels ? &of_part->kernels[i] : NULL));
      }
}

static Record *
row_record (const Comparison *comparison, const CompareTable *table, const TableCell *cells)
{
  Record *record = record_new ();

  for (uint32_t side = 0; side < table->n_sides; side++)
    {
      const TableCell *cell = &cells[side];
      const CompareRows *rows = compare_side_rows (&comparison->sides[side], table->kind);
      bool has_row = cell->row != TRACE_NONE;
      size_t length = 0;
      const char *text = has_row ? compare_rows_text (rows, cell->row, &length) : "";

      record_add_text (record, key_of ("name", side), text, length, NULL);
      record_add_count (record, key_of ("count", side), has_row ? rows->rows.at[cell->row].count : 0);
      record_add_integer (record, key_of ("total_ns", side), has_row ? rows->rows.at[cell->row].total_ns : 0);
      record_add_real (record, key_of ("per_step_ns", side), cell->per_step);
      if (side == 0)
        continue;
      add_text (record, key_of ("match", side), row_match_word (cell->match));
      record_add_real (record, key_of ("difference_ns", side), cell->difference);
      add_real (record, key_of ("p", side), cell->p >= 0, cell->p);
      if (cell->change == CHANGED_UNDECIDED)
        record_add_null (record, key_of ("changed", side));
      else
        record_add_boolean (record, key_of ("changed", side), cell->change == CHANGED_YES);
    }
  return record;
}

static void
append_table (GString *out, const Comparison *comparison, const CompareTable *table)
{
  g_autofree TableCell *none = g_new0 (TableCell, table->n_sides);

  for (uint32_t side = 0; side < table->n_sides; side++)
    none[side].row = TRACE_NONE;
  append_header (out, row_record (comparison, table, none));
  for (uint64_t row = 0; row < table->n; row++)
    append_record (out, row_record (comparison, table, compare_table_cell (table, row, 0)));
}

bool
compare_csv_has (const char *table)
{
  bool has = strcmp (table, "summary") == 0 || strcmp (table, "waterfall") == 0;

  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    has = has || strcmp (table, row_kind_word (kind)) == 0;
  return has;
}

GString *
compare_csv (const Comparison *comparison, const char *table)
{
  GString *out = g_string_new (NULL);

  if (strcmp (table, "summary") == 0)
    {
      append_header (out, summary_record (comparison, SUMMARY_STEP_MEAN));
      for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
        append_record (out, summary_record (comparison, key));
      return out;
    }
  if (strcmp (table, "waterfall") == 0)
    {
      append_header (out, waterfall_record (comparison, 1, PART_COMPUTE, NULL));
      for (uint32_t side = 1; side < comparison->n_sides; side++)
        append_waterfall (out, comparison, side);
      return out;
    }
  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    if (strcmp (table, row_kind_word (kind)) == 0)
      append_table (out, comparison, &comparison->tables[kind]);
  return out;
}

char *
compare_csv_names (void)
{
  GString *out = g_string_new ("summary, waterfall");

  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    g_string_append_printf (out, ", %s", row_kind_word (kind));
  return g_string_free (out, FALSE);
}
