/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/size_text.h"

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

char *
count_text (uint64_t count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  size_t n = strlen (digits);
  GString *text = g_string_sized_new (n + n / 3);

  for (size_t i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}
