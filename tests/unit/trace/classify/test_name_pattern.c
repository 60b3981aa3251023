/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/name_pattern.h"

/* In a buffer of exactly that size, so that reading on is seen. */
static bool
matches (const char *pattern, const char *name)
{
  size_t length = strlen (name);
  char *exact = malloc (length > 0 ? length : 1);

  memcpy (exact, name, length);
  NameText text = name_text_of (exact, length);
  bool found = name_pattern_matches (pattern, &text);
  free (exact);
  return found;
}

static void
check_all (const char *pattern, bool expected, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      if (matches (pattern, *names) != expected)
        g_test_message ("%s: %s", pattern, *names);
      g_assert_cmpint (matches (pattern, *names), ==, expected);
    }
}

#define YES(pattern, ...) check_all (pattern, true, (const char *const[]){ __VA_ARGS__, NULL })
#define NO(pattern, ...)  check_all (pattern, false, (const char *const[]){ __VA_ARGS__, NULL })

static void
text_stands_anywhere_in_either_case (void)
{
  YES ("nccl", "nccl", "xNcCl", "NCCLy", "aanccl");
  NO ("nccl", "", "ncc", "nc cl", "cl");
  YES ("a", "a", "BA");
}

static void
anchors_hold_the_ends (void)
{
  YES ("^ab", "ab", "ABc");
  NO ("^ab", "xab", "a", "");
  YES ("ab$", "ab", "xab", "abxab");
  NO ("ab$", "abx", "");
  YES ("^ab$", "ab");
  NO ("^ab$", "abab", "ab ");
}

static void
stars_and_marks_stand_for_what_is_between (void)
{
  YES ("^a*c$", "ac", "abc", "abcbc");
  NO ("^a*c$", "abcb", "c");
  YES ("a*b*c", "axxbxxc", "abc", "aabbcc");
  NO ("a*b*c", "acb", "bca");
  YES ("^a?c$", "abc");
  NO ("^a?c$", "ac", "abbc");
  YES ("a**b", "ab", "axb");
}

static void
a_star_is_taken_back_as_far_as_needed (void)
{
  YES ("a*ab$", "aab", "aaaab", "abab", "axxabxab");
  YES ("*ab", "aaab");
  YES ("a*b%", "ab1b_");
}

static void
digits_are_all_that_stand_there (void)
{
  YES ("sm#_", "sm90_", "sm100_x", "nvjet_sm103_");
  NO ("sm#_", "sm_", "smx_", "sm90");
  YES ("#x#", "16x8", "tensor16x8x16");
  /* All of them: nothing is left for a digit behind. */
  NO ("a#1", "a11", "a1");
}

static void
edges_of_words_part_letters (void)
{
  YES ("%half%", "half", "at::Half", "__half2", "x_half_y", "32half", "half_t");
  NO ("%half%", "behalf", "halfway", "xhalfx");
  YES ("int%", "int", "point", "int4", "int*");
  NO ("int%", "interval");
  YES ("%f16", "f16f16", "_f16", "f32f16");
  NO ("%f16", "bf16", "xf16");
}

static void
what_must_not_stand_before (void)
{
  YES ("~ue4m3", "e4m3", "MxE4m3", "ue4m3_e4m3");
  NO ("~ue4m3", "ue4m3", "Avec16UE4M3");
}

static void
escaped_characters_are_themselves (void)
{
  YES ("f\\*", "float*f*", "f*");
  NO ("f\\*", "f", "fx");
  YES ("a\\\\b", "a\\b");
  YES ("\\#\\%\\~\\^\\$\\?", "x#%~^$?");
}

static void
names_may_hold_any_bytes (void)
{
  NameText text = name_text_of ("a\0nccl\xff", 7);

  g_assert_true (name_pattern_matches ("nccl", &text));
  g_assert_true (name_pattern_matches ("^a?nccl", &text));
  g_assert_false (name_pattern_matches ("ac", &text));
}

/* Pairs of characters only say early what trying finds out: against trying without them. */
static bool
matches_slowly (const char *pattern, const char *name)
{
  if (*pattern == '\0')
    return true;
  if (*pattern == '*')
    return matches_slowly (pattern + 1, name) || (*name != '\0' && matches_slowly (pattern, name + 1));
  if (*pattern == '?')
    return *name != '\0' && matches_slowly (pattern + 1, name + 1);
  return *name == *pattern && matches_slowly (pattern + 1, name + 1);
}

static void
any_pattern_finds_what_trying_everything_finds (void)
{
  GRand *random = g_rand_new_with_seed (7);
  unsigned n_found = 0;

  for (int round = 0; round < 20000; round++)
    {
      char pattern[8] = "", name[12] = "", anywhere[10];
      int n = g_rand_int_range (random, 1, 7), m = g_rand_int_range (random, 0, 11);

      for (int i = 0; i < n; i++)
        pattern[i] = "ab*?b"[g_rand_int_range (random, 0, 5)];
      for (int i = 0; i < m; i++)
        name[i] = "ab"[g_rand_int_range (random, 0, 2)];
      g_snprintf (anywhere, sizeof anywhere, "*%s", pattern);
      n_found += matches_slowly (anywhere, name);
      if (matches (pattern, name) != matches_slowly (anywhere, name))
        g_test_message ("%s in %s", pattern, name);
      g_assert_cmpint (matches (pattern, name), ==, matches_slowly (anywhere, name));
    }
  g_assert_cmpuint (n_found, >, 2000);
  g_assert_cmpuint (n_found, <, 18000);
  g_rand_free (random);
}

static void
patterns_that_say_nothing_are_refused (void)
{
  static const char *const wrong[] = { "", "*", "^", "$", "%", "^*$", "a^", "$a", "a~", "a\\", "?*%", "~a" };
  static const char *const right[] = { "a", "^a", "a$", "#", "\\*", "a\\^b", "^\\^", "~aa", "\\~" };
  g_autofree char *longest = g_strnfill (NAME_PATTERN_MAX_BYTES, 'a');
  g_autofree char *too_long = g_strnfill (NAME_PATTERN_MAX_BYTES + 1, 'a');

  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      if (name_pattern_check (wrong[i]) == NULL)
        g_test_message ("%s", wrong[i]);
      g_assert_nonnull (name_pattern_check (wrong[i]));
    }
  for (size_t i = 0; i < G_N_ELEMENTS (right); i++)
    g_assert_cmpstr (name_pattern_check (right[i]), ==, NULL);
  g_assert_null (name_pattern_check (longest));
  g_assert_nonnull (name_pattern_check (too_long));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name_pattern/text_stands_anywhere_in_either_case", text_stands_anywhere_in_either_case);
  g_test_add_func ("/name_pattern/anchors_hold_the_ends", anchors_hold_the_ends);
  g_test_add_func ("/name_pattern/stars_and_marks_stand_for_what_is_between",
                   stars_and_marks_stand_for_what_is_between);
  g_test_add_func ("/name_pattern/a_star_is_taken_back_as_far_as_needed",
                   a_star_is_taken_back_as_far_as_needed);
  g_test_add_func ("/name_pattern/digits_are_all_that_stand_there", digits_are_all_that_stand_there);
  g_test_add_func ("/name_pattern/edges_of_words_part_letters", edges_of_words_part_letters);
  g_test_add_func ("/name_pattern/what_must_not_stand_before", what_must_not_stand_before);
  g_test_add_func ("/name_pattern/escaped_characters_are_themselves", escaped_characters_are_themselves);
  g_test_add_func ("/name_pattern/names_may_hold_any_bytes", names_may_hold_any_bytes);
  g_test_add_func ("/name_pattern/any_pattern_finds_what_trying_everything_finds",
                   any_pattern_finds_what_trying_everything_finds);
  g_test_add_func ("/name_pattern/patterns_that_say_nothing_are_refused",
                   patterns_that_say_nothing_are_refused);
  return g_test_run ();
}
