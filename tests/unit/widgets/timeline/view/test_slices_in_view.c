/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/slices_in_view.h"

#include <stdlib.h>

#include "tests/unit/fixtures/timeline_profile.h"

#define US INT64_C (1000)
#define MS INT64_C (1000000)

static const SliceColumns *columns;
static SlicesOrder asked_order;

static int
compare (const void *a, const void *b)
{
  uint64_t slice = *(const uint64_t *) a, other = *(const uint64_t *) b;
  int64_t difference = asked_order == SLICES_BY_BEGIN
                         ? slice_start_ns (columns, slice) - slice_start_ns (columns, other)
                         : slice_dur_ns (columns, other) - slice_dur_ns (columns, slice);

  if (difference != 0)
    return difference < 0 ? -1 : 1;
  return slice < other ? -1 : slice > other;
}

/* Slice by slice. */
static GArray *
expected (const Trace *trace, const GArray *lanes, int64_t begin_ns, int64_t end_ns, SlicesOrder order)
{
  GArray *slices = g_array_new (FALSE, FALSE, sizeof (uint64_t));

  columns = trace_slices (trace);
  asked_order = order;
  for (guint i = 0; i < lanes->len; i++)
    {
      const TraceRow *lane = trace_row (trace, g_array_index (lanes, uint32_t, i));

      for (uint64_t slice = lane->first_slice; slice < lane->first_slice + lane->n_slices; slice++)
        {
          int64_t start_ns = slice_start_ns (columns, slice), last_ns = slice_end_ns (columns, slice);

          if (start_ns < end_ns && (last_ns > begin_ns || start_ns >= begin_ns))
            g_array_append_val (slices, slice);
        }
    }
  if (slices->len > 0)
    qsort (slices->data, slices->len, sizeof (uint64_t), compare);
  return slices;
}

static void
check (const Trace *trace, const GArray *lanes, int64_t begin_ns, int64_t end_ns, size_t n_max)
{
  for (int order = SLICES_BY_BEGIN; order <= SLICES_BY_DURATION; order++)
    {
      g_autoptr (GArray) wanted = expected (trace, lanes, begin_ns, end_ns, (SlicesOrder) order);
      SlicesInView found;

      g_assert_true (slices_in_view_find (trace, (const uint32_t *) (const void *) lanes->data, lanes->len,
                                          begin_ns, end_ns, (SlicesOrder) order, n_max, NULL, NULL, &found));
      g_assert_cmpuint (found.n_in_view, ==, wanted->len);
      g_assert_cmpuint (found.n, ==, MIN (n_max, wanted->len));
      for (size_t i = 0; i < found.n; i++)
        g_assert_cmpuint (found.slices[i], ==, g_array_index (wanted, uint64_t, i));
      free (found.slices);
    }
}

static void
finds_what_looking_at_each_slice_finds (void)
{
  static const struct
  {
    int64_t begin_ns, end_ns;
  } spans[] = { { 0, 40 * MS },       { 14 * MS, 26 * MS },         { 16 * MS, 16 * MS + 1 },
                { -5 * MS, 1 },       { 39 * MS, 400 * MS },        { 12 * MS, 12 * MS + 700 },
                { 41 * MS, 42 * MS }, { 21 * MS + 1, 21 * MS + 2 }, { 14700 * US, 14701 * US } };
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  bool has_overlapping = false;

  track_tree_set_all_open (tree, true);
  g_autoptr (GArray) lanes = slices_in_view_lanes (tree);
  for (guint i = 0; i < lanes->len; i++)
    {
      const TraceRow *lane = trace_row (profile->trace, g_array_index (lanes, uint32_t, i));
      has_overlapping |= trace_track (profile->trace, lane->track)->n_overlaps > 0;
    }
  g_assert_true (has_overlapping);
  for (size_t i = 0; i < G_N_ELEMENTS (spans); i++)
    for (size_t n_max = 0; n_max < 1000; n_max = n_max * 3 + 1)
      check (profile->trace, lanes, spans[i].begin_ns, spans[i].end_ns, n_max);
  track_tree_free (tree);
  profile_unref (profile);
}

/* The ends and begins of every slice as the edges of a view: half open, but for slices that do not last. */
static void
edges_are_half_open (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autoptr (GArray) lanes = slices_in_view_lanes (tree);
  const SliceColumns *slices = trace_slices (profile->trace);

  for (guint i = 0; i < lanes->len; i++)
    {
      uint64_t slice = trace_row (profile->trace, g_array_index (lanes, uint32_t, i))->first_slice;
      int64_t start_ns = slice_start_ns (slices, slice), end_ns = slice_end_ns (slices, slice);

      check (profile->trace, lanes, start_ns, start_ns + 1, 100);
      check (profile->trace, lanes, start_ns - 1, start_ns, 100);
      check (profile->trace, lanes, end_ns, end_ns + 1, 100);
      check (profile->trace, lanes, end_ns - 1, end_ns, 100);
    }
  track_tree_free (tree);
  profile_unref (profile);
}

static void
closed_groups_show_no_slices (void)
{
  const Profile *profile = timeline_profile_training ();
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autoptr (GArray) open = slices_in_view_lanes (tree);

  g_assert_cmpuint (open->len, >, 0);
  for (guint i = 1; i < open->len; i++)
    g_assert_cmpuint (g_array_index (open, uint32_t, i - 1), <, g_array_index (open, uint32_t, i));
  track_tree_set_all_open (tree, false);
  g_autoptr (GArray) closed = slices_in_view_lanes (tree);
  g_assert_cmpuint (closed->len, ==, 0);
  check (profile->trace, closed, profile->begin_ns, profile->end_ns, 10);
  track_tree_free (tree);
  profile_unref (profile);
}

static bool
never (void *user_data)
{
  (*(int *) user_data)++;
  return false;
}

static void
stops_when_nobody_waits (void)
{
  const Profile *profile = timeline_profile_steps (200000);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  g_autoptr (GArray) lanes = slices_in_view_lanes (tree);
  SlicesInView found;
  int n_asked = 0;

  g_assert_false (slices_in_view_find (profile->trace, (const uint32_t *) (const void *) lanes->data,
                                       lanes->len, profile->begin_ns, profile->end_ns, SLICES_BY_DURATION, 10,
                                       never, &n_asked, &found));
  g_assert_cmpint (n_asked, ==, 1);

  /* The first ones are found without looking at all others. */
  g_assert_true (slices_in_view_find (profile->trace, (const uint32_t *) (const void *) lanes->data,
                                      lanes->len, profile->begin_ns, profile->end_ns, SLICES_BY_BEGIN, 10,
                                      never, &n_asked, &found));
  g_assert_cmpint (n_asked, ==, 1);
  g_assert_cmpuint (found.n, ==, 10);
  g_assert_cmpuint (found.n_in_view, >=, 200000);
  free (found.slices);
  track_tree_free (tree);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slices_in_view/finds_what_looking_at_each_slice_finds",
                   finds_what_looking_at_each_slice_finds);
  g_test_add_func ("/slices_in_view/edges_are_half_open", edges_are_half_open);
  g_test_add_func ("/slices_in_view/closed_groups_show_no_slices", closed_groups_show_no_slices);
  g_test_add_func ("/slices_in_view/stops_when_nobody_waits", stops_when_nobody_waits);
  return g_test_run ();
}
