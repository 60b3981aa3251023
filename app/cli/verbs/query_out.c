/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/query_out.h"

#include <string.h>

#include "app/cli/out/cli_status.h"
#include "app/cli/options/origin.h"
#include "app/cli/out/json_text.h"
#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"

#define BUFFER_BYTES 65536

/* Rows that tell whether a column of a Markdown table is one of texts. */
#define ROWS_AHEAD 64

struct QueryOut
{
  const Trace *trace;
  Query *query;
  QueryOutFormat format;
  GPtrArray *names; /* of columns, printable: keys of records */
  GPtrArray *ahead; /* records that wait for the head of their table */
  bool has_begun;   /* the head is written */
  bool is_cut;
  uint64_t n_rows;
  GString *text;
};

QueryOut *
query_out_new (const Trace *trace, Query *query, QueryOutFormat format)
{
  QueryOut *out = g_new0 (QueryOut, 1);

  out->trace = trace;
  out->query = query;
  out->format = format;
  out->names = g_ptr_array_new_with_free_func (g_free);
  out->ahead = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  out->text = g_string_new (NULL);
  for (int i = 0; i < query_n_columns (query); i++)
    {
      const char *name = query_column_name (query, i);

      g_ptr_array_add (out->names, report_printable (name, strlen (name)));
    }
  return out;
}

void
query_out_free (QueryOut *out)
{
  if (out == NULL)
    return;
  g_ptr_array_unref (out->ahead);
  g_ptr_array_unref (out->names);
  g_string_free (out->text, TRUE);
  g_free (out);
}

static bool
flush (QueryOut *out)
{
  bool ok = cli_print (out->text);

  g_string_truncate (out->text, 0);
  return ok;
}

/* ---- values ---- */

static char *
hexadecimal (const QueryValue *value)
{
  static const char digits[] = "0123456789abcdef";
  char *text = g_malloc (2 * value->n_bytes + 1);

  for (size_t i = 0; i < value->n_bytes; i++)
    {
      text[2 * i] = digits[(uint8_t) value->bytes[i] >> 4];
      text[2 * i + 1] = digits[value->bytes[i] & 0xf];
    }
  text[2 * value->n_bytes] = '\0';
  return text;
}

static void
append_json (GString *text, const QueryValue *value)
{
  switch (value->type)
    {
    case QUERY_INTEGER:
      json_append_integer (text, value->integer);
      break;
    case QUERY_REAL:
      json_append_real (text, value->real);
      break;
    case QUERY_TEXT:
      json_append_string (text, value->bytes, value->n_bytes);
      break;
    case QUERY_BLOB:
      {
        g_autofree char *digits = hexadecimal (value);

        json_append_string (text, digits, 2 * value->n_bytes);
        break;
      }
    default:
      g_string_append (text, "null");
      break;
    }
}

static Record *
record_of_row (const QueryOut *out)
{
  Record *record = record_new ();

  for (guint i = 0; i < out->names->len; i++)
    {
      const QueryValue value = query_value (out->query, (int) i);
      const char *name = out->names->pdata[i];

      switch (value.type)
        {
        case QUERY_INTEGER:
          record_add_integer (record, name, value.integer);
          break;
        case QUERY_REAL:
          record_add_real (record, name, value.real);
          break;
        case QUERY_TEXT:
          record_add_text (record, name, value.bytes, value.n_bytes, NULL);
          break;
        case QUERY_BLOB:
          {
            g_autofree char *digits = hexadecimal (&value);

            record_add_text (record, name, digits, 2 * value.n_bytes, NULL);
            break;
          }
        default:
          record_add_null (record, name);
          break;
        }
    }
  return record;
}

/* ---- heads ---- */

static void
begin_json (QueryOut *out)
{
  g_autoptr (GString) origin = origin_json (out->trace);

  g_string_append_printf (out->text, "{\"schema\":\"stepscope.query/1\",\"time_origin\":%s,\"columns\":[",
                          origin->str);
  for (int i = 0; i < query_n_columns (out->query); i++)
    {
      const char *name = query_column_name (out->query, i);

      if (i > 0)
        g_string_append_c (out->text, ',');
      json_append_string (out->text, name, strlen (name));
    }
  g_string_append (out->text, "],\"rows\":[");
}

static void
begin_csv (QueryOut *out)
{
  for (guint i = 0; i < out->names->len; i++)
    {
      if (i > 0)
        g_string_append_c (out->text, ',');
      report_csv_text (out->text, out->names->pdata[i], strlen (out->names->pdata[i]));
    }
  g_string_append (out->text, "\r\n");
}

static void
begin_markdown (QueryOut *out)
{
  if (out->ahead->len == 0)
    {
      g_string_append (out->text, "None.\n");
      return;
    }
  report_markdown_head (out->text, out->ahead);
  for (guint r = 0; r < out->ahead->len; r++)
    report_markdown_record (out->text, out->ahead->pdata[r]);
  g_ptr_array_set_size (out->ahead, 0);
}

static void
begin (QueryOut *out)
{
  if (out->has_begun)
    return;
  out->has_begun = true;
  if (out->format == QUERY_OUT_JSON)
    begin_json (out);
  else if (out->format == QUERY_OUT_CSV)
    begin_csv (out);
  else if (out->format == QUERY_OUT_MARKDOWN)
    begin_markdown (out);
}

/* ---- rows ---- */

static void
json_row (QueryOut *out)
{
  g_string_append (out->text, out->n_rows == 0 ? "\n [" : ",\n [");
  for (int i = 0; i < query_n_columns (out->query); i++)
    {
      const QueryValue value = query_value (out->query, i);

      if (i > 0)
        g_string_append_c (out->text, ',');
      append_json (out->text, &value);
    }
  g_string_append_c (out->text, ']');
}

static void
csv_row (QueryOut *out)
{
  g_autoptr (Record) record = record_of_row (out);

  report_csv_record (out->text, record);
}

static void
markdown_row (QueryOut *out)
{
  if (out->has_begun)
    {
      g_autoptr (Record) record = record_of_row (out);

      report_markdown_record (out->text, record);
      return;
    }
  g_ptr_array_add (out->ahead, record_of_row (out));
  if (out->ahead->len == ROWS_AHEAD)
    begin (out);
}

static void
column_row (QueryOut *out)
{
  if (out->ahead->len == QUERY_OUT_SHOWN)
    out->is_cut = true;
  else
    g_ptr_array_add (out->ahead, record_of_row (out));
}

bool
query_out_row (QueryOut *out)
{
  switch (out->format)
    {
    case QUERY_OUT_JSON:
      begin (out);
      json_row (out);
      break;
    case QUERY_OUT_CSV:
      begin (out);
      csv_row (out);
      break;
    case QUERY_OUT_MARKDOWN:
      markdown_row (out);
      break;
    case QUERY_OUT_COLUMNS:
      column_row (out);
      break;
    }
  out->n_rows++;
  return out->text->len < BUFFER_BYTES || flush (out);
}

bool
query_out_is_full (const QueryOut *out)
{
  return out->is_cut;
}

bool
query_out_end (QueryOut *out)
{
  begin (out);
  if (out->format == QUERY_OUT_JSON)
    g_string_append (out->text, "]}\n");
  else if (out->format == QUERY_OUT_COLUMNS)
    {
      report_columns (out->text, NULL, out->ahead, G_MAXUINT);
      if (out->is_cut)
        g_string_append_printf (
          out->text, "  and more: these are the first %d rows; --csv and --json have all\n", QUERY_OUT_SHOWN);
    }
  return flush (out);
}
