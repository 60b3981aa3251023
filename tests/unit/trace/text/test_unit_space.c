/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/unit_space.h"

#include <glib.h>

static void
test_numbers_keep_their_units (void)
{
  /* A tilde stands for a no-break space. */
  static const struct
  {
    const char *sentence, *firm;
  } sentences[] = {
    { "", "" },
    { "It takes 1.204 ms of a step of 16.01 s (7.5 %).", "It takes 1.204~ms of a step of 16.01~s (7.5~%)." },
    { "2 min 04 s; 3 h; 200.0 µs, 81.2 MB at 3 GB/s: 12 ns", "2~min 04~s; 3~h; 200.0~µs, 81.2~MB at 3~GB/s: 12~ns" },
    { "In 3 of 7 steps, 12 sent and 4 days", "In 3 of 7 steps, 12 sent and 4 days" },
    { "The longest, `copy 4 s`, takes 5 s", "The longest, `copy 4 s`, takes 5~s" },
    { "A tick ` opens 4 s", "A tick ` opens 4 s" },
    { "5 ", "5 " },
    { " ms", " ms" },
    { "7 %) and 8 s`", "7~%) and 8~s`" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autofree char *firm = unit_space_firm (sentences[i].sentence);
      g_auto (GStrv) pieces = g_strsplit (sentences[i].firm, "~", -1);
      g_autofree char *expected = g_strjoinv ("\u00a0", pieces);

      g_assert_cmpstr (firm, ==, expected);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unit_space/numbers_keep_their_units", test_numbers_keep_their_units);
  return g_test_run ();
}
