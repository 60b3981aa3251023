/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "trace/model/trace.h"
#include "widgets/look/work_kind.h"

typedef struct
{
  const char *name;
  SliceKind kind;
  WorkKind expected;
} Example;

static const Example examples[] = {
  { "ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_tn", SLICE_KERNEL, WORK_GEMM },
  { "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4> >", SLICE_KERNEL, WORK_ATTENTION },
  { "vectorized_elementwise_kernel", SLICE_KERNEL, WORK_COMPUTE },
  { "no rule knows this", SLICE_KERNEL, WORK_COMPUTE },
  { "ncclDevKernel_AllReduce_Sum_f32_RING_LL", SLICE_KERNEL, WORK_COMMUNICATION },
  { "Memcpy HtoD (Pinned -> Device)", SLICE_MEMCPY, WORK_MEMCPY },
  { "Memset (Device)", SLICE_MEMSET, WORK_MEMSET },
  { "__amd_rocclr_copyBuffer.kd", SLICE_KERNEL, WORK_MEMCPY },
  { "__amd_rocclr_fillBufferAligned.kd", SLICE_KERNEL, WORK_MEMSET },
};

/* A device with a stream of one slice per example. */
static Trace *
trace_of_examples (void)
{
  TraceBuilder *builder = trace_builder_new ();
  GError *error = NULL;

  g_assert_nonnull (builder);
  trace_builder_begin_rank (builder, "rank.json");
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  trace_builder_track (builder, device)->device = 0;
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  trace_builder_track (builder, stream)->device = 0;
  trace_builder_track (builder, stream)->stream = 7;
  for (size_t i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      SliceInput slice = { .track = stream,
                           .kind = examples[i].kind,
                           .start_ns = (int64_t) i * 100,
                           .dur_ns = 50,
                           .args = ARGS_NONE };

      slice.name = trace_builder_string (builder, examples[i].name, strlen (examples[i].name));
      slice.category = trace_builder_string (builder, "kernel", 6);
      trace_builder_add_slice (builder, &slice);
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  return trace;
}

static void
test_slices_have_the_kind_of_their_name (void)
{
  Trace *trace = trace_of_examples ();
  const SliceColumns *slices = trace_slices (trace);
  WorkKinds *kinds = work_kinds_new (trace);

  g_assert_nonnull (kinds);
  g_assert_cmpuint (slices->n, ==, G_N_ELEMENTS (examples));
  for (uint64_t i = 0; i < slices->n; i++)
    {
      const Example *example = &examples[i];

      g_test_message ("%s", example->name);
      g_assert_cmpstr (trace_string (trace, slices->name[i], NULL), ==, example->name);
      g_assert_cmpint (work_kind_of_slice (kinds, i), ==, example->expected);
      if (example->kind == SLICE_KERNEL)
        g_assert_cmpint (work_kind_of_kernel_name (kinds, slices->name[i]), ==, example->expected);
    }
  g_assert_cmpint (work_kind_of_kernel_name (kinds, 0), ==, WORK_COMPUTE);

  /* They keep what they need of the trace. */
  trace_unref (trace);
  g_assert_cmpint (work_kind_of_slice (kinds, 0), ==, WORK_GEMM);
  work_kinds_free (kinds);
  work_kinds_free (NULL);
}

static void
test_labels_are_different (void)
{
  for (int a = 0; a < N_WORK_KINDS; a++)
    for (int b = 0; b < a; b++)
      g_assert_cmpstr (work_kind_label ((WorkKind) a), !=, work_kind_label ((WorkKind) b));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/work_kind/slices_have_the_kind_of_their_name", test_slices_have_the_kind_of_their_name);
  g_test_add_func ("/work_kind/labels_are_different", test_labels_are_different);
  return g_test_run ();
}
