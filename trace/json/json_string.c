/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json_token_private.h"

#include <string.h>

#ifdef __SSE2__
  #include <emmintrin.h>
#endif

/* Returns the first byte at or after at that is a quote, a backslash or a control character. Sets *non_ascii if a byte
 * above 0x7f came before it. */
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

/* Counts the hexadecimal digits at the begin of at[0..n). */
static size_t
count_hex (const char *at, size_t n)
{
  size_t i = 0;

  while (i < n && (json_is_digit (at[i]) || (at[i] >= 'a' && at[i] <= 'f') || (at[i] >= 'A' && at[i] <= 'F')))
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
      value = value << 4 | (unsigned) (json_is_digit (c) ? c - '0' : (c | 0x20) - 'a' + 10);
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

JsonStatus
json_string_token (const char **at,
                   const char *end,
                   JsonMode mode,
                   StringPlace place,
                   unsigned *repairs,
                   JsonValue *ret_string)
{
  const char *begin = *at + 1;
  const char *p = begin;
  const char *last_quote = NULL;
  const char *behind_high = NULL; /* where the other half of a surrogate pair must be */
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
            meaning = json_quote_means (begin, last_quote, p, end, mode, place);
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
                   && (meaning = json_escaped_quote_means (p + 1, end, place)) != QUOTE_IS_CONTENT
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
  return json_string_token (at, end, mode, STRING_IS_MEMBER, repairs, ret_string);
}

JsonStatus
json_key (const char **at, const char *end, JsonMode mode, unsigned *repairs, JsonValue *ret_key)
{
  return json_string_token (at, end, mode, STRING_IS_KEY, repairs, ret_key);
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
