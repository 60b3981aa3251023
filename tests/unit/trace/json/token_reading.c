/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/json/token_reading.h"

#include <stdlib.h>
#include <string.h>
#include <glib.h>

void
token_tell (const char *text)
{
  g_autofree char *shown = g_strescape (text, NULL);

  g_test_message ("%s", shown);
}

TokenResult
token_read_prefix (TokenReader reader, const char *text, size_t n, JsonMode mode)
{
  char *copy = malloc (n > 0 ? n : 1);
  const char *at = copy;
  JsonValue value = { 0 };
  TokenResult result = { 0 };

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
assert_same (const TokenResult *a, const TokenResult *b)
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

TokenResult
token_read_at_every_cut (TokenReader reader, const char *text, size_t n, JsonMode mode)
{
  TokenResult whole = token_read_prefix (reader, text, n, mode);
  bool decided = false;

  for (size_t cut = 1; cut <= n; cut++)
    {
      TokenResult result = token_read_prefix (reader, text, cut, mode);

      if (decided || result.status != JSON_MORE)
        assert_same (&result, &whole);
      decided = result.status != JSON_MORE;
    }
  return whole;
}

TokenResult
token_check (TokenReader reader,
             const char *token,
             const char *rest,
             JsonMode mode,
             JsonType type,
             unsigned repairs)
{
  g_autofree char *text = g_strconcat (token, rest, NULL);
  TokenResult result = token_read_at_every_cut (reader, text, strlen (text), mode);

  token_tell (text);
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

void
token_check_bad (const char *text, JsonMode mode)
{
  TokenResult result = token_read_at_every_cut (json_value, text, strlen (text), mode);

  token_tell (text);
  g_assert_cmpint (result.status, ==, JSON_BAD);
}
