/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/scene/lane_grids_keeper.h"

#define PATIENCE_US (5 * G_USEC_PER_SEC)

static const LaneGrids *
wait_for_grids (LaneGridsKeeper *keeper, const Profile *profile)
{
  gint64 until_us = g_get_monotonic_time () + PATIENCE_US;
  const LaneGrids *grids = lane_grids_keeper_get (keeper, profile);

  while (grids == NULL)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, until_us);
      g_main_context_iteration (NULL, TRUE);
      grids = lane_grids_keeper_get (keeper, profile);
    }
  return grids;
}

static void
other_steps_of_a_trace_have_its_grids (void)
{
  g_autoptr (GError) error = NULL;
  const Profile *profile = timeline_profile_training ();
  const Profile *others = profile_with_steps (profile, "aten::*", &error);
  LaneGridsKeeper *keeper = lane_grids_keeper_new ();

  g_assert_no_error (error);
  const LaneGrids *grids = wait_for_grids (keeper, profile);
  g_assert_true (lane_grids_keeper_get (keeper, others) == grids);
  profile_unref (profile);
  g_assert_true (lane_grids_keeper_get (keeper, others) == grids);
  lane_grids_keeper_free (keeper);
  profile_unref (others);
}

static void
another_trace_has_grids_of_its_own (void)
{
  const Profile *profile = timeline_profile_steps (3), *other = timeline_profile_steps (4);
  LaneGridsKeeper *keeper = lane_grids_keeper_new ();

  wait_for_grids (keeper, profile);
  g_assert_null (lane_grids_keeper_get (keeper, other));
  wait_for_grids (keeper, other);
  lane_grids_keeper_free (keeper);
  profile_unref (profile);
  profile_unref (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane_grids_keeper/other_steps_of_a_trace_have_its_grids",
                   other_steps_of_a_trace_have_its_grids);
  g_test_add_func ("/lane_grids_keeper/another_trace_has_grids_of_its_own",
                   another_trace_has_grids_of_its_own);
  return g_test_run ();
}
