/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/trace_check.h"

#include <inttypes.h>
#include <string.h>

/* Leaves the function with the sentence when a promise is broken. */
#define CHECK(promise, ...)                 \
  G_STMT_START                              \
  {                                         \
    if (!(promise))                         \
      return g_strdup_printf (__VA_ARGS__); \
  }                                         \
  G_STMT_END

static bool
is_string (const Trace *trace, uint32_t id)
{
  return id < trace_n_strings (trace);
}

static bool
args_decode (const Trace *trace, uint64_t args)
{
  ArgIter iter;
  Arg arg;
  bool ok = true;

  if (args == ARGS_NONE)
    return true;
  if (!trace_args (trace, args, &iter))
    return false;
  while (arg_iter_next (&iter, &arg))
    ok = ok && is_string (trace, arg.key) && arg.text != NULL;
  ok = ok && iter.i == iter.n_keys;
  arg_iter_clear (&iter);
  return ok;
}

static char *
check_ranks (const Trace *trace)
{
  for (uint32_t i = 0; i < trace_n_ranks (trace); i++)
    {
      const TraceRank *rank = trace_rank (trace, i);

      CHECK (rank->number >= 0, "rank %" PRIu32 " has no number", i);
      CHECK (i == 0 || trace_rank (trace, i - 1)->number < rank->number, "rank %" PRIu32 " out of order", i);
      CHECK (is_string (trace, rank->path), "rank %" PRIu32 ": path", i);
      CHECK (rank->node < trace_n_tracks (trace) || trace_n_tracks (trace) == 0, "rank %" PRIu32 ": node", i);
      for (uint64_t s = rank->first_setting; s < rank->first_setting + rank->n_settings; s++)
        CHECK (is_string (trace, trace_setting (trace, s)->key)
                 && is_string (trace, trace_setting (trace, s)->value),
               "setting %" PRIu64, s);
    }
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    {
      const TraceDevice *device = trace_device (trace, i);

      CHECK (device->rank < trace_n_ranks (trace) && device->track < trace_n_tracks (trace)
               && is_string (trace, device->name),
             "device %" PRIu32, i);
    }
  for (uint64_t i = 0; i < trace_n_categories (trace); i++)
    CHECK (is_string (trace, trace_category (trace, i)->category), "category %" PRIu64, i);
  return NULL;
}

/* Rows, slices, instants and samples follow one another without gaps, in the order of the tracks.
 */
static char *
check_tracks (const Trace *trace)
{
  uint64_t n_slices = 0, n_instants = 0, n_samples = 0;
  uint32_t n_rows = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      CHECK (track->kind < N_TRACK_KINDS, "track %" PRIu32 ": kind", t);
      CHECK ((track->kind == TRACK_NODE) == (track->parent == TRACE_NONE), "track %" PRIu32 ": root", t);
      CHECK (track->parent == TRACE_NONE || track->parent < t, "track %" PRIu32 ": parent", t);
      CHECK (track->kind == TRACK_NODE || track->rank < trace_n_ranks (trace), "track %" PRIu32 ": rank", t);
      CHECK (is_string (trace, track->name) && is_string (trace, track->pid) && is_string (trace, track->tid),
             "track %" PRIu32 ": texts", t);
      CHECK (track->n_slices == 0 || track->first_slice == n_slices, "track %" PRIu32 ": slices", t);
      CHECK (track->n_rows == 0 || track->first_row == n_rows, "track %" PRIu32 ": rows", t);
      CHECK (track->n_instants == 0 || track->first_instant == n_instants, "track %" PRIu32 ": instants", t);
      CHECK (track->n_samples == 0 || track->first_sample == n_samples, "track %" PRIu32 ": samples", t);
      CHECK ((track->n_rows > 0) == (track->n_slices > 0), "track %" PRIu32 ": rows without slices", t);
      n_slices += track->n_slices;
      n_rows += track->n_rows;
      n_instants += track->n_instants;
      n_samples += track->n_samples;
    }
  CHECK (n_slices == trace_slices (trace)->n, "slices outside tracks");
  CHECK (n_rows == trace_n_rows (trace), "rows outside tracks");
  CHECK (n_instants == trace_n_instants (trace), "instants outside tracks");
  CHECK (n_samples == trace_samples (trace)->n, "samples outside tracks");
  return NULL;
}

static char *
check_slice (const Trace *trace, uint64_t i, uint32_t track)
{
  const SliceColumns *slices = trace_slices (trace);

  CHECK (slices->track[i] == track, "slice %" PRIu64 ": track", i);
  CHECK (slices->dur_ns[i] >= 0, "slice %" PRIu64 ": duration", i);
  CHECK (slices->start_ns[i] <= INT64_MAX - slices->dur_ns[i], "slice %" PRIu64 ": end overflows", i);
  CHECK (slices->kind[i] < N_SLICE_KINDS, "slice %" PRIu64 ": kind", i);
  CHECK (is_string (trace, slices->name[i]) && is_string (trace, slices->category[i]),
         "slice %" PRIu64 ": texts", i);
  CHECK (args_decode (trace, slices->args[i]), "slice %" PRIu64 ": arguments", i);

  const char *display = trace_display_name (trace, slices->name[i]);
  CHECK (display != NULL && g_utf8_validate (display, -1, NULL), "slice %" PRIu64 ": display name", i);
  return NULL;
}

static char *
check_rows (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n_slices = 0;

  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    {
      const TraceRow *row = trace_row (trace, r);
      bool same_track = r > 0 && trace_row (trace, r - 1)->track == row->track;

      CHECK (row->track < trace_n_tracks (trace), "row %" PRIu32 ": track", r);
      CHECK (row->lane == (same_track ? trace_row (trace, r - 1)->lane + 1 : 0), "row %" PRIu32 ": lane", r);
      CHECK (row->first_slice == n_slices && row->n_slices > 0, "row %" PRIu32 ": slices", r);
      n_slices += row->n_slices;
      for (uint64_t i = row->first_slice; i < row->first_slice + row->n_slices; i++)
        {
          char *broken = check_slice (trace, i, row->track);

          if (broken != NULL)
            return broken;
          if (i == row->first_slice)
            continue;
          CHECK (slices->start_ns[i - 1] <= slices->start_ns[i], "slice %" PRIu64 " out of order", i);
          CHECK (row->lane == 511 || slices->start_ns[i - 1] + slices->dur_ns[i - 1] <= slices->start_ns[i],
                 "slice %" PRIu64 " overlaps the one before it in its lane", i);
        }
    }
  return NULL;
}

/* Every slice is found by a query for its first nanosecond. */
static char *
check_queries (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  U64Column found = { 0 };
  char *broken = NULL;

  for (uint64_t i = 0; i < slices->n && broken == NULL; i += 1 + slices->n / 64)
    {
      bool seen = false;

      found.n = 0;
      if (!trace_track_overlapping (trace, slices->track[i], slices->start_ns[i], slices->start_ns[i] + 1,
                                    &found))
        broken = g_strdup ("out of memory");
      for (size_t f = 0; f < found.n; f++)
        seen = seen || found.at[f] == i;
      if (!seen && broken == NULL)
        broken = g_strdup_printf ("slice %" PRIu64 " is not found by its own time", i);
    }
  u64_column_clear (&found);
  return broken;
}

static char *
check_points (const Trace *trace)
{
  const SampleColumns *samples = trace_samples (trace);

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint64_t i = track->first_instant; i < track->first_instant + track->n_instants; i++)
        {
          TraceInstant instant = trace_instant (trace, i);

          CHECK (instant.track == t, "instant %" PRIu64 ": track", i);
          CHECK (is_string (trace, instant.name) && is_string (trace, instant.category),
                 "instant %" PRIu64 ": texts", i);
          CHECK (strchr ("tpg", instant.scope) != NULL && instant.scope != '\0', "instant %" PRIu64 ": scope",
                 i);
          CHECK (args_decode (trace, instant.args), "instant %" PRIu64 ": arguments", i);
          CHECK (i == track->first_instant || trace_instant (trace, i - 1).time_ns <= instant.time_ns,
                 "instant %" PRIu64 " out of order", i);
        }
      for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
        {
          CHECK (samples->value[i] - samples->value[i] == 0, "sample %" PRIu64 " is not finite", i);
          CHECK (i == track->first_sample || samples->time_ns[i - 1] <= samples->time_ns[i],
                 "sample %" PRIu64 " out of order", i);
        }
    }
  return NULL;
}

static char *
check_flows (const Trace *trace)
{
  uint64_t n_slices = trace_slices (trace)->n, n_into = 0;

  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i), before = trace_flow (trace, i > 0 ? i - 1 : 0);
      uint64_t first, n;

      CHECK (flow.from < n_slices && flow.to < n_slices, "flow %" PRIu64 ": ends", i);
      CHECK (flow.kind <= FLOW_OF_FILE && is_string (trace, flow.category), "flow %" PRIu64 ": kind", i);
      CHECK (before.from < flow.from || (before.from == flow.from && before.to <= flow.to),
             "flow %" PRIu64 " out of order", i);
      n = trace_flows_from (trace, flow.from, &first);
      CHECK (first <= i && i < first + n, "flow %" PRIu64 " is not found from its begin", i);
      n = trace_flows_to (trace, flow.to, &first);
      CHECK (n > 0 && trace_flow_into (trace, first).to == flow.to,
             "flow %" PRIu64 " is not found from its end", i);
      if (flow.kind == FLOW_LAUNCH)
        CHECK (trace_launch_of (trace, flow.to) != SLICE_NONE, "flow %" PRIu64 ": no launch", i);
      n_into += trace_flow_into (trace, i).to < n_slices;
    }
  CHECK (n_into == trace_n_flows (trace), "flows by end");
  return NULL;
}

char *
trace_check (const Trace *trace)
{
  static char *(*const checks[]) (const Trace *) = {
    check_ranks, check_tracks, check_rows, check_queries, check_points, check_flows,
  };

  for (size_t i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      char *broken = checks[i](trace);
      if (broken != NULL)
        return broken;
    }
  return NULL;
}
