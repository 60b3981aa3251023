/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry_time.h"

#include <glib.h>
#include <string.h>

#include "trace/model/trace.h"
#include "trace/text/decimal_time.h"

#define SECOND_NS INT64_C (1000000000)

/* Reads exactly n digits, or from 1 to n of them if is_short. Returns what is behind them, or NULL. */
static const char *
read_digits (const char *at, unsigned n, bool is_short, int64_t *ret_value)
{
  unsigned i = 0;

  *ret_value = 0;
  for (; i < n && g_ascii_isdigit (at[i]); i++)
    *ret_value = *ret_value * 10 + (at[i] - '0');
  return i == n || (is_short && i > 0) ? at + i : NULL;
}

/* Days from 1970-01-01 to a day of the Gregorian calendar. */
static int64_t
days_from_1970 (int64_t year, int64_t month, int64_t day)
{
  /* The year begins in March, so that the leap day is its last one. */
  int64_t y = month <= 2 ? year - 1 : year, m = month <= 2 ? month + 9 : month - 3;

  return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

static bool
is_day (int64_t year, int64_t month, int64_t day)
{
  static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

  /* TRACE_TIME_MAX_NS is in 2043. */
  return year >= 1971 && year <= 2042 && month >= 1 && month <= 12 && day >= 1
         && day <= lengths[month - 1] + (month == 2 && is_leap);
}

/* "15:36:53" with an optional fraction. Returns what is behind it, or NULL. */
static const char *
read_clock (const char *at, int64_t *ret_ns)
{
  int64_t hours, minutes, seconds = 0, fraction_ns = 0;
  bool rounded;

  if ((at = read_digits (at, 2, true, &hours)) == NULL || *at != ':'
      || (at = read_digits (at + 1, 2, false, &minutes)) == NULL)
    return NULL;
  if (*at == ':' && (at = read_digits (at + 1, 2, false, &seconds)) == NULL)
    return NULL;
  if ((*at == '.' || *at == ',') && g_ascii_isdigit (at[1]))
    {
      char text[24] = "0.";
      size_t n = strspn (at + 1, "0123456789");

      memcpy (text + 2, at + 1, MIN (n, sizeof text - 3));
      if (!decimal_to_scaled (text, strlen (text), 9, SECOND_NS, &fraction_ns, &rounded))
        return NULL;
      at += 1 + n;
    }
  /* A leap second is the first one of the next minute. */
  if (hours > 23 || minutes > 59 || seconds > 60)
    return NULL;
  *ret_ns = ((hours * 60 + minutes) * 60 + seconds) * SECOND_NS + fraction_ns;
  return at;
}

static const char *
skip_spaces (const char *at)
{
  while (*at == ' ')
    at++;
  return at;
}

bool
telemetry_zone_read (const char *text, int64_t *ret_ns)
{
  int64_t hours, minutes = 0;
  const char *at = text + 1;

  if (g_ascii_strcasecmp (text, "Z") == 0 || g_ascii_strcasecmp (text, "UTC") == 0
      || g_ascii_strcasecmp (text, "GMT") == 0)
    {
      *ret_ns = 0;
      return true;
    }
  if (*text != '+' && *text != '-')
    return false;
  if ((at = read_digits (at, 2, true, &hours)) == NULL)
    return false;
  if (*at == ':')
    at++;
  if (*at != '\0' && ((at = read_digits (at, 2, false, &minutes)) == NULL || *at != '\0'))
    return false;
  if (hours > 15 || minutes > 59)
    return false;
  *ret_ns = (*text == '-' ? -1 : 1) * (hours * 60 + minutes) * 60 * SECOND_NS;
  return true;
}

/* Seconds since 1970, not before 2001: smaller numbers are something else. */
static bool
read_epoch (const char *text, int64_t *ret_ns)
{
  size_t n = strspn (text, "0123456789.");
  bool rounded;

  return n > 0 && text[n] == '\0' && decimal_to_scaled (text, n, 9, TRACE_TIME_MAX_NS, ret_ns, &rounded)
         && *ret_ns >= 1000000000 * SECOND_NS;
}

TelemetryTimeKind
telemetry_time_read (const char *text, int64_t *ret_ns)
{
  int64_t year, month, day, clock_ns, zone_ns;
  const char *at = read_digits (text, 4, false, &year);
  char separator;

  if (read_epoch (text, ret_ns))
    return TELEMETRY_TIME_UTC;
  if (at == NULL || (*at != '/' && *at != '-'))
    return TELEMETRY_TIME_NONE;
  separator = *at;
  if ((at = read_digits (at + 1, 2, false, &month)) == NULL || *at != separator
      || (at = read_digits (at + 1, 2, false, &day)) == NULL || (*at != ' ' && *at != 'T')
      || (at = read_clock (skip_spaces (at + 1), &clock_ns)) == NULL || !is_day (year, month, day))
    return TELEMETRY_TIME_NONE;
  *ret_ns = days_from_1970 (year, month, day) * 86400 * SECOND_NS + clock_ns;
  at = skip_spaces (at);
  if (*at == '\0')
    return TELEMETRY_TIME_LOCAL;
  if (!telemetry_zone_read (at, &zone_ns))
    return TELEMETRY_TIME_NONE;
  *ret_ns -= zone_ns;
  return TELEMETRY_TIME_UTC;
}

bool
telemetry_time_read_ctime (const char *text, int64_t *ret_ns)
{
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  int64_t month = 0, day, year, clock_ns;

  if (strlen (text) < 20 || text[3] != ' ')
    return false;
  text = skip_spaces (text + 4);
  for (int i = 0; i < 12 && month == 0; i++)
    if (strncmp (text, months + 3 * i, 3) == 0)
      month = i + 1;
  if (month == 0 || (text = read_digits (skip_spaces (text + 3), 2, true, &day)) == NULL || *text != ' '
      || (text = read_clock (skip_spaces (text), &clock_ns)) == NULL || *text != ' '
      || (text = read_digits (skip_spaces (text), 4, false, &year)) == NULL || !is_day (year, month, day))
    return false;
  *ret_ns = days_from_1970 (year, month, day) * 86400 * SECOND_NS + clock_ns;
  return true;
}
