/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json_strict.h"

#include <string.h>

#include "trace/json/json_token.h"

#define DEPTH_MAX 256

/* Deviations that are valid JSON nevertheless. */
#define VALID_REPAIRS ((unsigned) (JSON_REPAIR_NUL | JSON_REPAIR_DUPLICATE_KEY))

/* ---- strings ---- */

static bool
is_plain (char c)
{
  return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

/* Returns the length of the escape at a backslash; 0 if it is none. */
static size_t
escape_length (const char *at, const char *end)
{
  if (end - at < 2 || at[1] == '\0' || strchr ("\"\\/bfnrtu", at[1]) == NULL)
    return 0;
  if (at[1] != 'u')
    return 2;
  for (int i = 2; i < 6; i++)
    if (at + i >= end || !g_ascii_isxdigit (at[i]))
      return 0;
  return 6;
}

static void
append_string (GString *out, const char *at, size_t length, bool has_escapes)
{
  const char *end = at + length;

  g_string_append_c (out, '"');
  while (at < end)
    {
      const char *from = at;
      size_t n = 0;

      while (at < end && is_plain (*at))
        at++;
      g_string_append_len (out, from, at - from);
      if (at == end)
        break;
      if (*at == '\\' && has_escapes && (n = escape_length (at, end)) > 0)
        ;
      else if ((unsigned char) *at >= 0x80 && g_utf8_get_char_validated (at, MIN (end - at, 4)) < 0x110000)
        n = (size_t) (g_utf8_next_char (at) - at);
      if (n > 0)
        g_string_append_len (out, at, (gssize) n);
      else if (*at == '"' || *at == '\\')
        g_string_append_printf (out, "\\%c", *at);
      else if ((unsigned char) *at >= 0x80)
        g_string_append (out, "\xef\xbf\xbd");
      else
        g_string_append_printf (out, "\\u%04x", (unsigned) *at);
      at += MAX (n, 1);
    }
  g_string_append_c (out, '"');
}

void
json_append_bytes (GString *out, const char *text, size_t length)
{
  append_string (out, text, length, false);
}

void
json_append_content (GString *out, const char *content, size_t length)
{
  append_string (out, content, length, true);
}

/* ---- values ---- */

typedef struct
{
  const char *at, *end;
  char brackets[DEPTH_MAX];
  unsigned depth;
} Strict;

/* Takes a string, number or literal. */
static bool
take_scalar (Strict *strict)
{
  JsonValue value;
  unsigned repairs = 0;

  return json_value (&strict->at, strict->end, JSON_STRICT, &repairs, &value) == JSON_OK
         && (repairs & ~VALID_REPAIRS) == 0;
}

static bool
take_char (Strict *strict, char c)
{
  strict->at = json_skip_space (strict->at, strict->end);
  if (strict->at == strict->end || *strict->at != c)
    return false;
  strict->at++;
  return true;
}

static bool
take_key (Strict *strict)
{
  strict->at = json_skip_space (strict->at, strict->end);
  return strict->at < strict->end && *strict->at == '"' && take_scalar (strict) && take_char (strict, ':');
}

/* Takes the begin of a container, and its first key; then *ret_is_open is whether a value follows. */
static bool
take_bracket (Strict *strict, bool *ret_is_open)
{
  char open = *strict->at++;

  if (strict->depth == DEPTH_MAX)
    return false;
  *ret_is_open = !take_char (strict, open == '{' ? '}' : ']');
  if (!*ret_is_open)
    return true;
  strict->brackets[strict->depth++] = open;
  return open != '{' || take_key (strict);
}

/* Takes what follows a value, up to the next one; *ret_is_open as above. */
static bool
take_rest (Strict *strict, bool *ret_is_open)
{
  for (*ret_is_open = false; strict->depth > 0; strict->depth--)
    {
      bool is_object = strict->brackets[strict->depth - 1] == '{';

      if (take_char (strict, ','))
        {
          *ret_is_open = true;
          return !is_object || take_key (strict);
        }
      if (!take_char (strict, is_object ? '}' : ']'))
        return false;
    }
  return true;
}

bool
json_is_strict (const char *text, size_t length)
{
  /* A number ends where something follows it. */
  g_autofree char *copy = g_malloc (length + 2);
  Strict strict = { .at = copy, .end = copy + length + 1 };
  bool is_open = true;

  memcpy (copy, text, length);
  copy[length] = ' ';
  while (is_open)
    {
      strict.at = json_skip_space (strict.at, strict.end);
      if (strict.at < strict.end && (*strict.at == '{' || *strict.at == '['))
        {
          if (!take_bracket (&strict, &is_open))
            return false;
          if (is_open)
            continue;
        }
      else if (!take_scalar (&strict))
        return false;
      if (!take_rest (&strict, &is_open))
        return false;
    }
  return json_skip_space (strict.at, strict.end) == strict.end;
}

void
json_append_value (GString *out, const char *text, size_t length)
{
  bool is_natural = length > 0 && length < 19 && (*text != '0' || length == 1);

  for (size_t i = 0; i < length && is_natural; i++)
    is_natural = g_ascii_isdigit (text[i]);
  if (is_natural || json_is_strict (text, length))
    g_string_append_len (out, text, (gssize) length);
  else
    json_append_bytes (out, text, length);
}
