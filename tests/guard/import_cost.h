/* SPDX-License-Identifier: Apache-2.0
 *
 * What importing a text costs, in a process of its own, so that one import leaves nothing for the next. */

#pragma once

#include "trace/health/health.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  uint64_t text_bytes, native_bytes;
  uint64_t n_kept, n_skipped; /* events */
  uint64_t work;              /* work_count_total () */
  double cpu_s;
  uint64_t
    memory_bytes; /* the most private memory that it had at any time; the text and the native file are none */
  bool is_imported;
  char error[256]; /* where it is not */
} ImportCost;

/* fd: the text, a regular file; borrowed. False: the process ended in another way than it should; ret_cost->error says
 * how. */
bool import_cost_measure (int fd, ImportCost *ret_cost);
