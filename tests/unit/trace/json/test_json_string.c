/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "tests/unit/trace/json/token_reading.h"

static void
strings_end_at_their_quote (void)
{
  static const char *const plain[] = {
    "\"\"",
    "\"a\"",
    "\"ProfilerStep#12\"",
    "\"0123456789abcdef\"",
    "\"0123456789abcde, long enough for a few blocks of sixteen bytes each\"",
    "\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"",
    "\"[{]},:'\"",
    "\"\x7f\"",
  };
  static const char *const escaped[] = {
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0041\\u00fC\\uFFFF\"",
    "\"\\ud83d\\ude00\"",
    "\"ends with \\\\\"",
    "\"\\\"\"",
    "\"0123456789abcde\\n\"",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (plain); i++)
    g_assert_false (token_check (json_string, plain[i], ", 1", JSON_STRICT, JSON_STRING, 0).has_escapes);
  for (size_t i = 0; i < G_N_ELEMENTS (escaped); i++)
    {
      g_assert_true (token_check (json_string, escaped[i], "", JSON_STRICT, JSON_STRING, 0).has_escapes);
      g_assert_true (token_check (json_value, escaped[i], "}", JSON_STRICT, JSON_STRING, 0).has_escapes);
    }
}

static void
strings_are_forgiven_what_cannot_mislead (void)
{
  static const struct
  {
    const char *token;
    unsigned repairs;
  } cases[] = {
    { "\"a\tb\"", JSON_REPAIR_CONTROL_CHARACTER },
    { "\"a\nb\x01\"", JSON_REPAIR_CONTROL_CHARACTER },
    { "\"C:\\dir\"", JSON_REPAIR_ESCAPE },
    { "\"\\'\"", JSON_REPAIR_ESCAPE },
    { "\"\\u\"", JSON_REPAIR_ESCAPE },
    { "\"\\u1\"", JSON_REPAIR_ESCAPE },
    { "\"\\u12\"", JSON_REPAIR_ESCAPE },
    { "\"\\u123\"", JSON_REPAIR_ESCAPE },
    { "\"\\u12g4\"", JSON_REPAIR_ESCAPE },
    { "\"\\user\"", JSON_REPAIR_ESCAPE },
    { "\"\\u\\\"\"", JSON_REPAIR_ESCAPE },
    { "\"\\ud83d\"", JSON_REPAIR_ESCAPE },
    { "\"\\ude00\"", JSON_REPAIR_ESCAPE },
    { "\"\\ude00\\ud83d\"", JSON_REPAIR_ESCAPE },
    { "\"\\ud83d \\ude00\"", JSON_REPAIR_ESCAPE },
    { "\"\\ud83d\\ud83d\\ude00\"", JSON_REPAIR_ESCAPE },
    { "\"\\ud83d\\n\"", JSON_REPAIR_ESCAPE },
    { "\"\\ud83d\\ude00\\ud83d\\ude00\"", 0 },
    { "\"\\u0000\"", JSON_REPAIR_NUL },
    { "\"\\u0001\\u00000\"", JSON_REPAIR_NUL },
    { "\"\xff\"", JSON_REPAIR_UTF8 },
    { "\"\xc3\"", JSON_REPAIR_UTF8 },
    { "\"\xe2\x82\"", JSON_REPAIR_UTF8 },
    { "\"\xc0\x80\"", JSON_REPAIR_UTF8 },
    { "\"\xed\xa0\x80\"", JSON_REPAIR_UTF8 },
    { "\"\xf4\x90\x80\x80\"", JSON_REPAIR_UTF8 },
    { "\"\xf0\x8f\xbf\xbf\"", JSON_REPAIR_UTF8 },
    { "\"\x80\"", JSON_REPAIR_UTF8 },
    { "\"0123456789abcdef0123\xc3\"", JSON_REPAIR_UTF8 },
    { "\"\xff\\q\x02\"", JSON_REPAIR_UTF8 | JSON_REPAIR_ESCAPE | JSON_REPAIR_CONTROL_CHARACTER },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (JsonMode mode = JSON_STRICT; mode <= JSON_LENIENT; mode++)
      {
        token_check (json_string, cases[i].token, ",\"k\":", mode, JSON_STRING, cases[i].repairs);
        token_check (json_value, cases[i].token, " } }", mode, JSON_STRING, cases[i].repairs);
      }
}

static void
lenient_strings_hold_quotes (void)
{
  static const char *const names[] = {
    "\"say \"hi\" there\"",
    "\"\"\"\"",
    "\"a\" b\"",
    "\"say \"hi\", twice\"",
    "\"x[\"k\"] of f\"",
    "\"{\"k\": 1} of f\"",
    "\"{\"k\": \"v\"} of f\"",
    "\"getattr(L[\"self\"], \"weight\") of f\"",
  };
  static const char *const behind[] = { ", \"key\": 1", ",\"key\" :", "}}", " \n} ]", "},", ",}" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    for (size_t j = 0; j < G_N_ELEMENTS (behind); j++)
      {
        token_check (json_string, names[i], behind[j], JSON_LENIENT, JSON_STRING, JSON_REPAIR_QUOTE);
        token_check (json_value, names[i], behind[j], JSON_LENIENT, JSON_STRING, JSON_REPAIR_QUOTE);
      }
  token_check (json_string, "\"\\\"\"", ",\"k\":", JSON_LENIENT, JSON_STRING, 0);
  token_check (json_key, "\"key\"", " : 1", JSON_LENIENT, JSON_STRING, 0);
  token_check (json_key, "\"a \"k\" b\"", ":", JSON_LENIENT, JSON_STRING, JSON_REPAIR_QUOTE);
  token_check (json_value, "[\"a\" b\", \"c\" \n]", ",", JSON_LENIENT, JSON_ARRAY, JSON_REPAIR_QUOTE);
  token_check (json_value, "{\"k\": \"x\"y\", \"l\": [\"a\", 1]}", ",", JSON_LENIENT, JSON_OBJECT,
               JSON_REPAIR_QUOTE);

  /* Strict: the first one ends it. */
  TokenResult strict = token_read_at_every_cut (json_string, "\"say \"hi\" there\",", 17, JSON_STRICT);
  g_assert_cmpint (strict.status, ==, JSON_OK);
  g_assert_cmpuint (strict.consumed, ==, 6);
}

/* Where a quotation mark, a comma or a colon was lost, no text may come of it that takes other keys along. */
static void
lenient_strings_stop_at_damage (void)
{
  static const char *const texts[] = {
    "\"b, \"pid\": 1",    "\"X\" \"cat\": \"op\"", "\"X\", \"name\" \"b\", \"pid\": 1",
    "\"X\", name: \"b\"", "\"X\", tid\": 1",       "\"X\",, \"cat\": \"op\"",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    token_check_bad (texts[i], JSON_LENIENT);
  static const char key[] = "\"pid: 1, \"tid\": 2";
  g_assert_cmpint (token_read_at_every_cut (json_key, key, strlen (key), JSON_LENIENT).status, ==, JSON_BAD);
}

static void
lenient_strings_end_behind_a_backslash (void)
{
  token_check (json_string, "\"C:\\dir\\\"", ", \"pid\": 1", JSON_LENIENT, JSON_STRING, JSON_REPAIR_ESCAPE);
  /* Those of a text within the text do not. */
  token_check (json_string, "\"{\\\"a\\\": \\\"b\\\", \\\"c\\\": \\\"d\\\"}}\"", ", \"pid\": 1", JSON_LENIENT,
               JSON_STRING, 0);
}

static void
check_decodes (const char *content, const char *expected, size_t n_expected)
{
  JsonValue string = { JSON_STRING, true, NULL, strlen (content) };
  char *copy = malloc (string.length + 1);
  /* One byte less than was allocated is what the contract asks for. */
  char *out = malloc (string.length + 1);

  string.text = memcpy (copy + 1, content, string.length);
  size_t n = json_string_decode (&string, out + 1);
  token_tell (content);
  g_assert_cmpuint (n, ==, n_expected);
  g_assert_true (memcmp (out + 1, expected, n) == 0);
  free (copy);
  free (out);
}

static void
escapes_are_decoded (void)
{
  check_decodes ("", "", 0);
  check_decodes ("plain \xe2\x82\xac", "plain \xe2\x82\xac", 9);
  check_decodes ("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t", 8);
  check_decodes ("\\u0041\\u00e9\\u20AC", "A\xc3\xa9\xe2\x82\xac", 6);
  check_decodes ("\\u007f\\u0080\\u07ff\\u0800\\uffff", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf", 11);
  check_decodes ("\\u0000", "\0", 1);
  check_decodes ("\\ud83d\\ude00", "\xf0\x9f\x98\x80", 4);
  check_decodes ("\\ud800\\udc00\\udbff\\udfff", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", 8);
}

static void
lone_surrogates_become_replacement_characters (void)
{
  check_decodes ("\\ud83d", "\xef\xbf\xbd", 3);
  check_decodes ("\\ude00", "\xef\xbf\xbd", 3);
  check_decodes ("\\ude00\\ud83d", "\xef\xbf\xbd\xef\xbf\xbd", 6);
  check_decodes ("\\ud83dx", "\xef\xbf\xbdx", 4);
  check_decodes ("\\ud83d\\u0041",
                 "\xef\xbf\xbd"
                 "A",
                 4);
  check_decodes ("\\ud83d\\ud83d\\ude00", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7);
  check_decodes ("\\ud83d\\ude0", "\xef\xbf\xbd\\ude0", 8);
}

static void
what_escapes_nothing_is_kept (void)
{
  check_decodes ("C:\\dir\\user", "C:\\dir\\user", 11);
  check_decodes ("\\", "\\", 1);
  check_decodes ("\\u", "\\u", 2);
  check_decodes ("\\u12", "\\u12", 4);
  check_decodes ("\\u12g4", "\\u12g4", 6);
  check_decodes ("\xff\\q", "\xff\\q", 3);
}

/* Decoded into exactly the room that the contract asks for. */
static void
random_strings_decode_as_they_were_encoded (void)
{
  GRand *random = g_rand_new_with_seed (47);
  GString *text = g_string_new (""), *expected = g_string_new ("");

  for (int round = 0; round < 2000; round++)
    {
      g_string_truncate (text, 0);
      g_string_truncate (expected, 0);
      for (int n = g_rand_int_range (random, 0, 12); n > 0; n--)
        {
          gunichar c = (gunichar) g_rand_int_range (random, 1, 0x110000) >> g_rand_int_range (random, 0, 17);

          if (c < 0x20 || c == '"' || c == '\\' || (c >= 0xd800 && c < 0xe000))
            c = 'x';
          g_string_append_unichar (expected, c);
          if (g_rand_boolean (random))
            g_string_append_unichar (text, c);
          else if (c < 0x10000)
            g_string_append_printf (text, "\\u%04x", c);
          else
            g_string_append_printf (text, "\\u%04X\\u%04x", 0xd800 + ((c - 0x10000) >> 10),
                                    0xdc00 + ((c - 0x10000) & 0x3ff));
        }
      JsonValue string = { JSON_STRING, true, text->str, text->len };
      char *out = malloc (text->len > 0 ? text->len : 1);
      g_assert_cmpuint (json_string_decode (&string, out), ==, expected->len);
      g_assert_true (memcmp (out, expected->str, expected->len) == 0);
      free (out);
    }
  g_string_free (text, TRUE);
  g_string_free (expected, TRUE);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json_token/strings_end_at_their_quote", strings_end_at_their_quote);
  g_test_add_func ("/json_token/strings_are_forgiven_what_cannot_mislead",
                   strings_are_forgiven_what_cannot_mislead);
  g_test_add_func ("/json_token/lenient_strings_hold_quotes", lenient_strings_hold_quotes);
  g_test_add_func ("/json_token/lenient_stop_at_damage", lenient_strings_stop_at_damage);
  g_test_add_func ("/json_token/lenient_end_behind_a_backslash", lenient_strings_end_behind_a_backslash);
  g_test_add_func ("/json_token/decode/escapes_are_decoded", escapes_are_decoded);
  g_test_add_func ("/json_token/decode/lone_surrogates_become_replacement_characters",
                   lone_surrogates_become_replacement_characters);
  g_test_add_func ("/json_token/decode/what_escapes_nothing_is_kept", what_escapes_nothing_is_kept);
  g_test_add_func ("/json_token/decode/random_strings_decode_as_they_were_encoded",
                   random_strings_decode_as_they_were_encoded);
  return g_test_run ();
}
