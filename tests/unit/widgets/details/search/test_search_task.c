/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/details/search/search_task.h"

typedef struct
{
  SearchTask *task;
  const Profile *profile;
  SearchResult *found;
  uint64_t *list;
  size_t n_listed;
  int n_delivered;
} Fixture;

static void
take (SearchAnswer *answer, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_no_error (answer->error);
  fixture->n_delivered++;
  search_result_unref (fixture->found);
  fixture->found = search_result_ref (answer->result);
  free (fixture->list);
  fixture->list = g_steal_pointer (&answer->list);
  fixture->n_listed = answer->n_listed;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  (void) data;
  fixture->profile = timeline_profile_training ();
  fixture->task = search_task_new (take, fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  (void) data;
  search_task_free (fixture->task);
  search_result_unref (fixture->found);
  free (fixture->list);
  profile_unref (fixture->profile);
}

static void
wait_for_answer (Fixture *fixture)
{
  while (search_task_is_running (fixture->task))
    g_main_context_iteration (NULL, TRUE);
}

static void
search_for (Fixture *fixture, const char *text)
{
  const SearchQuery query = { .text = text, .texts = SEARCH_NAMES, .rank = TRACE_NONE, .device = TRACE_NONE };

  search_task_search (fixture->task, fixture->profile->trace, &query, SEARCH_BY_TIME);
}

static void
test_a_list_is_no_search (Fixture *fixture, gconstpointer data)
{
  (void) data;
  g_assert_false (search_task_is_running (fixture->task) || search_task_is_searching (fixture->task));
  search_for (fixture, "");
  g_assert_true (search_task_is_running (fixture->task) && search_task_is_searching (fixture->task));
  wait_for_answer (fixture);
  g_assert_false (search_task_is_searching (fixture->task));
  search_task_list (fixture->task, fixture->found, SEARCH_BY_TIME, TRACE_NONE);
  g_assert_true (search_task_is_running (fixture->task));
  g_assert_false (search_task_is_searching (fixture->task));
  wait_for_answer (fixture);
  g_assert_cmpint (fixture->n_delivered, ==, 2);
}

/* Another order for the list of one track, while that is being made. */
static void
test_the_list_asked_last_is_delivered (Fixture *fixture, gconstpointer data)
{
  size_t n_tracks;

  (void) data;
  search_for (fixture, "");
  wait_for_answer (fixture);
  const SearchTrack *tracks = search_result_tracks (fixture->found, &n_tracks);
  g_assert_cmpuint (n_tracks, >, 1);
  uint64_t n_hits = tracks[1].n_hits;
  search_task_list (fixture->task, fixture->found, SEARCH_BY_TIME, tracks[1].track);
  search_task_list (fixture->task, fixture->found, SEARCH_BY_DURATION, tracks[1].track);
  wait_for_answer (fixture);
  g_assert_cmpint (fixture->n_delivered, ==, 2);
  g_assert_cmpuint (fixture->n_listed, ==, n_hits);
  const SliceColumns *slices = trace_slices (fixture->profile->trace);
  for (size_t i = 1; i < fixture->n_listed; i++)
    g_assert_cmpint (slice_dur_ns (slices, fixture->list[i - 1]), >=,
                     slice_dur_ns (slices, fixture->list[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/search_task/a_list_is_no_search", Fixture, NULL, set_up, test_a_list_is_no_search, tear_down);
  g_test_add ("/search_task/the_list_asked_last_is_delivered", Fixture, NULL, set_up,
              test_the_list_asked_last_is_delivered, tear_down);
  return g_test_run ();
}
