/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_copies.h"

#include <stdio.h>

#include "trace/import/nsys/nsys_device_row.h"

enum
{
  BYTES = N_NSYS_DEVICE_COLUMNS,
  COPY_KIND,
  FROM_KIND,
  TO_KIND,
  N_COPIES,
  N_COPY_COLUMNS
};

static const char *const copy_columns[N_COPY_COLUMNS] = {
  NSYS_DEVICE_COLUMNS,     [BYTES] = "bytes",     [COPY_KIND] = "copyKind",
  [FROM_KIND] = "srcKind", [TO_KIND] = "dstKind", [N_COPIES] = "copyCount",
};

enum
{
  SET_BYTES = N_NSYS_DEVICE_COLUMNS,
  SET_VALUE,
  SET_KIND,
  N_SET_COLUMNS
};

static const char *const set_columns[N_SET_COLUMNS] = {
  NSYS_DEVICE_COLUMNS,
  [SET_BYTES] = "bytes",
  [SET_VALUE] = "value",
  [SET_KIND] = "memKind",
};

/* ENUM_CUDA_MEMCPY_OPER. The last three migrate pages of unified memory. */
static const char *const copy_words[] = { "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD",
                                          "DtoA",    "DtoD", "HtoH", "PtoP", "HtoD", "DtoH", "DtoD" };

#define FIRST_UNIFIED 11

/* ENUM_CUDA_MEM_KIND */
static const char *const memory_words[] = { "Pageable", "Pinned",        "Device",         "Array",
                                            "Managed",  "Device Static", "Managed Static", "Unknown" };

#define N_COPY_WORDS   G_N_ELEMENTS (copy_words)
#define N_MEMORY_WORDS G_N_ELEMENTS (memory_words)

/* Names that were made already, by what they are made of: string ids, 0 if not yet. */
typedef struct
{
  uint32_t copies[N_COPY_WORDS][N_MEMORY_WORDS][N_MEMORY_WORDS];
  uint32_t sets[N_MEMORY_WORDS];
} CopyNames;

/* Returns the number in a column if it is one of n, else other. */
static size_t
choice (const ForeignRows *rows, unsigned column, size_t n, size_t other)
{
  int64_t number;

  return foreign_rows_integer (rows, column, &number) && number >= 0 && number < (int64_t) n ? (size_t) number
                                                                                             : other;
}

static uint32_t
copy_name (NsysImport *import, CopyNames *names, const ForeignRows *rows)
{
  size_t kind = choice (rows, COPY_KIND, N_COPY_WORDS, 0);
  size_t from = choice (rows, FROM_KIND, N_MEMORY_WORDS, N_MEMORY_WORDS - 1);
  size_t to = choice (rows, TO_KIND, N_MEMORY_WORDS, N_MEMORY_WORDS - 1);
  uint32_t *name = &names->copies[kind][from][to];
  char text[80];

  if (*name == STRING_EMPTY)
    {
      int length = kind >= FIRST_UNIFIED
                     ? snprintf (text, sizeof text, "Memcpy %s (Unified memory)", copy_words[kind])
                     : snprintf (text, sizeof text, "Memcpy %s (%s -> %s)", copy_words[kind],
                                 memory_words[from], memory_words[to]);
      *name = trace_builder_string (import->builder, text, (size_t) length);
    }
  return *name;
}

static uint32_t
set_name (NsysImport *import, CopyNames *names, const ForeignRows *rows)
{
  size_t kind = choice (rows, SET_KIND, N_MEMORY_WORDS, N_MEMORY_WORDS - 1);
  char text[40];

  if (names->sets[kind] == STRING_EMPTY)
    {
      int length = snprintf (text, sizeof text, "Memset (%s)", memory_words[kind]);
      names->sets[kind] = trace_builder_string (import->builder, text, (size_t) length);
    }
  return names->sets[kind];
}

static void
put_bytes (NsysImport *import, NsysDeviceRow *row, const ForeignRows *rows, unsigned column)
{
  int64_t bytes;

  if (!foreign_rows_integer (rows, column, &bytes))
    return;
  row_args_integer (&row->args, import->words[WORD_BYTES], bytes);
  if (row->span.dur_ns > 0 && bytes >= 0)
    row_args_number (&row->args, import->words[WORD_BANDWIDTH], (double) bytes / (double) row->span.dur_ns);
}

static void
read_copies (NsysImport *import, CopyNames *names)
{
  ForeignRows rows;
  NsysDeviceRow row;

  if (foreign_rows_begin (&rows, import->database, "CUPTI_ACTIVITY_KIND_MEMCPY", copy_columns,
                          N_COPY_COLUMNS))
    while (foreign_rows_next (&rows))
      if (nsys_device_row_begin (import, &rows, SLICE_MEMCPY, &row))
        {
          row.slice.category = import->words[WORD_GPU_MEMCPY];
          row.slice.name = copy_name (import, names, &rows);
          put_bytes (import, &row, &rows, BYTES);
          if (nsys_integer_or (&rows, N_COPIES, 1) > 1)
            nsys_put_integer (import, &row.args, WORD_COPIES, &rows, N_COPIES);
          nsys_device_row_end (import, &rows, &row);
        }
  foreign_rows_end (&rows);
}

static void
read_sets (NsysImport *import, CopyNames *names)
{
  ForeignRows rows;
  NsysDeviceRow row;

  if (foreign_rows_begin (&rows, import->database, "CUPTI_ACTIVITY_KIND_MEMSET", set_columns, N_SET_COLUMNS))
    while (foreign_rows_next (&rows))
      if (nsys_device_row_begin (import, &rows, SLICE_MEMSET, &row))
        {
          row.slice.category = import->words[WORD_GPU_MEMSET];
          row.slice.name = set_name (import, names, &rows);
          put_bytes (import, &row, &rows, SET_BYTES);
          nsys_put_integer (import, &row.args, WORD_VALUE, &rows, SET_VALUE);
          nsys_device_row_end (import, &rows, &row);
        }
  foreign_rows_end (&rows);
}

void
nsys_copies_read (NsysImport *import)
{
  CopyNames names = { 0 };

  read_copies (import, &names);
  read_sets (import, &names);
}
