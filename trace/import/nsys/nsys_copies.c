/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_copies.h"

#include "trace/import/nsys/nsys_device_row.h"
#include "trace/model/memcpy_name.h"

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

/* ENUM_CUDA_MEMCPY_OPER: the numbers of CUPTI, and three that migrate pages of unified memory. */
static const MemcpyDirection unified_directions[] = { MEMCPY_HTOD, MEMCPY_DTOH, MEMCPY_DTOD };

#define N_COPY_KINDS (N_MEMCPY_DIRECTIONS + G_N_ELEMENTS (unified_directions))

/* ENUM_CUDA_MEM_KIND */
static const MemoryKind memory_kinds[] = {
  MEMORY_PAGEABLE, MEMORY_PINNED,        MEMORY_DEVICE,         MEMORY_ARRAY,
  MEMORY_MANAGED,  MEMORY_DEVICE_STATIC, MEMORY_MANAGED_STATIC, MEMORY_UNKNOWN,
};

#define N_MEMORY G_N_ELEMENTS (memory_kinds)

/* Names that were made already, by what they are made of: string ids, 0 if not yet. */
typedef struct
{
  uint32_t copies[N_COPY_KINDS][N_MEMORY][N_MEMORY];
  uint32_t sets[N_MEMORY];
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
  size_t kind = choice (rows, COPY_KIND, N_COPY_KINDS, MEMCPY_UNKNOWN);
  size_t from = choice (rows, FROM_KIND, N_MEMORY, N_MEMORY - 1);
  size_t to = choice (rows, TO_KIND, N_MEMORY, N_MEMORY - 1);
  uint32_t *name = &names->copies[kind][from][to];
  char text[MEMCPY_NAME_BYTES];

  if (*name == STRING_EMPTY)
    {
      size_t length = kind < N_MEMCPY_DIRECTIONS
                        ? memcpy_name_write (text, (MemcpyDirection) kind, memory_kinds[from], memory_kinds[to])
                        : memcpy_name_write (text, unified_directions[kind - N_MEMCPY_DIRECTIONS],
                                             MEMORY_UNIFIED, MEMORY_UNIFIED);

      *name = trace_builder_string (import->builder, text, length);
    }
  return *name;
}

static uint32_t
set_name (NsysImport *import, CopyNames *names, const ForeignRows *rows)
{
  size_t kind = choice (rows, SET_KIND, N_MEMORY, N_MEMORY - 1);
  char text[MEMCPY_NAME_BYTES];

  if (names->sets[kind] == STRING_EMPTY)
    names->sets[kind] =
      trace_builder_string (import->builder, text, memcpy_name_write_memset (text, memory_kinds[kind]));
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
