/* SPDX-License-Identifier: Apache-2.0
 *
 * A row of `perf stat -I`, in either of its forms. Texts are borrowed from the line, which the readers change; each is never
 * NULL. */

#pragma once

#include <stdbool.h>

typedef struct
{
  const char *time;                 /* seconds since the start */
  const char *place;                /* "CPU3", "S0", "S0-D0-C1", "python-4711", or "" for all processors */
  const char *group;                /* of processes: "system.slice", or "" for all */
  const char *value;                /* a number, or "<not counted>" */
  const char *unit, *event;         /* "msec", "task-clock" */
  const char *metric, *metric_unit; /* a number, "insn per cycle" */
} PerfRow;

/* Read a line of `-x,` and of `-j`. Return false if it is no row, or a row without a time or an event; *ret_is_summary says
 * whether it is the sum of all rows, which is written at the end. */
bool perf_csv_read (char *line, PerfRow *ret_row, bool *ret_is_summary);
bool perf_json_read (char *line, PerfRow *ret_row, bool *ret_is_summary);
