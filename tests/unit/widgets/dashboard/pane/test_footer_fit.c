/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a footer is cut that is too long for its card. A character is one wide here. */

#include "widgets/dashboard/pane/footer_fit.h"

#include <glib.h>

static double
count_characters (const char *text, void *data)
{
  int *n_calls = data;

  ++*n_calls;
  return (double) g_utf8_strlen (text, -1);
}

/* Checks what is left of a text at that width, and that it fits. */
static void
check (const char *text, int width, const char *expected)
{
  int n_calls = 0;
  g_autofree char *cut = footer_fit (text, width, count_characters, &n_calls);

  g_assert_cmpstr (cut, ==, expected);
  g_assert_cmpint (g_utf8_strlen (cut, -1), <=, MAX (width, 1));
  g_assert_cmpint (n_calls, <=, 16);
}

static void
test_what_fits_stays (void)
{
  check ("Of 1.770 s kernel time; 83.0 % of window × GPUs", 47,
         "Of 1.770 s kernel time; 83.0 % of window × GPUs");
  check ("", 0, "");
}

static void
test_it_is_cut_at_the_end_of_a_part (void)
{
  const char *text = "Of 1.770 s kernel time; 104.3 % of window × GPUs (kernels overlap)";

  check (text, 65, "Of 1.770 s kernel time; 104.3 % of window × GPUs…");
  check (text, 49, "Of 1.770 s kernel time; 104.3 % of window × GPUs…");
  check (text, 48, "Of 1.770 s kernel time…");
  check (text, 23, "Of 1.770 s kernel time…");
  check ("Kernel, memcpy or memset time ÷ 848.3 ms × 2 GPUs", 48, "Kernel, memcpy or memset time…");
  check ("Total time, share of all kernel time (1.770 s), launches; 29 other names: 18.7 %", 50,
         "Total time, share of all kernel time (1.770 s)…");
}

static void
test_it_is_cut_after_a_character_where_a_part_would_say_too_little (void)
{
  check ("Kernel, memcpy or memset time ÷ 848.3 ms × 2 GPUs", 20, "Kernel, memcpy or m…");
  check ("Kernel, memcpy or memset time ÷ 848.3 ms × 2 GPUs", 16, "Kernel, memcpy…");
  check ("Durations of größer annotations", 19, "Durations of größe…");
  check ("Durations", 1, "…");
  check ("Durations", 0, "…");
}

static void
test_brackets_stay_together (void)
{
  check ("Launches, share of all launches (4,032, of them 12 in graphs), total time", 60,
         "Launches, share of all launches…");
}

#define TEST(name) g_test_add_func ("/footer_fit/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (what_fits_stays);
  TEST (it_is_cut_at_the_end_of_a_part);
  TEST (it_is_cut_after_a_character_where_a_part_would_say_too_little);
  TEST (brackets_stay_together);
  return g_test_run ();
}
