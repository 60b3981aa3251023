/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/timeline_profile.h"

#include <string.h>

#include "trace/build/builder.h"

#define US INT64_C (1000)
#define MS INT64_C (1000000)

typedef struct
{
  TraceBuilder *builder;
  uint32_t process;
  int64_t correlation;
} Maker;

static uint32_t
text (Maker *maker, const char *string)
{
  return trace_builder_string (maker->builder, string, strlen (string));
}

static uint32_t
add_track (Maker *maker, TrackKind kind, uint32_t parent)
{
  return trace_builder_add_track (maker->builder, kind, parent);
}

static void
add_slice (Maker *maker,
           uint32_t track,
           SliceKind kind,
           const char *name,
           int64_t start_ns,
           int64_t dur_ns,
           int64_t correlation)
{
  trace_builder_add_slice (maker->builder, &(SliceInput){
                                             .track = track,
                                             .name = text (maker, name),
                                             .category = text (maker, "test"),
                                             .kind = kind,
                                             .start_ns = start_ns,
                                             .dur_ns = dur_ns,
                                             .correlation = correlation,
                                             .args = ARGS_NONE,
                                           });
}

/* A call and its run. */
static void
launch (Maker *maker,
        uint32_t calls,
        const char *call,
        int64_t call_ns,
        uint32_t stream,
        const char *kernel,
        int64_t start_ns,
        int64_t dur_ns)
{
  maker->correlation++;
  add_slice (maker, calls, SLICE_CALL, call, call_ns, 8 * US, maker->correlation);
  add_slice (maker, stream, strncmp (kernel, "Memcpy", 6) == 0 ? SLICE_MEMCPY : SLICE_KERNEL, kernel,
             start_ns, dur_ns, maker->correlation);
}

static Maker
begin (const char *path)
{
  Maker maker = { .builder = trace_builder_new () };

  trace_builder_begin_rank (maker.builder, path);
  return maker;
}

static uint32_t
add_process (Maker *maker, const char *pid)
{
  maker->process = add_track (maker, TRACK_PROCESS, TRACE_NONE);
  trace_builder_track (maker->builder, maker->process)->pid = text (maker, pid);
  return maker->process;
}

static uint32_t
add_thread (Maker *maker, const char *tid, const char *name)
{
  uint32_t thread = add_track (maker, TRACK_THREAD, maker->process);

  trace_builder_track (maker->builder, thread)->tid = text (maker, tid);
  trace_builder_track (maker->builder, thread)->name = text (maker, name);
  return thread;
}

static uint32_t
add_device (Maker *maker, int32_t number)
{
  uint32_t device = add_track (maker, TRACK_DEVICE, TRACE_NONE);

  trace_builder_track (maker->builder, device)->device = number;
  trace_builder_track (maker->builder, device)->sort_index = number;
  return device;
}

static uint32_t
add_stream (Maker *maker, TrackKind kind, uint32_t device, int64_t number)
{
  uint32_t stream = add_track (maker, kind, device);
  TraceTrack *track = trace_builder_track (maker->builder, stream);

  track->device = trace_builder_track (maker->builder, device)->device;
  track->stream = track->sort_index = number;
  return stream;
}

static const Profile *
finish (Maker *maker, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_builder_finish (maker->builder, &error);

  g_assert_no_error (error);
  trace_builder_free (maker->builder);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static void
add_step (Maker *maker, uint32_t annotations, int64_t begin_ns, int64_t dur_ns, int number)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", number);

  add_slice (maker, annotations, SLICE_ANNOTATION, name, begin_ns, dur_ns, 0);
  add_slice (maker, annotations, SLICE_ANNOTATION, "## forward ##", begin_ns + 100 * US, dur_ns / 2, 0);
  add_slice (maker, annotations, SLICE_ANNOTATION, "## bottom_mlp ##", begin_ns + 200 * US, dur_ns / 4, 0);
  add_slice (maker, annotations, SLICE_ANNOTATION, "## linear ##", begin_ns + 300 * US, dur_ns / 8, 0);
}

static void
add_host_work (Maker *maker, uint32_t operators, uint32_t python, int64_t begin_ns)
{
  static const char *const names[] = { "aten::linear", "aten::addmm", "aten::expand", "aten::as_strided",
                                       "aten::detach" };

  for (int64_t i = 0; i < 12; i++)
    for (int64_t depth = 0; depth < (int64_t) G_N_ELEMENTS (names); depth++)
      add_slice (maker, operators, SLICE_OPERATOR, names[depth], begin_ns + i * 800 * US + depth * 20 * US,
                 (700 - 120 * depth) * US, 0);
  for (int64_t depth = 0; depth < 7; depth++)
    add_slice (maker, python, SLICE_PYTHON, "train.py(42): step", begin_ns + depth * 10 * US,
               (9000 - 100 * depth) * US, 0);
}

const Profile *
timeline_profile_training (void)
{
  Maker maker = begin ("training.json");
  uint32_t process = add_process (&maker, "1074");
  uint32_t main_thread = add_thread (&maker, "1074", "thread 1074 (main)");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, main_thread);
  uint32_t operators = add_track (&maker, TRACK_OPERATORS, main_thread);
  uint32_t calls = add_track (&maker, TRACK_CALLS, main_thread);
  uint32_t python = add_track (&maker, TRACK_PYTHON, main_thread);
  uint32_t autograd = add_thread (&maker, "2044", "autograd");
  uint32_t backward = add_track (&maker, TRACK_OPERATORS, autograd);
  uint32_t device = add_device (&maker, 3);
  uint32_t projected = add_stream (&maker, TRACK_DEVICE_ANNOTATIONS, device, 7);
  uint32_t compute = add_stream (&maker, TRACK_STREAM, device, 7);
  uint32_t nccl = add_stream (&maker, TRACK_STREAM, device, 21);
  uint32_t copies = add_stream (&maker, TRACK_STREAM, device, 22);
  uint32_t sync = add_stream (&maker, TRACK_SYNC, device, 7);
  uint32_t counter = add_track (&maker, TRACK_COUNTER, process);
  uint32_t async = add_track (&maker, TRACK_ASYNC, process);

  trace_builder_track (maker.builder, counter)->name = text (&maker, "memory allocated");
  trace_builder_track (maker.builder, async)->name = text (&maker, "data loader");
  add_slice (&maker, async, SLICE_OTHER, "batch", 2 * MS, 9 * MS, 0);
  for (int step = 0; step < 3; step++)
    {
      int64_t begin_ns = step * 14 * MS;

      add_step (&maker, annotations, begin_ns, step == 2 ? 9 * MS : 13 * MS, 1009 + step);
      add_host_work (&maker, operators, python, begin_ns + 200 * US);
      launch (&maker, calls, "cudaMemcpyAsync", begin_ns + 100 * US, copies, "Memcpy HtoD (Pinned -> Device)",
              begin_ns + 300 * US, 2 * MS);
      for (int64_t i = 0; i < (step == 2 ? 10 : 40); i++)
        launch (&maker, calls, "cudaLaunchKernel", begin_ns + 400 * US + i * 100 * US, compute,
                i % 3 == 0 ? "ampere_sgemm_128x64_tn"
                           : "void at::native::vectorized_elementwise_kernel<4>(int)",
                begin_ns + 600 * US + i * 150 * US, (20 + i * 3) * US);
      add_slice (&maker, projected, SLICE_DEVICE_ANNOTATION, "## forward ##", begin_ns + 600 * US, 6 * MS, 0);
      add_slice (&maker, sync, SLICE_SYNC, "Stream Sync", begin_ns + 7 * MS, MS, 0);
      add_slice (&maker, backward, SLICE_OPERATOR, "autograd::engine::evaluate_function: AddmmBackward",
                 begin_ns + 6 * MS, 4 * MS, 0);
      if (step < 2)
        launch (&maker, calls, "cudaLaunchKernelExC", begin_ns + 4500 * US, nccl, LAUNCH_LONG,
                begin_ns + 7500 * US, 3 * MS);
    }

  maker.correlation++;
  add_slice (&maker, calls, SLICE_CALL, LAUNCH_GRAPH, 12 * MS, 40 * US, maker.correlation);
  for (int64_t i = 0; i < 24; i++)
    add_slice (&maker, compute, SLICE_KERNEL, "flash_fwd_kernel", 12200 * US + i * 70 * US, 60 * US,
               maker.correlation);
  launch (&maker, calls, "cudaMemsetAsync", 27 * MS, copies, LAUNCH_EARLIER, 26992 * US, 400 * US);
  add_slice (&maker, copies, SLICE_MEMCPY, "Memcpy DtoD", 27200 * US, 400 * US, 0);

  for (int64_t i = 0; i < 80; i++)
    trace_builder_add_sample (maker.builder, counter, i * 500 * US, (double) (1000 + i % 20 * 400));
  for (int64_t i = 0; i < 9; i++)
    trace_builder_add_instant (maker.builder, &(TraceInstant){
                                                .track = autograd,
                                                .name = text (&maker, "[memory]"),
                                                .category = text (&maker, "cpu_instant_event"),
                                                .scope = 't',
                                                .time_ns = i * 4 * MS,
                                                .args = ARGS_NONE,
                                              });
  return finish (&maker, "/tmp/training.json");
}

static uint32_t
add_place (Maker *maker, uint32_t track)
{
  uint32_t place = trace_builder_add_place (maker->builder);

  trace_builder_add_place_track (maker->builder, place, track);
  return place;
}

static void
add_flow_point (Maker *maker, uint64_t key, uint32_t place, FlowPointPhase phase, int64_t time_ns)
{
  trace_builder_add_flow_point (maker->builder, &(FlowPoint){
                                                  .key = key,
                                                  .category = text (maker, "fwdbwd"),
                                                  .place = place,
                                                  .time_ns = time_ns,
                                                  .phase = phase,
                                                  .prefer = SLICE_OPERATOR,
                                                });
}

const Profile *
timeline_profile_backward (void)
{
  Maker maker = begin ("backward.json");

  add_process (&maker, "1074");
  uint32_t main_thread = add_thread (&maker, "1074", "main");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, main_thread);
  uint32_t operators = add_track (&maker, TRACK_OPERATORS, main_thread);
  uint32_t calls = add_track (&maker, TRACK_CALLS, main_thread);
  uint32_t python = add_track (&maker, TRACK_PYTHON, main_thread);
  uint32_t autograd = add_thread (&maker, "2044", "autograd");
  uint32_t backward = add_track (&maker, TRACK_OPERATORS, autograd);
  uint32_t backward_calls = add_track (&maker, TRACK_CALLS, autograd);
  uint32_t stream = add_stream (&maker, TRACK_STREAM, add_device (&maker, 0), 7);
  uint32_t forward_place = add_place (&maker, operators), backward_place = add_place (&maker, backward);

  add_slice (&maker, annotations, SLICE_ANNOTATION, "ProfilerStep#5", 0, 24 * MS, 0);
  add_slice (&maker, python, SLICE_PYTHON, "train.py(42): step", 500 * US, 20 * MS, 0);
  add_slice (&maker, python, SLICE_PYTHON, "model.py(7): forward", 800 * US, 7 * MS, 0);
  for (int64_t layer = 0; layer < 3; layer++)
    {
      int64_t forward_ns = (1 + 2 * layer) * MS, backward_ns = (10 + 3 * (2 - layer)) * MS;

      add_slice (&maker, operators, SLICE_OPERATOR, "aten::linear", forward_ns, 1500 * US, 0);
      add_slice (&maker, operators, SLICE_OPERATOR, FORWARD_OPERATOR, forward_ns + 100 * US, MS, 0);
      launch (&maker, calls, "cudaLaunchKernel", forward_ns + 300 * US, stream, "forward_kernel",
              forward_ns + 700 * US, 1200 * US);
      add_slice (&maker, backward, SLICE_OPERATOR, BACKWARD_OPERATOR, backward_ns, 2500 * US, 0);
      for (int64_t i = 0; i < 2; i++)
        launch (&maker, backward_calls, "cudaLaunchKernel", backward_ns + (300 + 700 * i) * US, stream,
                "backward_kernel", backward_ns + (600 + 1100 * i) * US, MS);
      add_flow_point (&maker, (uint64_t) layer + 1, forward_place, FLOW_POINT_START, forward_ns + 100 * US);
      add_flow_point (&maker, (uint64_t) layer + 1, backward_place, FLOW_POINT_END, backward_ns);
    }
  return finish (&maker, "/tmp/backward.json");
}

const Profile *
timeline_profile_lone_kernel (void)
{
  Maker maker = begin ("lone.json");

  add_process (&maker, "1");
  uint32_t thread = add_thread (&maker, "1", "");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, thread);
  uint32_t stream = add_stream (&maker, TRACK_STREAM, add_device (&maker, 0), 7);
  add_slice (&maker, annotations, SLICE_ANNOTATION, "epoch", 0, 600 * 1000 * MS, 0);
  add_slice (&maker, stream, SLICE_KERNEL, "lone", INT64_C (311234567891), 100, 0);
  return finish (&maker, "/tmp/lone.json");
}

const Profile *
timeline_profile_right_to_left (void)
{
  Maker maker = begin ("right_to_left.json");

  add_process (&maker, "1074");
  uint32_t thread = add_thread (&maker, "1074", "الخيط الرئيسي");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, thread);
  uint32_t operators = add_track (&maker, TRACK_OPERATORS, thread);
  uint32_t calls = add_track (&maker, TRACK_CALLS, thread);
  uint32_t device = add_device (&maker, 0);
  uint32_t compute = add_stream (&maker, TRACK_STREAM, device, 7);
  uint32_t copies = add_stream (&maker, TRACK_STREAM, device, 21);

  for (int step = 0; step < 2; step++)
    {
      int64_t begin_ns = step * 10 * MS;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", 7 + step);

      add_slice (&maker, annotations, SLICE_ANNOTATION, name, begin_ns, 9500 * US, 0);
      add_slice (&maker, annotations, SLICE_ANNOTATION, "تمرير أمامي", begin_ns + 200 * US, 5 * MS, 0);
      add_slice (&maker, annotations, SLICE_ANNOTATION, "שלב backward 2", begin_ns + 5500 * US, 3 * MS, 0);
      add_slice (&maker, operators, SLICE_OPERATOR, "aten::linear (طبقة 1)", begin_ns + 300 * US, 2 * MS, 0);
      add_slice (&maker, operators, SLICE_OPERATOR, "טעינת נתונים", begin_ns + 2600 * US, 700 * US, 0);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 400 * US, compute, RIGHT_TO_LEFT_KERNEL,
              begin_ns + MS, 3 * MS);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 2700 * US, compute, "ضرب المصفوفات gemm_f16",
              begin_ns + 4500 * US, 2500 * US);
      launch (&maker, calls, "cudaMemcpyAsync", begin_ns + 3 * MS, copies, "Memcpy نسخ ‏HtoD", begin_ns + 5 * MS,
              1500 * US);
    }
  return finish (&maker, "/tmp/right_to_left.json");
}

const Profile *
timeline_profile_ranks (void)
{
  Maker maker = { .builder = trace_builder_new () };

  for (int rank = 0; rank < 3; rank++)
    {
      trace_builder_begin_rank (maker.builder, "rank.json");
      trace_builder_set_rank_number (maker.builder, rank);
      add_process (&maker, rank == 0 ? "100" : "200");
      uint32_t calls = add_track (&maker, TRACK_CALLS, add_thread (&maker, "5", ""));
      add_slice (&maker, calls, SLICE_CALL, "cudaGetDevice", 0, MS, 0);
      for (int32_t device = 0; device < 2 && rank < 2; device++)
        {
          uint32_t stream = add_stream (&maker, TRACK_STREAM, add_device (&maker, device), 7);

          if (rank == 0)
            launch (&maker, calls, "cudaLaunchKernel", 2 * MS + device * MS, stream, "k", 4 * MS, MS);
          else
            add_slice (&maker, stream, SLICE_KERNEL, "k", 4 * MS, MS, 0);
        }
    }
  return finish (&maker, "/tmp/ranks");
}

const Profile *
timeline_profile_steps (unsigned n)
{
  Maker maker = begin ("steps.json");

  if (n > 0)
    {
      add_process (&maker, "1");
      uint32_t thread = add_thread (&maker, "1", "");
      uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, thread);
      uint32_t calls = add_track (&maker, TRACK_CALLS, thread);
      uint32_t stream = add_stream (&maker, TRACK_STREAM, add_device (&maker, 0), 7);
      for (int64_t i = 0; i < n; i++)
        {
          g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", (int) i);
          int64_t wall_ns = (i % 7 == 3 ? 900 : 1000) * US;

          add_slice (&maker, annotations, SLICE_ANNOTATION, name, i * MS, wall_ns, 0);
          launch (&maker, calls, "cudaLaunchKernel", i * MS + 10 * US, stream, "k", i * MS + 50 * US,
                  800 * US);
        }
    }
  return finish (&maker, "/tmp/steps.json");
}

const Profile *
timeline_profile_graph (unsigned n)
{
  Maker maker = begin ("graph.json");

  add_process (&maker, "1");
  uint32_t thread = add_thread (&maker, "1", "");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, thread);
  uint32_t calls = add_track (&maker, TRACK_CALLS, thread);
  uint32_t device = add_device (&maker, 0);
  uint32_t streams[] = { add_stream (&maker, TRACK_STREAM, device, 7),
                         add_stream (&maker, TRACK_STREAM, device, 8) };
  add_slice (&maker, annotations, SLICE_ANNOTATION, "ProfilerStep#1", 0, 15 * US, 0);
  add_slice (&maker, annotations, SLICE_ANNOTATION, "ProfilerStep#2", 15 * US, 15 * US, 0);
  add_slice (&maker, calls, SLICE_CALL, LAUNCH_GRAPH, 0, 10 * US, 1);
  for (int64_t i = 0; i < n; i++)
    add_slice (&maker, streams[i % 2], SLICE_KERNEL, "k", 20 * US + 2 * US * i, US, 1);
  return finish (&maker, "/tmp/graph.json");
}

const Profile *
timeline_profile_uneven (void)
{
  Maker maker = begin ("uneven.json");

  add_process (&maker, "1074");
  uint32_t thread = add_thread (&maker, "1074", "main");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, thread);
  uint32_t calls = add_track (&maker, TRACK_CALLS, thread);
  uint32_t device = add_device (&maker, 0);
  uint32_t compute = add_stream (&maker, TRACK_STREAM, device, 7);
  uint32_t nccl = add_stream (&maker, TRACK_STREAM, device, 21);

  for (int step = 0; step < 3; step++)
    {
      int64_t begin_ns = step * 20 * MS;
      bool is_last = step == 2;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", 7 + step);

      /* The others are shorter, so that the last one is neither the median nor cut off. */
      add_slice (&maker, annotations, SLICE_ANNOTATION, name, begin_ns, (18 + step) * MS, 0);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + MS, compute, "gemm", begin_ns + 2 * MS, 3 * MS);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 2 * MS, compute, "gemm", begin_ns + 6 * MS,
              is_last ? 5 * MS : 3 * MS);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 3 * MS, compute, "norm", begin_ns + 11500 * US,
              is_last ? 1080 * US : 1000 * US);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 4 * MS, compute, "bias", begin_ns + 13 * MS,
              is_last ? 18 * US : 9 * US);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 5 * MS, nccl, "AllReduce", begin_ns + 5 * MS,
              is_last ? 7 * MS : 5 * MS);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 6 * MS, is_last ? nccl : compute,
              is_last ? "AllReduce" : "dropout", begin_ns + 14 * MS, 2 * MS);
    }
  return finish (&maker, "/tmp/uneven.json");
}

const Profile *
timeline_profile_wandering (unsigned n)
{
  Maker maker = begin ("wandering.json");
  int64_t begin_ns = 0;

  add_process (&maker, "1");
  uint32_t thread = add_thread (&maker, "1", "");
  uint32_t annotations = add_track (&maker, TRACK_ANNOTATIONS, thread);
  uint32_t calls = add_track (&maker, TRACK_CALLS, thread);
  uint32_t stream = add_stream (&maker, TRACK_STREAM, add_device (&maker, 0), 7);
  for (unsigned i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", i);
      int64_t more_ns = i % 9 == 4 ? 600 * US : 0;

      add_slice (&maker, annotations, SLICE_ANNOTATION, name, begin_ns, MS + more_ns, 0);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 10 * US, stream, "gemm", begin_ns + 30 * US,
              400 * US);
      launch (&maker, calls, "cudaLaunchKernel", begin_ns + 20 * US, stream, LAUNCH_LONG, begin_ns + 450 * US,
              200 * US + more_ns);
      launch (&maker, calls, "cudaMemcpyAsync", begin_ns + 30 * US, stream, "Memcpy DtoH",
              begin_ns + 700 * US + more_ns, 100 * US);
      begin_ns += MS + more_ns;
    }
  return finish (&maker, "/tmp/wandering.json");
}

uint64_t
timeline_profile_slice (const Profile *profile, const char *name)
{
  const SliceColumns *slices = trace_slices (profile->trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (profile->trace, slices->name[i], NULL), name) == 0)
      return i;
  g_error ("no slice is called %s", name);
}
