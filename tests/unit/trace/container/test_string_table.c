/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/container/string_table.h"

static uint32_t
intern (StringTable *table, const char *text, size_t length)
{
  uint32_t id = UINT32_MAX;

  g_assert_true (string_table_intern (table, text, length, &id));
  return id;
}

static void
check_text (const StringTable *table, uint32_t id, const char *text, size_t length)
{
  size_t n;
  const char *got = string_table_get (table, id, &n);

  g_assert_cmpuint (n, ==, length);
  g_assert_true (memcmp (got, text, n) == 0);
  g_assert_cmpint (got[n], ==, '\0');
}

static void
the_empty_string_is_id_0 (void)
{
  StringTable *table = string_table_new ();
  uint32_t id = 7;

  g_assert_cmpuint (string_table_count (table), ==, 1);
  check_text (table, STRING_EMPTY, "", 0);
  g_assert_true (string_table_find (table, "", 0, &id));
  g_assert_cmpuint (id, ==, STRING_EMPTY);
  g_assert_cmpuint (intern (table, "not looked at", 0), ==, STRING_EMPTY);
  g_assert_cmpuint (string_table_count (table), ==, 1);
  string_table_free (table);
  string_table_free (NULL);
}

static void
ids_are_dense_in_order_of_appearance (void)
{
  static const char *const texts[] = { "b", "a", "b", "aa", "a", "ab", "" };
  static const uint32_t ids[] = { 1, 2, 1, 3, 2, 4, 0 };
  StringTable *table = string_table_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_cmpuint (intern (table, texts[i], strlen (texts[i])), ==, ids[i]);
  g_assert_cmpuint (string_table_count (table), ==, 5);
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    check_text (table, ids[i], texts[i], strlen (texts[i]));
  g_assert_cmpstr (string_table_get (table, 3, NULL), ==, "aa");
  string_table_free (table);
}

static void
texts_are_bytes_of_any_value (void)
{
  StringTable *table = string_table_new ();
  uint32_t plain = intern (table, "ab", 2), nul = intern (table, "a\0b", 3);
  uint32_t two_nuls = intern (table, "a\0\0b", 4), trailing = intern (table, "ab\0", 3);
  uint32_t only_nul = intern (table, "\0", 1), invalid = intern (table, "\xff\xc0\x80", 3);

  g_assert_cmpuint (string_table_count (table), ==, 7);
  check_text (table, plain, "ab", 2);
  check_text (table, nul, "a\0b", 3);
  check_text (table, two_nuls, "a\0\0b", 4);
  check_text (table, trailing, "ab\0", 3);
  check_text (table, only_nul, "\0", 1);
  check_text (table, invalid, "\xff\xc0\x80", 3);
  string_table_free (table);
}

static void
find_adds_nothing (void)
{
  StringTable *table = string_table_new ();
  uint32_t a = intern (table, "a", 1), id = 99;

  g_assert_false (string_table_find (table, "b", 1, &id));
  g_assert_cmpuint (id, ==, 99);
  g_assert_cmpuint (string_table_count (table), ==, 2);
  g_assert_true (string_table_find (table, "a", 1, &id));
  g_assert_cmpuint (id, ==, a);
  string_table_free (table);
}

#define MANY 200000u

static size_t
make_text (char text[32], uint32_t i)
{
  return (size_t) g_snprintf (text, 32, "name %x %u", i % 977, i);
}

static void
many_strings_are_found_again (void)
{
  StringTable *table = string_table_new ();
  char text[32];
  uint32_t id;

  for (uint32_t i = 0; i < MANY; i++)
    g_assert_cmpuint (intern (table, text, make_text (text, i)), ==, i + 1);
  for (uint32_t i = 0; i < MANY; i++)
    {
      size_t n = make_text (text, i);

      g_assert_true (string_table_find (table, text, n, &id));
      g_assert_cmpuint (id, ==, i + 1);
      check_text (table, id, text, n);
    }
  g_assert_cmpuint (string_table_count (table), ==, MANY + 1);
  string_table_free (table);
}

static void
random_bytes_agree_with_a_hash_table (void)
{
  StringTable *table = string_table_new ();
  GHashTable *ids = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  GRand *random = g_rand_new_with_seed (11);

  for (int round = 0; round < 20000; round++)
    {
      char text[8];
      size_t n = (size_t) g_rand_int_range (random, 0, sizeof text);

      for (size_t i = 0; i < n; i++)
        text[i] = (char) g_rand_int_range (random, -1, 3);
      GBytes *bytes = g_bytes_new (text, n);
      gpointer known;
      uint32_t expected = n == 0 ? STRING_EMPTY : string_table_count (table);
      if (g_hash_table_lookup_extended (ids, bytes, NULL, &known))
        expected = GPOINTER_TO_UINT (known);
      g_assert_cmpuint (intern (table, text, n), ==, expected);
      g_hash_table_insert (ids, bytes, GUINT_TO_POINTER (expected));
    }
  g_rand_free (random);
  g_hash_table_destroy (ids);
  string_table_free (table);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string_table/the_empty_string_is_id_0", the_empty_string_is_id_0);
  g_test_add_func ("/string_table/ids_are_dense_in_order_of_appearance",
                   ids_are_dense_in_order_of_appearance);
  g_test_add_func ("/string_table/texts_are_bytes_of_any_value", texts_are_bytes_of_any_value);
  g_test_add_func ("/string_table/find_adds_nothing", find_adds_nothing);
  g_test_add_func ("/string_table/many_strings_are_found_again", many_strings_are_found_again);
  g_test_add_func ("/string_table/random_bytes_agree_with_a_hash_table",
                   random_bytes_agree_with_a_hash_table);
  return g_test_run ();
}
