/* SPDX-License-Identifier: Apache-2.0
 *
 * Precision launch by launch: from kernels to the operators that launched them, and the sums over a window. */

#include <glib.h>
#include <pthread.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/classify/kernel_classes.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/tables/stat_tables.h"

/* ---- traces as text ---- */

static void
add_slice (GString *out,
           const char *category,
           const char *name,
           const char *thread,
           int begin_us,
           int dur_us,
           const char *args)
{
  g_string_append_printf (
    out, ",\n{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%s,\"ts\":%d,\"dur\":%d,\"args\":{%s}}",
    category, name, thread, begin_us, dur_us, args);
}

static void
add_operator (GString *out, const char *name, int begin_us, int dur_us, const char *args)
{
  add_slice (out, "cpu_op", name, "1,\"tid\":2", begin_us, dur_us, args);
}

static void
add_call (GString *out, int begin_us, int correlation)
{
  g_autofree char *args = g_strdup_printf ("\"correlation\":%d", correlation);

  add_slice (out, "cuda_runtime", "cudaLaunchKernel", "1,\"tid\":2", begin_us, 1, args);
}

static void
add_kernel (GString *out, const char *name, int begin_us, int correlation, const char *more)
{
  g_autofree char *args =
    g_strdup_printf ("\"device\":0,\"stream\":7,\"correlation\":%d%s", correlation, more);

  add_slice (out, "kernel", name, "0,\"tid\":7", begin_us, 5, args);
}

static GString *
trace_begin (void)
{
  return g_string_new ("[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}}");
}

static const Profile *
trace_end (GString *out)
{
  g_string_append (out, "]");
  const Profile *profile = opened_text ("t.json", out->str, NULL);
  g_string_free (out, TRUE);
  return profile;
}

/* The kernel that starts then. */
static uint64_t
kernel_at (const Trace *trace, int begin_us)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t first_ns = INT64_MAX;

  for (uint64_t i = 0; i < slices->n; i++)
    first_ns = MIN (first_ns, slice_start_ns (slices, i));
  g_assert_cmpint (first_ns, ==, 0);
  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == SLICE_KERNEL && slice_start_ns (slices, i) == begin_us * INT64_C (1000))
      return i;
  g_assert_not_reached ();
}

static void
check_at (const Trace *trace, int begin_us, Precision expected)
{
  const KernelClasses *classes = kernel_classes_get (trace, NULL, NULL);

  g_assert_nonnull (classes);
  g_assert_cmpstr (precision_word (kernel_classes_precision (classes, kernel_at (trace, begin_us))), ==,
                   precision_word (expected));
}

#define TYPES(text) "\"Input Dims\":[[2],[2]],\"Input type\":[" text "]"

static void
each_launch_has_its_own_class (void)
{
  GString *out = trace_begin ();

  add_operator (out, "aten::add", 0, 10, TYPES ("\"float\",\"float\""));
  add_call (out, 2, 1);
  add_operator (out, "aten::add", 20, 10, TYPES ("\"c10::Half\",\"float\""));
  add_call (out, 22, 2);
  add_call (out, 40, 3);
  add_kernel (out, "triton_poi_fused_add_0", 100, 1, "");
  add_kernel (out, "triton_poi_fused_add_0", 110, 2, "");
  add_kernel (out, "triton_poi_fused_add_0", 120, 3, "");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 100, PRECISION_FP32);
  check_at (profile->trace, 110, PRECISION_FP16);
  check_at (profile->trace, 120, PRECISION_UNKNOWN);
  g_assert_false (kernel_classes_is_by_operands (kernel_classes_get (profile->trace, NULL, NULL),
                                                 kernel_at (profile->trace, 120)));
  profile_unref (profile);
}

/* ---- names and reasons ---- */

#define CASTING_COPY                                                                              \
  "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::X&)::"    \
  "{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>, TrivialOffsetCalculator<1, unsigned int>, " \
  "at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1> >(int)"

static void
add_copy (GString *out, int at_us, const char *types)
{
  add_operator (out, "aten::copy_", at_us, 10, types);
  add_call (out, at_us + 2, 1 + at_us);
  add_kernel (out, CASTING_COPY, 1000 + at_us, 1 + at_us, "");
}

static const char *
shown_at (const Profile *profile, int begin_us)
{
  const Trace *trace = profile->trace;

  return trace_display_name (trace, slice_name (trace_slices (trace), kernel_at (trace, begin_us)));
}

static void
names_tell_what_casting_kernels_read (void)
{
  GString *out = trace_begin ();

  add_copy (out, 0, TYPES ("\"c10::BFloat16\",\"double\""));
  add_copy (out, 20, TYPES ("\"c10::BFloat16\",\"double\""));
  const Profile *profile = trace_end (out);
  g_assert_cmpstr (shown_at (profile, 1000), ==, "copy f64->bf16 · unrolled_elementwise");
  check_at (profile->trace, 1000, PRECISION_FP64);
  profile_unref (profile);

  out = trace_begin ();
  add_copy (out, 0, TYPES ("\"c10::BFloat16\",\"long int\""));
  add_copy (out, 20, TYPES ("\"c10::BFloat16\",\"float\""));
  profile = trace_end (out);
  g_assert_cmpstr (shown_at (profile, 1000), ==, "copy f32|i64->bf16 · unrolled_elementwise");
  profile_unref (profile);

  out = trace_begin ();
  add_copy (out, 0, TYPES ("\"c10::BFloat16\",\"long int\""));
  add_copy (out, 20, TYPES ("\"c10::BFloat16\",\"float\""));
  add_copy (out, 40, TYPES ("\"c10::BFloat16\",\"bool\""));
  add_copy (out, 60, TYPES ("\"c10::BFloat16\",\"int\""));
  profile = trace_end (out);
  g_assert_cmpstr (shown_at (profile, 1000), ==, "copy any->bf16 · unrolled_elementwise");
  profile_unref (profile);

  /* Nothing tells what it reads. */
  out = trace_begin ();
  add_call (out, 0, 1);
  add_kernel (out, CASTING_COPY, 1000, 1, "");
  profile = trace_end (out);
  g_assert_cmpstr (shown_at (profile, 1000), ==, "copy bf16 · unrolled_elementwise");
  profile_unref (profile);
}

static void
check_reason (const StatTable *table, const char *name, StatReason expected)
{
  int column = stat_table_column (table, "precision");

  for (uint64_t row = 0; row < table->n_rows; row++)
    if (strcmp (stat_table_text (table, 0, row, NULL), name) == 0)
      {
        StatReason found = stat_table_reason (table, (uint32_t) column, row);

        g_assert_cmpint (found.kind, ==, expected.kind);
        g_assert_cmpstr (found.text, ==, expected.text);
        g_assert_cmpstr (found.also, ==, expected.also);
        return;
      }
  g_assert_not_reached ();
}

static void
a_row_says_what_decided_its_precision (void)
{
  const char *sort = "void cub::Sort<long, int>(int*)",
             *product = "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_kernel";
  StatTable table;
  GString *out = trace_begin ();

  add_operator (out, "aten::sort", 0, 10, TYPES ("\"float\",\"long int\""));
  add_call (out, 2, 1);
  add_operator (out, "aten::mm", 20, 10, TYPES ("\"float\",\"float\""));
  add_call (out, 22, 2);
  add_operator (out, "aten::add", 40, 10, TYPES ("\"c10::Half\",\"c10::Half\""));
  add_call (out, 42, 3);
  add_kernel (out, sort, 100, 1, "");
  add_kernel (out, product, 110, 2, "");
  add_kernel (out, "triton_poi_fused_add_0", 120, 3, "");
  add_kernel (out, "ampere_sgemm_128x64_tn", 130, 4, "");
  add_kernel (out, "triton_poi_fused_mul_1", 140, 5, "");
  const Profile *profile = trace_end (out);
  const StatsScope scope = stats_scope_whole (profile->trace, profile->steps);

  g_assert_true (stat_table_kind ("kernels")->compute (&scope, &(StatTableOptions){ 0 }, NULL, NULL, &table));
  check_reason (&table, sort, (StatReason){ STAT_REASON_TENSORS, "float32", "int64" });
  check_reason (
    &table, product,
    (StatReason){ STAT_REASON_NARROWER_NAME, "tf32 (f32 beside it is how tensors are stored)", "float32" });
  check_reason (&table, "triton_poi_fused_add_0", (StatReason){ STAT_REASON_TENSORS, "float16", NULL });
  check_reason (&table, "ampere_sgemm_128x64_tn",
                (StatReason){ STAT_REASON_NAME, "sgemm: single precision", NULL });
  check_reason (&table, "triton_poi_fused_mul_1",
                (StatReason){ STAT_REASON_UNKNOWN, "Inductor: named after operators, not types", NULL });
  g_assert_cmpint (stat_table_reason (&table, (uint32_t) stat_table_column (&table, "count"), 0).kind, ==,
                   STAT_REASON_NONE);
  stat_table_clear (&table);
  profile_unref (profile);
}

static void
the_innermost_operator_with_tensors_is_asked (void)
{
  GString *out = trace_begin ();

  add_operator (out, "outer", 0, 100, TYPES ("\"double\""));
  add_operator (out, "aten::linear", 10, 50, TYPES ("\"c10::BFloat16\",\"float\""));
  add_operator (out, "region", 12, 40, "\"Record function id\":1");
  add_operator (out, "scalars", 13, 30, TYPES ("\"Scalar\",\"\""));
  add_call (out, 15, 1); /* the bfloat16 one is the next around that tells */
  add_operator (out, "aten::any", 62, 10, TYPES ("\"bool\""));
  add_call (out, 64, 2);  /* tells of tensors, of no class: who is around it is not asked */
  add_call (out, 80, 3);  /* between: the outer one */
  add_call (out, 100, 4); /* behind its end */
  add_kernel (out, "triton_poi_fused_0", 200, 1, "");
  add_kernel (out, "triton_poi_fused_0", 210, 2, "");
  add_kernel (out, "triton_poi_fused_0", 220, 3, "");
  add_kernel (out, "triton_poi_fused_0", 230, 4, "");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 200, PRECISION_BF16);
  check_at (profile->trace, 210, PRECISION_UNKNOWN);
  check_at (profile->trace, 220, PRECISION_FP64);
  check_at (profile->trace, 230, PRECISION_UNKNOWN);
  profile_unref (profile);
}

static void
a_call_that_launched_several_says_nothing_of_one (void)
{
  GString *out = trace_begin ();

  add_operator (out, "replay", 0, 10, TYPES ("\"float\""));
  add_slice (out, "cuda_runtime", "cudaGraphLaunch", "1,\"tid\":2", 2, 1, "\"correlation\":9");
  add_kernel (out, "triton_poi_fused_0", 100, 9, "");
  add_kernel (out, "ampere_bf16_s16816gemm_bf16_64x64", 110, 9, "");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 100, PRECISION_UNKNOWN);
  check_at (profile->trace, 110, PRECISION_BF16);
  profile_unref (profile);
}

static void
operators_of_other_threads_are_not_asked (void)
{
  GString *out = trace_begin ();

  add_slice (out, "cpu_op", "aten::add", "1,\"tid\":3", 0, 100, TYPES ("\"float\""));
  add_slice (out, "user_annotation", "mine", "1,\"tid\":2", 0, 100, TYPES ("\"float\""));
  add_call (out, 15, 1);
  add_kernel (out, "triton_poi_fused_0", 200, 1, "");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 200, PRECISION_UNKNOWN);
  profile_unref (profile);
}

/* Also where no file told of a call. */
static void
collectives_tell_their_own (void)
{
  GString *out = trace_begin ();

  add_operator (out, "c10d::broadcast_", 0, 10, TYPES ("\"TensorList\""));
  add_call (out, 2, 1);
  add_operator (out, "nccl:all_reduce", 20, 10, TYPES ("\"c10::Half\""));
  add_call (out, 22, 2);
  add_kernel (out, "ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclWorkElem)", 100, 1, ",\"dtype\":\"Long\"");
  add_kernel (out, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 110, 2, ",\"dtype\":\"Float\"");
  add_kernel (out, "ncclKernel_Broadcast_RING_LL_Sum_int8_t(ncclWorkElem)", 120, 3, "");
  add_kernel (out, "not_a_collective", 130, 4, ",\"dtype\":\"Float\"");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 100, PRECISION_INT64);
  check_at (profile->trace, 110, PRECISION_FP16);
  check_at (profile->trace, 120, PRECISION_UNKNOWN);
  check_at (profile->trace, 130, PRECISION_UNKNOWN);
  profile_unref (profile);
}

static void
dimensions_are_read_where_types_differ (void)
{
  GString *out = trace_begin ();

  add_operator (out, "aten::mul", 0, 10, "\"Input Dims\":[[],[64]],\"Input type\":[\"double\",\"float\"]");
  add_call (out, 2, 1);
  add_operator (out, "aten::mul", 20, 10, "\"Input Dims\":[[64],[64]],\"Input type\":[\"double\",\"float\"]");
  add_call (out, 22, 2);
  add_operator (out, "aten::mul", 40, 10, "\"Input type\":[\"double\",\"float\"]");
  add_call (out, 42, 3);
  add_operator (out, "aten::copy_", 60, 10, TYPES ("\"c10::BFloat16\",\"float\",\"Scalar\""));
  add_call (out, 62, 4);
  for (int i = 1; i <= 4; i++)
    add_kernel (out, "triton_poi_fused_0", 90 + 10 * i, i, "");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 100, PRECISION_FP32);
  check_at (profile->trace, 110, PRECISION_FP64);
  check_at (profile->trace, 120, PRECISION_FP64);
  check_at (profile->trace, 130, PRECISION_FP32);
  profile_unref (profile);
}

/* The number that is wrapped up comes first, the tensor that is worked on far behind it. */
static void
long_lists_are_read_to_their_end (void)
{
  GString *out = trace_begin (), *arguments = g_string_new ("\"Input Dims\":[[]");

  for (int i = 0; i < 4000; i++)
    g_string_append (arguments, ",[]");
  g_string_append (arguments, ",[64]],\"Input type\":[\"double\"");
  for (int i = 0; i < 4000; i++)
    g_string_append (arguments, ",\"\"");
  g_string_append (arguments, ",\"float\"]");
  add_operator (out, "aten::mul", 0, 10, arguments->str);
  add_call (out, 2, 1);
  add_kernel (out, "triton_poi_fused_0", 100, 1, "");
  const Profile *profile = trace_end (out);

  check_at (profile->trace, 100, PRECISION_FP32);
  g_string_free (arguments, TRUE);
  profile_unref (profile);
}

static void
sums_are_of_the_window (void)
{
  GString *out = trace_begin ();
  PrecisionStats stats;
  int64_t begin_ns = 105000, end_ns = 130000;

  add_operator (out, "aten::add", 0, 10, TYPES ("\"float\""));
  add_call (out, 2, 1);
  add_kernel (out, "triton_poi_fused_0", 100, 1, "");
  add_kernel (out, "triton_poi_fused_0", 110, 0, "");
  add_kernel (out, "nvjet_tst_64x8_TNT", 120, 0, "");
  add_kernel (out, "MEMORY_COPY_HOST_TO_DEVICE", 125, 0, "");
  add_kernel (out, "ampere_sgemm_128x64_tn", 130, 0, "");
  const Profile *profile = trace_end (out);
  StatsScope scope = stats_scope_window (profile->trace, profile->steps, &begin_ns, &end_ns);

  g_assert_true (precision_stats_compute (&scope, NULL, NULL, &stats));
  g_assert_cmpint (stats.total_ns, ==, 10000);
  g_assert_cmpuint (stats.n_launches, ==, 2);
  g_assert_cmpint (stats.times.ns[PRECISION_UNKNOWN], ==, 5000);
  g_assert_cmpint (stats.times.ns[PRECISION_BF16], ==, 5000);
  g_assert_cmpint (stats.tensor_core_ns[PRECISION_BF16][TENSOR_CORE_YES], ==, 5000);
  g_assert_cmpint (stats.tensor_core_ns[PRECISION_UNKNOWN][TENSOR_CORE_UNKNOWN], ==, 5000);
  g_assert_cmpuint (stats.n_names, ==, 3);
  g_assert_cmpuint (stats.longest[PRECISION_BF16], ==, kernel_at (profile->trace, 120));
  g_assert_cmpuint (stats.longest[PRECISION_FP16], ==, SLICE_NONE);
  precision_stats_clear (&stats);

  scope = stats_scope_whole (profile->trace, profile->steps);
  g_assert_true (precision_stats_compute (&scope, NULL, NULL, &stats));
  g_assert_cmpint (stats.total_ns, ==, 20000);
  g_assert_cmpint (stats.times.ns[PRECISION_FP32], ==, 10000);

  const SliceColumns *slices = trace_slices (profile->trace);
  const PrecisionOfName *row =
    precision_stats_name (&stats, slice_name (slices, kernel_at (profile->trace, 100)));
  g_assert_nonnull (row);
  g_assert_cmpuint (row->n_by_operands, ==, 1);
  g_assert_cmpint (precision_times_largest (&row->times), ==, PRECISION_FP32);
  g_assert_null (precision_stats_name (&stats, 0));
  precision_stats_clear (&stats);
  profile_unref (profile);
}

/* Against adding up slice by slice. */
static void
sums_of_any_scope_are_those_of_counting (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int round = 0; round < 60; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      const KernelClasses *classes = kernel_classes_get (trace, NULL, NULL);
      const SliceColumns *slices = trace_slices (trace);
      PrecisionTimes expected = { 0 };
      PrecisionStats stats;
      uint64_t n = 0;

      for (uint64_t i = 0; i < slices->n; i++)
        {
          const TraceTrack *track = trace_track (trace, slices->track[i]);
          const NameClass *said = kernel_classes_name (classes, slice_name (slices, i));
          Precision precision = kernel_classes_precision (classes, i);

          if (slices->kind[i] != SLICE_KERNEL || (slices->flags[i] & SLICE_UNFINISHED)
              || said->category == KERNEL_MEMORY || !stats_scope_holds_start (&scope, slices->start_ns[i])
              || !stats_scope_holds_track (&scope, track))
            continue;
          expected.count[precision]++;
          expected.ns[precision] += slices->dur_ns[i];
          n++;
        }
      g_assert_true (precision_stats_compute (&scope, NULL, NULL, &stats));
      g_assert_true (memcmp (&stats.times, &expected, sizeof expected) == 0);
      g_assert_cmpuint (stats.n_launches, ==, n);
      precision_stats_clear (&stats);
    }
  g_rand_free (random);
}

/* ---- many at once, and none wanted ---- */

static bool
is_never_wanted (void *n_asked)
{
  ++*(int *) n_asked;
  return false;
}

static const Profile *
large_profile (void)
{
  GString *out = trace_begin ();

  for (int i = 0; i < 20000; i++)
    {
      add_operator (out, "aten::add", 10 * i, 9, TYPES ("\"float\""));
      add_call (out, 10 * i + 2, i + 1);
      add_kernel (out, "triton_poi_fused_0", 1000000 + 10 * i, i + 1, "");
    }
  return trace_end (out);
}

static void
what_is_not_wanted_ends_and_can_be_asked_again (void)
{
  const Profile *profile = large_profile ();
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  PrecisionStats stats;
  int n_asked = 0;

  g_assert_null (kernel_classes_get (profile->trace, is_never_wanted, &n_asked));
  g_assert_cmpint (n_asked, ==, 1);
  g_assert_false (precision_stats_compute (&scope, is_never_wanted, &n_asked, &stats));
  g_assert_null (stats.names);
  g_assert_true (precision_stats_compute (&scope, NULL, NULL, &stats));
  g_assert_cmpuint (stats.times.count[PRECISION_FP32], ==, 20000);
  precision_stats_clear (&stats);
  profile_unref (profile);
}

static void *
get (void *trace)
{
  return (void *) kernel_classes_get (trace, NULL, NULL);
}

static void
all_threads_get_the_same (void)
{
  const Profile *profile = large_profile ();
  pthread_t threads[8];
  void *first = NULL;

  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, get, (void *) profile->trace), ==, 0);
  for (size_t i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      void *found;

      pthread_join (threads[i], &found);
      first = first != NULL ? first : found;
      g_assert_nonnull (found);
      g_assert_true (found == first);
    }
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel_classes/each_launch_has_its_own_class", each_launch_has_its_own_class);
  g_test_add_func ("/kernel_classes/names_tell_what_casting_kernels_read",
                   names_tell_what_casting_kernels_read);
  g_test_add_func ("/kernel_classes/a_row_says_what_decided_its_precision",
                   a_row_says_what_decided_its_precision);
  g_test_add_func ("/kernel_classes/the_innermost_operator_with_tensors_is_asked",
                   the_innermost_operator_with_tensors_is_asked);
  g_test_add_func ("/kernel_classes/a_call_that_launched_several_says_nothing_of_one",
                   a_call_that_launched_several_says_nothing_of_one);
  g_test_add_func ("/kernel_classes/operators_of_other_threads_are_not_asked",
                   operators_of_other_threads_are_not_asked);
  g_test_add_func ("/kernel_classes/collectives_tell_their_own", collectives_tell_their_own);
  g_test_add_func ("/kernel_classes/dimensions_are_read_where_types_differ",
                   dimensions_are_read_where_types_differ);
  g_test_add_func ("/kernel_classes/long_lists_are_read_to_their_end", long_lists_are_read_to_their_end);
  g_test_add_func ("/kernel_classes/sums_are_of_the_window", sums_are_of_the_window);
  g_test_add_func ("/kernel_classes/sums_of_any_scope_are_those_of_counting",
                   sums_of_any_scope_are_those_of_counting);
  g_test_add_func ("/kernel_classes/what_is_not_wanted_ends_and_can_be_asked_again",
                   what_is_not_wanted_ends_and_can_be_asked_again);
  g_test_add_func ("/kernel_classes/all_threads_get_the_same", all_threads_get_the_same);
  return g_test_run ();
}
