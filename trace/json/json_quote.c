/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json_token_private.h"

#include <string.h>

/* A key is searched for within this many bytes, */
#define KEY_BYTES_MAX 256

/* and within this many quotation marks. */
#define KEY_QUOTES_MAX 3

/* Returns whether a key and its colon begin at place. */
static JsonStatus
is_key (const char *place, const char *end)
{
  const char *limit = end - place > KEY_BYTES_MAX ? place + KEY_BYTES_MAX : end;
  int n_quotes = 0;

  if (place == end)
    return JSON_MORE;
  if (*place != '"')
    return JSON_BAD;
  for (const char *p = place + 1; p < limit; p++)
    if (*p == '"')
      {
        const char *colon = json_skip_space (p + 1, limit);

        if (colon == limit)
          break;
        if (*colon == ':')
          return JSON_OK;
        /* The key may itself contain quotation marks. */
        if (++n_quotes == KEY_QUOTES_MAX)
          return JSON_BAD;
      }
    else if (*p == ',' || *p == '{' || *p == '}' || *p == '[' || *p == ']')
      return JSON_BAD;
  return limit == end ? JSON_MORE : JSON_BAD;
}

/* Returns whether a word and a colon follow: a key that has lost its quotation marks. */
static JsonStatus
is_bare_key (const char *place, const char *end)
{
  const char *limit = end - place > KEY_BYTES_MAX ? place + KEY_BYTES_MAX : end, *p = place;

  while (p < limit
         && (json_is_digit (*p) || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_'))
    p++;
  if (p > place && p < limit && *p == '"')
    p++;
  p = json_skip_space (p, limit);
  return p == limit ? (limit == end ? JSON_MORE : JSON_BAD) : *p == ':' && p > place ? JSON_OK : JSON_BAD;
}

/* Returns whether the last character before at, apart from white space, is a comma. */
static bool
is_behind_comma (const char *begin, const char *at)
{
  while (at > begin && (at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\t'))
    at--;
  return at > begin && at[-1] == ',';
}

/* That of JSON going on. */
static QuoteMeaning
meaning_if (JsonStatus status, QuoteMeaning otherwise)
{
  return status == JSON_OK ? QUOTE_ENDS : status == JSON_MORE ? QUOTE_NEEDS_MORE : otherwise;
}

static QuoteMeaning
damage_if (JsonStatus status)
{
  return status == JSON_OK ? QUOTE_IS_DAMAGE : status == JSON_MORE ? QUOTE_NEEDS_MORE : QUOTE_IS_CONTENT;
}

static JsonStatus
is_one_of (const char *place, const char *end, const char *wanted)
{
  return place == end ? JSON_MORE : *place != '\0' && strchr (wanted, *place) != NULL ? JSON_OK : JSON_BAD;
}

/* Classifies a quotation mark of the value of a key. behind is the first byte after it that is not white space. last is
 * the quotation mark before it, or NULL. */
static QuoteMeaning
quote_in_member (const char *begin, const char *last, const char *behind, const char *end, JsonMode mode)
{
  const char *next = json_skip_space (behind + 1, end);

  switch (*behind)
    {
    case '}':
      return next == end && mode & JSON_AT_END ? QUOTE_ENDS
                                               : meaning_if (is_one_of (next, end, ",}]"), QUOTE_IS_CONTENT);
    case ',':
      if (next == end)
        return QUOTE_NEEDS_MORE;
      return *next == '}'   ? QUOTE_ENDS
             : *next == ',' ? QUOTE_IS_DAMAGE
             : *next == '"' ? meaning_if (is_key (next, end), QUOTE_IS_DAMAGE)
                            : damage_if (is_bare_key (next, end));
    case '"':
      return damage_if (is_key (behind, end));
    case ':':
      /* A key, and its first quotation mark is behind a comma. */
      return last != NULL && is_behind_comma (begin, last) ? QUOTE_IS_DAMAGE : QUOTE_IS_CONTENT;
    default:
      return QUOTE_IS_CONTENT;
    }
}

QuoteMeaning
json_quote_means (const char *begin,
                  const char *last,
                  const char *quote,
                  const char *end,
                  JsonMode mode,
                  StringPlace place)
{
  const char *behind = json_skip_space (quote + 1, end);

  if (behind == end)
    return QUOTE_NEEDS_MORE;
  switch (place)
    {
    case STRING_IS_KEY:
      /* What begins behind a comma is another key. */
      return *behind == ':'                   ? QUOTE_ENDS
             : is_behind_comma (begin, quote) ? QUOTE_IS_DAMAGE
                                              : QUOTE_IS_CONTENT;
    case STRING_IS_ELEMENT:
      return *behind == ']' ? QUOTE_ENDS
             : *behind == ','
               ? meaning_if (is_one_of (json_skip_space (behind + 1, end), end, "\"-0123456789[{]tfnNI"),
                             QUOTE_IS_CONTENT)
               : QUOTE_IS_CONTENT;
    case STRING_IS_MEMBER:
    default:
      return quote_in_member (begin, last, behind, end, mode);
    }
}

QuoteMeaning
json_escaped_quote_means (const char *quote, const char *end, StringPlace place)
{
  const char *behind = json_skip_space (quote + 1, end);

  if (behind == end)
    return QUOTE_NEEDS_MORE;
  if (place != STRING_IS_MEMBER || *behind != ',')
    return QUOTE_IS_CONTENT;
  return meaning_if (is_key (json_skip_space (behind + 1, end), end), QUOTE_IS_CONTENT);
}
