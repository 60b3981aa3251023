/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/rank_clocks.h"

#include <string.h>

#include <glib.h>

/* Parts of the names of kernels and collectives of NCCL and RCCL, in the order in which they are tried. */
static const struct
{
  const char *word;
  bool waits_for_all; /* no rank ends before every rank has sent */
} collectives[] = {
  { "allreduce", true },
  { "allgather", true },
  { "reducescatter", true },
  { "alltoall", true },
  { "sendrecv", true }, /* a collective of this kernel is an all-to-all (collective_instance.h) */
  { "barrier", true },
  { "broadcast", false },
  { "reduce", false },
};

/* Letters alone count: "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "nccl:all_reduce". */
static bool
waits_for_all (const char *name, size_t length)
{
  char word[128];
  size_t n = 0;

  for (size_t i = 0; i < length && n + 1 < sizeof word; i++)
    if (g_ascii_isalpha (name[i]))
      word[n++] = g_ascii_tolower (name[i]);
  word[n] = '\0';
  for (size_t i = 0; i < G_N_ELEMENTS (collectives); i++)
    if (strstr (word, collectives[i].word) != NULL)
      return collectives[i].waits_for_all;
  return false;
}

static bool
starts_instance (const CollectivePart *parts, size_t i)
{
  return i == 0 || parts[i].identity != parts[i - 1].identity || parts[i].nth != parts[i - 1].nth;
}

bool
rank_clocks_init (RankClocks *clocks,
                  const Trace *trace,
                  const CollectiveInstances *instances,
                  bool (*should_continue) (void *user_data),
                  void *user_data)
{
  const SliceColumns *slices = trace_slices (trace);
  const CollectivePart *parts = instances->parts.at;
  ClockReadingColumn readings = { 0 };
  uint32_t instance = 0;
  bool ok = true, is_read = false;

  *clocks = (RankClocks){ 0 };
  for (size_t i = 0; i < instances->parts.n && ok; i++)
    {
      if (starts_instance (parts, i))
        {
          size_t length;
          const char *name = trace_string (trace, slice_name (slices, parts[i].slice), &length);

          is_read = waits_for_all (name, length);
          instance++;
        }
      if (is_read)
        ok = clock_reading_column_push (
          &readings, (ClockReading){ .end_ns = parts[i].start_ns + slice_dur_ns (slices, parts[i].slice),
                                     .instance = instance,
                                     .rank = trace_device (trace, parts[i].device)->rank });
    }
  ok = ok && clock_fit_init (&clocks->fit, trace_n_ranks (trace), readings.at, readings.n, should_continue, user_data);
  clock_reading_column_clear (&readings);
  return ok;
}

void
rank_clocks_clear (RankClocks *clocks)
{
  clock_fit_clear (&clocks->fit);
}

bool
rank_clocks_is_certain (const RankClocks *clocks, uint32_t rank)
{
  const RankClock *clock = &clocks->fit.ranks[rank];

  return clock->n_readings > 0 && clock->residual_p95_ns <= RANK_CLOCK_RESIDUAL_MAX_NS;
}
