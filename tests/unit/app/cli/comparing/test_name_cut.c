/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of a column: short enough, and different where they were. */

#include "app/cli/comparing/name_cut.h"

#include <string.h>

#include "app/cli/out/text_width.h"

#define WIDTH 40

/* Names that differ in no way may be cut to the same text. */
static void
check_different (const char *const *names, guint n, size_t widest)
{
  g_autoptr (GPtrArray) cuts = names_cut (names, n, WIDTH);

  g_assert_cmpuint (cuts->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_utf8_validate (cuts->pdata[i], -1, NULL));
      g_assert_cmpuint (text_columns (cuts->pdata[i]), <=, widest);
      for (guint j = 0; j < n; j++)
        g_assert_true ((strcmp (names[i], names[j]) == 0) == (strcmp (cuts->pdata[i], cuts->pdata[j]) == 0));
    }
}

static void
check_cut (const char *name, const char *expected)
{
  g_autoptr (GPtrArray) cuts = names_cut (&name, 1, WIDTH);

  g_assert_cmpstr (cuts->pdata[0], ==, expected);
}

static void
test_a_long_name_loses_its_middle (void)
{
  check_cut ("", "");
  check_cut ("exactly_forty_long__exactly_forty_long__", "exactly_forty_long__exactly_forty_long__");
  check_cut ("abcdefghijklmnopqrstuvwxyz0123456789abcde", "abcdefghijklmnopqrstuvwx…0123456789abcde");
  check_cut ("核核核核核核核核核核核核核核核核核核核核核", "核核核核核核核核核核核核…核核核核核核核");
}

static void
test_different_names_stay_different (void)
{
  static const char *const in_the_middle[] = {
    "a_name_that_begins_like_ONE_and_ends_very_much_like_others",
    "a_name_that_begins_like_TWO_and_ends_very_much_like_others",
    "a_name_that_begins_like_TWO_and_ends_very_much_like_others",
    "short",
    "a_name_that_begins_like_THREE_and_ends_very_much_like_others",
  };
  static const char *const in_two_places[] = {
    "a_name_that_begins_like_A_and_goes_on_for_long_like_C_and_ends_like_others",
    "a_name_that_begins_like_A_and_goes_on_for_long_like_D_and_ends_like_others",
    "a_name_that_begins_like_B_and_goes_on_for_long_like_C_and_ends_like_others",
    "a_name_that_begins_like_B_and_goes_on_for_long_like_D_and_ends_like_others",
  };
  static const char *const wide[] = { "核函数核函数核函数核函数核函数一核函数核函数核函数核函数",
                                      "核函数核函数核函数核函数核函数二核函数核函数核函数核函数" };

  check_different (in_the_middle, G_N_ELEMENTS (in_the_middle), WIDTH);
  check_different (in_two_places, G_N_ELEMENTS (in_two_places), WIDTH);
  check_different (wide, G_N_ELEMENTS (wide), WIDTH);
}

/* Of names that are alike but for their lengths, something stays long. */
static void
test_names_of_one_character_stay_different (void)
{
  char *names[30];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    names[i] = g_strnfill (30 + i, 'x');
  check_different ((const char *const *) names, G_N_ELEMENTS (names), 30 + 30);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (names[i]);
}

static void
test_any_names_stay_different (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);

  for (int round = 0; round < 200; round++)
    {
      char *names[12];

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          GString *name = g_string_new (NULL);
          int length = g_rand_int_range (random, 0, 80);

          for (int c = 0; c < length; c++)
            g_string_append (name, g_rand_int_range (random, 0, 30) == 0 ? "核" : "a");
          names[i] = g_string_free (name, FALSE);
        }
      check_different ((const char *const *) names, G_N_ELEMENTS (names), 160);
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        g_free (names[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name_cut/a_long_name_loses_its_middle", test_a_long_name_loses_its_middle);
  g_test_add_func ("/name_cut/different_names_stay_different", test_different_names_stay_different);
  g_test_add_func ("/name_cut/names_of_one_character_stay_different",
                   test_names_of_one_character_stay_different);
  g_test_add_func ("/name_cut/any_names_stay_different", test_any_names_stay_different);
  return g_test_run ();
}
