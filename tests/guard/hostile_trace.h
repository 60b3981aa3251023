/* SPDX-License-Identifier: Apache-2.0
 *
 * Traces that no profiler writes: each has very many, or one very large, of something that files usually have few, or
 * small ones, of. An importer with a loop too many shows it there. */

#pragma once

#include "tests/gen/text_out.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct
{
  const char *name;

  /* Writes what stands between the brackets of traceEvents, of about n events, or n bytes. */
  void (*write) (TextOut *out, int64_t n);

  int64_t n;      /* in tests */
  int64_t n_full; /* at full size */

  bool
    is_shapeless;  /* its events are damaged, or no two are alike: none can be read by the shape of others */
  double work_max; /* times the work of an ordinary file; 0: as all others */
} HostileTrace;

extern const HostileTrace hostile_traces[];
extern const size_t n_hostile_traces;

/* False: it could not be written. */
bool hostile_trace_write (const HostileTrace *trace, int64_t n, FILE *file);
