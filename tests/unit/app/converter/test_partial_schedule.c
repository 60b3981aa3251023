/* SPDX-License-Identifier: Apache-2.0
 *
 * When partial profiles are made: of simulated imports, how many, how early, and at what cost. */

#include "app/converter/partial_schedule.h"

#include <glib.h>
#include <math.h>

#define EVENTS_PER_S 1000000

typedef struct
{
  double total_s;        /* of the import */
  double cost_share;     /* of a partial profile: of the time that reading its events took */
  double estimate_error; /* what the remaining time is thought to be, times this */
  bool has_size;
} Case;

typedef struct
{
  unsigned n;
  double first_s, cost_s;
  uint64_t n_events_last;
} Result;

static Result
simulate (const Case *import)
{
  PartialSchedule schedule = { 0 };
  Result result = { .first_s = INFINITY };
  double end_s = 0, cost_s = 0;

  for (double now_s = 0; now_s < import->total_s; now_s += 0.01)
    {
      PartialMoment moment = {
        .elapsed_s = now_s,
        .left_s = import->has_size ? (import->total_s - now_s) * import->estimate_error : INFINITY,
        .n_events = (uint64_t) (now_s * EVENTS_PER_S),
      };

      if (schedule.is_running && now_s >= end_s)
        partial_schedule_end (&schedule, cost_s);
      if (!partial_schedule_is_due (&schedule, &moment))
        continue;
      g_assert_false (schedule.is_running);
      g_assert_cmpuint (moment.n_events, >=, 2 * result.n_events_last);
      cost_s = MIN (now_s * import->cost_share, partial_schedule_allowance_s (&schedule, &moment));
      end_s = now_s + cost_s;
      partial_schedule_begin (&schedule, &moment);
      result.first_s = MIN (result.first_s, now_s);
      result.n++;
      result.cost_s += cost_s;
      result.n_events_last = moment.n_events;
    }
  return result;
}

static void
test_short_import_has_none (void)
{
  for (double total_s = 0.1; total_s <= PARTIAL_TOTAL_MIN_S; total_s += 0.1)
    g_assert_cmpuint (simulate (&(Case){ total_s, 0.1, 1, true }).n, ==, 0);
}

static void
test_long_import_shows_something_early (void)
{
  const Case minute = { 60, 0.2, 1, true }, ten_seconds = { 10, 0.2, 1, true };
  Result result = simulate (&minute);

  g_assert_cmpfloat (result.first_s, <, 1);
  g_assert_cmpuint (result.n, >=, 4);
  result = simulate (&ten_seconds);
  g_assert_cmpfloat (result.first_s, <, 1.5);
}

static void
test_cost_is_at_most_a_tenth (void)
{
  for (double total_s = 1; total_s < 2000; total_s *= 1.3)
    for (double cost_share = 0.001; cost_share < 8; cost_share *= 2)
      {
        Result result = simulate (&(Case){ total_s, cost_share, 1, true });

        g_assert_cmpfloat (result.cost_s, <=, total_s * 0.1 + 1e-9);
        g_assert_cmpuint (result.n, <=, PARTIALS_MAX);
      }
}

static void
test_wrong_estimate_costs_no_more_than_it_is_wrong (void)
{
  for (double error = 0.25; error <= 4; error *= 2)
    {
      Result result = simulate (&(Case){ 40, 0.5, error, true });

      g_assert_cmpfloat (result.cost_s, <=, 40 * 0.1 * MAX (error, 1) + 1e-9);
    }
}

/* A pipe: there is no estimate. */
static void
test_source_without_a_size_has_none (void)
{
  g_assert_cmpuint (simulate (&(Case){ 60, 0.02, 1, false }).n, ==, 0);
}

static void
test_none_just_before_the_end (void)
{
  PartialSchedule schedule = { 0 };

  g_assert_true (partial_schedule_is_due (&schedule, &(PartialMoment){ 1, 30, 1000 }));
  schedule.event_cost_s = 1e-6;
  g_assert_true (partial_schedule_is_due (&schedule, &(PartialMoment){ 30, 1.1, 100000 }));
  g_assert_false (partial_schedule_is_due (&schedule, &(PartialMoment){ 30, 0.9, 100000 }));
  g_assert_false (partial_schedule_is_due (&schedule, &(PartialMoment){ 30, 3, 2000000 }));
}

static void
test_none_without_events (void)
{
  g_assert_false (partial_schedule_is_due (&(PartialSchedule){ 0 }, &(PartialMoment){ 1, 30, 0 }));
}

static void
test_at_most_eight (void)
{
  PartialSchedule schedule = { 0 };
  PartialMoment moment = { .elapsed_s = 1, .left_s = 1e9, .n_events = 1 };

  while (partial_schedule_is_due (&schedule, &moment))
    {
      partial_schedule_begin (&schedule, &moment);
      g_assert_false (partial_schedule_is_due (&schedule, &moment));
      partial_schedule_end (&schedule, 1e-3);
      g_assert_false (partial_schedule_is_due (&schedule, &moment));
      moment.n_events *= 2;
    }
  g_assert_cmpuint (schedule.n_begun, ==, PARTIALS_MAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/partial_schedule/short_import_has_none", test_short_import_has_none);
  g_test_add_func ("/partial_schedule/long_import_shows_something_early",
                   test_long_import_shows_something_early);
  g_test_add_func ("/partial_schedule/cost_is_at_most_a_tenth", test_cost_is_at_most_a_tenth);
  g_test_add_func ("/partial_schedule/wrong_estimate_costs_no_more_than_it_is_wrong",
                   test_wrong_estimate_costs_no_more_than_it_is_wrong);
  g_test_add_func ("/partial_schedule/source_without_a_size_has_none", test_source_without_a_size_has_none);
  g_test_add_func ("/partial_schedule/none_just_before_the_end", test_none_just_before_the_end);
  g_test_add_func ("/partial_schedule/none_without_events", test_none_without_events);
  g_test_add_func ("/partial_schedule/at_most_eight", test_at_most_eight);
  return g_test_run ();
}
