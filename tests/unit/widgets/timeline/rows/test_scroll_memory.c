/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/scroll_memory.h"

#define TEXT_PX     12
#define PAGE_PX     100
#define PATIENCE_US (5 * G_USEC_PER_SEC)

typedef struct
{
  const Profile *profile;
  TrackTree *tree;
  GtkAdjustment *scroll;
  ScrollMemory *memory;
  int n_told;
} Fixture;

static void
count (gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_told++;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  fixture->profile = timeline_profile_training ();
  fixture->tree = track_tree_new (fixture->profile, TEXT_PX, TRACE_NONE, TRACE_NONE);
  fixture->scroll =
    g_object_ref_sink (gtk_adjustment_new (0, 0, track_tree_height_px (fixture->tree), 1, PAGE_PX, PAGE_PX));
  fixture->memory = scroll_memory_new (fixture->scroll, count, fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  scroll_memory_free (fixture->memory);
  g_object_unref (fixture->scroll);
  track_tree_free (fixture->tree);
  profile_unref (fixture->profile);
}

static void
scroll_to (Fixture *fixture, int y_px)
{
  gtk_adjustment_set_value (fixture->scroll, y_px);
}

static char *
place_of (Fixture *fixture)
{
  return scroll_memory_place (fixture->memory, fixture->tree, 0);
}

static bool
apply (Fixture *fixture)
{
  return scroll_memory_apply (fixture->memory, fixture->tree, 0);
}

static void
a_place_waits_for_the_rows (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  scroll_to (fixture, 50);
  g_autofree char *place = place_of (fixture);
  g_assert_nonnull (place);
  scroll_to (fixture, 0);
  scroll_memory_want (fixture->memory, place);
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->scroll), ==, 0);
  g_autofree char *wanted = place_of (fixture);
  g_assert_cmpstr (wanted, ==, place);
  g_assert_true (apply (fixture));
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (fixture->scroll), 50, 2);
  g_assert_false (apply (fixture));
}

static void
null_is_the_top (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  g_assert_null (place_of (fixture));
  scroll_to (fixture, 50);
  scroll_memory_want (fixture->memory, NULL);
  g_assert_null (place_of (fixture));
  g_assert_true (apply (fixture));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->scroll), ==, 0);
  g_assert_null (place_of (fixture));
}

/* The rows below them scroll: the first of these is at the top when nothing is scrolled. */
static void
pinned_rows_do_not_scroll (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  scroll_to (fixture, 40);
  g_autofree char *place = scroll_memory_place (fixture->memory, fixture->tree, 20);
  scroll_memory_want (fixture->memory, place);
  g_assert_true (scroll_memory_apply (fixture->memory, fixture->tree, 0));
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (fixture->scroll), 60, 2);
  scroll_memory_want (fixture->memory, NULL);
  g_assert_true (scroll_memory_apply (fixture->memory, fixture->tree, 20));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->scroll), ==, 0);
}

static void
a_row_that_is_not_there_scrolls_nothing (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  scroll_to (fixture, 50);
  g_autofree char *before = place_of (fixture);
  scroll_memory_want (fixture->memory, "0 500 there is no such row");
  g_assert_false (apply (fixture));
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture->scroll), ==, 50);
  g_autofree char *after = place_of (fixture);
  g_assert_cmpstr (after, ==, before);
}

static void
it_is_told_once_when_they_rest (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  gint64 until_us = g_get_monotonic_time () + PATIENCE_US;

  for (int y_px = 10; y_px <= 50; y_px += 10)
    scroll_to (fixture, y_px);
  g_assert_cmpint (fixture->n_told, ==, 0);
  while (fixture->n_told == 0 && g_get_monotonic_time () < until_us)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (fixture->n_told, ==, 1);
  scroll_memory_tell (fixture->memory);
  g_usleep (20000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (fixture->n_told, ==, 1);
}

static void
it_is_told_at_once_when_they_go (Fixture *fixture, gconstpointer unused)
{
  (void) unused;
  scroll_memory_tell (fixture->memory);
  g_assert_cmpint (fixture->n_told, ==, 0);
  scroll_to (fixture, 50);
  scroll_memory_tell (fixture->memory);
  g_assert_cmpint (fixture->n_told, ==, 1);
  scroll_memory_tell (fixture->memory);
  g_assert_cmpint (fixture->n_told, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(test) g_test_add ("/scroll_memory/" #test, Fixture, NULL, set_up, test, tear_down)
  ADD (a_place_waits_for_the_rows);
  ADD (null_is_the_top);
  ADD (pinned_rows_do_not_scroll);
  ADD (a_row_that_is_not_there_scrolls_nothing);
  ADD (it_is_told_once_when_they_rest);
  ADD (it_is_told_at_once_when_they_go);
  return g_test_run ();
}
