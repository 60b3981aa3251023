/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/random_profile.h"

#include <string.h>

#include "trace/build/builder.h"

#define SPAN_NS 300

typedef struct
{
  GRand *random;
  TraceBuilder *builder;
  int64_t correlation;
} Maker;

static const char *const kernel_names[] = {
  "ampere_sgemm_128x64_nn",
  "void at::native::reduce_kernel<512>(float*)",
  "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
  "__amd_rocclr_copyBuffer",
  "__amd_rocclr_fillBufferAligned",
  "flash_fwd_kernel",
};

static int64_t
below (Maker *maker, int32_t n)
{
  return g_rand_int_range (maker->random, 0, n);
}

static void
add_slice (Maker *maker, uint32_t track, SliceKind kind, const char *name, int64_t correlation)
{
  static const int32_t lengths[] = { 1, 4, 20, 80 };

  trace_builder_add_slice (maker->builder,
                           &(SliceInput){
                             .track = track,
                             .name = trace_builder_string (maker->builder, name, strlen (name)),
                             .kind = kind,
                             .flags = below (maker, 40) == 0 ? SLICE_UNFINISHED : 0,
                             .start_ns = below (maker, SPAN_NS),
                             .dur_ns = below (maker, lengths[below (maker, G_N_ELEMENTS (lengths))]),
                             .correlation = correlation,
                             .args = ARGS_NONE,
                           });
}

/* The call of a run, on one of the threads, or not at all. */
static int64_t
add_launch (Maker *maker, const uint32_t *calls, int n_threads)
{
  if (n_threads == 0 || below (maker, 8) == 0)
    return 0;
  add_slice (maker, calls[below (maker, n_threads)], SLICE_CALL, "cudaLaunchKernel", ++maker->correlation);
  return maker->correlation;
}

static void
add_stream (Maker *maker, uint32_t device, int64_t number, const uint32_t *calls, int n_threads)
{
  uint32_t stream = trace_builder_add_track (maker->builder, TRACK_STREAM, device);

  trace_builder_track (maker->builder, stream)->device = trace_builder_track (maker->builder, device)->device;
  trace_builder_track (maker->builder, stream)->stream = number;
  for (int64_t n = below (maker, 12); n > 0; n--)
    {
      SliceKind kind = below (maker, 3) > 0 ? SLICE_KERNEL : below (maker, 2) ? SLICE_MEMCPY : SLICE_MEMSET;
      const char *name = kind == SLICE_KERNEL   ? kernel_names[below (maker, G_N_ELEMENTS (kernel_names))]
                         : kind == SLICE_MEMCPY ? "Memcpy HtoD (Pageable -> Device)"
                                                : "Memset (Device)";

      add_slice (maker, stream, kind, name, add_launch (maker, calls, n_threads));
    }
}

static void
add_device (Maker *maker, int32_t number, const uint32_t *calls, int n_threads)
{
  uint32_t device = trace_builder_add_track (maker->builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t sync = trace_builder_add_track (maker->builder, TRACK_SYNC, device);

  trace_builder_track (maker->builder, device)->device = number;
  trace_builder_track (maker->builder, sync)->device = number;
  for (int64_t n = below (maker, 3); n > 0; n--)
    add_slice (maker, sync, SLICE_SYNC, "Stream Synchronize", 0);
  for (int64_t n = below (maker, 3); n >= 0; n--)
    add_stream (maker, device, n, calls, n_threads);
}

static uint32_t
add_thread (Maker *maker, uint32_t process)
{
  static const struct
  {
    TrackKind track;
    SliceKind slice;
    const char *names[3];
  } bands[] = {
    { TRACK_ANNOTATIONS, SLICE_ANNOTATION, { "ProfilerStep#4", "ProfilerStep#5", "enumerate(DataLoader)" } },
    { TRACK_OPERATORS, SLICE_OPERATOR, { "aten::add", "aten::mm", "aten::copy_" } },
    { TRACK_PYTHON, SLICE_PYTHON, { "train.py(3): step", "loader.py(9): next", "nn.Module: Block_7" } },
  };
  uint32_t thread = trace_builder_add_track (maker->builder, TRACK_THREAD, process);

  for (size_t b = 0; b < G_N_ELEMENTS (bands); b++)
    {
      uint32_t band = trace_builder_add_track (maker->builder, bands[b].track, thread);

      for (int64_t n = below (maker, 9); n > 0; n--)
        add_slice (maker, band, bands[b].slice, bands[b].names[below (maker, 3)], 0);
    }
  return trace_builder_add_track (maker->builder, TRACK_CALLS, thread);
}

Trace *
random_profile_new (GRand *random)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  Maker maker = { .random = random, .builder = builder };

  for (int64_t rank = below (&maker, 3); rank >= 0; rank--)
    {
      uint32_t calls[2];
      int n_threads = (int) below (&maker, 3);

      trace_builder_begin_rank (builder, "rank.json");
      trace_builder_set_rank_number (builder, rank);
      trace_builder_set_time_base (builder, 1000, true);
      uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
      for (int i = 0; i < n_threads; i++)
        calls[i] = add_thread (&maker, process);
      for (int64_t n = below (&maker, 3); n > 0; n--)
        add_device (&maker, (int32_t) n, calls, n_threads);
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

StepTable *
random_profile_steps (const Trace *trace)
{
  g_autoptr (GError) error = NULL;
  StepTable *steps = step_table_new (trace, NULL, &error);

  g_assert_no_error (error);
  return steps;
}

StatsScope
random_profile_scope (GRand *random, const Trace *trace, const StepTable *steps)
{
  StatsScope scope = stats_scope_whole (trace, steps);

  if (g_rand_int_range (random, 0, 3) > 0)
    {
      int64_t begin_ns = g_rand_int_range (random, -20, SPAN_NS);
      int64_t end_ns = begin_ns + g_rand_int_range (random, 0, 200);

      scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
    }
  if (trace_n_ranks (trace) > 0 && g_rand_boolean (random))
    stats_scope_limit (&scope, (uint32_t) g_rand_int_range (random, 0, (int32_t) trace_n_ranks (trace)),
                       TRACE_NONE);
  else if (trace_n_devices (trace) > 0 && g_rand_boolean (random))
    stats_scope_limit (&scope, TRACE_NONE,
                       (uint32_t) g_rand_int_range (random, 0, (int32_t) trace_n_devices (trace)));
  return scope;
}

uint32_t
random_profile_device_of (const Trace *trace, uint64_t slice)
{
  uint32_t parent = trace_track (trace, trace_slices (trace)->track[slice])->parent;

  for (uint32_t device = 0; device < trace_n_devices (trace); device++)
    if (trace_device (trace, device)->track == parent)
      return device;
  return TRACE_NONE;
}

bool
random_profile_runs (const Trace *trace, uint32_t device, SliceKind kind, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == kind && !(slices->flags[i] & SLICE_UNFINISHED) && slices->start_ns[i] <= time_ns
        && slices->start_ns[i] + slices->dur_ns[i] > time_ns && random_profile_device_of (trace, i) == device)
      return true;
  return false;
}

int64_t
random_profile_recorded_begin_ns (const Trace *trace, uint32_t rank)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t begin_ns = INT64_MAX;

  for (uint64_t i = 0; i < slices->n; i++)
    if (trace_track (trace, trace_track_of (trace, i))->rank == rank)
      begin_ns = MIN (begin_ns, slices->start_ns[i]);
  return begin_ns;
}
