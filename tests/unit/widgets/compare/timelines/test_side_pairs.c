/* SPDX-License-Identifier: Apache-2.0
 *
 * Counterparts lead back to where they came from, and what is marked as having none has none. */

#include <glib.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/compare/timelines/side_pairs.h"

/* Steps 7, 8 and 9 of one profile, of which the last differs. */
static SidePairs *
pairs_of_steps (const Profile *profile, uint32_t n)
{
  ComparedSide sides[SIDE_PAIRS_MAX];

  for (uint32_t i = 0; i < n; i++)
    {
      sides[i] = (ComparedSide){ .profile = profile, .name = (char *) "run", .scope = (char *) "Step" };
      g_assert_true (compare_part_of_steps (profile->trace, profile->steps, 9 - (int64_t) i, 9 - (int64_t) i,
                                            TRACE_NONE, &sides[i].part, NULL));
    }
  Compared *compared = compared_new (sides, n, NULL, 0, NULL, NULL);
  SidePairs *pairs = side_pairs_new (compared, NULL, NULL);

  g_assert_nonnull (pairs);
  compared_unref (compared);
  return pairs;
}

static void
counterparts_lead_back (void)
{
  const Profile *profile = timeline_profile_uneven ();
  const SliceColumns *slices = trace_slices (profile->trace);
  SidePairs *pairs = pairs_of_steps (profile, 3);
  uint64_t n_found = 0;
  CounterpartAnswer answer;

  g_assert_cmpuint (side_pairs_n_sides (pairs), ==, 3);
  for (uint32_t from = 0; from < 3; from++)
    for (uint32_t to = 0; to < 3; to++)
      for (uint64_t slice = 0; from != to && slice < slices->n; slice++)
        {
          uint64_t found = side_pairs_find (pairs, from, slice, to, &answer);

          if (found == SLICE_NONE)
            continue;
          n_found++;
          g_assert_cmpuint (answer, ==, COUNTERPART_FOUND);
          g_assert_cmpuint (side_pairs_find (pairs, to, found, from, &answer), ==, slice);
        }
  g_assert_cmpuint (n_found, >, 0);
  side_pairs_unref (pairs);
  profile_unref (profile);
}

static void
what_is_marked_has_no_counterpart (void)
{
  const Profile *profile = timeline_profile_uneven ();
  const SliceColumns *slices = trace_slices (profile->trace);
  SidePairs *pairs = pairs_of_steps (profile, 3);
  uint64_t n_marked = 0;

  for (uint32_t side = 0; side < 3; side++)
    {
      UnmatchedSlices unmatched = side_pairs_unmatched (pairs, side);

      /* The baseline is compared with all, the others with the baseline. */
      g_assert_cmpuint (unmatched.n, ==, side == 0 ? 2 : 1);
      for (uint64_t slice = 0; slice < slices->n; slice++)
        {
          CounterpartAnswer answer = COUNTERPART_FOUND;
          bool has_one = false;

          if (!unmatched_slices_hold (&unmatched, slices, slice))
            continue;
          n_marked++;
          for (uint32_t other = 0; other < 3; other++)
            if (other != side && (side == 0 || other == 0))
              has_one = has_one || side_pairs_find (pairs, side, slice, other, &answer) != SLICE_NONE;
          g_assert_false (has_one);
        }
    }
  g_assert_cmpuint (n_marked, >, 0);
  side_pairs_unref (pairs);
  profile_unref (profile);
}

static bool
never (void *user_data)
{
  (void) user_data;
  return false;
}

static void
pairs_can_be_cancelled (void)
{
  const Profile *profile = timeline_profile_uneven ();
  ComparedSide side = { .profile = profile, .name = (char *) "run", .scope = (char *) "Whole profile" };

  side.part.scope = stats_scope_whole (profile->trace, profile->steps);
  Compared *compared = compared_new ((const ComparedSide[]){ side, side }, 2, NULL, 0, NULL, NULL);
  SidePairs *pairs = side_pairs_new (compared, never, NULL);
  if (pairs != NULL) /* so small that nobody was asked */
    side_pairs_unref (pairs);
  compared_unref (compared);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/side_pairs/counterparts_lead_back", counterparts_lead_back);
  g_test_add_func ("/side_pairs/what_is_marked_has_no_counterpart", what_is_marked_has_no_counterpart);
  g_test_add_func ("/side_pairs/pairs_can_be_cancelled", pairs_can_be_cancelled);
  return g_test_run ();
}
