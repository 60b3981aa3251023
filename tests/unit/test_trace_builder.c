/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/builder.h"
#include "trace/trace.h"
#include "trace/trace_error.h"

/* ---- making profiles ---- */

static uint32_t
intern (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

static uint32_t
begin_rank (TraceBuilder *builder, int64_t number)
{
  uint32_t rank = trace_builder_begin_rank (builder, "rank.json");

  trace_builder_set_rank_number (builder, number);
  return rank;
}

/* The tracks of one process with one thread and one device of one stream. */
typedef struct
{
  uint32_t process, thread, annotations, operators, calls, profiler;
  uint32_t device, stream, sync;
} Tracks;

static uint32_t
add_device (TraceBuilder *builder, int32_t number)
{
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);

  trace_builder_track (builder, device)->device = number;
  return device;
}

static uint32_t
add_stream (TraceBuilder *builder, uint32_t device, TrackKind kind, int64_t number)
{
  uint32_t stream = trace_builder_add_track (builder, kind, device);

  trace_builder_track (builder, stream)->device = trace_builder_track (builder, device)->device;
  trace_builder_track (builder, stream)->stream = number;
  return stream;
}

static Tracks
add_tracks (TraceBuilder *builder)
{
  Tracks tracks;

  tracks.process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  tracks.thread = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  tracks.annotations = trace_builder_add_track (builder, TRACK_ANNOTATIONS, tracks.thread);
  tracks.operators = trace_builder_add_track (builder, TRACK_OPERATORS, tracks.thread);
  tracks.calls = trace_builder_add_track (builder, TRACK_CALLS, tracks.thread);
  tracks.profiler = trace_builder_add_track (builder, TRACK_PROFILER, tracks.thread);
  tracks.device = add_device (builder, 0);
  tracks.stream = add_stream (builder, tracks.device, TRACK_STREAM, 7);
  tracks.sync = add_stream (builder, tracks.device, TRACK_SYNC, 7);
  return tracks;
}

static void
add_slice (TraceBuilder *builder,
           uint32_t track,
           SliceKind kind,
           const char *name,
           int64_t start_ns,
           int64_t dur_ns,
           int64_t correlation)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = intern (builder, name),
                                      .kind = kind,
                                      .start_ns = start_ns,
                                      .dur_ns = dur_ns,
                                      .correlation = correlation,
                                      .args = ARGS_NONE,
                                    });
}

/* ---- what holds for every profile ---- */

static int64_t
occupied_until (const SliceColumns *slices, uint64_t i)
{
  return slices->start_ns[i] + MAX (slices->dur_ns[i], 1);
}

static void
check_rows (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t next_slice = 0;
  uint32_t next_row = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      g_assert_true ((track->kind == TRACK_NODE) == (track->parent == TRACE_NONE));
      g_assert_true (track->parent == TRACE_NONE || track->parent < t);
      if (track->n_slices == 0)
        continue;
      g_assert_cmpuint (track->first_slice, ==, next_slice);
      g_assert_cmpuint (track->first_row, ==, next_row);
      for (uint32_t r = 0; r < track->n_rows; r++, next_row++)
        {
          const TraceRow *row = trace_row (trace, next_row);

          g_assert_cmpuint (row->track, ==, t);
          g_assert_cmpuint (row->lane, ==, r);
          g_assert_cmpuint (row->first_slice, ==, next_slice);
          g_assert_cmpuint (row->n_slices, >, 0);
          for (uint64_t i = next_slice; i < next_slice + row->n_slices; i++)
            {
              g_assert_cmpuint (slices->track[i], ==, t);
              g_assert_cmpint (slices->dur_ns[i], >=, 0);
              if (i > next_slice)
                g_assert_cmpint (slices->start_ns[i], >=, occupied_until (slices, i - 1));
            }
          next_slice += row->n_slices;
        }
      g_assert_cmpuint (next_slice, ==, track->first_slice + track->n_slices);
    }
  g_assert_cmpuint (next_slice, ==, slices->n);
  g_assert_cmpuint (next_row, ==, trace_n_rows (trace));
}

static void
check_flows (const Trace *trace)
{
  uint64_t n = trace_n_flows (trace), n_into = 0, first;

  for (uint64_t i = 0; i < n; i++)
    {
      TraceFlow flow = trace_flow (trace, i), last = trace_flow (trace, i > 0 ? i - 1 : 0);

      g_assert_cmpuint (MAX (flow.from, flow.to), <, trace_slices (trace)->n);
      g_assert_true (last.from < flow.from || (last.from == flow.from && last.to <= flow.to));
    }
  for (uint64_t slice = 0; slice < trace_slices (trace)->n; slice++)
    {
      uint64_t n_from = 0, n_to = 0;

      for (uint64_t i = 0; i < n; i++)
        {
          n_from += trace_flow (trace, i).from == slice;
          n_to += trace_flow (trace, i).to == slice;
        }
      g_assert_cmpuint (trace_flows_from (trace, slice, &first), ==, n_from);
      for (uint64_t i = 0; i < n_from; i++)
        g_assert_cmpuint (trace_flow (trace, first + i).from, ==, slice);
      g_assert_cmpuint (trace_flows_to (trace, slice, &first), ==, n_to);
      for (uint64_t i = 0; i < n_to; i++)
        g_assert_cmpuint (trace_flow_into (trace, first + i).to, ==, slice);
      n_into += n_to;
    }
  g_assert_cmpuint (n_into, ==, n);
}

static void
check_ranks_and_devices (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint32_t r = 1; r < trace_n_ranks (trace); r++)
    g_assert_cmpint (trace_rank (trace, r - 1)->number, <, trace_rank (trace, r)->number);
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    g_assert_cmpint (trace_track (trace, trace_rank (trace, r)->node)->kind, ==, TRACK_NODE);
  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    {
      const TraceDevice *device = trace_device (trace, d), *last = d > 0 ? device - 1 : NULL;
      uint64_t n_activities = 0;

      if (last != NULL)
        g_assert_true (last->rank < device->rank
                       || (last->rank == device->rank && last->number < device->number));
      g_assert_cmpint (trace_track (trace, device->track)->device, ==, device->number);
      g_assert_cmpuint (trace_track (trace, device->track)->rank, ==, device->rank);
      g_assert_cmpuint (trace_track (trace, device->track)->name, ==, device->name);
      for (uint64_t i = 0; i < slices->n; i++)
        n_activities += trace_track (trace, slices->track[i])->parent == device->track
                        && slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]);
      g_assert_cmpuint (n_activities, >, 0);
    }
}

static void
check_span (const Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t first_ns = INT64_MAX, last_ns = INT64_MIN, begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] != SLICE_PROFILER_SPAN)
      {
        first_ns = MIN (first_ns, slices->start_ns[i]);
        last_ns = MAX (last_ns, slices->start_ns[i] + slices->dur_ns[i]);
      }
  if (first_ns == INT64_MAX)
    g_assert_cmpint (begin_ns, ==, end_ns);
  else
    {
      g_assert_cmpint (first_ns, ==, 0);
      g_assert_cmpint (begin_ns, ==, 0);
      g_assert_cmpint (end_ns, ==, last_ns);
    }
}

/* Uses the builder up. */
static Trace *
finish (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (trace_builder_failed (builder));
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  check_rows (trace);
  check_flows (trace);
  check_ranks_and_devices (trace);
  check_span (trace);
  return trace;
}

static uint64_t
slice_named (const Trace *trace, const char *name)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t found = SLICE_NONE;

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (trace, slices->name[i], NULL), name) == 0)
      {
        g_assert_cmpuint (found, ==, SLICE_NONE);
        found = i;
      }
  g_assert_cmpuint (found, !=, SLICE_NONE);
  return found;
}

static int64_t
start_of (const Trace *trace, const char *name)
{
  return trace_slices (trace)->start_ns[slice_named (trace, name)];
}

static uint64_t
health_count (const Trace *trace, HealthId id)
{
  return trace_health (trace)->rows[id].count;
}

static void
check_flow (const Trace *trace, const char *from, const char *to, FlowKind kind)
{
  uint64_t first, n = trace_flows_from (trace, slice_named (trace, from), &first);
  uint64_t n_found = 0;

  for (uint64_t i = first; i < first + n; i++)
    n_found += trace_flow (trace, i).to == slice_named (trace, to) && trace_flow (trace, i).kind == kind;
  g_assert_cmpuint (n_found, ==, 1);
}

/* ---- slices ---- */

static void
a_profile_may_be_empty (void)
{
  g_autoptr (Trace) trace = finish (trace_builder_new ());
  int64_t epoch_ns;

  g_assert_cmpuint (trace_slices (trace)->n, ==, 0);
  g_assert_cmpuint (trace_n_ranks (trace), ==, 0);
  g_assert_cmpuint (trace_n_flows (trace), ==, 0);
  g_assert_false (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpstr (trace_format (trace), ==, "");

  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 3);
  add_tracks (builder);
  g_autoptr (Trace) no_events = finish (builder);
  g_assert_cmpuint (trace_n_ranks (no_events), ==, 1);
  g_assert_cmpuint (trace_n_devices (no_events), ==, 0);
}

static void
overlapping_kernels_of_one_stream_are_kept (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);

  add_slice (builder, tracks.stream, SLICE_KERNEL, "third", 60, 20, 0);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "second", 40, 30, 0);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "first", 0, 50, 0);
  g_autoptr (Trace) trace = finish (builder);

  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, slices->track[0]);
  g_assert_cmpuint (slices->n, ==, 3);
  g_assert_cmpuint (track->n_rows, ==, 2);
  g_assert_cmpuint (track->n_overlaps, ==, 2);
  g_assert_cmpuint (health_count (trace, HEALTH_SLICE_OVERLAP), ==, 2);
  g_assert_cmpuint (slice_named (trace, "first"), ==, 0);
  g_assert_cmpuint (slice_named (trace, "third"), ==, 1);
  g_assert_cmpuint (slice_named (trace, "second"), ==, 2);
  g_assert_cmpint (slices->start_ns[2], ==, 40);
  g_assert_cmpint (slices->dur_ns[2], ==, 30);
}

static void
equal_starts_put_the_longer_first_then_keep_the_order (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);

  add_slice (builder, tracks.operators, SLICE_OPERATOR, "inner 1", 5, 10, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "outer", 5, 90, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "inner 2", 5, 10, 0);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (slice_named (trace, "outer"), ==, 0);
  g_assert_cmpuint (slice_named (trace, "inner 1"), ==, 1);
  g_assert_cmpuint (slice_named (trace, "inner 2"), ==, 2);
}

/* Every slice is found again, with everything it had; the correlation id says which it was. */
static void
random_slices_arrive_unchanged (void)
{
  GRand *random = g_rand_new_with_seed (89);

  for (int round = 0; round < 40; round++)
    {
      TraceBuilder *builder = trace_builder_new ();
      uint32_t n = (uint32_t) g_rand_int_range (random, 1, 400), n_ranks = round % 2 == 0 ? 1 : 3;
      SliceInput *inputs = malloc (n * sizeof *inputs);
      Tracks tracks[3];
      bool *found = calloc (n, sizeof *found);
      int64_t first_ns = INT64_MAX;

      for (uint32_t r = 0; r < n_ranks; r++)
        {
          begin_rank (builder, -1);
          tracks[r] = add_tracks (builder);
          trace_builder_set_time_base (builder, INT64_C (1700000000000000000) + 1000 * r, true);
        }
      for (uint32_t i = 0; i < n; i++)
        {
          uint32_t rank = i % n_ranks;
          const uint32_t of_kind[] = { tracks[rank].operators, tracks[rank].stream, tracks[rank].sync };
          int kind = g_rand_int_range (random, 0, 3);
          g_autofree char *name = g_strdup_printf ("name %d", g_rand_int_range (random, 0, 20));

          inputs[i] = (SliceInput){
            .track = of_kind[kind],
            .name = intern (builder, name),
            .category = intern (builder, kind == 0 ? "cpu_op" : "kernel"),
            .kind = kind == 0   ? SLICE_OPERATOR
                    : kind == 1 ? SLICE_KERNEL
                                : SLICE_SYNC,
            .start_ns = g_rand_int_range (random, -500, 500),
            .dur_ns = g_rand_int_range (random, 0, round % 3 == 0 ? 5 : 300),
            .correlation = i + 1,
            .args = ARGS_NONE,
          };
          first_ns = MIN (first_ns, inputs[i].start_ns + 1000 * (int64_t) rank);
          trace_builder_add_slice (builder, &inputs[i]);
        }
      g_autoptr (Trace) trace = finish (builder);
      const SliceColumns *slices = trace_slices (trace);
      int64_t epoch_ns;

      g_assert_cmpuint (slices->n, ==, n);
      g_assert_true (trace_epoch_ns (trace, &epoch_ns));
      g_assert_cmpint (epoch_ns, ==, INT64_C (1700000000000000000) + first_ns);
      for (uint64_t i = 0; i < n; i++)
        {
          uint32_t input = (uint32_t) slices->correlation[i] - 1;
          const SliceInput *slice = &inputs[input];
          int64_t rank = input % n_ranks;

          g_assert_false (found[input]);
          found[input] = true;
          g_assert_cmpint (slices->start_ns[i], ==, slice->start_ns + 1000 * rank - first_ns);
          g_assert_cmpint (slices->dur_ns[i], ==, slice->dur_ns);
          g_assert_cmpuint (slices->name[i], ==, slice->name);
          g_assert_cmpuint (slices->category[i], ==, slice->category);
          g_assert_cmpint (slices->kind[i], ==, slice->kind);
          g_assert_cmpuint (slices->args[i], ==, ARGS_NONE);
          g_assert_cmpint (trace_track (trace, slices->track[i])->rank, ==, rank);
        }
      free (inputs);
      free (found);
    }
  g_rand_free (random);
}

static void
unfinished_slices_end_with_their_rank (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  SliceInput open = { .track = tracks.operators,
                      .kind = SLICE_OPERATOR,
                      .flags = SLICE_UNFINISHED,
                      .start_ns = 20,
                      .args = ARGS_NONE };

  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 10, 90, 0);
  open.name = intern (builder, "open");
  trace_builder_add_slice (builder, &open);
  /* The recording itself begins after all else, and its end is missing. */
  open.track = tracks.profiler;
  open.kind = SLICE_PROFILER_SPAN;
  open.start_ns = 500;
  open.name = intern (builder, "span");
  trace_builder_add_slice (builder, &open);
  begin_rank (builder, 1);
  tracks = add_tracks (builder);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "later", 10, 1000, 0);
  g_autoptr (Trace) trace = finish (builder);

  const SliceColumns *slices = trace_slices (trace);
  uint64_t slice = slice_named (trace, "open");
  g_assert_cmpint (slices->start_ns[slice], ==, 10);
  g_assert_cmpint (slices->dur_ns[slice], ==, 80);
  g_assert_cmpint (slices->flags[slice], ==, SLICE_UNFINISHED);
  g_assert_cmpint (slices->dur_ns[slice_named (trace, "span")], ==, 0);
  g_assert_cmpint (slices->flags[slice_named (trace, "a")], ==, 0);
}

static void
overlapping_slices_of_a_track_are_those_of_brute_force (void)
{
  GRand *random = g_rand_new_with_seed (97);
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  U64Column out = { 0 };

  for (int i = 0; i < 600; i++)
    add_slice (builder, i % 3 == 0 ? tracks.operators : tracks.stream, SLICE_KERNEL, "k",
               g_rand_int_range (random, 0, 3000), g_rand_int_range (random, 0, i % 50 == 0 ? 900 : 9), 0);
  g_autoptr (Trace) trace = finish (builder);
  const SliceColumns *slices = trace_slices (trace);
  for (int round = 0; round < 300; round++)
    for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
      {
        int64_t begin_ns = g_rand_int_range (random, -100, 4000);
        int64_t end_ns = begin_ns + g_rand_int_range (random, 1, 500);
        const TraceTrack *track = trace_track (trace, t);
        size_t n = 0;

        out.n = 0;
        g_assert_true (trace_track_overlapping (trace, t, begin_ns, end_ns, &out));
        /* Slices of a track are row by row, each by start. */
        for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
          if (slices->start_ns[i] < end_ns && occupied_until (slices, i) > begin_ns)
            {
              g_assert_cmpuint (n, <, out.n);
              g_assert_cmpuint (out.at[n++], ==, i);
            }
        g_assert_cmpuint (n, ==, out.n);
      }
  u64_column_clear (&out);
  g_rand_free (random);
}

/* ---- launches ---- */

static void
a_launch_is_linked_to_all_it_ran (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);

  add_slice (builder, tracks.calls, SLICE_CALL, "cudaGraphLaunch", 0, 10, 5);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "k1", 20, 5, 5);
  add_slice (builder, tracks.stream, SLICE_MEMCPY, "copy", 30, 5, 5);
  add_slice (builder, tracks.stream, SLICE_MEMSET, "set", 40, 5, 5);
  add_slice (builder, tracks.calls, SLICE_CALL, "cudaDeviceSynchronize", 50, 10, 6);
  add_slice (builder, tracks.sync, SLICE_SYNC, "Context Sync", 50, 9, 6);
  add_slice (builder, tracks.calls, SLICE_CALL, "launch of nothing", 70, 1, 0);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "unknown", 80, 5, 0);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "orphan", 90, 5, 77);
  /* An operator's number means something else. */
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::add", 0, 10, 77);
  g_autoptr (Trace) trace = finish (builder);

  uint64_t launch = slice_named (trace, "cudaGraphLaunch");
  check_flow (trace, "cudaGraphLaunch", "k1", FLOW_LAUNCH);
  check_flow (trace, "cudaGraphLaunch", "copy", FLOW_LAUNCH);
  check_flow (trace, "cudaGraphLaunch", "set", FLOW_LAUNCH);
  check_flow (trace, "cudaDeviceSynchronize", "Context Sync", FLOW_SYNC);
  g_assert_cmpuint (trace_n_flows (trace), ==, 4);
  g_assert_cmpuint (trace_launch_of (trace, slice_named (trace, "copy")), ==, launch);
  g_assert_cmpuint (trace_launch_of (trace, slice_named (trace, "Context Sync")), ==, SLICE_NONE);
  g_assert_cmpuint (trace_launch_of (trace, slice_named (trace, "unknown")), ==, SLICE_NONE);
  g_assert_cmpuint (trace_launch_of (trace, slice_named (trace, "orphan")), ==, SLICE_NONE);
  g_assert_cmpuint (trace_launch_of (trace, launch), ==, SLICE_NONE);
  g_assert_cmpuint (health_count (trace, HEALTH_RUN_WITHOUT_LAUNCH), ==, 1);
  g_assert_cmpuint (health_count (trace, HEALTH_CORRELATION_SHARED), ==, 0);
  g_assert_cmpuint (health_count (trace, HEALTH_RUN_BEFORE_LAUNCH), ==, 0);
}

static void
ranks_do_not_share_correlation_ids (void)
{
  static const char *const calls[] = { "cudaLaunchKernel 0", "cudaLaunchKernel 1" };
  static const char *const kernels[] = { "k 0", "k 1" };
  TraceBuilder *builder = trace_builder_new ();

  for (int r = 0; r < 2; r++)
    {
      begin_rank (builder, r);
      Tracks tracks = add_tracks (builder);
      add_slice (builder, tracks.stream, SLICE_KERNEL, kernels[r], 20, 5, 1);
      add_slice (builder, tracks.calls, SLICE_CALL, calls[r], 0, 10, 1);
    }
  begin_rank (builder, 2);
  add_slice (builder, add_tracks (builder).stream, SLICE_KERNEL, "k 2", 20, 5, 1);
  g_autoptr (Trace) trace = finish (builder);

  check_flow (trace, calls[0], kernels[0], FLOW_LAUNCH);
  check_flow (trace, calls[1], kernels[1], FLOW_LAUNCH);
  g_assert_cmpuint (trace_n_flows (trace), ==, 2);
  g_assert_cmpuint (health_count (trace, HEALTH_RUN_WITHOUT_LAUNCH), ==, 1);
  g_assert_cmpuint (health_count (trace, HEALTH_CORRELATION_SHARED), ==, 0);
}

static void
of_calls_that_share_an_id_the_earliest_that_launches_wins (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);

  add_slice (builder, tracks.calls, SLICE_CALL, "cudaOccupancyMaxActiveBlocks", 0, 5, 1);
  add_slice (builder, tracks.calls, SLICE_CALL, "cuLaunchKernel", 12, 5, 1);
  add_slice (builder, tracks.calls, SLICE_CALL, "cudaLAUNCHKernel", 10, 10, 1);
  add_slice (builder, tracks.calls, SLICE_CALL, "cudaEventQuery", 30, 5, 1);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "k1", 40, 5, 1);
  add_slice (builder, tracks.calls, SLICE_CALL, "later", 60, 5, 2);
  add_slice (builder, tracks.calls, SLICE_CALL, "earlier", 50, 5, 2);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "k2", 45, 5, 2);
  add_slice (builder, tracks.calls, SLICE_CALL, "hipMemcpyAsync", 70, 5, 3);
  add_slice (builder, tracks.calls, SLICE_CALL, "other", 65, 5, 3);
  add_slice (builder, tracks.stream, SLICE_MEMCPY, "copy", 80, 5, 3);
  g_autoptr (Trace) trace = finish (builder);

  check_flow (trace, "cudaLAUNCHKernel", "k1", FLOW_LAUNCH);
  check_flow (trace, "earlier", "k2", FLOW_LAUNCH);
  check_flow (trace, "hipMemcpyAsync", "copy", FLOW_LAUNCH);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (health_count (trace, HEALTH_CORRELATION_SHARED), ==, 5);
  g_assert_cmpuint (health_count (trace, HEALTH_RUN_BEFORE_LAUNCH), ==, 1);
}

/* ---- arrows of the file ---- */

static uint32_t
add_place (TraceBuilder *builder, const uint32_t *tracks, size_t n)
{
  uint32_t place = trace_builder_add_place (builder);

  for (size_t i = 0; i < n; i++)
    trace_builder_add_place_track (builder, place, tracks[i]);
  return place;
}

static void
add_point (TraceBuilder *builder,
           uint64_t key,
           FlowPointPhase phase,
           uint32_t place,
           int64_t time_ns,
           bool next_slice)
{
  trace_builder_add_flow_point (builder, &(FlowPoint){
                                           .key = key,
                                           .category = intern (builder, "fwdbwd"),
                                           .place = place,
                                           .time_ns = time_ns,
                                           .phase = phase,
                                           .next_slice = next_slice,
                                         });
}

static void
arrows_lead_from_thread_to_thread (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  uint32_t other = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  uint32_t backward = trace_builder_add_track (builder, TRACK_OPERATORS, other);
  uint32_t here = add_place (builder, (uint32_t[]){ tracks.calls, tracks.operators }, 2);
  uint32_t there = add_place (builder, (uint32_t[]){ backward }, 1);

  add_slice (builder, tracks.operators, SLICE_OPERATOR, "outer", 100, 100, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "forward", 110, 20, 0);
  add_slice (builder, tracks.calls, SLICE_CALL, "call", 112, 3, 0);
  add_slice (builder, backward, SLICE_OPERATOR, "backward", 300, 50, 0);
  /* In no order; the time between the first two is that of the innermost slice there. */
  add_point (builder, 7, FLOW_POINT_END, there, 300, false);
  add_point (builder, 7, FLOW_POINT_START, here, 120, false);
  add_point (builder, 8, FLOW_POINT_START, here, 113, false);
  add_point (builder, 8, FLOW_POINT_END, there, 350, false);
  add_point (builder, 9, FLOW_POINT_START, here, 150, false);
  add_point (builder, 9, FLOW_POINT_END, there, 250, true);
  g_autoptr (Trace) trace = finish (builder);

  check_flow (trace, "forward", "backward", FLOW_OF_FILE);
  check_flow (trace, "call", "backward", FLOW_OF_FILE);
  check_flow (trace, "outer", "backward", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpstr (trace_string (trace, trace_flow (trace, 0).category, NULL), ==, "fwdbwd");
  g_assert_cmpuint (trace_launch_of (trace, slice_named (trace, "backward")), ==, SLICE_NONE);
  g_assert_cmpuint (health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 0);
}

static void
steps_of_an_arrow_are_a_chain (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  uint32_t place = add_place (builder, &tracks.operators, 1);

  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 10, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "b", 20, 10, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "c", 40, 10, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "d", 60, 10, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "e", 80, 10, 0);
  add_point (builder, 1, FLOW_POINT_STEP, place, 20, false);
  add_point (builder, 1, FLOW_POINT_END, place, 40, false);
  add_point (builder, 1, FLOW_POINT_START, place, 0, false);
  /* The same id once more, later. */
  add_point (builder, 1, FLOW_POINT_END, place, 80, false);
  add_point (builder, 1, FLOW_POINT_START, place, 60, false);
  g_autoptr (Trace) trace = finish (builder);

  check_flow (trace, "a", "b", FLOW_OF_FILE);
  check_flow (trace, "b", "c", FLOW_OF_FILE);
  check_flow (trace, "d", "e", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 0);
}

static void
ends_without_their_other_end_are_counted (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  uint32_t place = add_place (builder, &tracks.operators, 1);

  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 10, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "b", 20, 10, 0);
  add_point (builder, 1, FLOW_POINT_START, place, 5, false);
  add_point (builder, 2, FLOW_POINT_END, place, 5, false);
  /* Nothing is there at 15, and nothing follows 100. */
  add_point (builder, 3, FLOW_POINT_START, place, 15, false);
  add_point (builder, 3, FLOW_POINT_END, place, 25, false);
  add_point (builder, 4, FLOW_POINT_START, place, 5, false);
  add_point (builder, 4, FLOW_POINT_END, place, 100, true);
  begin_rank (builder, 1);
  tracks = add_tracks (builder);
  uint32_t other = add_place (builder, &tracks.operators, 1);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "c", 20, 10, 0);
  add_point (builder, 1, FLOW_POINT_END, other, 25, false);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (trace_n_flows (trace), ==, 0);
  g_assert_cmpuint (health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 5);
}

static void
a_point_prefers_a_kind_that_begins_there (void)
{
  static const struct
  {
    SliceKind prefer;
    int64_t time_ns;
    const char *expected;
  } cases[] = {
    { SLICE_OPERATOR, 100, "operator" }, { SLICE_ANNOTATION, 100, "annotation" },
    { SLICE_OTHER, 100, "call" },        { SLICE_KERNEL, 100, "call" },
    { SLICE_OPERATOR, 101, "call" },     { SLICE_OPERATOR, 130, "operator" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TraceBuilder *builder = trace_builder_new ();
      begin_rank (builder, 0);
      Tracks tracks = add_tracks (builder);
      uint32_t place =
        add_place (builder, (uint32_t[]){ tracks.annotations, tracks.operators, tracks.calls }, 3);
      FlowPoint point = { .key = 1,
                          .place = place,
                          .time_ns = cases[i].time_ns,
                          .phase = FLOW_POINT_START,
                          .prefer = cases[i].prefer };

      add_slice (builder, tracks.annotations, SLICE_ANNOTATION, "annotation", 100, 100, 0);
      add_slice (builder, tracks.operators, SLICE_OTHER, "other", 100, 60, 0);
      add_slice (builder, tracks.operators, SLICE_OPERATOR, "operator", 100, 50, 0);
      add_slice (builder, tracks.calls, SLICE_CALL, "call", 100, 20, 0);
      add_slice (builder, tracks.calls, SLICE_CALL, "end", 300, 20, 0);
      trace_builder_add_flow_point (builder, &point);
      add_point (builder, 1, FLOW_POINT_END, place, 310, false);
      g_autoptr (Trace) trace = finish (builder);
      check_flow (trace, cases[i].expected, "end", FLOW_OF_FILE);
    }
}

static void
arrows_of_launches_serve_where_ids_link_nothing (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  uint32_t host = add_place (builder, &tracks.calls, 1);
  uint32_t device = add_place (builder, &tracks.stream, 1);

  add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel 1", 0, 5, 1);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "k1", 100, 5, 1);
  /* No ids at all; and an id on the call alone. */
  add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel 2", 10, 5, 0);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "k2", 110, 5, 0);
  add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel 3", 20, 5, 3);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "k3", 120, 5, 0);
  for (uint64_t key = 1; key <= 3; key++)
    for (int phase = 0; phase < 2; phase++)
      trace_builder_add_flow_point (
        builder, &(FlowPoint){ .key = key,
                               .place = phase == 0 ? host : device,
                               .time_ns = (phase == 0 ? 0 : 100) + 10 * ((int64_t) key - 1),
                               .phase = phase == 0 ? FLOW_POINT_START : FLOW_POINT_END,
                               .is_launch = true });
  /* PyTorch writes such an end on calls that launch nothing. */
  trace_builder_add_flow_point (
    builder,
    &(FlowPoint){ .key = 4, .place = host, .time_ns = 20, .phase = FLOW_POINT_END, .is_launch = true });
  g_autoptr (Trace) trace = finish (builder);

  check_flow (trace, "cudaLaunchKernel 1", "k1", FLOW_LAUNCH);
  check_flow (trace, "cudaLaunchKernel 2", "k2", FLOW_OF_FILE);
  check_flow (trace, "cudaLaunchKernel 3", "k3", FLOW_OF_FILE);
  g_assert_cmpuint (trace_n_flows (trace), ==, 3);
  g_assert_cmpuint (health_count (trace, HEALTH_FLOW_UNMATCHED), ==, 0);
}

/* ---- time ---- */

static void
time_begins_with_the_first_slice (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  int64_t epoch_ns, begin_ns, end_ns;

  trace_builder_set_time_base (builder, INT64_C (1712195495000000000), true);
  add_slice (builder, tracks.profiler, SLICE_PROFILER_SPAN, "PyTorch Profiler (0)", 100, 900, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "b", 700, 50, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 406, 50, 0);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpint (start_of (trace, "a"), ==, 0);
  g_assert_cmpint (start_of (trace, "b"), ==, 294);
  g_assert_cmpint (start_of (trace, "PyTorch Profiler (0)"), ==, -306);
  trace_span (trace, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, 0);
  g_assert_cmpint (end_ns, ==, 344);
  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, INT64_C (1712195495000000406));
  g_assert_cmpuint (health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 0);
}

/* Rank r begins at first_ns[r] of its base. */
static Trace *
ranks_on_clocks (const int64_t *base_ns, const bool *is_epoch, const int64_t *first_ns, int n)
{
  TraceBuilder *builder = trace_builder_new ();

  for (int r = 0; r < n; r++)
    {
      g_autofree char *name = g_strdup_printf ("first of %d", r);

      begin_rank (builder, r);
      Tracks tracks = add_tracks (builder);
      trace_builder_set_time_base (builder, base_ns[r], is_epoch[r]);
      add_slice (builder, tracks.operators, SLICE_OPERATOR, name, first_ns[r], 10, 0);
    }
  return finish (builder);
}

static void
ranks_with_a_common_clock_keep_their_distance (void)
{
  static const int64_t base_ns[] = { INT64_C (1712195495000000000), INT64_C (1712195496000000000) };
  static const int64_t first_ns[] = { 500, -999999600 };
  g_autoptr (Trace) trace = ranks_on_clocks (base_ns, (bool[]){ true, true }, first_ns, 2);
  int64_t epoch_ns;

  g_assert_cmpint (start_of (trace, "first of 1"), ==, 0);
  g_assert_cmpint (start_of (trace, "first of 0"), ==, 100);
  g_assert_true (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpint (epoch_ns, ==, INT64_C (1712195495000000400));
  g_assert_true (trace_rank (trace, 0)->has_epoch && trace_rank (trace, 1)->has_epoch);
  g_assert_cmpuint (health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 0);
}

static void
ranks_without_a_common_clock_begin_together (void)
{
  static const int64_t base_ns[] = { INT64_C (1712195495000000000), 77 };
  static const int64_t first_ns[] = { 500, -600 };
  g_autoptr (Trace) trace = ranks_on_clocks (base_ns, (bool[]){ true, false }, first_ns, 2);
  int64_t epoch_ns;

  g_assert_cmpint (start_of (trace, "first of 0"), ==, 0);
  g_assert_cmpint (start_of (trace, "first of 1"), ==, 0);
  g_assert_false (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpuint (health_count (trace, HEALTH_RANKS_NO_COMMON_CLOCK), ==, 2);
}

static void
a_rank_of_instants_does_not_move_the_origin (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  trace_builder_set_time_base (builder, 1000, true);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 500, 10, 0);
  begin_rank (builder, 1);
  tracks = add_tracks (builder);
  trace_builder_set_time_base (builder, 1000, true);
  trace_builder_add_instant (
    builder, &(TraceInstant){ .track = tracks.thread, .scope = 't', .time_ns = 200, .args = ARGS_NONE });
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpint (start_of (trace, "a"), ==, 0);
  g_assert_cmpint (trace_instant (trace, 0).time_ns, ==, -300);
}

/* ---- ranks, tracks, devices ---- */

static void
ranks_are_ordered_by_number (void)
{
  static const int64_t numbers[] = { 3, -1, 3, 0, -1 };
  static const char *const names[] = { "a", "b", "c", "d", "e" };
  /* b and e, which have no number, and c, whose number is taken, get the next free ones in order.
   */
  static const int64_t expected[] = { 3, 1, 2, 0, 4 };
  TraceBuilder *builder = trace_builder_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_assert_cmpuint (begin_rank (builder, numbers[i]), ==, i);
      Tracks tracks = add_tracks (builder);
      trace_builder_set_world_size (builder, 8);
      trace_builder_add_setting (builder, intern (builder, "who"), intern (builder, names[i]));
      add_slice (builder, tracks.operators, SLICE_OPERATOR, names[i], (int64_t) i, 1, 0);
    }
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (trace_n_ranks (trace), ==, G_N_ELEMENTS (numbers));
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      uint64_t slice = slice_named (trace, names[i]);
      const TraceRank *rank =
        trace_rank (trace, trace_track (trace, trace_slices (trace)->track[slice])->rank);

      g_assert_cmpint (rank->number, ==, expected[i]);
      g_assert_cmpint (rank->world_size, ==, 8);
      g_assert_cmpuint (rank->n_settings, ==, 1);
      g_assert_cmpstr (trace_string (trace, trace_setting (trace, rank->first_setting)->value, NULL), ==,
                       names[i]);
    }
  g_assert_cmpuint (health_count (trace, HEALTH_RANKS_DUPLICATE), ==, 1);
}

static void
a_dropped_rank_leaves_nothing (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  trace_builder_add_setting (builder, intern (builder, "kept"), intern (builder, "1"));
  begin_rank (builder, 1);
  Tracks dropped = add_tracks (builder);
  add_slice (builder, dropped.stream, SLICE_KERNEL, "dropped", 5, 1, 0);
  trace_builder_add_instant (builder,
                             &(TraceInstant){ .track = dropped.thread, .time_ns = 3, .args = ARGS_NONE });
  trace_builder_add_sample (builder, dropped.process, 4, 1.0);
  trace_builder_add_health (builder, HEALTH_JSON_ESCAPE, 1, 0);
  trace_builder_add_setting (builder, intern (builder, "dropped"), intern (builder, "2"));
  trace_builder_set_device_name (builder, 0, intern (builder, "H100"));
  trace_builder_drop_rank (builder);
  begin_rank (builder, 1);
  tracks = add_tracks (builder);
  add_slice (builder, tracks.stream, SLICE_KERNEL, "b", 0, 1, 0);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (trace_n_ranks (trace), ==, 2);
  g_assert_cmpuint (trace_rank (trace, 0)->n_settings, ==, 1);
  g_assert_cmpuint (trace_rank (trace, 1)->n_settings, ==, 0);
  g_assert_cmpuint (trace_device (trace, 0)->name, ==, STRING_EMPTY);
  g_assert_cmpuint (health_count (trace, HEALTH_RANKS_DUPLICATE), ==, 0);
  g_assert_cmpuint (health_count (trace, HEALTH_JSON_ESCAPE), ==, 0);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 2);
  g_assert_cmpuint (trace_n_instants (trace), ==, 0);
  g_assert_cmpuint (trace_samples (trace)->n, ==, 0);
}

static void
tracks_without_events_are_left_out (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  uint32_t named = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);
  uint32_t idle = add_device (builder, 1);

  trace_builder_track (builder, named)->name = intern (builder, "idle thread");
  add_stream (builder, idle, TRACK_STREAM, 1);
  trace_builder_add_sample (builder, counter, 5, 1);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  g_autoptr (Trace) trace = finish (builder);

  static const TrackKind kinds[] = { TRACK_NODE, TRACK_PROCESS, TRACK_THREAD, TRACK_OPERATORS,
                                     TRACK_COUNTER };
  g_assert_cmpuint (trace_n_tracks (trace), ==, G_N_ELEMENTS (kinds));
  for (uint32_t t = 0; t < G_N_ELEMENTS (kinds); t++)
    g_assert_cmpint (trace_track (trace, t)->kind, ==, kinds[t]);
  g_assert_cmpuint (trace_track (trace, 1)->parent, ==, 0);
  g_assert_cmpuint (trace_track (trace, 3)->parent, ==, 2);
  g_assert_cmpuint (trace_track (trace, 4)->parent, ==, 1);
}

static void
tracks_follow_sort_index_then_number (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  static const int64_t streams[] = { 20, 9, 11 };
  static const int32_t devices[] = { 3, 1, 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      uint32_t stream = add_stream (builder, tracks.device, TRACK_STREAM, streams[i]);
      uint32_t device = add_device (builder, devices[i]);
      uint32_t of_device = add_stream (builder, device, TRACK_STREAM, 7);

      add_slice (builder, stream, SLICE_KERNEL, "k", 0, 1, 0);
      add_slice (builder, of_device, SLICE_KERNEL, "k", 0, 1, 0);
    }
  uint32_t last = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  uint32_t first = trace_builder_add_track (builder, TRACK_THREAD, tracks.process);
  trace_builder_track (builder, last)->sort_index = 5;
  trace_builder_track (builder, first)->sort_index = -5;
  add_slice (builder, last, SLICE_OTHER, "last", 0, 1, 0);
  add_slice (builder, first, SLICE_OTHER, "first", 0, 1, 0);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "middle", 0, 1, 0);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (slice_named (trace, "first"), <, slice_named (trace, "middle"));
  g_assert_cmpuint (slice_named (trace, "middle"), <, slice_named (trace, "last"));
  int64_t stream = -1;
  int32_t device = -1;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_DEVICE)
        {
          g_assert_cmpint (track->device, >, device);
          device = track->device;
          stream = -1;
        }
      else if (track->kind == TRACK_STREAM)
        {
          g_assert_cmpint (track->stream, >, stream);
          stream = track->stream;
        }
    }
  g_assert_cmpint (device, ==, 3);
}

static void
devices_are_those_with_an_activity (void)
{
  TraceBuilder *builder = trace_builder_new ();
  /* Ranks alternate between two nodes and come in the wrong order. */
  static const int64_t numbers[] = { 2, 1, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      begin_rank (builder, numbers[i]);
      trace_builder_set_node_name (builder, intern (builder, i % 2 == 0 ? "even" : "odd"));
      trace_builder_set_device_name (builder, 1, intern (builder, "H100"));
      for (int32_t number = 3; number >= 0; number--)
        {
          uint32_t device = add_device (builder, number);
          uint32_t stream = add_stream (builder, device, TRACK_STREAM, 7);
          uint32_t projected = add_stream (builder, device, TRACK_DEVICE_ANNOTATIONS, 7);
          uint32_t second = add_stream (builder, device, TRACK_STREAM, 8);

          /* Device 3 shows an annotation only, device 2 nothing. */
          if (number < 2)
            {
              add_slice (builder, stream, SLICE_KERNEL, "k", 0, 1, 0);
              add_slice (builder, second, SLICE_MEMSET, "Memset", 0, 1, 0);
            }
          if (number != 2)
            add_slice (builder, projected, SLICE_DEVICE_ANNOTATION, "step", 0, 1, 0);
        }
    }
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpuint (trace_n_devices (trace), ==, 6);
  for (uint32_t d = 0; d < 6; d++)
    {
      const TraceDevice *device = trace_device (trace, d);

      g_assert_cmpuint (device->rank, ==, d / 2);
      g_assert_cmpint (device->number, ==, d % 2);
      g_assert_cmpstr (trace_string (trace, device->name, NULL), ==, d % 2 == 1 ? "H100" : "");
    }
  g_assert_cmpuint (trace_rank (trace, 0)->node, ==, trace_rank (trace, 2)->node);
  g_assert_cmpuint (trace_rank (trace, 0)->node, !=, trace_rank (trace, 1)->node);
}

/* ---- instants, counters, the rest ---- */

static void
instants_and_samples_are_grouped_and_sorted (void)
{
  GRand *random = g_rand_new_with_seed (101);
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  uint32_t counters[2];
  double sum = 0, found = 0;

  for (int i = 0; i < 2; i++)
    counters[i] = trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 1000, 1, 0);
  for (int i = 0; i < 500; i++)
    {
      int64_t time_ns = g_rand_int_range (random, 0, 300);

      trace_builder_add_instant (builder, &(TraceInstant){
                                            .track = i % 3 == 0 ? tracks.thread : tracks.process,
                                            .name = intern (builder, "i"),
                                            .scope = i % 3 == 0 ? 't' : 'p',
                                            .time_ns = time_ns,
                                            .args = (uint64_t) i,
                                          });
      /* Equal times keep the order of the file. */
      trace_builder_add_sample (builder, counters[i % 2], time_ns, i);
      sum += i;
    }
  g_autoptr (Trace) trace = finish (builder);
  const SampleColumns *samples = trace_samples (trace);

  g_assert_cmpuint (trace_n_instants (trace), ==, 500);
  g_assert_cmpuint (samples->n, ==, 500);
  uint64_t n_instants = 0, n_samples = 0;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint64_t i = 0; i < track->n_instants; i++, n_instants++)
        {
          TraceInstant instant = trace_instant (trace, track->first_instant + i);
          TraceInstant last = trace_instant (trace, track->first_instant + (i > 0 ? i - 1 : 0));

          g_assert_cmpuint (track->first_instant + i, ==, n_instants);
          g_assert_cmpuint (instant.track, ==, t);
          g_assert_cmpint (instant.scope, ==, track->kind == TRACK_THREAD ? 't' : 'p');
          g_assert_true (instant.time_ns >= -1000 && instant.time_ns < -700);
          g_assert_true (i == 0 || last.time_ns < instant.time_ns
                         || (last.time_ns == instant.time_ns && last.args < instant.args));
        }
      for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
        {
          g_assert_cmpuint (i, ==, n_samples++);
          g_assert_cmpint (track->kind, ==, TRACK_COUNTER);
          found += samples->value[i];
          if (i > track->first_sample)
            g_assert_true (samples->time_ns[i - 1] < samples->time_ns[i]
                           || (samples->time_ns[i - 1] == samples->time_ns[i]
                               && samples->value[i - 1] < samples->value[i]));
        }
    }
  g_assert_cmpuint (n_instants, ==, 500);
  g_assert_cmpuint (n_samples, ==, 500);
  g_assert_true (found == sum);
  g_rand_free (random);
}

static void
what_the_file_says_of_itself_is_kept (void)
{
  TraceBuilder *builder = trace_builder_new ();
  ArgIter iter;
  Arg arg;
  uint64_t args;
  uint32_t node;

  trace_builder_set_format (builder, "kineto");
  trace_builder_set_format (builder, "chrome-json");
  begin_rank (builder, 0);
  trace_builder_set_status (builder, PROFILE_STOPPED);
  Tracks tracks = add_tracks (builder);
  g_assert_true (args_begin (trace_builder_args_blob (builder), &args));
  g_assert_true (
    arg_keys_child (trace_builder_arg_keys (builder), 0, intern (builder, "External id"), &node));
  g_assert_true (args_put_integer (trace_builder_args_blob (builder), 12));
  args_end (trace_builder_args_blob (builder), args, node);
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "plain", 0, 1, 0);
  trace_builder_add_slice (builder, &(SliceInput){ .track = tracks.operators,
                                                   .name = intern (builder, "aten::add"),
                                                   .kind = SLICE_OPERATOR,
                                                   .start_ns = 5,
                                                   .args = args });
  for (int i = 0; i < 4; i++)
    trace_builder_add_slice (builder,
                             &(SliceInput){ .track = tracks.operators,
                                            .category = intern (builder, i == 0 ? "cpu_op" : "kernel"),
                                            .flags = i == 3 ? SLICE_PAIRED : 0,
                                            .start_ns = 9 + i,
                                            .args = ARGS_NONE });
  trace_builder_event_counts (builder)->total = 17;
  trace_builder_add_health (builder, HEALTH_JSON_ESCAPE, 3, 1234);
  begin_rank (builder, 1);
  g_autoptr (Trace) trace = finish (builder);

  g_assert_cmpstr (trace_format (trace), ==, "kineto");
  g_assert_cmpint (trace_status (trace), ==, PROFILE_STOPPED);
  g_assert_cmpint (trace_rank (trace, 1)->status, ==, PROFILE_COMPLETED);
  g_assert_cmpstr (trace_string (trace, trace_rank (trace, 0)->path, NULL), ==, "rank.json");
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, 17);
  g_assert_cmpuint (health_count (trace, HEALTH_JSON_ESCAPE), ==, 3);
  g_assert_cmpint (trace_health (trace)->rows[HEALTH_JSON_ESCAPE].first_offset, ==, 1234);
  g_assert_cmpint (trace_health (trace)->rows[HEALTH_JSON_ESCAPE].first_source, ==, 0);
  g_assert_cmpuint (trace_n_categories (trace), ==, 3);
  g_assert_cmpstr (trace_string (trace, trace_category (trace, 0)->category, NULL), ==, "");
  g_assert_cmpstr (trace_string (trace, trace_category (trace, 1)->category, NULL), ==, "cpu_op");
  g_assert_cmpuint (trace_category (trace, 1)->n, ==, 1);
  g_assert_cmpuint (trace_category (trace, 2)->n, ==, 2);

  const SliceColumns *slices = trace_slices (trace);
  g_assert_false (trace_args (trace, slices->args[slice_named (trace, "plain")], &iter));
  g_assert_true (trace_args (trace, slices->args[slice_named (trace, "aten::add")], &iter));
  g_assert_true (arg_iter_next (&iter, &arg));
  g_assert_cmpstr (trace_string (trace, arg.key, NULL), ==, "External id");
  g_assert_cmpuint (arg.length, ==, 2);
  g_assert_true (memcmp (arg.text, "12", 2) == 0);
  g_assert_false (arg_iter_next (&iter, &arg));
  arg_iter_clear (&iter);
}

static void
names_have_a_readable_form_each (void)
{
  static const char *const names[] = { "void softmax<float, 4>(int)", "void softmax<float, 8>(int)",
                                       "\xff\x1b[0m", "aten::softmax" };
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    add_slice (builder, i < 2 ? tracks.stream : tracks.operators, i < 2 ? SLICE_KERNEL : SLICE_OPERATOR,
               names[i], 0, 1, 0);
  g_autoptr (Trace) trace = finish (builder);
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      uint32_t name = trace_slices (trace)->name[slice_named (trace, names[i])];

      g_assert_true (g_utf8_validate (trace_display_name (trace, name), -1, NULL));
      for (size_t j = 0; j < i; j++)
        g_assert_cmpstr (
          trace_display_name (trace, name), !=,
          trace_display_name (trace, trace_slices (trace)->name[slice_named (trace, names[j])]));
    }
}

static void
a_profile_lives_as_long_as_its_references (void)
{
  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder, 0);
  add_slice (builder, add_tracks (builder).operators, SLICE_OPERATOR, "a", 0, 1, 0);
  Trace *trace = finish (builder);

  g_assert_true (trace_ref (trace) == trace);
  g_assert_true (trace_ref (trace) == trace);
  trace_unref (trace);
  trace_unref (trace);
  g_assert_cmpint (start_of (trace, "a"), ==, 0);
  trace_unref (trace);
  trace_unref (NULL);
}

static void
a_builder_that_failed_makes_no_profile (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  begin_rank (builder, 0);
  Tracks tracks = add_tracks (builder);
  trace_builder_set_failed (builder);
  g_assert_true (trace_builder_failed (builder));
  add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  g_assert_null (trace_builder_finish (builder, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add_func ("/trace_builder/" path #test, test)
  ADD ("", a_profile_may_be_empty);
  ADD ("slices/", overlapping_kernels_of_one_stream_are_kept);
  ADD ("slices/", equal_starts_put_the_longer_first_then_keep_the_order);
  ADD ("slices/", random_slices_arrive_unchanged);
  ADD ("slices/", unfinished_slices_end_with_their_rank);
  ADD ("slices/", overlapping_slices_of_a_track_are_those_of_brute_force);
  ADD ("launches/", a_launch_is_linked_to_all_it_ran);
  ADD ("launches/", ranks_do_not_share_correlation_ids);
  ADD ("launches/", of_calls_that_share_an_id_the_earliest_that_launches_wins);
  ADD ("flows/", arrows_lead_from_thread_to_thread);
  ADD ("flows/", steps_of_an_arrow_are_a_chain);
  ADD ("flows/", ends_without_their_other_end_are_counted);
  ADD ("flows/", a_point_prefers_a_kind_that_begins_there);
  ADD ("flows/", arrows_of_launches_serve_where_ids_link_nothing);
  ADD ("time/", time_begins_with_the_first_slice);
  ADD ("time/", ranks_with_a_common_clock_keep_their_distance);
  ADD ("time/", ranks_without_a_common_clock_begin_together);
  ADD ("time/", a_rank_of_instants_does_not_move_the_origin);
  ADD ("tree/", ranks_are_ordered_by_number);
  ADD ("tree/", a_dropped_rank_leaves_nothing);
  ADD ("tree/", tracks_without_events_are_left_out);
  ADD ("tree/", tracks_follow_sort_index_then_number);
  ADD ("tree/", devices_are_those_with_an_activity);
  ADD ("", instants_and_samples_are_grouped_and_sorted);
  ADD ("", what_the_file_says_of_itself_is_kept);
  ADD ("", names_have_a_readable_form_each);
  ADD ("", a_profile_lives_as_long_as_its_references);
  ADD ("", a_builder_that_failed_makes_no_profile);
#undef ADD
  return g_test_run ();
}
