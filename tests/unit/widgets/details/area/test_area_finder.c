/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/details/area/area_finder.h"

static gboolean has_no_memory; /* g_atomic_int: figures are computed on another thread */

bool __real_area_stats_compute (const StatsScope *scope,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                AreaStats *ret);
bool __wrap_area_stats_compute (const StatsScope *scope,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                AreaStats *ret);

bool
__wrap_area_stats_compute (const StatsScope *scope,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           AreaStats *ret)
{
  return !g_atomic_int_get (&has_no_memory)
         && __real_area_stats_compute (scope, should_continue, user_data, ret);
}

typedef struct
{
  AreaFinder *finder;
  ViewState *state;
  const AreaFigures *found;
  int n_found;
} Fixture;

static void
take (const AreaFigures *figures, bool is_last, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (is_last);
  g_clear_pointer (&fixture->found, area_figures_unref);
  fixture->found = area_figures_ref (figures);
  fixture->n_found++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Profile *profile = timeline_profile_training ();

  (void) data;
  fixture->state = view_state_new (profile);
  fixture->finder = area_finder_new (take, fixture);
  profile_unref (profile);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  (void) data;
  area_finder_free (fixture->finder);
  g_clear_pointer (&fixture->found, area_figures_unref);
  g_object_unref (fixture->state);
}

static void
ask (Fixture *fixture)
{
  const AreaFigures *asked =
    area_finder_ask (fixture->finder, fixture->state, &(ViewArea){ 12000000, 24000000, NULL });
  int n_before = fixture->n_found;

  g_assert_false (asked->is_known || asked->has_failed);
  area_figures_unref (asked);
  while (fixture->n_found == n_before)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_a_failure_is_told (Fixture *fixture, gconstpointer data)
{
  (void) data;
  g_atomic_int_set (&has_no_memory, TRUE);
  ask (fixture);
  g_atomic_int_set (&has_no_memory, FALSE);
  g_assert_true (fixture->found->has_failed && !fixture->found->is_known);
}

static void
test_a_failure_is_not_remembered (Fixture *fixture, gconstpointer data)
{
  test_a_failure_is_told (fixture, data);
  ask (fixture);
  g_assert_true (fixture->found->is_known && !fixture->found->has_failed);
  g_assert_cmpuint (fixture->found->stats.tracks.count, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/area_finder/a_failure_is_told", Fixture, NULL, set_up, test_a_failure_is_told, tear_down);
  g_test_add ("/area_finder/a_failure_is_not_remembered", Fixture, NULL, set_up,
              test_a_failure_is_not_remembered, tear_down);
  return g_test_run ();
}
