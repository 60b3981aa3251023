/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/bench/dense_streams.h"

#include <stdio.h>

#include "tests/gen/prng.h"
#include "trace/build/builder.h"

#define N_NAMES  64
#define BURST    256 /* kernels between two pauses, on average */
#define PAUSE_NS 3000000

static uint32_t
add_stream (TraceBuilder *builder, uint32_t device, int64_t number)
{
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  TraceTrack *track = trace_builder_track (builder, stream);

  track->device = 0;
  track->stream = track->sort_index = number;
  return stream;
}

static uint32_t
add_name (TraceBuilder *builder, unsigned i)
{
  static const char *const kinds[] = {
    "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_64x3_tn",
    "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4>>(Flash_fwd_params)",
    "void vectorized_elementwise_kernel<4, CUDAFunctor_add<float>>(int)",
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
  };
  char name[128];
  int length = snprintf (name, sizeof name, "%s_%u", kinds[i % G_N_ELEMENTS (kinds)], i);

  return trace_builder_string (builder, name, (size_t) length);
}

static void
fill_stream (TraceBuilder *builder, uint32_t stream, const uint32_t *names, uint32_t category, uint64_t n)
{
  Prng prng = prng_init (1, stream);
  int64_t at_ns = 0;

  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t random = prng_next (&prng);
      SliceInput slice = {
        .track = stream,
        .name = names[random >> 32 & (N_NAMES - 1)],
        .category = category,
        .kind = SLICE_KERNEL,
        .start_ns = at_ns,
        .dur_ns = 1000 + (int64_t) ((random & 0xffff) * (random >> 16 & 0xff) / 256),
        .args = ARGS_NONE,
      };

      trace_builder_add_slice (builder, &slice);
      at_ns += slice.dur_ns + (int64_t) (random >> 40 & 0x7ff);
      if (prng_below (&prng, BURST) == 0)
        at_ns += PAUSE_NS;
    }
}

Trace *
dense_streams_new (uint64_t n, uint32_t n_streams)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  uint32_t names[N_NAMES];

  if (builder == NULL)
    return NULL;
  trace_builder_begin_rank (builder, "dense");
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  trace_builder_track (builder, device)->device = 0;
  for (unsigned i = 0; i < N_NAMES; i++)
    names[i] = add_name (builder, i);
  uint32_t category = trace_builder_string (builder, "kernel", 6);
  for (uint32_t i = 0; i < n_streams; i++)
    fill_stream (builder, add_stream (builder, device, i), names, category, n / n_streams);

  Trace *trace = trace_builder_finish (builder, &error);
  if (trace == NULL)
    fprintf (stderr, "%s\n", error->message);
  return trace;
}
