/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/idle/stream_wait.h"

#include "trace/model/slice_find.h"

/* API calls of one row to examine: an all-reduce waits for a handful of streams at most. */
#define CALLS_MAX 16

/* Rows of API calls: a driver call is below the runtime call. */
#define ROWS_MAX 4

typedef struct
{
  int64_t wait_ns, launch_ns; /* begin of the last call of each kind; INT64_MIN: none */
} LastCalls;

static void
look_back (const Trace *trace, HostWords *words, const TraceRow *row, uint64_t launch, LastCalls *last)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t launch_ns = slice_start_ns (slices, launch);
  uint64_t i = slice_find_from (slices, row, launch_ns);

  for (int n = 0; n < CALLS_MAX && i > row->first_slice; n++)
    {
      HostWord word;

      i--;
      /* The runtime call around a driver call is not another launch. */
      if (slices->kind[i] != SLICE_CALL || slice_end_ns (slices, i) > launch_ns)
        continue;
      word = host_words_of (words, slice_name (slices, i));
      if (word == HOST_STREAM_WAIT)
        last->wait_ns = MAX (last->wait_ns, slice_start_ns (slices, i));
      if (word == HOST_LAUNCH || word == HOST_SYNC)
        last->launch_ns = MAX (last->launch_ns, slice_start_ns (slices, i));
      if (word == HOST_STREAM_WAIT || word == HOST_LAUNCH || word == HOST_SYNC)
        return;
    }
}

bool
stream_wait_precedes (const Trace *trace, HostWords *words, uint64_t launch)
{
  uint32_t thread = trace_track (trace, trace_track_of (trace, launch))->parent;
  LastCalls last = { INT64_MIN, INT64_MIN };

  if (thread == TRACE_NONE)
    return false;
  for (uint32_t t = thread + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == thread; t++)
    {
      const TraceTrack *band = trace_track (trace, t);

      for (uint32_t r = 0; band->kind == TRACK_CALLS && r < MIN (band->n_rows, ROWS_MAX); r++)
        look_back (trace, words, trace_row (trace, band->first_row + r), launch, &last);
    }
  return last.wait_ns > last.launch_ns;
}
