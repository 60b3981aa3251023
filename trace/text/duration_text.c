/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/duration_text.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Units shown with a fraction. A value of below or more would be rounded to one that the next unit shows. */
static const struct
{
  const char *name;
  double ns, below_ns;
} units[] = {
  { "µs", 1e3, 999.95e3 },
  { "ms", 1e6, 999.95e6 },
  { "s", 1e9, 59.995e9 },
};

/* Units shown in two parts; the second is a whole number. below is counted in the second unit. */
static const struct
{
  const char *first, *second;
  double second_ns;
  int64_t ratio, below;
} pairs[] = {
  { "min", "s", 1e9, 60, 60 * 60 },
  { "h", "min", 60e9, 60, 24 * 60 },
  { "d", "h", 3600e9, 24, INT64_MAX },
};

/* Returns the number of decimals that gives four significant digits. */
static const char *
format_of (double value)
{
  return value < 9.9995 ? "%.3f" : value < 99.995 ? "%.2f" : "%.1f";
}

char *
duration_text (double ns, char buffer[DURATION_TEXT_MAX])
{
  double magnitude = MIN (fabs (ns), 0x1p63);
  const char *sign = ns < 0 ? "-" : "";
  size_t i;

  if (!isfinite (ns))
    g_snprintf (buffer, DURATION_TEXT_MAX, "n/a");
  else if (magnitude < 999.5)
    g_snprintf (buffer, DURATION_TEXT_MAX, "%d ns", (int) lround (ns));
  else if (magnitude < units[G_N_ELEMENTS (units) - 1].below_ns)
    {
      char digits[G_ASCII_DTOSTR_BUF_SIZE];

      for (i = 0; magnitude >= units[i].below_ns;)
        i++;
      magnitude /= units[i].ns;
      g_ascii_formatd (digits, sizeof digits, format_of (magnitude), magnitude);
      g_snprintf (buffer, DURATION_TEXT_MAX, "%s%s %s", sign, digits, units[i].name);
    }
  else
    {
      int64_t n;

      for (i = 0; (n = llround (magnitude / pairs[i].second_ns)) >= pairs[i].below;)
        i++;
      g_snprintf (buffer, DURATION_TEXT_MAX, "%s%" G_GINT64_FORMAT " %s %02d %s", sign, n / pairs[i].ratio,
                  pairs[i].first, (int) (n % pairs[i].ratio), pairs[i].second);
    }
  return buffer;
}

char *
duration_text_exact (int64_t ns, const char *separator, char buffer[DURATION_TEXT_MAX])
{
  char digits[24];
  int n = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, ns < 0 ? -(uint64_t) ns : (uint64_t) ns);
  char *out = buffer;

  if (ns < 0)
    *out++ = '-';
  for (int i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        {
          size_t length = strnlen (separator, DURATION_SEPARATOR_MAX);
          memcpy (out, separator, length);
          out += length;
        }
      *out++ = digits[i];
    }
  memcpy (out, " ns", sizeof " ns");
  return buffer;
}
