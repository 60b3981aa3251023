/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach_text.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/telemetry/telemetry_time.h"
#include "trace/model/trace.h"
#include "trace/text/decimal_time.h"

#define SECOND_NS INT64_C (1000000000)

/* From the largest; those below a second are powers of ten of it. */
static const struct
{
  const char *word;
  int64_t ns;
  int power; /* of ten, or -1 */
} units[] = {
  { "h", 3600 * SECOND_NS, -1 },
  { "min", 60 * SECOND_NS, -1 },
  { "s", SECOND_NS, 9 },
  { "ms", 1000000, 6 },
  { "us", 1000, 3 },
  { "ns", 1, 0 },
};

bool
attach_duration_read (const char *text, int64_t *ret_ns)
{
  size_t n = strspn (text, "+-0123456789.");
  const char *unit = text + n + strspn (text + n, " ");
  bool rounded;

  if (n == 0)
    return false;
  if (*unit == '\0')
    unit = "ns";
  for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (unit, units[i].word) != 0)
        continue;
      if (units[i].power >= 0)
        return decimal_to_scaled (text, n, units[i].power, TRACE_TIME_MAX_NS / 4, ret_ns, &rounded)
               && !rounded;
      /* Of an hour with a fraction: nanoseconds of seconds first. */
      int64_t of_second = units[i].ns / SECOND_NS;
      if (!decimal_to_scaled (text, n, 9, TRACE_TIME_MAX_NS / 4 / of_second, ret_ns, &rounded) || rounded)
        return false;
      *ret_ns *= of_second;
      return true;
    }
  return false;
}

char *
attach_duration_text (int64_t ns)
{
  uint64_t size = ns < 0 ? 0 - (uint64_t) ns : (uint64_t) ns;
  size_t u = 2;

  while (u + 1 < G_N_ELEMENTS (units) && size < (uint64_t) units[u].ns)
    u++;
  uint64_t unit = (uint64_t) units[u].ns, rest = size % unit;
  g_autofree char *fraction = g_strdup_printf ("%0*" G_GUINT64_FORMAT, units[u].power, rest);
  size_t length = strlen (fraction);

  while (length > 0 && fraction[length - 1] == '0')
    fraction[--length] = '\0';
  return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s%s%s", ns < 0 ? "-" : "", size / unit,
                          rest > 0 ? "." : "", rest > 0 ? fraction : "", units[u].word);
}

char *
attach_zone_text (int64_t shift_ns)
{
  const int64_t quarter_ns = 15 * 60 * SECOND_NS;
  int64_t zone_ns = -shift_ns, half_ns = zone_ns < 0 ? -quarter_ns / 2 : quarter_ns / 2;
  int64_t quarters = (zone_ns + half_ns) / quarter_ns, rest_ns = zone_ns - quarters * quarter_ns;
  int64_t size = quarters < 0 ? -quarters : quarters;
  g_autofree char *rest = attach_duration_text (-rest_ns);

  return g_strdup_printf ("%c%02d:%02d%s%s%s", quarters < 0 ? '-' : '+', (int) (size / 4),
                          (int) (size % 4 * 15), rest_ns != 0 ? " " : "", rest_ns < 0 ? "+" : "",
                          rest_ns != 0 ? rest : "");
}

bool
attach_zone_read (const char *text, int64_t *ret_ns)
{
  return telemetry_zone_read (text, ret_ns);
}

bool
attach_shift_read (const char *text, int64_t *ret_shift_ns)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  char *space = strchr (copy, ' ');
  int64_t zone_ns, rest_ns = 0;

  if (attach_zone_read (copy, &zone_ns))
    {
      *ret_shift_ns = -zone_ns;
      return true;
    }
  if (space != NULL)
    {
      *space = '\0';
      if (attach_zone_read (copy, &zone_ns) && attach_duration_read (g_strstrip (space + 1), &rest_ns))
        {
          *ret_shift_ns = rest_ns - zone_ns;
          return true;
        }
      *space = ' ';
    }
  return attach_duration_read (copy, ret_shift_ns);
}

bool
attach_start_read (const char *text, const int64_t *zone_ns, int64_t *ret_ns)
{
  switch (telemetry_time_read (text, ret_ns))
    {
    case TELEMETRY_TIME_UTC:
      return true;
    case TELEMETRY_TIME_LOCAL:
      if (zone_ns != NULL)
        *ret_ns -= *zone_ns;
      return zone_ns != NULL;
    case TELEMETRY_TIME_NONE:
      break;
    }
  return false;
}
