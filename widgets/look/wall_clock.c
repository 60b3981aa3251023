/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/wall_clock.h"

#include <glib.h>

#define SECOND_NS INT64_C (1000000000)
#define MINUTE_NS (60 * SECOND_NS)
#define DAY_NS    (1440 * MINUTE_NS)

WallClock
wall_clock_of (const Trace *trace)
{
  WallClock clock = { .is_known = false };
  int64_t epoch_ns;

  if (!trace_epoch_ns (trace, &epoch_ns))
    return clock;
  int64_t epoch_s = epoch_ns / SECOND_NS - (epoch_ns % SECOND_NS < 0 ? 1 : 0);
  g_autoptr (GDateTime) begin = g_date_time_new_from_unix_local (epoch_s);
  if (begin == NULL)
    return clock;
  int64_t second_of_day = (g_date_time_get_hour (begin) * 60 + g_date_time_get_minute (begin)) * 60
                          + g_date_time_get_second (begin);
  clock.is_known = true;
  clock.midnight_ns = -(second_of_day * SECOND_NS + (epoch_ns - epoch_s * SECOND_NS));
  g_date_time_get_ymd (begin, &clock.year, &clock.month, &clock.day);
  return clock;
}

static int64_t
floor_to (int64_t value, int64_t unit)
{
  int64_t rest = value % unit;

  return value - (rest < 0 ? rest + unit : rest);
}

char *
wall_clock_text (const WallClock *clock,
                 const NumberStyle *numbers,
                 int64_t time_ns,
                 int64_t step_ns,
                 char buffer[NUMBER_TEXT_MAX])
{
  int64_t since_ns = time_ns - clock->midnight_ns;
  int64_t of_day_ns = since_ns - floor_to (since_ns, DAY_NS);
  int minutes = (int) (of_day_ns / MINUTE_NS), seconds = (int) (of_day_ns % MINUTE_NS / SECOND_NS);
  char fraction[16];
  int n_digits = 0;

  for (int64_t quantum = SECOND_NS; quantum > step_ns && n_digits < 9; quantum /= 10)
    n_digits++;
  g_snprintf (fraction, sizeof fraction, "%09d", (int) (of_day_ns % SECOND_NS));
  fraction[n_digits] = '\0';
  if (step_ns % MINUTE_NS == 0)
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%02d:%02d", minutes / 60, minutes % 60);
  else
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%02d:%02d:%02d%s%s", minutes / 60, minutes % 60, seconds,
                n_digits > 0 ? numbers->decimal : "", fraction);
  return buffer;
}

char *
wall_clock_date (const WallClock *clock, int64_t time_ns, char buffer[NUMBER_TEXT_MAX])
{
  g_autoptr (GDateTime) first = g_date_time_new_utc (clock->year, clock->month, clock->day, 0, 0, 0);
  g_autoptr (GDateTime) day = NULL;
  g_autofree char *text = NULL;

  if (first != NULL)
    day = g_date_time_add_days (first, (int) (floor_to (time_ns - clock->midnight_ns, DAY_NS) / DAY_NS));
  if (day != NULL)
    text = g_date_time_format (day, "%Y-%m-%d");
  g_strlcpy (buffer, text != NULL ? text : "", NUMBER_TEXT_MAX);
  return buffer;
}
