/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json_token_private.h"

#include <string.h>

#define DEPTH_MAX 256

const char *
json_skip_space (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
    at++;
  return at;
}

static bool
is_word_char (char c)
{
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-'
         || c == '.';
}

static bool
is_json_number (const char *text, size_t length)
{
  size_t i = 0;

  if (i < length && text[i] == '-')
    i++;
  if (i == length || !json_is_digit (text[i]))
    return false;
  if (text[i] == '0')
    i++;
  else
    while (i < length && json_is_digit (text[i]))
      i++;
  if (i < length && text[i] == '.')
    {
      size_t first = ++i;
      while (i < length && json_is_digit (text[i]))
        i++;
      if (i == first)
        return false;
    }
  if (i < length && (text[i] == 'e' || text[i] == 'E'))
    {
      i++;
      if (i < length && (text[i] == '+' || text[i] == '-'))
        i++;
      size_t first = i;
      while (i < length && json_is_digit (text[i]))
        i++;
      if (i == first)
        return false;
    }
  return i == length;
}

static bool
equals (const char *text, size_t length, const char *word)
{
  return strlen (word) == length && memcmp (text, word, length) == 0;
}

/* The value is a bare token: number, literal, or a word such as NaN. */
static JsonStatus
bare_value (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_value)
{
  const char *p = *at;
  JsonType type;

  while (p < end && is_word_char (*p))
    p++;
  if (p == end)
    return JSON_MORE;
  if (p == *at)
    return JSON_BAD;

  /* "blocks per SM": 0,015152 is written under locales with a decimal comma. In an object, a comma is followed by a
   * key, which begins with a quote; so a digit behind the comma belongs to the number. */
  if (mode & JSON_LENIENT && *p == ',' && json_is_digit (p[-1]) && (end - p < 2 || json_is_digit (p[1])))
    {
      const char *q = p + 1;
      while (q < end && is_word_char (*q))
        q++;
      if (q == end)
        return JSON_MORE;
      *repairs |= JSON_REPAIR_NUMBER;
      *ret_value = (JsonValue){ JSON_NUMBER, false, *at, (size_t) (q - *at) };
      *at = q;
      return JSON_OK;
    }

  size_t length = (size_t) (p - *at);
  if (is_json_number (*at, length))
    type = JSON_NUMBER;
  else if (equals (*at, length, "true") || equals (*at, length, "false") || equals (*at, length, "null"))
    type = JSON_LITERAL;
  else if (json_is_digit (**at) || json_is_digit ((*at)[length - 1]))
    {
      type = JSON_WORD;
      *repairs |= JSON_REPAIR_NUMBER;
    }
  else
    {
      const char *word = **at == '-' || **at == '+' ? *at + 1 : *at;
      size_t n = length - (size_t) (word - *at);

      /* The spellings of Python, C and JavaScript. */
      if (!equals (word, n, "NaN") && !equals (word, n, "nan") && !equals (word, n, "Infinity")
          && !equals (word, n, "inf") && !equals (word, n, "Inf"))
        return JSON_BAD;
      type = JSON_WORD;
      *repairs |= JSON_REPAIR_NOT_FINITE;
    }
  *ret_value = (JsonValue){ type, false, *at, length };
  *at = p;
  return JSON_OK;
}

/* Returns whether a byte is allowed in a container outside its strings: white space, separators, numbers, and the
 * letters of true, false, null, NaN and Infinity. Any other byte means that a quotation mark was lost and that the text
 * inside and outside strings is swapped. */
static bool
is_bare_char (char c)
{
  static const char bare[256] = {
    [' '] = 1, ['\n'] = 1, ['\r'] = 1, ['\t'] = 1, [','] = 1, [':'] = 1, ['+'] = 1, ['-'] = 1, ['.'] = 1,
    ['0'] = 1, ['1'] = 1,  ['2'] = 1,  ['3'] = 1,  ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1,
    ['9'] = 1, ['E'] = 1,  ['I'] = 1,  ['N'] = 1,  ['a'] = 1, ['e'] = 1, ['f'] = 1, ['i'] = 1, ['l'] = 1,
    ['n'] = 1, ['r'] = 1,  ['s'] = 1,  ['t'] = 1,  ['u'] = 1, ['y'] = 1,
  };
  return bare[(unsigned char) c];
}

/* Returns the position of a string in a container, from what comes before it. */
static StringPlace
place_of_string (const char *begin, const char *at, bool in_object)
{
  if (!in_object)
    return STRING_IS_ELEMENT;
  while (at > begin && (at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\t'))
    at--;
  return at[-1] == ':' ? STRING_IS_MEMBER : STRING_IS_KEY;
}

/* Inside a container only brackets and strings matter here; commas and numbers are checked when the value is read. */
static JsonStatus
container_value (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_value)
{
  uint64_t is_object[DEPTH_MAX / 64] = { 0 };
  unsigned depth = 0;
  unsigned mine = 0;
  const char *p = *at;

  for (; p < end; p++)
    switch (*p)
      {
      case '{':
      case '[':
        if (depth == DEPTH_MAX)
          return JSON_BAD;
        if (*p == '{')
          is_object[depth / 64] |= UINT64_C (1) << depth % 64;
        else
          is_object[depth / 64] &= ~(UINT64_C (1) << depth % 64);
        depth++;
        break;
      case '}':
      case ']':
        depth--;
        if ((is_object[depth / 64] >> depth % 64 & 1) != (*p == '}'))
          return JSON_BAD;
        if (depth == 0)
          {
            *repairs |= mine;
            *ret_value = (JsonValue){
              **at == '{' ? JSON_OBJECT : JSON_ARRAY,
              false,
              *at,
              (size_t) (p + 1 - *at),
            };
            *at = p + 1;
            return JSON_OK;
          }
        break;
      case '"':
        {
          bool in_object = is_object[(depth - 1) / 64] >> (depth - 1) % 64 & 1;
          StringPlace place = mode & JSON_LENIENT ? place_of_string (*at, p, in_object) : STRING_IS_MEMBER;
          JsonValue string;
          JsonStatus status = json_string_token (&p, end, mode, place, &mine, &string);
          if (status != JSON_OK)
            return status;
          p--;
          break;
        }
      default:
        if (!is_bare_char (*p))
          return JSON_BAD;
        break;
      }
  return JSON_MORE;
}

JsonStatus
json_value (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_value)
{
  if (*at == end)
    return JSON_MORE;
  switch (**at)
    {
    case '"':
      return json_string (at, end, mode, repairs, ret_value);
    case '{':
    case '[':
      return container_value (at, end, mode, repairs, ret_value);
    default:
      return bare_value (at, end, mode, repairs, ret_value);
    }
}

bool
json_next_in_mode (const char **at, const char *end, JsonMode mode, JsonValue *ret_key, JsonValue *ret_value)
{
  unsigned repairs = 0;
  const char *p = *at;
  JsonStatus status;

  /* On the opening bracket, or on what follows a value. */
  mode |= JSON_AT_END;
  if (p < end && (*p == '{' || *p == '[' || *p == ','))
    p = json_skip_space (p + 1, end);
  if (p == end || *p == '}' || *p == ']')
    return false;

  if (ret_key != NULL)
    {
      if (*p != '"' || json_key (&p, end, mode, &repairs, ret_key) != JSON_OK)
        return false;
      p = json_skip_space (p, end);
      if (p == end || *p != ':')
        return false;
      p = json_skip_space (p + 1, end);
    }
  status = ret_key == NULL && p < end && *p == '"'
             ? json_string_token (&p, end, mode, STRING_IS_ELEMENT, &repairs, ret_value)
             : json_value (&p, end, mode, &repairs, ret_value);
  if (status != JSON_OK)
    return false;
  p = json_skip_space (p, end);
  if (p == end || (*p != ',' && *p != '}' && *p != ']'))
    return false;
  *at = p;
  return true;
}

bool
json_next (const char **at, const char *end, JsonValue *ret_key, JsonValue *ret_value)
{
  return json_next_in_mode (at, end, JSON_STRICT, ret_key, ret_value);
}
