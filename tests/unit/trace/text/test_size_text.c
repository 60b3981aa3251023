/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/size_text.h"

#include <math.h>
#include <string.h>

static void
test_sizes (void)
{
  static const struct
  {
    uint64_t bytes;
    const char *text;
  } sizes[] = {
    { 0, "0 bytes" },
    { 999, "999 bytes" },
    { 1000, "1.0 kB" },
    { 1999, "1.9 kB" },
    { 81234567, "81.2 MB" },
    { 999999999, "999.9 MB" },
    { 1000000000000, "1.0 TB" },
    { UINT64_MAX, "18446.7 PB" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *text = size_text (sizes[i].bytes);
      g_assert_cmpstr (text, ==, sizes[i].text);
    }
}

static void
test_counts (void)
{
  static const struct
  {
    uint64_t count;
    const char *text;
  } counts[] = {
    { 0, "0" },
    { 999, "999" },
    { 1000, "1,000" },
    { 274032, "274,032" },
    { UINT64_MAX, "18,446,744,073,709,551,615" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = count_text (counts[i].count);
      g_assert_cmpstr (text, ==, counts[i].text);
    }
}

static void
test_figures (void)
{
  /* clang-format off */
  static const struct
  {
    double value;
    const char *text;
  } figures[] = {
    { 0, "0" },
    { -0.0, "0" },
    { 4, "4" },
    { 98.32, "98.32" },
    { 0.5, "0.5" },
    { 12.3456, "12.35" },
    { 999.96, "1,000" },
    { 9.9996, "10" },
    { 1234.5, "1,234" },
    { 1234567, "1,234,567" },
    { 1e15, "1,000,000,000,000,000" },
    { 8.33667e-07, "0.0000008337" },
    { -8.33667e-07, "-0.0000008337" },
    { -1234567, "-1,234,567" },
    { 1e-300, "0" },
    { -1e-300, "0" },
    { NAN, "n/a" },
    { -INFINITY, "n/a" },
  };
  /* clang-format on */

  for (size_t i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *text = figure_text (figures[i].value);
      g_assert_cmpstr (text, ==, figures[i].text);
    }
  g_autofree char *largest = figure_text (G_MAXDOUBLE);
  g_assert_cmpuint (strlen (largest), ==, 309 + 102);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/size_text/sizes_have_one_decimal_that_is_never_rounded_up", test_sizes);
  g_test_add_func ("/size_text/counts_are_grouped", test_counts);
  g_test_add_func ("/size_text/figures_are_plain_decimals", test_figures);
  return g_test_run ();
}
