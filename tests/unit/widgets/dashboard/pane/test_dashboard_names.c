/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "widgets/dashboard/pane/distinct_names.h"
#include "widgets/look/duration_column.h"

static void
assert_distinct (const char *const *names, size_t n, double width_px)
{
  TextCache *cache = text_cache_new (NULL, 1);
  g_autoptr (GPtrArray) shown = distinct_names_fit (cache, TEXT_CAPTION, width_px, names, n);

  g_assert_cmpuint (shown->len, ==, n);
  for (size_t i = 0; i < n; i++)
    {
      g_assert_true (g_utf8_validate (shown->pdata[i], -1, NULL));
      g_assert_cmpfloat (text_width_px (cache, TEXT_CAPTION, shown->pdata[i]), <=, width_px);
      for (size_t j = 0; j < i; j++)
        g_assert_cmpstr (shown->pdata[i], !=, shown->pdata[j]);
    }
  text_cache_free (cache);
}

static void
test_names_that_differ_in_the_middle (void)
{
  const char *const names[] = {
    "embedding_backward f32 unweighted cta_per_row_1 rowwise_adagrad · fbgemm",
    "embedding_backward f32 unweighted warp_per_row_1 rowwise_adagrad · fbgemm",
    "add f32 · vectorized_elementwise",
    "größer größer größer größer größer 甲 größer größer größer größer größer",
    "größer größer größer größer größer 乙 größer größer größer größer größer",
  };

  assert_distinct (names, G_N_ELEMENTS (names), 330);
}

/* The kernels of one library, of which a narrow legend has room for a third of each name. */
static void
test_names_of_one_family (void)
{
  const char *const names[] = {
    "AllReduce bf16 · nccl RING_LL",
    "gemm bf16 192x192_64x4 NTN coopB · nvjet",
    "gemm bf16 256x128_64x4 NTN coopA · nvjet",
    "flash_bwd_dq_dk_dv_loop_seqk_parallel bf16 64x128 · flash-attn",
    "gemm bf16 192x192_64x4 NNN coopB · nvjet",
    "gemm bf16 128x256_64x4 NNN coopA · nvjet",
    "gemm bf16 128x256_64x4 TNN coopA <1x2> · nvjet",
    "gemm bf16 256x128_64x4 TNN coopA · nvjet",
    "gemm bf16 128x256_64x4 NTN coopA · nvjet",
    "gemm bf16 256x128_64x4 NNN coopA <1x2> · nvjet",
    "gemm bf16 128x256_64x4 TNN coopA <2x1> · nvjet",
    "fused_adam f32 · multi_tensor_apply",
    "gemm bf16 128x192_64x5 NTN coopB · nvjet",
    "gemm bf16 256x128_64x4 NNN coopA <2x1> · nvjet",
    "gemm bf16 192x192_64x4 TNN coopB · nvjet",
  };

  assert_distinct (names, G_N_ELEMENTS (names), 130);
  assert_distinct (names, G_N_ELEMENTS (names), 95);
}

static void
test_names_that_fit_stay (void)
{
  const char *const names[] = { "a", "add f32", "" };
  TextCache *cache = text_cache_new (NULL, 1);
  g_autoptr (GPtrArray) shown = distinct_names_fit (cache, TEXT_CAPTION, 200, names, G_N_ELEMENTS (names));

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (shown->pdata[i], ==, names[i]);
  text_cache_free (cache);
}

static void
test_no_room_at_all (void)
{
  const char *const names[] = { "add f32 · vectorized_elementwise", "add f32 · vectorized_elementwise2" };
  TextCache *cache = text_cache_new (NULL, 1);
  g_autoptr (GPtrArray) shown = distinct_names_fit (cache, TEXT_CAPTION, 3, names, G_N_ELEMENTS (names));

  g_assert_cmpuint (shown->len, ==, 2);
  text_cache_free (cache);
}

static void
test_column_has_one_unit (void)
{
  static const struct
  {
    int64_t largest_ns, ns;
    const char *text;
  } wanted[] = {
    { 130660000, 130660000, "130.66\u00a0ms" },
    { 130660000, 5650, "0.01\u00a0ms" },
    { 130660000, 0, "0.00\u00a0ms" },
    { 9500000, 1234567, "1.235\u00a0ms" },
    { 812, 812, "812\u00a0ns" },
    { 812, 7, "7\u00a0ns" },
    { INT64_C (2500) * 1000000000, INT64_C (1234567890123), "1,234.57\u00a0s" },
    { 20000, 999999, "1,000.00\u00a0µs" },
    { INT64_MAX, INT64_MAX, "9,223,372,036.85\u00a0s" },
    { 0, 0, "0\u00a0ns" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      DurationColumn column = duration_column_of (wanted[i].largest_ns);
      char buffer[NUMBER_TEXT_MAX];

      g_assert_cmpstr (duration_column_text (&column, &number_style_c, wanted[i].ns, buffer), ==,
                       wanted[i].text);
    }
}

static void
test_ends_of_a_span_are_told_apart (void)
{
  static const struct
  {
    int64_t begin_ns, end_ns;
    const char *begin, *end;
  } wanted[] = {
    { 12400000, 13100000, "12.40\u00a0ms", "13.10\u00a0ms" },
    { INT64_C (10000000000), INT64_C (10001000000), "10.0000\u00a0s", "10.0010\u00a0s" },
    { INT64_C (10000000000), INT64_C (10000000001), "10.000000000\u00a0s", "10.000000001\u00a0s" },
    { 0, 500, "0\u00a0ns", "500\u00a0ns" },
    { 5, 5, "5\u00a0ns", "5\u00a0ns" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      DurationColumn column = duration_column_of_span (wanted[i].begin_ns, wanted[i].end_ns);
      char buffer[NUMBER_TEXT_MAX];

      g_assert_cmpstr (duration_column_text (&column, &number_style_c, wanted[i].begin_ns, buffer), ==,
                       wanted[i].begin);
      g_assert_cmpstr (duration_column_text (&column, &number_style_c, wanted[i].end_ns, buffer), ==,
                       wanted[i].end);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/distinct_names/keep_what_they_differ_in", test_names_that_differ_in_the_middle);
  g_test_add_func ("/distinct_names/of_one_family_keep_the_words_that_tell_them_apart",
                   test_names_of_one_family);
  g_test_add_func ("/distinct_names/that_fit_stay", test_names_that_fit_stay);
  g_test_add_func ("/distinct_names/without_room_are_cut_to_nothing", test_no_room_at_all);
  g_test_add_func ("/duration_column/has_one_unit_and_as_many_decimals", test_column_has_one_unit);
  g_test_add_func ("/duration_column/tells_the_ends_of_a_span_apart", test_ends_of_a_span_are_told_apart);
  return g_test_run ();
}
