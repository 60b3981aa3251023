/* SPDX-License-Identifier: Apache-2.0
 *
 * Which sides are compared while profiles are loaded, reloaded and unloaded, and what the user chose of them. */

#include <string.h>

#include "app/compare/side_list.h"
#include "tests/unit/fixtures/native_profile.h"
#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"
#include "widgets/timeline/view/step_comparison.h"

#define RANKS_MAX 8

typedef struct
{
  ProfileList *list;
  SideList *sides;
  guint n_changes;
} Desk;

static void
count (Desk *desk)
{
  desk->n_changes++;
}

static void
set_up (Desk *desk, gconstpointer data)
{
  (void) data;
  *desk = (Desk){ .list = profile_list_new () };
  desk->sides = side_list_new (desk->list);
  g_signal_connect_swapped (desk->sides, "changed", G_CALLBACK (count), desk);
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  (void) data;
  g_object_unref (desk->sides);
  g_object_unref (desk->list);
}

/* ---- profiles ---- */

static LoadedProfile *
loaded_at (Trace *trace, const char *path)
{
  const ProfileFacts facts = { .step_median_ns = NOT_KNOWN_NS };
  g_autoptr (GError) error = NULL;
  const Profile *profile = profile_new (trace, path, NULL, &error);

  g_assert_no_error (error);
  LoadedProfile *loaded = loaded_profile_new (profile, &facts);
  profile_unref (profile);
  return loaded;
}

/* Ranks with these numbers, each with four steps. Transfer full. */
static LoadedProfile *
profile_of_ranks (const char *path, const int *numbers, int n)
{
  char *folder = opened_folder_new ();
  g_autofree char *json = native_profile_json (1), *name = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"distributedInfo\":{\"rank\":%d,\"world_size\":%d},%s",
                                               numbers[i], RANKS_MAX, json + 1);

      g_free (name);
      name = g_strdup_printf ("rank%d.json", numbers[i]);
      g_free (opened_file (folder, name, text));
    }
  g_autofree char *only = g_build_filename (folder, name, NULL);
  g_autoptr (Trace) trace = trace_open (n == 1 ? only : folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace_n_ranks (trace), ==, (guint) n);
  opened_folder_remove (folder);
  return loaded_at (trace, path);
}

static LoadedProfile *
profile_at (const char *path)
{
  return profile_of_ranks (path, (const int[]){ 0 }, 1);
}

static LoadedProfile *
load (Desk *desk, const char *path)
{
  g_autoptr (LoadedProfile) loaded = profile_at (path);

  profile_list_insert (desk->list, G_MAXUINT, loaded);
  return loaded;
}

static void
reload (Desk *desk, const char *path, const int *numbers, int n)
{
  g_autoptr (LoadedProfile) loaded = profile_of_ranks (path, numbers, n);

  g_assert_true (profile_list_replace (desk->list, profile_list_find (desk->list, path), loaded));
}

static void
check_text (Desk *desk, guint i, const char *expected)
{
  g_autofree char *text = side_text (side_list_get (desk->sides, i));

  g_assert_cmpstr (text, ==, expected);
}

/* The paths of all sides, with spaces between. */
static void
check_sides (Desk *desk, const char *expected)
{
  g_autoptr (GString) paths = g_string_new (NULL);

  for (guint i = 0; i < side_list_count (desk->sides); i++)
    g_string_append_printf (paths, i == 0 ? "%s" : " %s",
                            loaded_profile_profile (side_list_get (desk->sides, i)->loaded)->path);
  g_assert_cmpstr (paths->str, ==, expected);
}

static ComparePart
part_of (Desk *desk, guint i)
{
  g_autoptr (GError) error = NULL;
  ComparePart part;

  g_assert_true (side_part (side_list_get (desk->sides, i), &part, &error));
  g_assert_no_error (error);
  return part;
}

/* ---- reloading ---- */

/* Two sides of a folder with ranks 0, 3 and 7. */
static void
compare_ranks (Desk *desk, uint32_t base, uint32_t other)
{
  g_autoptr (LoadedProfile) loaded = profile_of_ranks ("/run", (const int[]){ 0, 3, 7 }, 3);
  const Side sides[] = {
    { .loaded = loaded, .choice = SIDE_WHOLE, .rank = base },
    { .loaded = loaded, .choice = SIDE_MEDIAN, .rank = other },
  };

  profile_list_insert (desk->list, 0, loaded);
  side_list_set (desk->sides, sides, G_N_ELEMENTS (sides));
}

static void
test_rank_keeps_its_number_when_a_lower_one_went (Desk *desk, gconstpointer data)
{
  (void) data;
  compare_ranks (desk, 2, 0);
  check_text (desk, 0, "Whole profile, Rank 7");
  reload (desk, "/run", (const int[]){ 0, 7 }, 2);
  check_text (desk, 0, "Whole profile, Rank 7");
  check_text (desk, 1, "Median step 1, Rank 0");
  g_assert_cmpuint (part_of (desk, 0).scope.rank, ==, 1);
}

static void
test_rank_that_is_gone_limits_nothing (Desk *desk, gconstpointer data)
{
  (void) data;
  compare_ranks (desk, 2, 0);
  reload (desk, "/run", (const int[]){ 0 }, 1);
  check_text (desk, 0, "Whole profile");
  check_text (desk, 1, "Median step 1, Rank 0");
  g_assert_cmpuint (part_of (desk, 0).scope.rank, ==, TRACE_NONE);
}

/* ---- windows ---- */

static void
set_window (LoadedProfile *loaded, int64_t begin_ns, int64_t end_ns, uint32_t rank)
{
  const ViewScope scope = { .window = SCOPE_VIEW, .rank = rank, .device = TRACE_NONE };

  view_state_set_scope (loaded_profile_state (loaded), &scope);
  view_state_set_span (loaded_profile_state (loaded), begin_ns, end_ns);
}

static void
test_kept_window_stays_when_the_scope_changes (Desk *desk, gconstpointer data)
{
  g_autoptr (LoadedProfile) loaded = profile_of_ranks ("/run", (const int[]){ 0, 3, 7 }, 3);
  Side kept;
  (void) data;

  profile_list_insert (desk->list, 0, loaded);
  g_assert_false (side_keep_window (side_list_get (desk->sides, 0), &kept)); /* the whole time */
  set_window (loaded, 100000, 200000, 2);
  check_text (desk, 0, "Timeline view, Rank 7");
  g_assert_true (side_keep_window (side_list_get (desk->sides, 0), &kept));
  side_list_replace (desk->sides, 0, &kept);
  side_list_add (desk->sides);
  const Side scope = { .loaded = loaded, .rank = TRACE_NONE };
  side_list_replace (desk->sides, 1, &scope);
  set_window (loaded, 200000, 250000, TRACE_NONE);
  check_text (desk, 0, "100.00\u00a0µs to 200.00\u00a0µs, Rank 7");
  check_text (desk, 1, "Timeline view");
  ComparePart of_kept = part_of (desk, 0), of_scope = part_of (desk, 1);
  g_assert_cmpint (of_kept.scope.begin_ns, ==, 100000);
  g_assert_cmpint (of_kept.scope.end_ns, ==, 200000);
  g_assert_cmpuint (of_kept.scope.rank, ==, 2);
  g_assert_cmpint (of_scope.scope.begin_ns, ==, 200000);

  reload (desk, "/run", (const int[]){ 0, 7 }, 2);
  check_text (desk, 0, "100.00\u00a0µs to 200.00\u00a0µs, Rank 7");
  g_assert_cmpuint (part_of (desk, 0).scope.rank, ==, 1);
}

/* ---- sides that nobody chose ---- */

static void
test_first_profiles_are_sides_while_nothing_is_chosen (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  check_sides (desk, "/a");
  load (desk, "/b");
  check_sides (desk, "/a /b");
  profile_list_remove (desk->list, profile_list_find (desk->list, "/a"));
  check_sides (desk, "/b");
  for (const char *path = "/c\0/d\0/e\0/f\0"; *path != '\0'; path += strlen (path) + 1)
    load (desk, path);
  check_sides (desk, "/b /c /d /e");
}

/* ---- chosen sides ---- */

static void
test_added_swapped_and_removed (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  load (desk, "/b");
  side_list_swap (desk->sides);
  check_sides (desk, "/b /a");
  load (desk, "/c");
  check_sides (desk, "/b /a");
  side_list_add (desk->sides);
  check_sides (desk, "/b /a /c");
  side_list_add (desk->sides); /* no other profile is left */
  check_sides (desk, "/b /a /c /c");
  side_list_remove (desk->sides, 0);
  check_sides (desk, "/a /c /c");
  for (int i = 0; i < 2 * COMPARED_SIDES_MAX; i++)
    side_list_add (desk->sides);
  g_assert_cmpuint (side_list_count (desk->sides), ==, COMPARED_SIDES_MAX);
}

static void
test_profile_alone_is_added_once_more_with_the_same_part (Desk *desk, gconstpointer data)
{
  g_autoptr (LoadedProfile) loaded = profile_of_ranks ("/run", (const int[]){ 0, 3, 7 }, 3);
  const Side of_rank = { .loaded = loaded, .choice = SIDE_WHOLE, .rank = 1 };
  Side other = of_rank;
  (void) data;

  profile_list_insert (desk->list, 0, loaded);
  side_list_replace (desk->sides, 0, &of_rank);
  side_list_add (desk->sides);
  other.rank = 0;
  side_list_replace (desk->sides, 1, &other);
  check_text (desk, 0, "Whole profile, Rank 3");
  check_text (desk, 1, "Whole profile, Rank 0");
  load (desk, "/b");
  check_sides (desk, "/run /run");
}

static void
test_unloading_the_baseline_makes_the_next_one_the_baseline (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  load (desk, "/b");
  load (desk, "/c");
  side_list_swap (desk->sides);
  check_sides (desk, "/b /a /c");
  profile_list_remove (desk->list, profile_list_find (desk->list, "/b"));
  check_sides (desk, "/a /c");
}

static void
test_reloaded_profile_stays_in_its_place_with_its_part (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  load (desk, "/b");
  side_list_compare_step (desk->sides, profile_list_find (desk->list, "/b"), 2);
  check_text (desk, 0, "Median step 1");
  check_text (desk, 1, "Step 2");
  reload (desk, "/b", (const int[]){ 0 }, 1);
  check_sides (desk, "/b /b");
  check_text (desk, 1, "Step 2");
  g_assert_true (side_list_get (desk->sides, 0)->loaded == profile_list_find (desk->list, "/b"));
}

/* Whether the legend of the marks in the timeline names the steps as the sides do. */
static void
check_legend (Desk *desk, const Profile *profile, uint64_t step, uint64_t median)
{
  const StepComparison *comparison = step_comparison_new (profile, step, median, NULL, NULL);
  g_autofree char *legend = step_comparison_legend (comparison, &number_style_c);
  g_autofree char *of_median = side_text (side_list_get (desk->sides, 0));
  g_autofree char *of_step = side_text (side_list_get (desk->sides, 1));
  char **words_of_median = g_strsplit (of_median, ",", 2), **words_of_step = g_strsplit (of_step, ",", 2);
  g_autofree char *named =
    g_strdup_printf ("%s compared with the m%s:", words_of_step[0], words_of_median[0] + 1);
  g_autofree char *alone = g_strdup_printf ("%s is the median step", words_of_step[0]);

  if (step == median)
    g_assert_cmpstr (legend, ==, alone);
  else
    g_assert_true (g_str_has_prefix (legend, named));
  g_strfreev (words_of_median);
  g_strfreev (words_of_step);
  step_comparison_unref (comparison);
}

static void
test_step_meets_the_median_step_of_the_timeline (Desk *desk, gconstpointer data)
{
  const Profile *profiles[] = { timeline_profile_uneven (), timeline_profile_wandering (20),
                                timeline_profile_ranks () };
  const ProfileFacts facts = { .step_median_ns = NOT_KNOWN_NS };
  (void) data;

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      const Profile *profile = profiles[p];
      g_autoptr (LoadedProfile) loaded = loaded_profile_new (profile, &facts);
      ViewState *state = loaded_profile_state (loaded);

      profile_list_insert (desk->list, 0, loaded);
      for (uint64_t step = 0; step < step_table_count (profile->steps); step++)
        {
          ViewScope scope = *view_state_scope (state);
          CompareSteps steps;

          scope.rank = step_table_get (profile->steps, step)->rank;
          view_state_set_scope (state, &scope);
          side_list_compare_step (desk->sides, loaded, step);
          ComparePart part = part_of (desk, 0);
          g_assert_true (compare_steps_select (&part, &steps));
          uint64_t median = view_state_median_step (state);
          g_assert_cmpuint (median, ==, steps.has_steps ? steps.samples[0].table_row : UINT64_MAX);
          if (steps.has_steps)
            check_legend (desk, profile, step, median);
          compare_steps_clear (&steps);
        }
      profile_list_remove (desk->list, loaded);
      profile_unref (profile);
    }
}

/* The window counts them from 1. */
static void
test_steps_without_numbers_are_counted_from_1 (Desk *desk, gconstpointer data)
{
  const Profile *profile = opened_text (
    "run.json",
    "[{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"train\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":50},"
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"train\",\"pid\":1,\"tid\":1,\"ts\":100,\"dur\":60},"
    "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"train\",\"pid\":1,\"tid\":1,\"ts\":200,\"dur\":70}]",
    "^train$");
  const ProfileFacts facts = { .step_median_ns = NOT_KNOWN_NS };
  g_autoptr (LoadedProfile) loaded = loaded_profile_new (profile, &facts);
  (void) data;

  g_assert_cmpuint (step_table_count (profile->steps), ==, 3);
  profile_list_insert (desk->list, 0, loaded);
  side_list_compare_step (desk->sides, loaded, 2);
  check_text (desk, 0, "Median step 2");
  check_text (desk, 1, "Step 3");
  g_assert_cmpint (part_of (desk, 1).first, ==, 2);
  check_legend (desk, profile, 2, 1);
  profile_unref (profile);
}

static void
test_steps_that_are_not_there_are_an_error (Desk *desk, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  ComparePart part;
  (void) data;

  load (desk, "/a");
  const Side side = { .loaded = profile_list_get (desk->list, 0),
                      .choice = SIDE_STEPS,
                      .first = 90,
                      .last = 95,
                      .rank = TRACE_NONE };
  g_assert_false (side_part (&side, &part, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
}

/* ---- wanted profiles ---- */

static void
test_wanted_profiles_are_compared_in_their_order_when_all_are_loaded (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/z");
  load (desk, "/a");
  side_list_want (desk->sides, (const char *const[]){ "/b", "/a", NULL });
  load (desk, "/b");
  check_sides (desk, "/b /a");
  load (desk, "/c");
  check_sides (desk, "/b /a");
}

static void
test_waits_until_the_last_wanted_one_is_loaded (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  desk->n_changes = 0;
  side_list_want (desk->sides, (const char *const[]){ "/a", "/b", NULL });
  g_assert_cmpuint (desk->n_changes, ==, 1); /* the sides are the same, but now it waits */
  check_sides (desk, "/a");
  g_assert_cmpstr (side_list_awaited (desk->sides), ==, "/b");
  load (desk, "/b");
  check_sides (desk, "/a /b");
  g_assert_null (side_list_awaited (desk->sides));
}

static void
test_one_that_failed_is_not_waited_for (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  side_list_want (desk->sides, (const char *const[]){ "/a", "/b", NULL });
  desk->n_changes = 0;
  side_list_unwant (desk->sides, "/b");
  g_assert_cmpuint (desk->n_changes, ==, 1);
  g_assert_null (side_list_awaited (desk->sides));
  check_sides (desk, "/a");
  load (desk, "/c");
  check_sides (desk, "/a /c");
}

static void
test_others_are_compared_where_one_failed (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/z");
  side_list_want (desk->sides, (const char *const[]){ "/a", "/b", "/c", NULL });
  load (desk, "/c");
  load (desk, "/a");
  check_sides (desk, "/a /c");
  g_assert_cmpstr (side_list_awaited (desk->sides), ==, "/b");
  side_list_unwant (desk->sides, "/b");
  check_sides (desk, "/a /c");
  g_assert_null (side_list_awaited (desk->sides));
  load (desk, "/d");
  check_sides (desk, "/a /c");
}

static void
test_wanted_one_that_is_unloaded_is_not_waited_for (Desk *desk, gconstpointer data)
{
  (void) data;
  side_list_want (desk->sides, (const char *const[]){ "/a", "/b", "/c", NULL });
  load (desk, "/a");
  load (desk, "/b");
  profile_list_remove (desk->list, profile_list_find (desk->list, "/a"));
  check_sides (desk, "/b");
  g_assert_cmpstr (side_list_awaited (desk->sides), ==, "/c");
  side_list_unwant (desk->sides, "/c");
  g_assert_null (side_list_awaited (desk->sides));
  load (desk, "/d");
  check_sides (desk, "/b /d");
}

static void
test_nothing_is_waited_for_when_nothing_is_read (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  side_list_want (desk->sides, (const char *const[]){ "/b", "/a", "/c", NULL });
  side_list_unwant (desk->sides, NULL);
  g_assert_null (side_list_awaited (desk->sides));
  check_sides (desk, "/a");
}

static void
test_choice_of_the_user_ends_the_wait (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  load (desk, "/b");
  side_list_want (desk->sides, (const char *const[]){ "/a", "/b", "/c", NULL });
  side_list_swap (desk->sides);
  g_assert_null (side_list_awaited (desk->sides));
  load (desk, "/c");
  check_sides (desk, "/b /a");
}

/* ---- profiles that are still being read ---- */

/* What was read so far; it takes the place of what was there of the same file. */
static void
load_partial (Desk *desk, const char *path)
{
  g_autoptr (LoadedProfile) partial = profile_at (path);
  LoadedProfile *before = profile_list_find (desk->list, path);

  loaded_profile_set_partial (partial);
  if (before != NULL)
    profile_list_replace (desk->list, before, partial);
  else
    profile_list_insert (desk->list, G_MAXUINT, partial);
}

static void
test_partial_profile_is_no_side_until_it_is_whole (Desk *desk, gconstpointer data)
{
  (void) data;
  load_partial (desk, "/a");
  check_sides (desk, "");
  g_assert_cmpstr (side_list_awaited (desk->sides), ==, "/a");
  desk->n_changes = 0;
  load_partial (desk, "/a");
  g_assert_cmpuint (desk->n_changes, ==, 0);
  reload (desk, "/a", (const int[]){ 0 }, 1);
  check_sides (desk, "/a");
  g_assert_null (side_list_awaited (desk->sides));
  load_partial (desk, "/b");
  side_list_add (desk->sides);
  check_sides (desk, "/a /a");
}

static void
test_partial_profile_is_awaited_where_it_is_wanted (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  side_list_want (desk->sides, (const char *const[]){ "/b", "/a", NULL });
  load_partial (desk, "/b");
  check_sides (desk, "/a");
  g_assert_cmpstr (side_list_awaited (desk->sides), ==, "/b");
  profile_list_remove (desk->list, profile_list_find (desk->list, "/b")); /* cancelled */
  side_list_unwant (desk->sides, "/b");
  g_assert_null (side_list_awaited (desk->sides));
  load (desk, "/b");
  check_sides (desk, "/a /b");
}

static void
test_partial_profile_is_not_awaited_where_others_are_chosen (Desk *desk, gconstpointer data)
{
  (void) data;
  load (desk, "/a");
  load (desk, "/b");
  side_list_swap (desk->sides);
  load_partial (desk, "/c");
  g_assert_null (side_list_awaited (desk->sides));
  check_sides (desk, "/b /a");
}

#define TEST(path, function) g_test_add ("/side_list" path, Desk, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("/rank_keeps_its_number_when_a_lower_one_went", test_rank_keeps_its_number_when_a_lower_one_went);
  TEST ("/rank_that_is_gone_limits_nothing", test_rank_that_is_gone_limits_nothing);
  TEST ("/kept_window_stays_when_the_scope_changes", test_kept_window_stays_when_the_scope_changes);
  TEST ("/first_profiles_are_sides_while_nothing_is_chosen",
        test_first_profiles_are_sides_while_nothing_is_chosen);
  TEST ("/added_swapped_and_removed", test_added_swapped_and_removed);
  TEST ("/profile_alone_is_added_once_more_with_the_same_part",
        test_profile_alone_is_added_once_more_with_the_same_part);
  TEST ("/unloading_the_baseline_makes_the_next_one_the_baseline",
        test_unloading_the_baseline_makes_the_next_one_the_baseline);
  TEST ("/reloaded_profile_stays_in_its_place_with_its_part",
        test_reloaded_profile_stays_in_its_place_with_its_part);
  TEST ("/step_meets_the_median_step_of_the_timeline", test_step_meets_the_median_step_of_the_timeline);
  TEST ("/steps_without_numbers_are_counted_from_1", test_steps_without_numbers_are_counted_from_1);
  TEST ("/steps_that_are_not_there_are_an_error", test_steps_that_are_not_there_are_an_error);
  TEST ("/wanted_profiles_are_compared_in_their_order_when_all_are_loaded",
        test_wanted_profiles_are_compared_in_their_order_when_all_are_loaded);
  TEST ("/waits_until_the_last_wanted_one_is_loaded", test_waits_until_the_last_wanted_one_is_loaded);
  TEST ("/one_that_failed_is_not_waited_for", test_one_that_failed_is_not_waited_for);
  TEST ("/others_are_compared_where_one_failed", test_others_are_compared_where_one_failed);
  TEST ("/wanted_one_that_is_unloaded_is_not_waited_for", test_wanted_one_that_is_unloaded_is_not_waited_for);
  TEST ("/nothing_is_waited_for_when_nothing_is_read", test_nothing_is_waited_for_when_nothing_is_read);
  TEST ("/choice_of_the_user_ends_the_wait", test_choice_of_the_user_ends_the_wait);
  TEST ("/partial_profile_is_no_side_until_it_is_whole", test_partial_profile_is_no_side_until_it_is_whole);
  TEST ("/partial_profile_is_awaited_where_it_is_wanted", test_partial_profile_is_awaited_where_it_is_wanted);
  TEST ("/partial_profile_is_not_awaited_where_others_are_chosen",
        test_partial_profile_is_not_awaited_where_others_are_chosen);
  return g_test_run ();
}
