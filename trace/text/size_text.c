/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/size_text.h"

#include <math.h>
#include <string.h>

char *
size_text (uint64_t bytes)
{
  static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB", "PB" };
  uint64_t unit_bytes = 1;
  size_t unit = 0;

  while (unit + 1 < G_N_ELEMENTS (units) && bytes / unit_bytes >= 1000)
    {
      unit_bytes *= 1000;
      unit++;
    }
  if (unit == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " %s", bytes, units[unit]);
  return g_strdup_printf ("%" G_GUINT64_FORMAT ".%u %s", bytes / unit_bytes,
                          (unsigned) (bytes % unit_bytes / (unit_bytes / 10)), units[unit]);
}

/* Puts commas into the first n digits of a text. Transfer full. */
static char *
grouped (const char *digits, size_t n)
{
  GString *text = g_string_sized_new (n + n / 3);

  for (size_t i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  g_string_append (text, digits + n);
  return g_string_free (text, FALSE);
}

char *
count_text (uint64_t count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return grouped (digits, strlen (digits));
}

/* All digits of a double before the point, and those behind it that are printed. */
#define FIGURE_MAX 340
#define PLACES_MAX 20

char *
figure_text (double value)
{
  char digits[FIGURE_MAX], format[8];
  double magnitude = fabs (value);
  int places = magnitude > 0 && isfinite (value) ? 3 - (int) floor (log10 (magnitude)) : 0;

  if (!isfinite (value))
    return g_strdup ("n/a");
  g_snprintf (format, sizeof format, "%%.%df", CLAMP (places, 0, PLACES_MAX));
  g_ascii_formatd (digits, sizeof digits, format, magnitude);
  if (strchr (digits, '.') != NULL)
    {
      size_t n = strlen (digits);

      while (digits[n - 1] == '0')
        n--;
      digits[digits[n - 1] == '.' ? n - 1 : n] = '\0';
    }
  g_autofree char *text = grouped (digits, strcspn (digits, "."));
  return g_strconcat (value < 0 && strcmp (digits, "0") != 0 ? "-" : "", text, NULL);
}
