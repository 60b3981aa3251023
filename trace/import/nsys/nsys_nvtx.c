/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_nvtx.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace/import/nsys/nsys_nvtx_names.h"
#include "trace/import/nsys/nsys_nvtx_operator.h"
#include "trace/import/nsys/nsys_nvtx_types.h"

enum
{
  START,
  END,
  TYPE,
  CATEGORY,
  COLOR,
  TEXT,
  THREAD,
  END_THREAD,
  TEXT_ID,
  DOMAIN,
  UINT64_VALUE,
  INT64_VALUE,
  DOUBLE_VALUE,
  UINT32_VALUE,
  INT32_VALUE,
  FLOAT_VALUE,
  JSON_TEXT_ID,
  JSON_TEXT,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [START] = "start",
  [END] = "end",
  [TYPE] = "eventType",
  [CATEGORY] = "category",
  [COLOR] = "color",
  [TEXT] = "text",
  [THREAD] = "globalTid",
  [END_THREAD] = "endGlobalTid",
  [TEXT_ID] = "textId",
  [DOMAIN] = "domainId",
  [UINT64_VALUE] = "uint64Value",
  [INT64_VALUE] = "int64Value",
  [DOUBLE_VALUE] = "doubleValue",
  [UINT32_VALUE] = "uint32Value",
  [INT32_VALUE] = "int32Value",
  [FLOAT_VALUE] = "floatValue",
  [JSON_TEXT_ID] = "jsonTextId",
  [JSON_TEXT] = "jsonText",
};

typedef struct
{
  NsysImport *import;
  NsysNvtxNames *names;
  ForeignRows rows;
} Reader;

typedef enum
{
  FORM_NONE,    /* describes something else */
  FORM_UNKNOWN, /* of a later release */
  FORM_RANGE,
  FORM_ASYNC,
  FORM_MARK,
} Form;

static Form
form_of (int64_t type)
{
  switch (type)
    {
    case NVTX_PUSH_POP:
    case NVTXT_PUSH_POP:
      return FORM_RANGE;
    case NVTX_START_END:
    case NVTXT_START_END:
      return FORM_ASYNC;
    case NVTX_MARK:
    case NVTXT_MARK:
      return FORM_MARK;
    case NVTX_CATEGORY:
    case NVTXT_CATEGORY:
    case NVTX_THREAD:
    case NVTX_DOMAIN_CREATE:
    case NVTX_DOMAIN_DESTROY:
      return FORM_NONE;
    default:
      return (type >= NVTXT_FIRST_META && type <= NVTXT_LAST_META)
                 || (type >= NVTX_FIRST_CUDA_NAME && type <= NVTX_LAST_CUDA_NAME)
               ? FORM_NONE
               : FORM_UNKNOWN;
    }
}

/* Returns false if the row has no text. */
static bool
text_of (Reader *reader, const char **ret_text, size_t *ret_length)
{
  int64_t number;

  return foreign_rows_text (&reader->rows, TEXT, ret_text, ret_length)
         || (foreign_rows_integer (&reader->rows, TEXT_ID, &number)
             && nsys_strings_text (reader->import->strings, number, ret_text, ret_length));
}

/* Interns the name of a row; of an operator, only what is the same for each call. */
static uint32_t
read_name (Reader *reader, Form form, NsysNvtxOperator *ret_operator, bool *ret_is_operator)
{
  const char *text;
  size_t length;

  *ret_is_operator = false;
  if (!text_of (reader, &text, &length))
    {
      nsys_note (reader->import, HEALTH_EVENT_NAME_MISSING);
      return STRING_EMPTY;
    }
  *ret_is_operator = form == FORM_RANGE && nsys_nvtx_operator_parse (text, length, ret_operator);
  return trace_builder_string (reader->import->builder, text,
                               *ret_is_operator ? ret_operator->n_name : length);
}

/* ---- arguments ---- */

static void
put_string (Reader *reader, RowArgs *args, NsysWord key, uint32_t id)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (reader->import->builder), id, &length);

  row_args_text (args, reader->import->words[key], text, length);
}

static void
put_category (Reader *reader, RowArgs *args, uint32_t process, int64_t domain)
{
  int64_t category;

  if (!foreign_rows_integer (&reader->rows, CATEGORY, &category) || category == 0)
    return;
  uint32_t name = nsys_nvtx_names_category (reader->names, process, domain, category);
  if (name != STRING_EMPTY)
    put_string (reader, args, WORD_CATEGORY, name);
  else
    row_args_integer (args, reader->import->words[WORD_CATEGORY], category);
}

/* 0xAARRGGBB */
static void
put_color (Reader *reader, RowArgs *args)
{
  int64_t color;
  char text[16];

  if (!foreign_rows_integer (&reader->rows, COLOR, &color))
    return;
  int length = snprintf (text, sizeof text, "#%06x", (unsigned) ((uint64_t) color & 0xffffff));
  row_args_text (args, reader->import->words[WORD_COLOR], text, (size_t) length);
}

static void
put_payload (Reader *reader, RowArgs *args)
{
  static const unsigned integers[] = { UINT64_VALUE, INT64_VALUE, UINT32_VALUE, INT32_VALUE };
  static const unsigned numbers[] = { DOUBLE_VALUE, FLOAT_VALUE };
  NsysImport *import = reader->import;
  const char *text;
  size_t length;
  int64_t integer;
  double number;

  for (size_t i = 0; i < G_N_ELEMENTS (integers); i++)
    if (foreign_rows_integer (&reader->rows, integers[i], &integer))
      {
        if (integers[i] == UINT64_VALUE)
          row_args_unsigned (args, import->words[WORD_PAYLOAD], (uint64_t) integer);
        else
          row_args_integer (args, import->words[WORD_PAYLOAD], integer);
        break;
      }
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (foreign_rows_number (&reader->rows, numbers[i], &number))
      {
        row_args_number (args, import->words[WORD_PAYLOAD], number);
        break;
      }
  if (foreign_rows_text (&reader->rows, JSON_TEXT, &text, &length)
      || (foreign_rows_integer (&reader->rows, JSON_TEXT_ID, &integer)
          && nsys_strings_text (import->strings, integer, &text, &length)))
    row_args_text (args, import->words[WORD_JSON_PAYLOAD], text, length);
}

static void
put_operator (Reader *reader, RowArgs *args, const NsysNvtxOperator *op)
{
  const uint32_t *words = reader->import->words;

  if (op->sizes != NULL)
    row_args_json (args, words[WORD_INPUT_DIMS], op->sizes, op->n_sizes);
  if (op->has_sequence)
    row_args_integer (args, words[WORD_SEQUENCE], op->sequence);
  if (op->has_id)
    row_args_integer (args, words[WORD_OPERATOR_ID], op->id);
}

static uint64_t
args_of (Reader *reader,
         uint32_t process,
         int64_t domain,
         uint32_t domain_name,
         int64_t global_tid,
         const NsysNvtxOperator *op)
{
  int64_t end_tid;
  RowArgs args;

  row_args_begin (&args, reader->import->builder);
  if (op != NULL)
    put_operator (reader, &args, op);
  if (domain_name != STRING_EMPTY)
    put_string (reader, &args, WORD_DOMAIN, domain_name);
  else if (domain != 0)
    row_args_integer (&args, reader->import->words[WORD_DOMAIN], domain);
  put_category (reader, &args, process, domain);
  put_color (reader, &args);
  put_payload (reader, &args);
  if (foreign_rows_integer (&reader->rows, END_THREAD, &end_tid) && end_tid != global_tid && end_tid != 0)
    row_args_integer (&args, reader->import->words[WORD_END_THREAD], end_tid & 0xffffff);
  return row_args_end (&args);
}

/* ---- rows ---- */

static uint32_t
async_track (Reader *reader, uint32_t thread, uint32_t domain_name)
{
  static const char ranges[] = "NVTX ranges";
  NsysImport *import = reader->import;

  return nsys_processes_async_track (import->processes, thread, import->words[WORD_USER_ANNOTATION],
                                     domain_name != STRING_EMPTY
                                       ? domain_name
                                       : trace_builder_string (import->builder, ranges, strlen (ranges)));
}

static void
read_event (Reader *reader, Form form)
{
  NsysImport *import = reader->import;
  int64_t global_tid = 0;
  NsysSpan span = { 0 };

  if (form == FORM_MARK ? !nsys_take_time (import, &reader->rows, START, &span.start_ns)
                        : !nsys_take_span (import, &reader->rows, START, END, &span))
    return;
  bool has_thread = foreign_rows_integer (&reader->rows, THREAD, &global_tid);
  uint32_t thread = nsys_processes_thread (import->processes, has_thread ? &global_tid : NULL);
  uint32_t process = nsys_processes_of_thread (import->processes, thread);
  int64_t domain = nsys_integer_or (&reader->rows, DOMAIN, 0);
  uint32_t domain_name = nsys_nvtx_names_domain (reader->names, process, domain);
  NsysNvtxOperator op;
  bool is_operator;
  uint32_t name = read_name (reader, form, &op, &is_operator);
  uint64_t args = args_of (reader, process, domain, domain_name, global_tid, is_operator ? &op : NULL);

  if (form == FORM_MARK)
    {
      nsys_add_instant (import, &(TraceInstant){
                                  .track = nsys_processes_thread_track (import->processes, thread),
                                  .name = name,
                                  .category = import->words[WORD_USER_ANNOTATION],
                                  .scope = 't',
                                  .time_ns = span.start_ns,
                                  .args = args,
                                });
      return;
    }
  SliceInput slice = {
    .name = name,
    .category = import->words[WORD_USER_ANNOTATION],
    .kind = is_operator ? SLICE_OPERATOR : SLICE_ANNOTATION,
    .args = args,
  };
  slice.track = form == FORM_ASYNC ? async_track (reader, thread, domain_name)
                                   : nsys_processes_host_track (import->processes, thread, slice.kind);
  nsys_add_slice (import, &slice, &span);
}

static void
read_row (Reader *reader)
{
  int64_t type = nsys_integer_or (&reader->rows, TYPE, NVTX_PUSH_POP);
  Form form = form_of (type);

  if (form == FORM_UNKNOWN)
    {
      trace_builder_event_counts (reader->import->builder)->total++;
      nsys_note (reader->import, HEALTH_EVENT_PHASE_NOT_SHOWN);
    }
  else if (form != FORM_NONE)
    read_event (reader, form);
}

void
nsys_nvtx_read (NsysImport *import)
{
  Reader reader = { .import = import, .names = nsys_nvtx_names_new (import) };

  if (reader.names == NULL)
    {
      trace_builder_set_failed (import->builder);
      return;
    }
  if (foreign_rows_begin (&reader.rows, import->database, "NVTX_EVENTS", columns, N_COLUMNS))
    while (foreign_rows_next (&reader.rows))
      read_row (&reader);
  foreign_rows_end (&reader.rows);
  nsys_nvtx_names_free (reader.names);
}
