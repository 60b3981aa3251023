/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/size_text.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/size_text/sizes_have_one_decimal_that_is_never_rounded_up", test_sizes);
  g_test_add_func ("/size_text/counts_are_grouped", test_counts);
  return g_test_run ();
}
