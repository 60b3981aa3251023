/* SPDX-License-Identifier: Apache-2.0
 *
 * Valid JSON from anything. */

#include <glib.h>
#include <string.h>

#include "trace/json/json_strict.h"

static void
check (void (*append) (GString *out, const char *text, size_t length), const char *text, const char *expected)
{
  g_autoptr (GString) out = g_string_new (NULL);

  append (out, text, strlen (text));
  g_assert_cmpstr (out->str, ==, expected);
  g_assert_true (json_is_strict (out->str, out->len));
}

static void
bytes_become_a_string (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  check (json_append_bytes, "", "\"\"");
  check (json_append_bytes, "a\"b\\n\n\x1b\x7f", "\"a\\\"b\\\\n\\u000a\\u001b\\u007f\"");
  check (json_append_bytes, "µ\xf0\x9f\x98\x80", "\"µ\xf0\x9f\x98\x80\"");
  check (json_append_bytes, "\xff\xc3(\xed\xa0\x80",
         "\"\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  json_append_bytes (out, "a\0b\xc3", 4);
  g_assert_cmpstr (out->str, ==, "\"a\\u0000b\xef\xbf\xbd\"");
}

static void
contents_keep_their_escapes (void)
{
  check (json_append_content, "a\\\"b\\\\c\\n\\u00e9", "\"a\\\"b\\\\c\\n\\u00e9\"");
  check (json_append_content, "a\"b", "\"a\\\"b\"");
  check (json_append_content, "\\x \\u12 \\", "\"\\\\x \\\\u12 \\\\\"");
  check (json_append_content, "\t", "\"\\u0009\"");
}

static void
values_are_checked (void)
{
  static const char *const y[] = { "0",
                                   "-1.5e3",
                                   "12345678901234567890",
                                   "true",
                                   "null",
                                   "\"a\\n\"",
                                   "[]",
                                   "{}",
                                   "[1,[2,{\"a\":[]}],\"x\"]",
                                   " { \"a\" : [ 1 , 2 ] } ",
                                   "{\"a\":{},\"b\":[{}]}" };
  static const char *const n[] = { "",          " ",       "01",   "+1",         ".5",
                                   "NaN",       "[NaN]",   "[1,]", "{\"a\":1,}", "[1 2]",
                                   "{\"a\" 1}", "{a:1}",   "[1",   "1]",         "[1}",
                                   "{\"a\":1]", "[1]]",    "1 2",  "\"a",        "\"\xff\"",
                                   "\"\n\"",    "\"\\x\"", "[,1]", "{\"a\":}",   "nul" };
  g_autoptr (GString) deep = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    {
      g_assert_true (json_is_strict (y[i], strlen (y[i])));
      check (json_append_value, y[i], y[i]);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      g_assert_false (json_is_strict (n[i], strlen (n[i])));
      json_append_value (out, n[i], strlen (n[i]));
      g_assert_true (json_is_strict (out->str, out->len));
    }
  for (int i = 0; i < 300; i++)
    g_string_append_c (deep, '[');
  g_assert_false (json_is_strict (deep->str, deep->len));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json_strict/bytes", bytes_become_a_string);
  g_test_add_func ("/json_strict/contents", contents_keep_their_escapes);
  g_test_add_func ("/json_strict/values", values_are_checked);
  return g_test_run ();
}
