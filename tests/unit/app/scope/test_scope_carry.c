/* SPDX-License-Identifier: Apache-2.0
 *
 * The scope of a profile that is opened again: kept where the new one has what it is made of. */

#include "app/scope/scope_carry.h"
#include "tests/unit/fixtures/native_profile.h"
#include "tests/unit/fixtures/opened_text.h"

typedef struct
{
  ViewState *from, *to;
} States;

static ViewState *
state_of (unsigned repeats)
{
  g_autofree char *json = native_profile_json (repeats);
  const Profile *profile = opened_text ("run.json", json, NULL);
  ViewState *state = view_state_new (profile);

  profile_unref (profile);
  return state;
}

/* From four steps to eight, or the other way round where data is not NULL. */
static void
set_up (States *states, gconstpointer data)
{
  states->from = state_of (data == NULL ? 1 : 2);
  states->to = state_of (data == NULL ? 2 : 1);
}

static void
tear_down (States *states, gconstpointer data)
{
  (void) data;
  g_object_unref (states->from);
  g_object_unref (states->to);
}

static const ViewScope *
carry (States *states, ViewScope scope)
{
  view_state_set_scope (states->from, &scope);
  scope_carry (states->from, states->to);
  return view_state_scope (states->to);
}

static const ViewScope whole = { .rank = TRACE_NONE, .device = TRACE_NONE };

static void
test_default_stays_default (States *states, gconstpointer data)
{
  (void) data;
  carry (states, whole);
  g_assert_true (view_state_scope_is_default (states->to));
}

static void
test_rank_device_and_steps_are_kept (States *states, gconstpointer data)
{
  const ViewScope *carried = carry (
    states, (ViewScope){ .window = SCOPE_STEPS, .first_step = 1, .last_step = 2, .rank = 0, .device = 0 });
  (void) data;

  g_assert_cmpint (carried->window, ==, SCOPE_STEPS);
  g_assert_cmpuint (carried->first_step, ==, 1);
  g_assert_cmpuint (carried->last_step, ==, 2);
  g_assert_cmpuint (carried->rank, ==, 0);
  g_assert_cmpuint (carried->device, ==, 0);
}

static void
test_steps_that_are_gone_limit_nothing (States *states, gconstpointer data)
{
  const ViewScope *carried = carry (states, (ViewScope){ .window = SCOPE_STEPS,
                                                         .first_step = 3,
                                                         .last_step = 6,
                                                         .rank = TRACE_NONE,
                                                         .device = TRACE_NONE });
  (void) data;

  g_assert_cmpint (carried->window, ==, SCOPE_WHOLE);
}

static void
test_area_is_kept_within_the_profile (States *states, gconstpointer data)
{
  ViewScope area = whole;
  const ViewSelection *selection = view_state_selection (states->to);
  (void) data;

  area.window = SCOPE_AREA;
  view_state_select_area (states->from, 100, 5000);
  g_assert_cmpint (carry (states, area)->window, ==, SCOPE_AREA);
  g_assert_cmpint (selection->begin_ns, ==, 100);
  g_assert_cmpint (selection->end_ns, ==, 5000);
}

static void
test_area_outside_of_the_profile_limits_nothing (States *states, gconstpointer data)
{
  ViewScope area = whole;
  (void) data;

  area.window = SCOPE_AREA;
  view_state_select_area (states->from, 700000, 720000);
  g_assert_cmpint (carry (states, area)->window, ==, SCOPE_WHOLE);
}

#define TEST(path, data, function) g_test_add ("/scope_carry" path, States, data, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("/default_stays_default", NULL, test_default_stays_default);
  TEST ("/rank_device_and_steps_are_kept", NULL, test_rank_device_and_steps_are_kept);
  TEST ("/steps_that_are_gone_limit_nothing", "shorter", test_steps_that_are_gone_limit_nothing);
  TEST ("/area_is_kept_within_the_profile", NULL, test_area_is_kept_within_the_profile);
  TEST ("/area_outside_of_the_profile_limits_nothing", "shorter", test_area_outside_of_the_profile_limits_nothing);
  return g_test_run ();
}
