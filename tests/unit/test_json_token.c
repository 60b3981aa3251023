/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/json_token.h"

/* What a failure is about. */
static void
tell (const char *text)
{
  g_autofree char *shown = g_strescape (text, NULL);

  g_test_message ("%s", shown);
}

typedef JsonStatus (*Reader) (const char **, const char *, JsonMode, unsigned *, JsonValue *);

typedef struct
{
  JsonStatus status;
  unsigned repairs;
  JsonType type;
  bool has_escapes;
  size_t begin, length; /* of the value's text */
  size_t consumed;
} Result;

/* Reads from a heap buffer of exactly n bytes, so that reading on is seen. */
static Result
read_prefix (Reader reader, const char *text, size_t n, JsonMode mode)
{
  char *copy = malloc (n > 0 ? n : 1);
  const char *at = copy;
  JsonValue value = { 0 };
  Result result = { 0 };

  memcpy (copy, text, n);
  result.status = reader (&at, copy + n, mode, &result.repairs, &value);
  result.consumed = (size_t) (at - copy);
  if (result.status == JSON_OK)
    {
      result.type = value.type;
      result.has_escapes = value.has_escapes;
      result.begin = (size_t) (value.text - copy);
      result.length = value.length;
      g_assert_cmpuint (result.begin + result.length, <=, result.consumed);
    }
  else
    g_assert_cmpuint (result.consumed, ==, 0);
  free (copy);
  return result;
}

static void
assert_same (const Result *a, const Result *b)
{
  g_assert_cmpint (a->status, ==, b->status);
  g_assert_cmpuint (a->consumed, ==, b->consumed);
  if (a->status != JSON_OK)
    return;
  g_assert_cmpuint (a->repairs, ==, b->repairs);
  g_assert_cmpint (a->type, ==, b->type);
  g_assert_cmpint (a->has_escapes, ==, b->has_escapes);
  g_assert_cmpuint (a->begin, ==, b->begin);
  g_assert_cmpuint (a->length, ==, b->length);
}

/* Wherever the text is cut: first JSON_MORE, then one answer that no further byte changes. */
static Result
read_at_every_cut (Reader reader, const char *text, size_t n, JsonMode mode)
{
  Result whole = read_prefix (reader, text, n, mode);
  bool decided = false;

  for (size_t cut = 1; cut <= n; cut++)
    {
      Result result = read_prefix (reader, text, cut, mode);

      if (decided || result.status != JSON_MORE)
        assert_same (&result, &whole);
      decided = result.status != JSON_MORE;
    }
  return whole;
}

/* The text of a token, then what follows it. */
static Result
check_token (Reader reader,
             const char *token,
             const char *rest,
             JsonMode mode,
             JsonType type,
             unsigned repairs)
{
  g_autofree char *text = g_strconcat (token, rest, NULL);
  Result result = read_at_every_cut (reader, text, strlen (text), mode);

  tell (text);
  g_assert_cmpint (result.status, ==, JSON_OK);
  g_assert_cmpint (result.type, ==, type);
  g_assert_cmpuint (result.consumed, ==, strlen (token));
  g_assert_cmpuint (result.repairs, ==, repairs);
  if (type == JSON_STRING)
    {
      g_assert_cmpuint (result.begin, ==, 1);
      g_assert_cmpuint (result.length, ==, strlen (token) - 2);
    }
  else
    {
      g_assert_cmpuint (result.begin, ==, 0);
      g_assert_cmpuint (result.length, ==, strlen (token));
    }
  return result;
}

static void
check_bad (const char *text, JsonMode mode)
{
  Result result = read_at_every_cut (json_value, text, strlen (text), mode);

  tell (text);
  g_assert_cmpint (result.status, ==, JSON_BAD);
}

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
    g_assert_false (check_token (json_string, plain[i], ", 1", JSON_STRICT, JSON_STRING, 0).has_escapes);
  for (size_t i = 0; i < G_N_ELEMENTS (escaped); i++)
    {
      g_assert_true (check_token (json_string, escaped[i], "", JSON_STRICT, JSON_STRING, 0).has_escapes);
      g_assert_true (check_token (json_value, escaped[i], "}", JSON_STRICT, JSON_STRING, 0).has_escapes);
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
        check_token (json_string, cases[i].token, ",\"k\":", mode, JSON_STRING, cases[i].repairs);
        check_token (json_value, cases[i].token, " } }", mode, JSON_STRING, cases[i].repairs);
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
        check_token (json_string, names[i], behind[j], JSON_LENIENT, JSON_STRING, JSON_REPAIR_QUOTE);
        check_token (json_value, names[i], behind[j], JSON_LENIENT, JSON_STRING, JSON_REPAIR_QUOTE);
      }
  check_token (json_string, "\"\\\"\"", ",\"k\":", JSON_LENIENT, JSON_STRING, 0);
  check_token (json_key, "\"key\"", " : 1", JSON_LENIENT, JSON_STRING, 0);
  check_token (json_key, "\"a \"k\" b\"", ":", JSON_LENIENT, JSON_STRING, JSON_REPAIR_QUOTE);
  check_token (json_value, "[\"a\" b\", \"c\" \n]", ",", JSON_LENIENT, JSON_ARRAY, JSON_REPAIR_QUOTE);
  check_token (json_value, "{\"k\": \"x\"y\", \"l\": [\"a\", 1]}", ",", JSON_LENIENT, JSON_OBJECT,
               JSON_REPAIR_QUOTE);

  /* Strict: the first one ends it. */
  Result strict = read_at_every_cut (json_string, "\"say \"hi\" there\",", 17, JSON_STRICT);
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
    check_bad (texts[i], JSON_LENIENT);
  static const char key[] = "\"pid: 1, \"tid\": 2";
  g_assert_cmpint (read_at_every_cut (json_key, key, strlen (key), JSON_LENIENT).status, ==, JSON_BAD);
}

static void
lenient_strings_end_behind_a_backslash (void)
{
  check_token (json_string, "\"C:\\dir\\\"", ", \"pid\": 1", JSON_LENIENT, JSON_STRING, JSON_REPAIR_ESCAPE);
  /* Those of a text within the text do not. */
  check_token (json_string, "\"{\\\"a\\\": \\\"b\\\", \\\"c\\\": \\\"d\\\"}}\"", ", \"pid\": 1", JSON_LENIENT,
               JSON_STRING, 0);
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
        check_token (json_value, cases[i].token, ",\"a\":1", mode, cases[i].type, cases[i].repairs);
        check_token (json_value, cases[i].token, " 5", mode, cases[i].type, cases[i].repairs);
        check_token (json_value, cases[i].token, "}", mode, cases[i].type, cases[i].repairs);
      }
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    for (JsonMode mode = JSON_STRICT; mode <= JSON_LENIENT; mode++)
      check_bad (bad[i], mode);

  /* A number may go on behind what is there. */
  g_assert_cmpint (read_prefix (json_value, "12", 2, JSON_STRICT).status, ==, JSON_MORE);
  g_assert_cmpint (read_prefix (json_value, "", 0, JSON_STRICT).status, ==, JSON_MORE);
}

static void
lenient_numbers_may_have_a_decimal_comma (void)
{
  check_token (json_value, "0,015152", ",\"a\":1", JSON_LENIENT, JSON_NUMBER, JSON_REPAIR_NUMBER);
  check_token (json_value, "-12,5", "}", JSON_LENIENT, JSON_NUMBER, JSON_REPAIR_NUMBER);
  check_token (json_value, "12", ", 5", JSON_LENIENT, JSON_NUMBER, 0);
  check_token (json_value, "12", ",\"a\"", JSON_LENIENT, JSON_NUMBER, 0);
  check_token (json_value, "true", ",5", JSON_LENIENT, JSON_LITERAL, 0);
  check_token (json_value, "0", ",015152", JSON_STRICT, JSON_NUMBER, 0);
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
      check_token (json_value, cases[i].token, mode == JSON_STRICT ? "x" : ",", mode,
                   cases[i].token[0] == '{' ? JSON_OBJECT : JSON_ARRAY, cases[i].repairs);
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    check_bad (bad[i], JSON_STRICT);
  check_token (json_value, "{\"a\":\"say \"hi\"!\",\"b\":0,5}", "", JSON_LENIENT, JSON_OBJECT,
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
      Result result = read_at_every_cut (json_value, text, 2 * depth, JSON_STRICT);
      g_assert_cmpint (result.status, ==, depth <= DEPTH ? JSON_OK : JSON_BAD);
      g_assert_cmpuint (result.consumed, ==, depth <= DEPTH ? 2 * depth : 0);
    }
  text[DEPTH] = text[DEPTH] == '}' ? ']' : '}';
  g_assert_cmpint (read_prefix (json_value, text, 2 * DEPTH, JSON_STRICT).status, ==, JSON_BAD);
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
  tell (content);
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
      Result result = read_at_every_cut (json_value, text->str, text->len, JSON_STRICT);
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
      Reader reader = text->str[0] != '"' || round % 2 != 0 ? json_value
                      : round % 4 == 0                      ? json_key
                                                            : json_string;
      read_at_every_cut (reader, text->str, text->len, JSON_STRICT);
      read_at_every_cut (reader, text->str, text->len, JSON_LENIENT);
    }
  g_string_free (text, TRUE);
  g_rand_free (random);
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
  g_test_add_func ("/json_token/white_space_is_skipped", white_space_is_skipped);
  g_test_add_func ("/json_token/strings_end_at_their_quote", strings_end_at_their_quote);
  g_test_add_func ("/json_token/strings_are_forgiven_what_cannot_mislead",
                   strings_are_forgiven_what_cannot_mislead);
  g_test_add_func ("/json_token/lenient_strings_hold_quotes", lenient_strings_hold_quotes);
  g_test_add_func ("/json_token/lenient_stop_at_damage", lenient_strings_stop_at_damage);
  g_test_add_func ("/json_token/lenient_end_behind_a_backslash", lenient_strings_end_behind_a_backslash);
  g_test_add_func ("/json_token/bare_values_are_told_apart", bare_values_are_told_apart);
  g_test_add_func ("/json_token/lenient_numbers_may_have_a_decimal_comma",
                   lenient_numbers_may_have_a_decimal_comma);
  g_test_add_func ("/json_token/containers_are_passed_over", containers_are_passed_over);
  g_test_add_func ("/json_token/depth_is_bounded", depth_is_bounded);
  g_test_add_func ("/json_token/decode/escapes_are_decoded", escapes_are_decoded);
  g_test_add_func ("/json_token/decode/lone_surrogates_become_replacement_characters",
                   lone_surrogates_become_replacement_characters);
  g_test_add_func ("/json_token/decode/what_escapes_nothing_is_kept", what_escapes_nothing_is_kept);
  g_test_add_func ("/json_token/decode/random_strings_decode_as_they_were_encoded",
                   random_strings_decode_as_they_were_encoded);
  g_test_add_func ("/json_token/next/members_are_iterated", members_are_iterated);
  g_test_add_func ("/json_token/next/iterating_ends_where_contents_are_not_valid",
                   iterating_ends_where_contents_are_not_valid);
  g_test_add_func ("/json_token/next/random_arrays_are_iterated", random_arrays_are_iterated);
  g_test_add_func ("/json_token/random_json_is_one_value", random_json_is_one_value);
  g_test_add_func ("/json_token/random_bytes_give_the_same_answer_at_every_cut",
                   random_bytes_give_the_same_answer_at_every_cut);
  return g_test_run ();
}
