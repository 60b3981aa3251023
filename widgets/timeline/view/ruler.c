/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/ruler.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/look/time_scale.h"

#define SECOND_NS INT64_C (1000000000)
#define MINUTE_NS (60 * SECOND_NS)
#define HOUR_NS   (60 * MINUTE_NS)
#define DAY_NS    (24 * HOUR_NS)

static const char *const mode_words[N_RULER_MODES] = { "step", "begin", "clock" };

const char *
ruler_mode_word (RulerMode mode)
{
  return mode_words[mode];
}

RulerMode
ruler_mode_find (const char *word)
{
  for (int i = 0; word != NULL && i < N_RULER_MODES; i++)
    if (strcmp (word, mode_words[i]) == 0)
      return (RulerMode) i;
  return RULER_FROM_STEP;
}

static bool
lies_in_step (const TimelineView *view, uint64_t step)
{
  int64_t begin_ns, end_ns;

  profile_step_span (view->profile, step, &begin_ns, &end_ns);
  return view->begin_ns >= step_table_get (view->profile->steps, step)->host_begin_ns
         && view->end_ns <= end_ns;
}

/* The host may be in the next step while the device still works at the one before. */
static uint64_t
step_around (const TimelineView *view)
{
  uint64_t first, n = profile_steps_of_rank (view->profile, view->step_rank, &first);
  uint64_t low = first, high = first + n;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (step_table_get (view->profile->steps, middle)->host_begin_ns <= view->begin_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (uint64_t back = 1; back <= 2 && low >= first + back; back++)
    if (lies_in_step (view, low - back))
      return low - back;
  return UINT64_MAX;
}

/* The units in which a ruler has decimals. */
static const struct
{
  int64_t ns;
  const char *text;
} units[] = { { 1, "ns" }, { 1000, "µs" }, { 1000000, "ms" }, { 1000000000, "s" } };

/* The largest one that divides the step; those above a second have none below them to be told in. */
static size_t
unit_of_step (int64_t step_ns)
{
  size_t i = 0;

  while (i + 1 < G_N_ELEMENTS (units) && step_ns % units[i + 1].ns == 0)
    i++;
  return i;
}

/* Four digits and a unit are 7 characters, as are three with a point between. One form for all ticks, up to most_ns
 * from where they count. False: they are too long in both. */
static bool
choose_form (RulerTicks *ticks, int64_t most_ns)
{
  size_t unit = unit_of_step (ticks->step_ns);

  ticks->in_tenths = ticks->in_hours = false;
  if (ticks->step_ns % MINUTE_NS == 0)
    {
      ticks->in_hours = ticks->step_ns % HOUR_NS != 0 && most_ns >= HOUR_NS;
      return most_ns < 100 * HOUR_NS || ticks->step_ns % HOUR_NS == 0;
    }
  if (most_ns / units[unit].ns < 10000)
    return true;
  if (unit + 1 == G_N_ELEMENTS (units))
    return false;
  ticks->in_tenths = ticks->step_ns % (units[unit + 1].ns / 10) == 0;
  return ticks->in_tenths && most_ns / units[unit + 1].ns < 100;
}

static int64_t
floor_to (int64_t value, int64_t unit)
{
  int64_t rest = value % unit;

  return value - (rest < 0 ? rest + unit : rest);
}

/* The least power of ten, or round time of a clock, that is at least as long. */
static int64_t
round_length (int64_t length_ns)
{
  static const int64_t long_ns[] = { MINUTE_NS, 10 * MINUTE_NS, HOUR_NS, 10 * HOUR_NS, 10 * DAY_NS };

  for (int64_t power = 1; power <= 10 * SECOND_NS; power *= 10)
    if (power >= length_ns)
      return power;
  for (size_t i = 0; i < G_N_ELEMENTS (long_ns); i++)
    if (long_ns[i] >= length_ns)
      return long_ns[i];
  return 1000 * DAY_NS;
}

RulerTicks
ruler_ticks (const TimelineView *view)
{
  RulerTicks ticks = { .in_step = UINT64_MAX, .is_aligned = view->has_instant };

  if (view->ruler_mode == RULER_FROM_STEP && !view->has_instant)
    ticks.in_step = step_around (view);

  if (ticks.in_step != UINT64_MAX)
    ticks.zero_ns = step_table_get (view->profile->steps, ticks.in_step)->host_begin_ns;
  if (view->has_instant)
    ticks.zero_ns = view->instant_ns;
  else if (view->ruler_mode == RULER_CLOCK && view->clock.is_known)
    {
      ticks.clock = &view->clock;
      ticks.zero_ns = view->clock.midnight_ns;
    }

  TimeScale scale = {
    view->begin_ns - ticks.zero_ns,
    (double) (view->end_ns - view->begin_ns) / MAX (view->width_px, 1),
  };
  ticks.step_ns = time_scale_tick_step_ns (&scale, RULER_TICK_PX);
  ticks.first_ns = time_scale_first_tick_ns (&scale, ticks.step_ns) + ticks.zero_ns;
  ticks.base_ns = ticks.zero_ns;
  if (ticks.clock != NULL
        ? ticks.step_ns >= SECOND_NS
        : choose_form (&ticks, MAX (view->end_ns - ticks.zero_ns, ticks.zero_ns - view->begin_ns)))
    return ticks;

  /* The base is as round as the view is long, so that ticks have few digits behind it. */
  ticks.power_ns = round_length (view->end_ns - view->begin_ns);
  ticks.has_base = true;
  ticks.base_ns = ticks.zero_ns + floor_to (view->begin_ns - ticks.zero_ns, ticks.power_ns);
  choose_form (&ticks, view->end_ns - ticks.base_ns);
  return ticks;
}

static char *
write_tenths (const NumberStyle *numbers, int64_t time_ns, size_t unit, char buffer[NUMBER_TEXT_MAX])
{
  int64_t tenth_ns = units[unit].ns / 10, tenths = ABS (time_ns) / tenth_ns;

  if (ABS (time_ns) % tenth_ns >= (tenth_ns + 1) / 2 && tenth_ns > 1)
    tenths++;
  g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%" G_GINT64_FORMAT "%s%d %s", time_ns < 0 && tenths > 0 ? "-" : "",
              tenths / 10, numbers->decimal, (int) (tenths % 10), units[unit].text);
  return buffer;
}

/* Whole minutes: "1:05 h". */
static void
write_hours (int64_t time_ns, char buffer[NUMBER_TEXT_MAX])
{
  int64_t minutes = ABS (time_ns) / MINUTE_NS;

  g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%" G_GINT64_FORMAT ":%02d h", time_ns < 0 ? "-" : "", minutes / 60,
              (int) (minutes % 60));
}

char *
ruler_tick_text (const RulerTicks *ticks,
                 const NumberStyle *numbers,
                 int64_t time_ns,
                 char buffer[NUMBER_TEXT_MAX])
{
  char text[NUMBER_TEXT_MAX];

  if (ticks->clock != NULL && !ticks->has_base)
    {
      if (ticks->step_ns % DAY_NS == 0)
        return wall_clock_date (ticks->clock, time_ns, buffer);
      return wall_clock_text (ticks->clock, numbers, time_ns, ticks->step_ns, buffer);
    }
  if (ticks->in_hours)
    write_hours (time_ns - ticks->base_ns, text);
  else if (ticks->in_tenths)
    write_tenths (numbers, time_ns - ticks->base_ns, unit_of_step (ticks->step_ns) + 1, text);
  else
    number_text_tick (numbers, time_ns - ticks->base_ns, ticks->step_ns, text);
  g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%s", ticks->has_base && time_ns >= ticks->base_ns ? "+" : "", text);
  return buffer;
}

char *
ruler_begin_text (const RulerTicks *ticks,
                  const NumberStyle *numbers,
                  int64_t begin_ns,
                  char buffer[NUMBER_TEXT_MAX])
{
  size_t unit = unit_of_step (ticks->step_ns) + (ticks->in_tenths ? 1 : 0);
  int64_t time_ns = begin_ns - ticks->zero_ns;

  if (units[unit].ns > 1 && ABS (time_ns) / units[unit].ns < 1000)
    return write_tenths (numbers, time_ns, unit, buffer);
  return number_text_tick (numbers, time_ns, ticks->step_ns, buffer);
}

/* All digits of a time of less than a minute, in the largest unit that it has: "14.7 ms". */
static void
write_exact (const NumberStyle *numbers, int64_t time_ns, char buffer[NUMBER_TEXT_MAX])
{
  size_t unit = 0;
  char digits[16];

  while (unit + 1 < G_N_ELEMENTS (units) && time_ns >= units[unit + 1].ns)
    unit++;
  g_snprintf (digits, sizeof digits, "%09d", (int) (time_ns % units[unit].ns * (SECOND_NS / units[unit].ns)));
  for (size_t n = strlen (digits); n > 0 && digits[n - 1] == '0'; n--)
    digits[n - 1] = '\0';
  g_snprintf (buffer, NUMBER_TEXT_MAX, "%d%s%s %s", (int) (time_ns / units[unit].ns),
              digits[0] != '\0' ? numbers->decimal : "", digits, units[unit].text);
}

/* What stands behind minutes: " 11.2 s", or nothing. */
static void
write_exact_seconds (const NumberStyle *numbers, int64_t time_ns, char buffer[NUMBER_TEXT_MAX])
{
  char text[NUMBER_TEXT_MAX];

  buffer[0] = '\0';
  if (time_ns == 0)
    return;
  write_exact (numbers, time_ns, text);
  g_snprintf (buffer, NUMBER_TEXT_MAX, " %s", text);
}

char *
ruler_base_text (const RulerTicks *ticks, const NumberStyle *numbers, char buffer[NUMBER_TEXT_MAX])
{
  int64_t time_ns = ticks->base_ns - ticks->zero_ns, least_ns = ABS (time_ns);
  const char *sign = time_ns < 0 ? "-" : "";
  char seconds[NUMBER_TEXT_MAX];

  if (ticks->clock != NULL)
    return wall_clock_text (ticks->clock, numbers, ticks->base_ns, MIN (ticks->power_ns, SECOND_NS), buffer);
  if (least_ns < MINUTE_NS)
    write_exact (numbers, least_ns, seconds);
  else
    write_exact_seconds (numbers, least_ns % MINUTE_NS, seconds);
  if (least_ns < MINUTE_NS)
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%s", sign, seconds);
  else if (least_ns < HOUR_NS)
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%d min%s", sign, (int) (least_ns / MINUTE_NS), seconds);
  else
    g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%" G_GINT64_FORMAT " h %02d min%s", sign, least_ns / HOUR_NS,
                (int) (least_ns % HOUR_NS / MINUTE_NS), seconds);
  return buffer;
}

char *
ruler_origin_text (const TimelineView *view, const RulerTicks *ticks, const NumberStyle *numbers)
{
  char time[NUMBER_TEXT_MAX], place[NUMBER_TEXT_MAX];

  if (ticks->has_base)
    ruler_base_text (ticks, numbers, time);
  else
    ruler_begin_text (ticks, numbers, view->begin_ns, time);
  if (ticks->clock != NULL && !ticks->has_base)
    wall_clock_date (ticks->clock, view->begin_ns, time);
  if (ticks->clock != NULL)
    return g_strdup (time);
  if (ticks->is_aligned)
    return !ticks->has_base ? g_strdup (_ ("From the alignment"))
           : time[0] == '-' ? g_strdup_printf (_ ("Alignment - %s"), time + 1)
                            : g_strdup_printf (_ ("Alignment + %s"), time);
  if (ticks->in_step != UINT64_MAX)
    return g_strdup_printf (_ ("Step %s + %s"), ruler_step_number (view->profile, ticks->in_step, place),
                            time);
  return ticks->has_base ? g_strdup_printf (_ ("Begin + %s"), time) : g_strdup (_ ("Since the begin"));
}

char *
ruler_step_number (const Profile *profile, uint64_t step, char buffer[NUMBER_TEXT_MAX])
{
  const TraceStep *at = step_table_get (profile->steps, step);

  g_snprintf (buffer, NUMBER_TEXT_MAX, "%" G_GINT64_FORMAT,
              at->has_number ? at->number : (int64_t) at->index + 1);
  return buffer;
}
