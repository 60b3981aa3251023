/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_names.h"

#include <string.h>

#include "trace/text/decimal_time.h"

#define NO_PRIORITY_GIVEN 30

static void
read_processes (NsysImport *import)
{
  static const char *const columns[] = { "globalPid", "name" };
  ForeignRows rows;
  const char *text;
  size_t length;
  int64_t id;

  if (foreign_rows_begin (&rows, import->database, "PROCESSES", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      if (foreign_rows_integer (&rows, 0, &id) && nsys_processes_has (import->processes, id)
          && foreign_rows_text (&rows, 1, &text, &length))
        nsys_processes_name (import->processes, id, trace_builder_string (import->builder, text, length));
  foreign_rows_end (&rows);
}

/* "MPI Rank 3" */
static bool
rank_of_name (const char *text, size_t length, int64_t *ret_rank)
{
  static const char begin[] = "MPI Rank ";
  const size_t n = sizeof begin - 1;

  return length > n && length < n + 10 && memcmp (text, begin, n) == 0 && g_ascii_isdigit (text[n])
         && decimal_to_integer (text + n, length - n, ret_rank);
}

static void
read_threads (NsysImport *import)
{
  static const char *const columns[] = { "globalTid", "priority", "nameId" };
  ForeignRows rows;
  const char *text;
  size_t length;
  int64_t id, name, rank;
  uint32_t string;

  if (foreign_rows_begin (&rows, import->database, "ThreadNames", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        if (!foreign_rows_integer (&rows, 0, &id) || !foreign_rows_integer (&rows, 2, &name)
            || !nsys_strings_text (import->strings, name, &text, &length))
          continue;
        if (rank_of_name (text, length, &rank) && nsys_processes_has (import->processes, id))
          nsys_processes_set_rank_number (import->processes, id, rank);
        if (nsys_processes_has_thread (import->processes, id)
            && nsys_strings_id (import->strings, name, &string))
          nsys_processes_name_thread (import->processes, id, nsys_integer_or (&rows, 1, NO_PRIORITY_GIVEN),
                                      string);
      }
  foreign_rows_end (&rows);
}

static void
read_mpi_ranks (NsysImport *import)
{
  static const char *const columns[] = { "globalTid", "rank" };
  ForeignRows rows;
  int64_t id, rank;

  if (foreign_rows_begin (&rows, import->database, "MPI_RANKS", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      if (foreign_rows_integer (&rows, 0, &id) && foreign_rows_integer (&rows, 1, &rank)
          && nsys_processes_has (import->processes, id))
        nsys_processes_set_rank_number (import->processes, id, rank);
  foreign_rows_end (&rows);
}

void
nsys_names_read (NsysImport *import)
{
  read_processes (import);
  read_threads (import);
  read_mpi_ranks (import);
}
