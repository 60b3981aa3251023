/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/ruler.h"

#include "widgets/time_scale.h"

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

  ticks->in_tenths = false;
  if (unit + 1 == G_N_ELEMENTS (units) || most_ns / units[unit].ns < 10000)
    return true;
  ticks->in_tenths = ticks->step_ns % (units[unit + 1].ns / 10) == 0;
  return ticks->in_tenths && most_ns / units[unit + 1].ns < 100;
}

static int64_t
floor_to (int64_t value, int64_t unit)
{
  int64_t rest = value % unit;

  return value - (rest < 0 ? rest + unit : rest);
}

RulerTicks
ruler_ticks (const TimelineView *view)
{
  RulerTicks ticks = { .in_step = step_around (view) };

  if (ticks.in_step != UINT64_MAX)
    ticks.zero_ns = step_table_get (view->profile->steps, ticks.in_step)->host_begin_ns;

  TimeScale scale = {
    view->begin_ns - ticks.zero_ns,
    (double) (view->end_ns - view->begin_ns) / MAX (view->width_px, 1),
  };
  ticks.step_ns = time_scale_tick_step_ns (&scale, RULER_TICK_PX);
  ticks.first_ns = time_scale_first_tick_ns (&scale, ticks.step_ns) + ticks.zero_ns;
  ticks.base_ns = ticks.zero_ns;
  if (choose_form (&ticks, MAX (view->end_ns - ticks.zero_ns, ticks.zero_ns - view->begin_ns)))
    return ticks;

  /* The base is round to a power of ten as long as the view, so that ticks have few digits behind it. */
  ticks.power_ns = 1;
  while (ticks.power_ns < view->end_ns - view->begin_ns && ticks.power_ns < INT64_MAX / 10)
    ticks.power_ns *= 10;
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

char *
ruler_tick_text (const RulerTicks *ticks,
                 const NumberStyle *numbers,
                 int64_t time_ns,
                 char buffer[NUMBER_TEXT_MAX])
{
  char text[NUMBER_TEXT_MAX];

  if (ticks->in_tenths)
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

char *
ruler_base_text (const RulerTicks *ticks, const NumberStyle *numbers, char buffer[NUMBER_TEXT_MAX])
{
  return number_text_tick (numbers, ticks->base_ns - ticks->zero_ns, MAX (ticks->power_ns, 1), buffer);
}

char *
ruler_step_number (const Profile *profile, uint64_t step, char buffer[NUMBER_TEXT_MAX])
{
  const TraceStep *at = step_table_get (profile->steps, step);

  g_snprintf (buffer, NUMBER_TEXT_MAX, "%" G_GINT64_FORMAT,
              at->has_number ? at->number : (int64_t) at->index + 1);
  return buffer;
}
