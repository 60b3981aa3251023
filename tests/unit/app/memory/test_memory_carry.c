/* SPDX-License-Identifier: Apache-2.0
 *
 * The bookmarks of a profile that was still being read, when it has been read. */

#include "app/memory/profile_memory.h"
#include "tests/unit/fixtures/timeline_profile.h"

#define N_BOOKMARKS 300

typedef struct
{
  ViewState *from, *to;
  guint n_stored, n_stored_bookmarks, n_changes;
} States;

static ViewState *
state_new (void)
{
  const Profile *profile = timeline_profile_training (); /* which has no key */
  ViewState *state = view_state_new (profile);

  profile_unref (profile);
  return state;
}

static void
stored (States *states, GPtrArray *items)
{
  states->n_stored++;
  states->n_stored_bookmarks += items->len;
}

static void
changed (States *states)
{
  states->n_changes++;
}

static void
set_up (States *states, gconstpointer data)
{
  (void) data;
  *states = (States){ .from = state_new (), .to = state_new () };
  g_signal_connect_swapped (view_state_bookmarks (states->to), "stored", G_CALLBACK (stored), states);
  g_signal_connect_swapped (view_state_bookmarks (states->to), "marks-changed", G_CALLBACK (changed), states);
}

static void
tear_down (States *states, gconstpointer data)
{
  (void) data;
  g_object_unref (states->from);
  g_object_unref (states->to);
}

/* Each on its own would be a transaction of the library's for each. */
static void
test_all_are_stored_at_once (States *states, gconstpointer data)
{
  BookmarkList *list = view_state_bookmarks (states->to);
  (void) data;

  for (int i = 0; i < N_BOOKMARKS; i++)
    bookmark_list_add (view_state_bookmarks (states->from),
                       bookmark_new (BOOKMARK_TIME, 1000 * i, 1000 * i, NULL));
  profile_memory_carry (states->from, states->to);
  g_assert_cmpuint (bookmark_list_count (list), ==, N_BOOKMARKS);
  g_assert_cmpuint (states->n_stored, ==, 1);
  g_assert_cmpuint (states->n_stored_bookmarks, ==, N_BOOKMARKS);
  g_assert_cmpuint (states->n_changes, ==, 1);
  for (guint i = 0; i < N_BOOKMARKS; i++)
    g_assert_cmpstr (bookmark_item_get (bookmark_list_at (list, i))->id, ==,
                     bookmark_item_get (bookmark_list_at (view_state_bookmarks (states->from), i))->id);
}

static void
test_none_are_nothing (States *states, gconstpointer data)
{
  (void) data;
  profile_memory_carry (states->from, states->to);
  g_assert_cmpuint (states->n_stored + states->n_changes, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/memory_carry/all_are_stored_at_once", States, NULL, set_up, test_all_are_stored_at_once,
              tear_down);
  g_test_add ("/memory_carry/none_are_nothing", States, NULL, set_up, test_none_are_nothing, tear_down);
  return g_test_run ();
}
