/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/pickle/pickle_number.h"

#include <glib.h>
#include <string.h>

bool
pickle_long_bytes (const uint8_t *bytes, size_t n, int64_t *ret_value)
{
  uint64_t value = n > 0 && bytes[n - 1] & 0x80 ? UINT64_MAX : 0;
  uint8_t fill = (uint8_t) value;

  for (; n > 8; n--)
    if (bytes[n - 1] != fill)
      return false;
  if (n == 8 && (bytes[7] ^ fill) & 0x80)
    return false;
  for (size_t i = n; i > 0; i--)
    value = value << 8 | bytes[i - 1];
  *ret_value = (int64_t) value;
  return true;
}

bool
pickle_long_text (const char *text, size_t n, int64_t *ret_value)
{
  bool is_negative = n > 0 && text[0] == '-';
  uint64_t value = 0;
  size_t i = is_negative;

  if (n > 0 && text[n - 1] == 'L')
    n--;
  if (i >= n)
    return false;
  for (; i < n; i++)
    if (!g_ascii_isdigit (text[i]) || __builtin_mul_overflow (value, 10u, &value)
        || __builtin_add_overflow (value, (uint64_t) (text[i] - '0'), &value))
      return false;
  if (value > (uint64_t) INT64_MAX + is_negative)
    return false;
  *ret_value = is_negative ? (int64_t) (0 - value) : (int64_t) value;
  return true;
}

bool
pickle_real_text (const char *text, size_t n, double *ret_value)
{
  char copy[64];
  char *end;

  if (n == 0 || n >= sizeof copy || g_ascii_isspace (text[0]) || memchr (text, 'x', n) != NULL)
    return false;
  memcpy (copy, text, n);
  copy[n] = '\0';
  *ret_value = g_ascii_strtod (copy, &end);
  return end == copy + n;
}

double
pickle_real_bytes (const uint8_t bytes[8])
{
  uint64_t bits = 0;
  double value;

  for (int i = 0; i < 8; i++)
    bits = bits << 8 | bytes[i];
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Reads n_digits of a base. */
static bool
digits (const char *text, const char *end, size_t n_digits, unsigned base, uint32_t *ret_value)
{
  *ret_value = 0;
  if ((size_t) (end - text) < n_digits)
    return false;
  for (size_t i = 0; i < n_digits; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0 || (unsigned) digit >= base)
        return false;
      *ret_value = *ret_value * base + (unsigned) digit;
    }
  return true;
}

static char *
put_character (char *out, uint32_t character)
{
  if (character > 0x10ffff)
    character = 0xfffd;
  return out + g_unichar_to_utf8 (character, out);
}

static bool
decode_unicode (const char *at, const char *end, char **out)
{
  while (at < end)
    {
      uint32_t character = (unsigned char) *at;
      bool is_escape = *at == '\\' && end - at > 1 && (at[1] == 'u' || at[1] == 'U');
      size_t n = is_escape ? (at[1] == 'u' ? 4 : 8) : 0;

      if (is_escape && !digits (at + 2, end, n, 16, &character))
        return false;
      *out = put_character (*out, character);
      at += is_escape ? n + 2 : 1;
    }
  return true;
}

static bool
decode_quoted (const char *at, const char *end, char **out)
{
  static const char letters[] = "\\'\"abfnrtv", meanings[] = "\\'\"\a\b\f\n\r\t\v";

  while (at < end)
    {
      uint32_t value;

      if (*at != '\\')
        {
          *(*out)++ = *at++;
          continue;
        }
      if (++at == end)
        return false;
      const char *letter = strchr (letters, *at);
      if (letter != NULL && *at != '\0')
        {
          *(*out)++ = meanings[letter - letters];
          at++;
        }
      else if (*at == 'x' && digits (at + 1, end, 2, 16, &value))
        {
          *(*out)++ = (char) value;
          at += 3;
        }
      else if (digits (at, end, 3, 8, &value))
        {
          *(*out)++ = (char) value;
          at += 3;
        }
      else
        return false;
    }
  return true;
}

bool
pickle_text_decode (const char *text, size_t n, bool is_unicode, char *out, size_t *ret_n)
{
  char *at = out;
  bool ok = is_unicode ? decode_unicode (text, text + n, &at) : decode_quoted (text, text + n, &at);

  *ret_n = (size_t) (at - out);
  return ok;
}
