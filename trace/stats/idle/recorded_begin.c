/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle/recorded_begin.h"

#include <stdlib.h>

int64_t *
recorded_begins_new (const Trace *trace)
{
  uint32_t n = trace_n_ranks (trace);
  int64_t *begins_ns = malloc ((n + (size_t) 1) * sizeof *begins_ns);

  for (uint32_t rank = 0; begins_ns != NULL && rank < n; rank++)
    begins_ns[rank] = INT64_MAX;
  for (uint32_t r = 0; begins_ns != NULL && r < trace_n_rows (trace); r++)
    {
      const TraceRow *row = trace_row (trace, r);
      int64_t *begin_ns = &begins_ns[trace_track (trace, row->track)->rank];

      if (row->n_slices > 0)
        *begin_ns = MIN (*begin_ns, slice_start_ns (trace_slices (trace), row->first_slice));
    }
  return begins_ns;
}
