/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/report_out.h"

#include <string.h>

#include "app/cli/out/json_text.h"
#include "trace/text/duration_text.h"

/* Names wider than this lose their middle in columns. */
#define COLUMN_WIDTH_MAX 60

/* ---- JSON ---- */

void
report_json_value (GString *out, const Cell *cell)
{
  switch (cell->type)
    {
    case CELL_NULL:
      g_string_append (out, "null");
      break;
    case CELL_INTEGER:
      json_append_integer (out, cell->integer);
      break;
    case CELL_REAL:
      json_append_real (out, cell->real);
      break;
    case CELL_BOOLEAN:
      json_append_boolean (out, cell->integer != 0);
      break;
    case CELL_TEXT:
      json_append_string (out, cell->text, cell->length);
      break;
    case CELL_JSON:
      g_string_append_len (out, cell->text, (gssize) cell->length);
      break;
    }
}

void
report_json_object (GString *out, const Record *record)
{
  g_string_append_c (out, '{');
  for (guint i = 0; i < record_n_cells (record); i++)
    {
      const Cell *cell = record_cell (record, i);

      if (i > 0)
        g_string_append_c (out, ',');
      json_append_string (out, cell->key, strlen (cell->key));
      g_string_append_c (out, ':');
      report_json_value (out, cell);
    }
  g_string_append_c (out, '}');
}

void
report_json_array (GString *out, const GPtrArray *records)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < records->len; i++)
    {
      if (i > 0)
        g_string_append (out, ",\n ");
      report_json_object (out, records->pdata[i]);
    }
  g_string_append_c (out, ']');
}

/* ---- CSV ---- */

void
report_csv_text (GString *out, const char *text, size_t length)
{
  g_autofree char *printable = report_printable (text, length);
  bool is_formula = printable[0] != '\0' && strchr ("=+-@", printable[0]) != NULL;

  if (!is_formula && strpbrk (printable, ",\"") == NULL)
    {
      g_string_append (out, printable);
      return;
    }
  g_string_append (out, is_formula ? "\"'" : "\"");
  for (const char *at = printable; *at != '\0'; at++)
    {
      if (*at == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *at);
    }
  g_string_append_c (out, '"');
}

static void
append_csv_value (GString *out, const Cell *cell)
{
  switch (cell->type)
    {
    case CELL_NULL:
      break;
    case CELL_TEXT:
    case CELL_JSON:
      report_csv_text (out, cell->text, cell->length);
      break;
    default:
      report_json_value (out, cell);
      break;
    }
}

void
report_csv_record (GString *out, const Record *record)
{
  for (guint i = 0; i < record_n_cells (record); i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_csv_value (out, record_cell (record, i));
    }
  g_string_append (out, "\r\n");
}

void
report_csv (GString *out, const char *header, const GPtrArray *records)
{
  g_string_append_printf (out, "%s\r\n", header);
  for (guint r = 0; r < records->len; r++)
    report_csv_record (out, records->pdata[r]);
}

/* ---- for people ---- */

char *
report_duration (double ns)
{
  char text[DURATION_TEXT_MAX];

  return g_strdup (duration_text (ns, text));
}

char *
report_printable (const char *text, size_t length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  GString *out = g_string_sized_new (length);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      GUnicodeType type = g_unichar_type (c);

      if (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_LINE_SEPARATOR
          || type == G_UNICODE_PARAGRAPH_SEPARATOR)
        g_string_append (out, "\xef\xbf\xbd");
      else
        g_string_append_unichar (out, c);
    }
  return g_string_free (out, FALSE);
}

char *
report_readable_value (const Cell *cell)
{
  bool is_time = g_str_has_suffix (cell->key, "_ns");
  bool is_percent = strstr (cell->key, "percent") != NULL;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  switch (cell->type)
    {
    case CELL_NULL:
      return g_strdup ("n/a");
    case CELL_BOOLEAN:
      return g_strdup (cell->integer ? "yes" : "no");
    case CELL_INTEGER:
      return is_time ? report_duration ((double) cell->integer)
                     : g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer);
    case CELL_REAL:
      if (is_time)
        return report_duration (cell->real);
      g_ascii_formatd (text, sizeof text, is_percent ? "%.1f" : "%.4g", cell->real);
      return is_percent ? g_strconcat (text, " %", NULL) : g_strdup (text);
    case CELL_TEXT:
      if (cell->length == 0)
        return g_strdup ("-");
      return cell->shown != NULL ? report_printable (cell->shown, strlen (cell->shown))
                                 : report_printable (cell->text, cell->length);
    default:
      return g_strdup ("");
    }
}

/* Expressions, as columns of a query may be, stay. */
char *
report_readable_key (const char *key)
{
  g_autofree char *text = g_strdup (key);

  if (text[strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')
    return g_steal_pointer (&text);
  if (g_str_has_suffix (text, "_ns"))
    text[strlen (text) - 3] = '\0';
  g_strdelimit (text, "_", ' ');
  return g_steal_pointer (&text);
}

/* The first cells of a column may be missing. */
bool
report_is_text_column (const GPtrArray *records, guint column)
{
  for (guint r = 0; r < records->len; r++)
    {
      CellType type = record_cell (records->pdata[r], column)->type;

      if (type != CELL_NULL)
        return type == CELL_TEXT;
    }
  return false;
}

void
report_markdown_head (GString *out, const GPtrArray *records)
{
  const Record *first = records->pdata[0];

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < record_n_cells (first); i++)
        {
          const Cell *cell = record_cell (first, i);
          g_autofree char *key = report_readable_key (cell->key);

          if (cell->type == CELL_JSON)
            continue;
          g_string_append (out, "| ");
          g_string_append (out, pass == 0 ? key : report_is_text_column (records, i) ? "---" : "---:");
          g_string_append_c (out, ' ');
        }
      g_string_append (out, "|\n");
    }
}

void
report_markdown_record (GString *out, const Record *record)
{
  for (guint i = 0; i < record_n_cells (record); i++)
    {
      const Cell *cell = record_cell (record, i);
      g_autofree char *value = report_readable_value (cell);

      if (cell->type == CELL_JSON)
        continue;
      g_string_append (out, "| ");
      /* Names are code: in a code span only the bars and the ticks themselves mean anything. */
      if (cell->type == CELL_TEXT)
        {
          g_strdelimit (value, "`", '\'');
          g_auto (GStrv) parts = g_strsplit (value, "|", -1);
          g_autofree char *escaped = g_strjoinv ("\\|", parts);
          g_string_append_printf (out, "`%s` ", escaped);
        }
      else
        g_string_append_printf (out, "%s ", value);
    }
  g_string_append (out, "|\n");
}

void
report_markdown (GString *out, const char *title, const GPtrArray *records)
{
  g_string_append_printf (out, "## %s\n\n", title);
  if (records->len == 0)
    {
      g_string_append (out, "None.\n\n");
      return;
    }
  report_markdown_head (out, records);
  for (guint r = 0; r < records->len; r++)
    report_markdown_record (out, records->pdata[r]);
  g_string_append_c (out, '\n');
}

/* Cut in the middle: both ends of a kernel's name tell something. */
static char *
shortened (char *text)
{
  glong n = g_utf8_strlen (text, -1);

  if (n <= COLUMN_WIDTH_MAX)
    return text;

  glong n_head = COLUMN_WIDTH_MAX * 3 / 5, n_tail = COLUMN_WIDTH_MAX - 1 - n_head;
  g_autofree char *head = g_utf8_substring (text, 0, n_head);
  g_autofree char *tail = g_utf8_substring (text, n - n_tail, n);
  g_free (text);
  return g_strconcat (head, "…", tail, NULL);
}

static void
append_padded (GString *out, const char *text, glong width, bool to_the_right)
{
  glong padding = MAX (width - g_utf8_strlen (text, -1), 0);

  if (to_the_right)
    g_string_append_printf (out, "%*s%s", (int) padding, "", text);
  else
    g_string_append_printf (out, "%s%*s", text, (int) padding, "");
}

void
report_columns (GString *out, const char *title, const GPtrArray *records, guint n_max)
{
  if (title != NULL)
    g_string_append_printf (out, "%s\n", title);
  if (records->len == 0)
    {
      g_string_append (out, "  none\n\n");
      return;
    }

  const Record *first = records->pdata[0];
  guint n_rows = MIN (records->len, n_max), n_columns = record_n_cells (first);
  g_autofree glong *widths = g_new0 (glong, n_columns);
  g_autofree bool *is_text = g_new0 (bool, n_columns);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_columns; i++)
    is_text[i] = report_is_text_column (records, i);
  for (guint r = 0; r <= n_rows; r++)
    for (guint i = 0; i < n_columns; i++)
      {
        char *text = r == 0 ? report_readable_key (record_cell (first, i)->key)
                            : shortened (report_readable_value (record_cell (records->pdata[r - 1], i)));

        g_ptr_array_add (texts, text);
        widths[i] = MAX (widths[i], g_utf8_strlen (text, -1));
      }
  for (guint r = 0; r <= n_rows; r++)
    {
      for (guint i = 0; i < n_columns; i++)
        {
          const Cell *cell = record_cell (first, i);

          if (cell->type == CELL_JSON)
            continue;
          g_string_append (out, "  ");
          append_padded (out, texts->pdata[r * n_columns + i], widths[i], !is_text[i]);
        }
      while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
  if (records->len > n_rows)
    g_string_append_printf (out, "  and %u more\n", records->len - n_rows);
  g_string_append_c (out, '\n');
}
