/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/go_to.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "widgets/timeline/view/ruler.h"

#define SECOND_NS INT64_C (1000000000)
#define MINUTE_NS (60 * SECOND_NS)
#define HOUR_NS   (60 * MINUTE_NS)
#define DAY_NS    (24 * HOUR_NS)

/* More digits than any time has; the rest of a fraction is less than a nanosecond of a day. */
#define DIGITS_MAX 18

/* Both signs of micro: the one of keyboards, and Greek. */
/* clang-format off */
static const struct
{
  const char *text;
  int64_t ns;
} units[] = {
  { "ns", 1 },
  { "us", 1000 },
  { "\u00b5s", 1000 },
  { "\u03bcs", 1000 },
  { "ms", 1000000 },
  { "min", MINUTE_NS },
  { "sec", SECOND_NS },
  { "s", SECOND_NS },
  { "m", MINUTE_NS },
  { "h", HOUR_NS },
  { "d", DAY_NS },
};
/* clang-format on */

static const char *const minus_signs[] = { "-", "\u2212" };
static const char *const spaces[] = { " ", "\t", "\u00a0", "\u2009", "\u202f" };

/* ---- reading ---- */

/* Each reads on from *at and returns whether it found what it reads; *at is where it was where not. */

static bool
read_word (const char **at, const char *word)
{
  if (word[0] == '\0' || g_ascii_strncasecmp (*at, word, strlen (word)) != 0)
    return false;
  *at += strlen (word);
  return true;
}

static bool
read_one_of (const char **at, const char *const *words, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (read_word (at, words[i]))
      return true;
  return false;
}

static void
skip_spaces (const char **at)
{
  while (read_one_of (at, spaces, G_N_ELEMENTS (spaces)))
    ;
}

static bool
has_three_digits (const char *at)
{
  return g_ascii_isdigit (at[0]) && g_ascii_isdigit (at[1]) && g_ascii_isdigit (at[2])
         && !g_ascii_isdigit (at[3]);
}

/* Of a locale whose point is in groups of digits, it still is a decimal one. */
static bool
read_group_sign (const char **at, const NumberStyle *numbers)
{
  const char *behind = *at;

  if (strcmp (numbers->thousands, ".") == 0 || !read_word (&behind, numbers->thousands)
      || !has_three_digits (behind))
    return false;
  *at = behind;
  return true;
}

static bool
read_digits (const char **at, const NumberStyle *group_by, uint64_t *ret_value, int *ret_n)
{
  const char *here = *at;
  uint64_t value = 0;
  int n = 0;

  while (g_ascii_isdigit (*here) && n < DIGITS_MAX)
    {
      value = value * 10 + (uint64_t) (*here++ - '0');
      n++;
      if (group_by != NULL)
        read_group_sign (&here, group_by);
    }
  if (n == 0 || g_ascii_isdigit (*here))
    return false;
  *at = here;
  *ret_value = value;
  *ret_n = n;
  return true;
}

static bool
read_decimal_sign (const char **at, const NumberStyle *numbers)
{
  const char *behind = *at;

  if ((!read_word (&behind, ".") && !read_word (&behind, numbers->decimal)) || !g_ascii_isdigit (*behind))
    return false;
  *at = behind;
  return true;
}

typedef struct
{
  uint64_t whole, fraction; /* digits before and behind the decimal sign */
  int n_decimals;
} Number;

static bool
read_number (const char **at, const NumberStyle *numbers, Number *ret_number)
{
  Number number = { 0 };
  int n_digits;

  if (!read_digits (at, numbers, &number.whole, &n_digits))
    return false;
  if (read_decimal_sign (at, numbers))
    for (; g_ascii_isdigit (**at); (*at)++)
      if (number.n_decimals < DIGITS_MAX)
        {
          number.fraction = number.fraction * 10 + (uint64_t) (**at - '0');
          number.n_decimals++;
        }
  *ret_number = number;
  return true;
}

/* Rounded to nanoseconds. False: beyond what a profile can hold. */
static bool
time_of_number (const Number *number, int64_t unit_ns, int64_t *ret_ns)
{
  __int128 time_ns = (__int128) number->whole * unit_ns;
  __int128 divisor = 1;

  for (int i = 0; i < number->n_decimals; i++)
    divisor *= 10;
  time_ns += ((__int128) number->fraction * unit_ns * 2 + divisor) / (divisor * 2);
  if (time_ns > TRACE_TIME_MAX_NS)
    return false;
  *ret_ns = (int64_t) time_ns;
  return true;
}

static bool
read_unit (const char **at, int64_t *ret_ns)
{
  for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
    {
      const char *behind = *at;

      if (read_word (&behind, units[i].text) && !g_ascii_isalpha (*behind))
        {
          *at = behind;
          *ret_ns = units[i].ns;
          return true;
        }
    }
  return false;
}

/* "2 min 4 s": from the largest unit down. */
static bool
read_duration (const char **at, const NumberStyle *numbers, int64_t *ret_ns)
{
  const char *here = *at;
  int64_t total_ns = 0, last_unit_ns = INT64_MAX;
  bool found = false;

  for (;;)
    {
      const char *next = here;
      int64_t unit_ns, part_ns;
      Number number;

      skip_spaces (&next);
      if (!read_number (&next, numbers, &number))
        break;
      skip_spaces (&next);
      if (!read_unit (&next, &unit_ns) || unit_ns >= last_unit_ns
          || !time_of_number (&number, unit_ns, &part_ns) || total_ns > TRACE_TIME_MAX_NS - part_ns)
        return false;
      total_ns += part_ns;
      last_unit_ns = unit_ns;
      here = next;
      found = true;
    }
  if (!found)
    return false;
  *at = here;
  *ret_ns = total_ns;
  return true;
}

/* "21:24", "21:24:03.12": time since midnight. */
static bool
read_clock (const char **at, const NumberStyle *numbers, int64_t *ret_ns)
{
  const char *here = *at;
  uint64_t hours, minutes;
  int64_t seconds_ns = 0;
  Number seconds = { 0 };
  int n;

  if (!read_digits (&here, NULL, &hours, &n) || n > 2 || hours > 23 || !read_word (&here, ":")
      || !read_digits (&here, NULL, &minutes, &n) || n != 2 || minutes > 59)
    return false;
  if (read_word (&here, ":")
      && (!read_number (&here, numbers, &seconds) || seconds.whole > 59
          || !time_of_number (&seconds, SECOND_NS, &seconds_ns)))
    return false;
  *at = here;
  *ret_ns = (int64_t) hours * HOUR_NS + (int64_t) minutes * MINUTE_NS + seconds_ns;
  return true;
}

/* "#", "step", or what steps are called in the user's language. */
static bool
read_step_word (const char **at)
{
  /* Translators: what is written before the number of a step: "step 1012" */
  const char *const words[] = { "#", _ ("step"), "step" };

  return read_one_of (at, words, G_N_ELEMENTS (words));
}

static bool
is_at_end (const char *at)
{
  skip_spaces (&at);
  return *at == '\0';
}

/* ---- answering ---- */

typedef struct
{
  const Profile *profile;
  uint32_t rank;
  const WallClock *clock;
  int64_t view_begin_ns;
  const NumberStyle *numbers;
} Context;

static GoTo
nowhere (char *sentence)
{
  return (GoTo){ .kind = GO_NOWHERE, .sentence = sentence };
}

static char *
how_to_ask (const Context *context)
{
  /* Translators: %s is the decimal sign. Units and words are understood as they stand here */
  return g_strdup_printf (_ ("Enter a time, such as 12%s3 ms, 2 min 4 s or +3 ms, or a step, such as 1012"),
                          context->numbers->decimal);
}

/* "(1009 to 1014)"; "": there are none */
static char *
range_of_steps (const Context *context)
{
  char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];
  uint64_t first, n = profile_steps_of_rank (context->profile, context->rank, &first);

  /* Translators: the numbers of the first and the last step */
  return g_strdup_printf (_ ("(%s to %s)"), ruler_step_number (context->profile, first, low),
                          ruler_step_number (context->profile, first + n - 1, high));
}

/* UINT64_MAX: none has that number. */
static uint64_t
find_step (const Context *context, uint64_t number)
{
  uint64_t first, n = profile_steps_of_rank (context->profile, context->rank, &first);

  for (uint64_t i = first; i < first + n; i++)
    {
      const TraceStep *step = step_table_get (context->profile->steps, i);

      if (step->has_number ? step->number == (int64_t) number : (uint64_t) step->index + 1 == number)
        return i;
    }
  return UINT64_MAX;
}

static bool
has_steps (const Context *context)
{
  uint64_t first;

  return profile_steps_of_rank (context->profile, context->rank, &first) > 0;
}

/* A bare number may have been meant as a time. */
static GoTo
no_such_step (const Context *context, uint64_t number, bool is_bare)
{
  if (!has_steps (context))
    return nowhere (is_bare ? g_strdup_printf (
                      _ ("This profile has no steps, and a time needs a unit: %" PRIu64 " ms"), number)
                            : g_strdup (_ ("This profile has no steps.")));
  g_autofree char *range = range_of_steps (context);
  if (is_bare)
    /* Translators: a number, the numbers of the first and last step in parentheses, the number again */
    return nowhere (g_strdup_printf (
      _ ("There is no step %" PRIu64 " %s. A time needs a unit: %" PRIu64 " ms"), number, range, number));
  return nowhere (g_strdup_printf (_ ("There is no step %" PRIu64 " %s."), number, range));
}

static GoTo
go_to_step (const Context *context, uint64_t i)
{
  const TraceStep *step = step_table_get (context->profile->steps, i);
  char number[NUMBER_TEXT_MAX], wall[NUMBER_TEXT_MAX];
  uint64_t first, n = profile_steps_of_rank (context->profile, context->rank, &first);

  ruler_step_number (context->profile, i, number);
  number_text_duration (context->numbers, (double) step->wall_ns, wall);
  return (GoTo){
    .kind = GO_TO_STEP,
    .step = i,
    /* Translators: "Step 1012 (4 of 6), 76.21 ms" */
    .sentence = g_strdup_printf (_ ("Step %s (%u of %" PRIu64 "), %s"), number, step->index + 1, n, wall),
  };
}

static GoTo
go_to_time (const Context *context, int64_t time_ns)
{
  const Profile *profile = context->profile;
  char time[NUMBER_TEXT_MAX], offset[NUMBER_TEXT_MAX], number[NUMBER_TEXT_MAX];

  number_text_duration (context->numbers, (double) time_ns, time);
  if (time_ns < profile->begin_ns || time_ns > profile->end_ns)
    {
      char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];

      number_text_duration (context->numbers, (double) profile->begin_ns, begin);
      number_text_duration (context->numbers, (double) profile->end_ns, end);
      return nowhere (g_strdup_printf (_ ("%s is outside the profile (%s to %s)."), time, begin, end));
    }
  GoTo go = { .kind = GO_TO_TIME, .time_ns = time_ns };
  uint64_t i = profile_step_at (profile, context->rank, time_ns);
  if (i == UINT64_MAX)
    {
      go.sentence = g_strdup_printf (_ ("%s after the begin"), time);
      return go;
    }
  number_text_duration (context->numbers,
                        (double) (time_ns - step_table_get (profile->steps, i)->host_begin_ns), offset);
  /* Translators: "120.5 ms after the begin, step 1010 + 44.77 ms" */
  go.sentence = g_strdup_printf (_ ("%s after the begin, step %s + %s"), time,
                                 ruler_step_number (profile, i, number), offset);
  return go;
}

/* The first time after the begin at which the clock showed that. */
static GoTo
go_to_clock (const Context *context, int64_t of_day_ns)
{
  if (!context->clock->is_known)
    return nowhere (g_strdup (_ ("This profile does not record the time of day.")));
  int64_t time_ns = context->clock->midnight_ns + of_day_ns;
  if (time_ns < context->profile->begin_ns && time_ns + DAY_NS <= context->profile->end_ns)
    time_ns += DAY_NS;
  return go_to_time (context, time_ns);
}

static GoTo
go_into_step (const Context *context, uint64_t step, const char *at)
{
  int64_t offset_ns;

  if (!read_duration (&at, context->numbers, &offset_ns) || !is_at_end (at))
    return nowhere (how_to_ask (context));
  return go_to_time (
    context, trace_time_clamp (step_table_get (context->profile->steps, step)->host_begin_ns + offset_ns));
}

static GoTo
find (const Context *context, const char *text)
{
  const char *at = text, *behind;
  bool is_named, is_later = false;
  int64_t time_ns;
  uint64_t number;
  int n_digits;

  skip_spaces (&at);
  behind = at;
  if ((is_later = read_word (&behind, "+")) || read_one_of (&behind, minus_signs, G_N_ELEMENTS (minus_signs)))
    {
      if (!read_duration (&behind, context->numbers, &time_ns) || !is_at_end (behind))
        return nowhere (how_to_ask (context));
      return go_to_time (context,
                         trace_time_clamp (context->view_begin_ns + (is_later ? time_ns : -time_ns)));
    }
  if (read_clock (&behind, context->numbers, &time_ns) && is_at_end (behind))
    return go_to_clock (context, time_ns);
  behind = at;
  if (read_duration (&behind, context->numbers, &time_ns) && is_at_end (behind))
    return go_to_time (context, time_ns);

  is_named = read_step_word (&at);
  skip_spaces (&at);
  if (!read_digits (&at, NULL, &number, &n_digits))
    return nowhere (how_to_ask (context));
  uint64_t step = find_step (context, number);
  skip_spaces (&at);
  behind = at;
  bool is_into = read_word (&behind, "+");
  if (!is_into && *at != '\0')
    return nowhere (how_to_ask (context));
  if (step == UINT64_MAX)
    return no_such_step (context, number, !is_named && !is_into);
  return is_into ? go_into_step (context, step, behind) : go_to_step (context, step);
}

GoTo
go_to_find (const char *text,
            const Profile *profile,
            uint32_t rank,
            const WallClock *clock,
            int64_t view_begin_ns,
            const NumberStyle *numbers)
{
  Context context = { profile, rank, clock, view_begin_ns, numbers };

  return find (&context, text);
}
