/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/random_job.h"

#include <string.h>

#include "trace/build/builder.h"

#define SPAN_NS 300

typedef struct
{
  GRand *random;
  TraceBuilder *builder;
  uint32_t calls[2];
  int n_threads;
  int64_t correlation;
} Maker;

static const char *const kernel_names[] = { "sgemm", "ncclDevKernel_AllReduce", "ncclDevKernel_AllGather",
                                            "__amd_rocclr_copyBuffer", "__amd_rocclr_fillBufferAligned" };

static const char *const call_names[] = { "cudaStreamSynchronize", "cudaMalloc", "cudaStreamWaitEvent",
                                          "cudaStreamWaitEvent", "cudaEventRecord" };

static int64_t
below (Maker *maker, int32_t n)
{
  return g_rand_int_range (maker->random, 0, n);
}

static void
add_slice (Maker *maker,
           uint32_t track,
           SliceKind kind,
           const char *name,
           int32_t longest_ns,
           int64_t correlation)
{
  trace_builder_add_slice (maker->builder,
                           &(SliceInput){
                             .track = track,
                             .name = trace_builder_string (maker->builder, name, strlen (name)),
                             .kind = kind,
                             .flags = below (maker, 40) == 0 ? SLICE_UNFINISHED : 0,
                             .start_ns = below (maker, SPAN_NS),
                             .dur_ns = below (maker, longest_ns),
                             .correlation = correlation,
                             .args = ARGS_NONE,
                           });
}

static int64_t
add_launch (Maker *maker)
{
  if (maker->n_threads == 0 || below (maker, 8) == 0)
    return 0;
  add_slice (maker, maker->calls[below (maker, maker->n_threads)], SLICE_CALL, "cudaLaunchKernel", 6,
             ++maker->correlation);
  return maker->correlation;
}

static void
add_device (Maker *maker, int32_t number)
{
  uint32_t device = trace_builder_add_track (maker->builder, TRACK_DEVICE, TRACE_NONE);

  trace_builder_track (maker->builder, device)->device = number;
  for (int64_t s = below (maker, 3); s >= 0; s--)
    {
      uint32_t stream = trace_builder_add_track (maker->builder, TRACK_STREAM, device);

      trace_builder_track (maker->builder, stream)->device = number;
      trace_builder_track (maker->builder, stream)->stream = s;
      for (int64_t n = below (maker, 8); n > 0; n--)
        {
          SliceKind kind = below (maker, 4) > 0 ? SLICE_KERNEL
                           : below (maker, 2)   ? SLICE_MEMCPY
                                                : SLICE_MEMSET;
          const char *name =
            kind == SLICE_KERNEL ? kernel_names[below (maker, G_N_ELEMENTS (kernel_names))] : "copy";

          add_slice (maker, stream, kind, name, below (maker, 2) ? 10 : 40, add_launch (maker));
        }
    }
}

static void
add_band (Maker *maker,
          uint32_t thread,
          TrackKind band,
          SliceKind kind,
          const char *const *names,
          int32_t n_names,
          int32_t n_most,
          int32_t longest_ns)
{
  uint32_t track = trace_builder_add_track (maker->builder, band, thread);

  if (band == TRACK_CALLS)
    maker->calls[maker->n_threads++] = track;
  for (int64_t n = below (maker, n_most); n > 0; n--)
    add_slice (maker, track, kind, names[below (maker, n_names)], longest_ns, 0);
}

static void
add_thread (Maker *maker, uint32_t process)
{
  static const char *const annotations[] = { "ProfilerStep#4", "ProfilerStep#5", "forward",
                                             "enumerate(DataLoader)#_Iter.__next__" };
  static const char *const operators[] = { "aten::add", "aten::mm", "ProfilerStep#5" };
  static const char *const frames[] = { "train.py(3): step",
                                        "/lib/torch/utils/data/dataloader.py(9): __next__" };
  uint32_t thread = trace_builder_add_track (maker->builder, TRACK_THREAD, process);

  add_band (maker, thread, TRACK_ANNOTATIONS, SLICE_ANNOTATION, annotations, G_N_ELEMENTS (annotations), 6,
            90);
  add_band (maker, thread, TRACK_OPERATORS, SLICE_OPERATOR, operators, G_N_ELEMENTS (operators), 9, 40);
  add_band (maker, thread, TRACK_PYTHON, SLICE_PYTHON, frames, G_N_ELEMENTS (frames), 5, 50);
  add_band (maker, thread, TRACK_CALLS, SLICE_CALL, call_names, G_N_ELEMENTS (call_names), 9, 40);
}

Trace *
random_job_new (GRand *random)
{
  static const char *const overheads[] = { "Activity Buffer Request", "Lazy Function Loading" };
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  Maker maker = { .random = random, .builder = builder };

  for (int64_t rank = below (&maker, 3); rank >= 0; rank--)
    {
      trace_builder_begin_rank (builder, "rank.json");
      trace_builder_set_rank_number (builder, rank);
      trace_builder_set_time_base (builder, 1000, below (&maker, 4) > 0);
      uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);

      maker.n_threads = 0;
      for (int64_t n = below (&maker, 3); n > 0; n--)
        add_thread (&maker, process);
      for (int64_t n = below (&maker, 3); n > 0; n--)
        add_band (&maker, trace_builder_add_track (builder, TRACK_THREAD, process), TRACK_PROFILER,
                  SLICE_OVERHEAD, overheads, G_N_ELEMENTS (overheads), 5, 30);
      for (int64_t n = below (&maker, 3); n > 0; n--)
        add_device (&maker, (int32_t) n);
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

bool
random_job_lies_at (const Trace *trace, uint64_t slice, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (trace);

  return !(slices->flags[slice] & SLICE_UNFINISHED) && slices->start_ns[slice] <= time_ns
         && slices->start_ns[slice] + slices->dur_ns[slice] > time_ns;
}

uint32_t
random_job_parent_of (const Trace *trace, uint64_t slice)
{
  return trace_track (trace, trace_slices (trace)->track[slice])->parent;
}
