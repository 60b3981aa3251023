/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json_token.h"

#include <string.h>

#ifdef __SSE2__
  #include <emmintrin.h>
#endif

#define DEPTH_MAX 256

const char *
json_skip_space (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
    at++;
  return at;
}

/* The first byte at or after at that is a quote, a backslash or a control character; *non_ascii is set when
 * a byte above 0x7f was passed. */
static const char *
find_string_stop (const char *at, const char *end, bool *non_ascii)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"'), backslash = _mm_set1_epi8 ('\\'),
                last_control = _mm_set1_epi8 (0x1f);

  for (; end - at >= 16; at += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) (const void *) at);
      __m128i stop =
        _mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (block, quote), _mm_cmpeq_epi8 (block, backslash)),
                      _mm_cmpeq_epi8 (_mm_min_epu8 (block, last_control), block));
      unsigned stops = (unsigned) _mm_movemask_epi8 (stop);
      unsigned highs = (unsigned) _mm_movemask_epi8 (block);

      if (stops != 0)
        {
          unsigned n = (unsigned) __builtin_ctz (stops);
          if (highs & ((1u << n) - 1))
            *non_ascii = true;
          return at + n;
        }
      if (highs != 0)
        *non_ascii = true;
    }
#endif
  for (; at < end; at++)
    {
      unsigned char c = (unsigned char) *at;
      if (c == '"' || c == '\\' || c < 0x20)
        break;
      if (c >= 0x80)
        *non_ascii = true;
    }
  return at;
}

/* RFC 3629: shortest form, no surrogates, up to U+10FFFF. */
static bool
is_utf8 (const char *text, size_t length)
{
  const unsigned char *at = (const unsigned char *) text, *end = at + length;

  while (at < end)
    {
      unsigned n;
      unsigned low = 0x80, high = 0xbf;

      if (*at < 0x80)
        {
          at++;
          continue;
        }
      if (*at >= 0xc2 && *at <= 0xdf)
        n = 1;
      else if (*at >= 0xe0 && *at <= 0xef)
        {
          n = 2;
          low = *at == 0xe0 ? 0xa0 : 0x80;
          high = *at == 0xed ? 0x9f : 0xbf;
        }
      else if (*at >= 0xf0 && *at <= 0xf4)
        {
          n = 3;
          low = *at == 0xf0 ? 0x90 : 0x80;
          high = *at == 0xf4 ? 0x8f : 0xbf;
        }
      else
        return false;
      if ((size_t) (end - at) <= n || at[1] < low || at[1] > high)
        return false;
      for (unsigned i = 2; i <= n; i++)
        if (at[i] < 0x80 || at[i] > 0xbf)
          return false;
      at += n + 1;
    }
  return true;
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* The hexadecimal digits at the begin of at[0..n). */
static size_t
count_hex (const char *at, size_t n)
{
  size_t i = 0;

  while (i < n && (is_digit (at[i]) || (at[i] >= 'a' && at[i] <= 'f') || (at[i] >= 'A' && at[i] <= 'F')))
    i++;
  return i;
}

static bool
is_hex (const char *at)
{
  return count_hex (at, 4) == 4;
}

static unsigned
hex_value (const char *at)
{
  unsigned value = 0;

  for (int i = 0; i < 4; i++)
    {
      char c = at[i];
      value = value << 4 | (unsigned) (is_digit (c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
  return value;
}

static bool
is_high_surrogate (unsigned code)
{
  return code >= 0xd800 && code < 0xdc00;
}

static bool
is_low_surrogate (unsigned code)
{
  return code >= 0xdc00 && code < 0xe000;
}

/* ---- quotation marks that may be a part of their string ---- */

/* Where a string stands: that decides what may follow it. */
typedef enum
{
  STRING_IS_KEY,
  STRING_IS_MEMBER, /* the value of a key */
  STRING_IS_ELEMENT,
} StringPlace;

/* A key is not looked for further than this. */
#define KEY_BYTES_MAX 256

/* Nor further than so many quotation marks. */
#define KEY_QUOTES_MAX 3

/* Whether a key and its colon begin at place. */
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
        /* It may have quotation marks of its own. */
        if (++n_quotes == KEY_QUOTES_MAX)
          return JSON_BAD;
      }
    else if (*p == ',' || *p == '{' || *p == '}' || *p == '[' || *p == ']')
      return JSON_BAD;
  return limit == end ? JSON_MORE : JSON_BAD;
}

/* Whether a word and a colon stand there: a key that has lost its quotation marks. */
static JsonStatus
is_bare_key (const char *place, const char *end)
{
  const char *limit = end - place > KEY_BYTES_MAX ? place + KEY_BYTES_MAX : end, *p = place;

  while (p < limit && (is_digit (*p) || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_'))
    p++;
  if (p > place && p < limit && *p == '"')
    p++;
  p = json_skip_space (p, limit);
  return p == limit ? (limit == end ? JSON_MORE : JSON_BAD) : *p == ':' && p > place ? JSON_OK : JSON_BAD;
}

/* Whether the last thing before at is a comma. */
static bool
is_behind_comma (const char *begin, const char *at)
{
  while (at > begin && (at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\t'))
    at--;
  return at > begin && at[-1] == ',';
}

/* What a quotation mark in a string is. */
typedef enum
{
  QUOTE_ENDS,
  QUOTE_IS_CONTENT,
  QUOTE_IS_DAMAGE, /* the string has lost its own, or something behind it is lost */
  QUOTE_NEEDS_MORE,
} QuoteMeaning;

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

/* Of the value of a key. behind: the first byte behind the quotation mark that is not white space; last: where the
 * quotation mark before it is, or NULL. */
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

static QuoteMeaning
quote_means (const char *begin,
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

/* The same of one behind a backslash, as in "C:\dir\": in a text within the text a brace follows it just as well. */
static QuoteMeaning
escaped_quote_means (const char *quote, const char *end, StringPlace place)
{
  const char *behind = json_skip_space (quote + 1, end);

  if (behind == end)
    return QUOTE_NEEDS_MORE;
  if (place != STRING_IS_MEMBER || *behind != ',')
    return QUOTE_IS_CONTENT;
  return meaning_if (is_key (json_skip_space (behind + 1, end), end), QUOTE_IS_CONTENT);
}

/* ---- strings ---- */

static JsonStatus
string_token (const char **at,
              const char *end,
              JsonMode mode,
              StringPlace place,
              unsigned *repairs,
              JsonValue *ret_string)
{
  const char *begin = *at + 1;
  const char *p = begin;
  const char *last_quote = NULL;
  const char *behind_high = NULL; /* where the other half of a surrogate pair has to be */
  size_t n_surrogates = 0, n_paired = 0;
  bool non_ascii = false, has_escapes = false;
  unsigned mine = 0;
  QuoteMeaning meaning = QUOTE_ENDS;

  for (;;)
    {
      p = find_string_stop (p, end, &non_ascii);
      if (p == end)
        return JSON_MORE;

      if (*p == '"')
        {
          if (mode & JSON_LENIENT)
            meaning = quote_means (begin, last_quote, p, end, mode, place);
          if (meaning == QUOTE_ENDS)
            break;
          if (meaning != QUOTE_IS_CONTENT)
            return meaning == QUOTE_NEEDS_MORE ? JSON_MORE : JSON_BAD;
          mine |= JSON_REPAIR_QUOTE;
          last_quote = p++;
        }
      else if (*p == '\\')
        {
          has_escapes = true;
          if (end - p < 2)
            return JSON_MORE;
          if (p[1] == 'u')
            {
              size_t n = end - p < 6 ? (size_t) (end - p) - 2 : 4, n_hex = count_hex (p + 2, n);

              if (n_hex < n)
                mine |= JSON_REPAIR_ESCAPE;
              else if (n < 4)
                return JSON_MORE;
              else
                {
                  unsigned code = hex_value (p + 2);

                  if (code == 0)
                    mine |= JSON_REPAIR_NUL;
                  n_surrogates += is_high_surrogate (code) || is_low_surrogate (code);
                  if (is_low_surrogate (code) && p == behind_high)
                    n_paired += 2;
                  behind_high = is_high_surrogate (code) ? p + 6 : NULL;
                }
              p += 2;
            }
          else if (mode & JSON_LENIENT && p[1] == '"'
                   && (meaning = escaped_quote_means (p + 1, end, place)) != QUOTE_IS_CONTENT
                   && !(meaning == QUOTE_NEEDS_MORE && mode & JSON_AT_END))
            {
              if (meaning == QUOTE_NEEDS_MORE)
                return JSON_MORE;
              mine |= JSON_REPAIR_ESCAPE;
              p++;
              break;
            }
          else if (memchr ("\"\\/bfnrt", p[1], 8) != NULL)
            p += 2;
          else
            {
              mine |= JSON_REPAIR_ESCAPE;
              p++;
            }
        }
      else
        {
          mine |= JSON_REPAIR_CONTROL_CHARACTER;
          p++;
        }
    }

  if (n_surrogates != n_paired)
    mine |= JSON_REPAIR_ESCAPE;
  if (non_ascii && !is_utf8 (begin, (size_t) (p - begin)))
    mine |= JSON_REPAIR_UTF8;
  *repairs |= mine;
  *ret_string = (JsonValue){ JSON_STRING, has_escapes, begin, (size_t) (p - begin) };
  *at = p + 1;
  return JSON_OK;
}

JsonStatus
json_string (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_string)
{
  return string_token (at, end, mode, STRING_IS_MEMBER, repairs, ret_string);
}

JsonStatus
json_key (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_key)
{
  return string_token (at, end, mode, STRING_IS_KEY, repairs, ret_key);
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
  if (i == length || !is_digit (text[i]))
    return false;
  if (text[i] == '0')
    i++;
  else
    while (i < length && is_digit (text[i]))
      i++;
  if (i < length && text[i] == '.')
    {
      size_t first = ++i;
      while (i < length && is_digit (text[i]))
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
      while (i < length && is_digit (text[i]))
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

  /* "blocks per SM": 0,015152 is written under locales with a decimal comma. In an object a key, hence a
   * quote, follows a comma, so a digit there belongs to the number. */
  if (mode & JSON_LENIENT && *p == ',' && is_digit (p[-1]) && (end - p < 2 || is_digit (p[1])))
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
  else if (is_digit (**at) || is_digit ((*at)[length - 1]))
    {
      type = JSON_WORD;
      *repairs |= JSON_REPAIR_NUMBER;
    }
  else
    {
      const char *word = **at == '-' || **at == '+' ? *at + 1 : *at;
      size_t n = length - (size_t) (word - *at);

      /* As Python, C and JavaScript print them. */
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

/* What can stand in a container outside its strings: white space, separators, numbers, and the letters of
 * true, false, null, NaN and Infinity. Anything else means that a quotation mark was lost and that strings
 * and what is between them have changed places. */
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

/* Of a string in a container, from what stands before it. */
static StringPlace
place_of_string (const char *begin, const char *at, bool in_object)
{
  if (!in_object)
    return STRING_IS_ELEMENT;
  while (at > begin && (at[-1] == ' ' || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\t'))
    at--;
  return at[-1] == ':' ? STRING_IS_MEMBER : STRING_IS_KEY;
}

/* Inside a container only brackets and strings matter; commas and numbers are looked at when someone reads
 * the value. */
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
          JsonStatus status = string_token (&p, end, mode, place, &mine, &string);
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

static size_t
put_utf8 (char *out, unsigned code)
{
  if (code < 0x80)
    {
      out[0] = (char) code;
      return 1;
    }
  if (code < 0x800)
    {
      out[0] = (char) (0xc0 | code >> 6);
      out[1] = (char) (0x80 | (code & 0x3f));
      return 2;
    }
  if (code < 0x10000)
    {
      out[0] = (char) (0xe0 | code >> 12);
      out[1] = (char) (0x80 | (code >> 6 & 0x3f));
      out[2] = (char) (0x80 | (code & 0x3f));
      return 3;
    }
  out[0] = (char) (0xf0 | code >> 18);
  out[1] = (char) (0x80 | (code >> 12 & 0x3f));
  out[2] = (char) (0x80 | (code >> 6 & 0x3f));
  out[3] = (char) (0x80 | (code & 0x3f));
  return 4;
}

size_t
json_string_decode (const JsonValue *string, char *out)
{
  static const char escaped[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
  const char *at = string->text, *end = at + string->length;
  char *begin = out;

  while (at < end)
    {
      const char *found;

      if (*at != '\\' || end - at < 2)
        *out++ = *at++;
      else if (at[1] == 'u' && end - at >= 6 && is_hex (at + 2))
        {
          unsigned code = hex_value (at + 2);

          if (is_high_surrogate (code) && end - at >= 12 && at[6] == '\\' && at[7] == 'u' && is_hex (at + 8))
            {
              unsigned low = hex_value (at + 8);
              if (is_low_surrogate (low))
                {
                  out += put_utf8 (out, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
                  at += 12;
                  continue;
                }
            }
          if (is_high_surrogate (code) || is_low_surrogate (code))
            code = 0xfffd;
          out += put_utf8 (out, code);
          at += 6;
        }
      else if (at[1] != '\0' && (found = strchr (escaped, at[1])) != NULL)
        {
          *out++ = plain[found - escaped];
          at += 2;
        }
      else
        *out++ = *at++;
    }
  return (size_t) (out - begin);
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
             ? string_token (&p, end, mode, STRING_IS_ELEMENT, &repairs, ret_value)
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
