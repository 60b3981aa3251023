/* SPDX-License-Identifier: Apache-2.0
 *
 * Relative changes as people read them. */

#include "trace/compare/percent_change.h"

#include <glib.h>
#include <math.h>

static void
test_no_change_has_no_sign (void)
{
  /* clang-format off */
  static const struct
  {
    double ratio;
    const char *text;
  } changes[] = {
    { 0,        "0.0 %" },
    { -0.0,     "0.0 %" },
    { 0.0004,   "0.0 %" },
    { -0.0004,  "0.0 %" },
    { 0.0006,   "+0.1 %" },
    { -0.0006,  "-0.1 %" },
    { 0.27,     "+27 %" },
    { -0.1,     "-10 %" },
    { -0.9996,  "-99.96 %" },
    { NAN,      "n/a" },
  };
  /* clang-format on */

  for (size_t i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *text = percent_change_text (changes[i].ratio);
      g_assert_cmpstr (text, ==, changes[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/percent_change/no_change_has_no_sign", test_no_change_has_no_sign);
  return g_test_run ();
}
