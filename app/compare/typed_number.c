/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/typed_number.h"

#include <glib.h>
#include <string.h>

/* Without spaces, and without the locale's sign of thousands where that is neither "." nor ",". */
static char *
without_spaces (const char *text, const NumberStyle *numbers)
{
  GString *out = g_string_new (NULL);
  const char *sign = strpbrk (numbers->thousands, ".,") == NULL ? numbers->thousands : "";

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (g_unichar_isspace (c) || (*sign != '\0' && c == g_utf8_get_char (sign)))
        continue;
      g_string_append_unichar (out, c);
    }
  return g_string_free (out, FALSE);
}

/* Groups of three digits follow every sign up to end, and one to three digits come before the first. */
static bool
is_grouped (const char *text, const char *end, char sign)
{
  size_t n = 0;
  bool is_first = true;

  for (const char *at = text; at <= end; at++)
    if (at < end && g_ascii_isdigit (*at))
      n++;
    else
      {
        if ((at < end && *at != sign) || (is_first ? n < 1 || n > 3 : n != 3))
          return false;
        is_first = false;
        n = 0;
      }
  return true;
}

/* Where the decimal sign is; the end of the text if there is none. NULL: the signs make no sense. */
static const char *
find_decimal (const char *text, const NumberStyle *numbers)
{
  const char *end = text + strlen (text), *first = strpbrk (text, ".,"), *last = NULL;
  size_t n = 0;

  for (const char *at = first; at != NULL; at = strpbrk (at + 1, ".,"))
    {
      last = at;
      n++;
    }
  if (n == 0)
    return end;
  if (n == 1)
    return *first == numbers->thousands[0] && is_grouped (text, end, *first) ? end : first;
  if (*first == *last)
    return is_grouped (text, end, *first) ? end : NULL;
  return is_grouped (text, last, *first) ? last : NULL;
}

bool
typed_number (const char *text, const NumberStyle *numbers, double *ret_number)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *plain = without_spaces (valid, numbers);
  const char *decimal = find_decimal (plain, numbers);
  g_autoptr (GString) digits = g_string_new (NULL);
  bool has_digit = false;

  if (decimal == NULL)
    return false;
  for (const char *at = plain; *at != '\0'; at++)
    if (g_ascii_isdigit (*at))
      {
        g_string_append_c (digits, *at);
        has_digit = true;
      }
    else if (at == decimal)
      g_string_append_c (digits, '.');
    else if (*at != '.' && *at != ',')
      return false;
  if (!has_digit)
    return false;
  *ret_number = g_ascii_strtod (digits->str, NULL);
  return true;
}

char *
typed_number_text (double number, const NumberStyle *numbers)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  /* No exponent: it cannot be typed either. */
  g_ascii_formatd (digits, sizeof digits, "%.6f", number);
  for (size_t n = strlen (digits); digits[n - 1] == '0'; n--)
    digits[n - 1] = '\0';
  size_t n = strlen (digits);
  if (digits[n - 1] == '.')
    digits[n - 1] = '\0';
  char *point = strchr (digits, '.');
  if (point == NULL)
    return g_strdup (digits);
  *point = '\0';
  return g_strconcat (digits, numbers->decimal, point + 1, NULL);
}
