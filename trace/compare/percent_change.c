/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/percent_change.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define PLACES_MAX 6

char *
percent_change_text (double ratio)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double percent = 100 * ratio;

  if (percent - percent != 0)
    return g_strdup ("n/a");
  g_ascii_formatd (digits, sizeof digits, fabs (percent) < 9.95 ? "%+.1f" : "%+.0f", percent);
  /* A thousandth of the time is not no time. */
  for (int places = 1; places <= PLACES_MAX && percent > -100 && g_str_has_prefix (digits, "-100"); places++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%+.%df", places);
      g_ascii_formatd (digits, sizeof digits, format, percent);
    }
  return g_strconcat (digits + (strcmp (digits + 1, "0.0") == 0), " %", NULL);
}
