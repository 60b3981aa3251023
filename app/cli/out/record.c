/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/record.h"

static void
cell_clear (gpointer data)
{
  Cell *cell = data;

  g_free (cell->text);
  g_free (cell->shown);
}

Record *
record_new (void)
{
  Record *record = g_new (Record, 1);

  record->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  g_array_set_clear_func (record->cells, cell_clear);
  return record;
}

void
record_free (Record *record)
{
  g_array_unref (record->cells);
  g_free (record);
}

static void
add (Record *record, Cell cell)
{
  g_array_append_val (record->cells, cell);
}

void
record_add_integer (Record *record, const char *key, int64_t value)
{
  add (record, (Cell){ .key = key, .type = CELL_INTEGER, .integer = value });
}

void
record_add_count (Record *record, const char *key, uint64_t value)
{
  record_add_integer (record, key, value > INT64_MAX ? INT64_MAX : (int64_t) value);
}

void
record_add_real (Record *record, const char *key, double value)
{
  add (record, (Cell){ .key = key, .type = CELL_REAL, .real = value });
}

void
record_add_boolean (Record *record, const char *key, bool value)
{
  add (record, (Cell){ .key = key, .type = CELL_BOOLEAN, .integer = value });
}

void
record_add_null (Record *record, const char *key)
{
  add (record, (Cell){ .key = key, .type = CELL_NULL });
}

void
record_add_text (Record *record, const char *key, const char *text, size_t length, const char *shown)
{
  char *copy = g_malloc (length + 1);

  if (length > 0)
    memcpy (copy, text, length);
  copy[length] = '\0';
  add (record, (Cell){
                 .key = key,
                 .type = CELL_TEXT,
                 .text = copy,
                 .length = length,
                 .shown = g_strdup (shown),
               });
}

void
record_add_json (Record *record, const char *key, GString *json)
{
  size_t length = json->len;

  add (record, (Cell){
                 .key = key,
                 .type = CELL_JSON,
                 .text = g_string_free (json, FALSE),
                 .length = length,
               });
}

guint
record_n_cells (const Record *record)
{
  return record->cells->len;
}

const Cell *
record_cell (const Record *record, guint i)
{
  return &g_array_index (record->cells, Cell, i);
}
