/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "tests/unit/trace/json/token_reading.h"

static void
white_space_is_skipped (void)
{
  const char *text = " \t\r\n x";

  g_assert_true (json_skip_space (text, text + 6) == text + 5);
  g_assert_true (json_skip_space (text, text + 3) == text + 3);
  g_assert_true (json_skip_space (text + 5, text + 6) == text + 5);
  g_assert_true (json_skip_space (text, text) == text);
  /* Vertical tab, form feed and no-break space are none in JSON. */
  const char *others = "\v\f\xc2\xa0";
  g_assert_true (json_skip_space (others, others + 4) == others);
}

static void
bare_values_are_told_apart (void)
{
  static const struct
  {
    const char *token;
    JsonType type;
    unsigned repairs;
  } cases[] = {
    { "0", JSON_NUMBER, 0 },
    { "-0", JSON_NUMBER, 0 },
    { "1712195495406752.812", JSON_NUMBER, 0 },
    { "-1.5e+3", JSON_NUMBER, 0 },
    { "1E5", JSON_NUMBER, 0 },
    { "true", JSON_LITERAL, 0 },
    { "false", JSON_LITERAL, 0 },
    { "null", JSON_LITERAL, 0 },
    { "NaN", JSON_WORD, JSON_REPAIR_NOT_FINITE },
    { "nan", JSON_WORD, JSON_REPAIR_NOT_FINITE },
    { "Infinity", JSON_WORD, JSON_REPAIR_NOT_FINITE },
    { "-Infinity", JSON_WORD, JSON_REPAIR_NOT_FINITE },
    { "-inf", JSON_WORD, JSON_REPAIR_NOT_FINITE },
    { "01", JSON_WORD, JSON_REPAIR_NUMBER },
    { "+1", JSON_WORD, JSON_REPAIR_NUMBER },
    { ".5", JSON_WORD, JSON_REPAIR_NUMBER },
    { "5.", JSON_WORD, JSON_REPAIR_NUMBER },
    { "1e", JSON_WORD, JSON_REPAIR_NUMBER },
    { "0x10", JSON_WORD, JSON_REPAIR_NUMBER },
  };
  static const char *const bad[] = { "undefined,", "True,", "nul,", "nulll,", ",", ":",  "}",
                                     "]",          "-,",    "'a'",  "/*",     "<", "e,", "\x01" };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (JsonMode mode = JSON_STRICT; mode <= JSON_LENIENT; mode++)
      {
        token_check (json_value, cases[i].token, ",\"a\":1", mode, cases[i].type, cases[i].repairs);
        token_check (json_value, cases[i].token, " 5", mode, cases[i].type, cases[i].repairs);
        token_check (json_value, cases[i].token, "}", mode, cases[i].type, cases[i].repairs);
      }
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    for (JsonMode mode = JSON_STRICT; mode <= JSON_LENIENT; mode++)
      token_check_bad (bad[i], mode);

  /* A number may go on behind what is there. */
  g_assert_cmpint (token_read_prefix (json_value, "12", 2, JSON_STRICT).status, ==, JSON_MORE);
  g_assert_cmpint (token_read_prefix (json_value, "", 0, JSON_STRICT).status, ==, JSON_MORE);
}

static void
lenient_numbers_may_have_a_decimal_comma (void)
{
  token_check (json_value, "0,015152", ",\"a\":1", JSON_LENIENT, JSON_NUMBER, JSON_REPAIR_NUMBER);
  token_check (json_value, "-12,5", "}", JSON_LENIENT, JSON_NUMBER, JSON_REPAIR_NUMBER);
  token_check (json_value, "12", ", 5", JSON_LENIENT, JSON_NUMBER, 0);
  token_check (json_value, "12", ",\"a\"", JSON_LENIENT, JSON_NUMBER, 0);
  token_check (json_value, "true", ",5", JSON_LENIENT, JSON_LITERAL, 0);
  token_check (json_value, "0", ",015152", JSON_STRICT, JSON_NUMBER, 0);
}

static void
containers_are_passed_over (void)
{
  static const struct
  {
    const char *token;
    unsigned repairs;
  } cases[] = {
    { "[]", 0 },
    { "{}", 0 },
    { "[ ]", 0 },
    { "[1, 2, [3, {\"a\": [4]}]]", 0 },
    { "{\"a\": {\"b\": []}, \"c\": \"]}\"}", 0 },
    { "[\"\\\"]\"]", 0 },
    { "[NaN, -Infinity, true, false, null]", 0 },
    { "[\"a\tb\"]", JSON_REPAIR_CONTROL_CHARACTER },
    { "{\"\\u12\":1}", JSON_REPAIR_ESCAPE },
    { "[\"\xff\"]", JSON_REPAIR_UTF8 },
  };
  static const char *const bad[] = { "[}", "{]", "[[1}", "{\"a\":[1}", "[b\"", "[<", "[\\", "{'a'" };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (JsonMode mode = JSON_STRICT; mode <= JSON_LENIENT; mode++)
      token_check (json_value, cases[i].token, mode == JSON_STRICT ? "x" : ",", mode,
                   cases[i].token[0] == '{' ? JSON_OBJECT : JSON_ARRAY, cases[i].repairs);
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    token_check_bad (bad[i], JSON_STRICT);
  token_check (json_value, "{\"a\":\"say \"hi\"!\",\"b\":0,5}", "", JSON_LENIENT, JSON_OBJECT,
               JSON_REPAIR_QUOTE);
}

#define DEPTH 256

static void
depth_is_bounded (void)
{
  char text[2 * (DEPTH + 1)];

  /* By turns, so that the kind at each depth is remembered. */
  for (size_t depth = DEPTH - 1; depth <= DEPTH + 1; depth++)
    {
      for (size_t i = 0; i < depth; i++)
        {
          text[i] = i % 3 == 0 ? '{' : '[';
          text[2 * depth - 1 - i] = i % 3 == 0 ? '}' : ']';
        }
      TokenResult result = token_read_at_every_cut (json_value, text, 2 * depth, JSON_STRICT);
      g_assert_cmpint (result.status, ==, depth <= DEPTH ? JSON_OK : JSON_BAD);
      g_assert_cmpuint (result.consumed, ==, depth <= DEPTH ? 2 * depth : 0);
    }
  text[DEPTH] = text[DEPTH] == '}' ? ']' : '}';
  g_assert_cmpint (token_read_prefix (json_value, text, 2 * DEPTH, JSON_STRICT).status, ==, JSON_BAD);
}

static void
members_are_iterated (void)
{
  static const char text[] = " {\"a\" : 1 ,\"b\":[1,{\"x\":2}],\"a\":\"\\n\", \"\":null}";
  static const struct
  {
    const char *key, *value;
  } members[] = { { "a", "1" }, { "b", "[1,{\"x\":2}]" }, { "a", "\\n" }, { "", "null" } };
  const char *at = text + 1, *end = text + sizeof text - 1;
  JsonValue key, value;

  for (size_t i = 0; i < G_N_ELEMENTS (members); i++)
    {
      g_assert_true (json_next (&at, end, &key, &value));
      g_assert_cmpuint (key.length, ==, strlen (members[i].key));
      g_assert_true (memcmp (key.text, members[i].key, key.length) == 0);
      g_assert_cmpuint (value.length, ==, strlen (members[i].value));
      g_assert_true (memcmp (value.text, members[i].value, value.length) == 0);
    }
  g_assert_false (json_next (&at, end, &key, &value));
  g_assert_false (json_next (&at, end, &key, &value));
}

static size_t
count_elements (const char *text, bool with_keys)
{
  size_t length = strlen (text), n = 0;
  char *copy = malloc (length);
  const char *at = memcpy (copy, text, length);
  JsonValue key, value;

  while (json_next (&at, copy + length, with_keys ? &key : NULL, &value))
    n++;
  free (copy);
  return n;
}

static void
iterating_ends_where_contents_are_not_valid (void)
{
  g_assert_cmpuint (count_elements ("[]", false), ==, 0);
  g_assert_cmpuint (count_elements ("[ ]", false), ==, 0);
  g_assert_cmpuint (count_elements ("[1,[2,3],{},\"\"]", false), ==, 4);
  g_assert_cmpuint (count_elements ("[1,2,]", false), ==, 2);
  g_assert_cmpuint (count_elements ("[1,,2]", false), ==, 1);
  g_assert_cmpuint (count_elements ("[,1]", false), ==, 0);
  g_assert_cmpuint (count_elements ("[1,2 3]", false), ==, 1);
  g_assert_cmpuint (count_elements ("[1,[2][3]]", false), ==, 1);
  g_assert_cmpuint (count_elements ("[1,lies]", false), ==, 1);
  g_assert_cmpuint (count_elements ("{}", true), ==, 0);
  g_assert_cmpuint (count_elements ("{\"a\":1,2}", true), ==, 1);
  g_assert_cmpuint (count_elements ("{\"a\":1,\"b\"}", true), ==, 1);
  g_assert_cmpuint (count_elements ("{\"a\":1,\"b\":}", true), ==, 1);
  g_assert_cmpuint (count_elements ("{\"a\":1 \"b\":2}", true), ==, 0);
  g_assert_cmpuint (count_elements ("{1:2}", true), ==, 0);
}

/* ---- properties ---- */

static void
append_space (GString *out, GRand *random)
{
  while (g_rand_int_range (random, 0, 4) == 0)
    g_string_append_c (out, " \t\r\n"[g_rand_int_range (random, 0, 4)]);
}

static void
append_random_string (GString *out, GRand *random)
{
  static const char *const pieces[] = { "a", "\\\"", "\\\\", "\\u00e9",          "\xc3\xa9",
                                        "]", "{",    ",",    "0123456789abcdef", "\\ud83d\\ude00",
                                        ":" };

  g_string_append_c (out, '"');
  for (int n = g_rand_int_range (random, 0, 5); n > 0; n--)
    g_string_append (out, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
  g_string_append_c (out, '"');
}

static void
append_random_value (GString *out, GRand *random, int depth)
{
  static const char *const bare[] = { "0", "-1.5e3", "true", "null", "123456789012345678" };
  int kind = g_rand_int_range (random, 0, depth > 0 ? 4 : 2);

  if (kind == 0)
    g_string_append (out, bare[g_rand_int_range (random, 0, G_N_ELEMENTS (bare))]);
  else if (kind == 1)
    append_random_string (out, random);
  else
    {
      g_string_append_c (out, kind == 2 ? '[' : '{');
      for (int i = 0, n = g_rand_int_range (random, 0, 4); i < n; i++)
        {
          if (i > 0)
            g_string_append_c (out, ',');
          append_space (out, random);
          if (kind == 3)
            {
              append_random_string (out, random);
              append_space (out, random);
              g_string_append_c (out, ':');
              append_space (out, random);
            }
          append_random_value (out, random, depth - 1);
          append_space (out, random);
        }
      g_string_append_c (out, kind == 2 ? ']' : '}');
    }
}

static void
random_json_is_one_value (void)
{
  GRand *random = g_rand_new_with_seed (37);
  GString *text = g_string_new ("");

  for (int round = 0; round < 1500; round++)
    {
      g_string_truncate (text, 0);
      append_random_value (text, random, 4);
      size_t n = text->len;
      g_string_append (text, round % 2 == 0 ? "," : " ]");
      TokenResult result = token_read_at_every_cut (json_value, text->str, text->len, JSON_STRICT);
      g_assert_cmpint (result.status, ==, JSON_OK);
      g_assert_cmpuint (result.consumed, ==, n);
      g_assert_cmpuint (result.repairs, ==, 0);
    }
  g_string_free (text, TRUE);
  g_rand_free (random);
}

static void
random_arrays_are_iterated (void)
{
  GRand *random = g_rand_new_with_seed (41);
  GString *text = g_string_new (""), *element = g_string_new ("");

  for (int round = 0; round < 500; round++)
    {
      g_autoptr (GPtrArray) elements = g_ptr_array_new_with_free_func (g_free);
      JsonValue value;

      g_string_assign (text, "[");
      for (int i = 0, n = g_rand_int_range (random, 0, 6); i < n; i++)
        {
          if (i > 0)
            g_string_append_c (text, ',');
          append_space (text, random);
          g_string_truncate (element, 0);
          append_random_value (element, random, 3);
          g_string_append (text, element->str);
          append_space (text, random);
          /* Strings are given without their quotes. */
          g_ptr_array_add (elements, element->str[0] == '"' ? g_strndup (element->str + 1, element->len - 2)
                                                            : g_strdup (element->str));
        }
      g_string_append_c (text, ']');

      const char *at = text->str, *end = at + text->len;
      for (guint i = 0; i < elements->len; i++)
        {
          g_assert_true (json_next (&at, end, NULL, &value));
          g_assert_cmpuint (value.length, ==, strlen (elements->pdata[i]));
          g_assert_true (memcmp (value.text, elements->pdata[i], value.length) == 0);
        }
      g_assert_false (json_next (&at, end, NULL, &value));
    }
  g_string_free (text, TRUE);
  g_string_free (element, TRUE);
  g_rand_free (random);
}

/* Whatever the bytes are: the answer does not depend on where the text is cut. */
static void
random_bytes_give_the_same_answer_at_every_cut (void)
{
  static const char *const pieces[] = { "\"", "\"", "\"", "\\",   "u",   "d83d", "\\ude00", "0",
                                        "1",  ",",  ":",  "[",    "]",   "{",    "}",       " ",
                                        ".",  "e",  "-",  "true", "NaN", "\x01", "\xff",    "\xc3\xa9" };
  GRand *random = g_rand_new_with_seed (43);
  GString *text = g_string_new ("");

  for (int round = 0; round < 15000; round++)
    {
      g_string_assign (text, round % 3 == 0 ? "\"" : "");
      for (int n = g_rand_int_range (random, 1, 14); n > 0; n--)
        g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      TokenReader reader = text->str[0] != '"' || round % 2 != 0 ? json_value
                           : round % 4 == 0                      ? json_key
                                                                 : json_string;
      token_read_at_every_cut (reader, text->str, text->len, JSON_STRICT);
      token_read_at_every_cut (reader, text->str, text->len, JSON_LENIENT);
    }
  g_string_free (text, TRUE);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json_token/white_space_is_skipped", white_space_is_skipped);
  g_test_add_func ("/json_token/bare_values_are_told_apart", bare_values_are_told_apart);
  g_test_add_func ("/json_token/lenient_numbers_may_have_a_decimal_comma",
                   lenient_numbers_may_have_a_decimal_comma);
  g_test_add_func ("/json_token/containers_are_passed_over", containers_are_passed_over);
  g_test_add_func ("/json_token/depth_is_bounded", depth_is_bounded);
  g_test_add_func ("/json_token/next/members_are_iterated", members_are_iterated);
  g_test_add_func ("/json_token/next/iterating_ends_where_contents_are_not_valid",
                   iterating_ends_where_contents_are_not_valid);
  g_test_add_func ("/json_token/next/random_arrays_are_iterated", random_arrays_are_iterated);
  g_test_add_func ("/json_token/random_json_is_one_value", random_json_is_one_value);
  g_test_add_func ("/json_token/random_bytes_give_the_same_answer_at_every_cut",
                   random_bytes_give_the_same_answer_at_every_cut);
  return g_test_run ();
}
