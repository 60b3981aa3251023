/* SPDX-License-Identifier: Apache-2.0
 *
 * Sources that change while they are watched: when it is looked, what is found, what is said. */

#include <glib/gstdio.h>
#include <string.h>

#include "app/profiles/source_watch.h"
#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/scratch_folder.h"

#define WAIT_S 20

static void
test_one_change_is_looked_at_when_it_is_over (void)
{
  g_assert_cmpint (source_watch_due_us (1000, 1000), ==, 1000 + SOURCE_WATCH_QUIET_US);
  g_assert_cmpint (source_watch_due_us (1000, 5000), ==, 5000 + SOURCE_WATCH_QUIET_US);
}

static void
test_endless_writing_is_looked_at_now_and_then (void)
{
  for (gint64 now_us = 0; now_us < 10 * SOURCE_WATCH_BUSY_US; now_us += 1000)
    g_assert_cmpint (source_watch_due_us (0, now_us), <=, SOURCE_WATCH_BUSY_US);
}

static void
test_sentences (void)
{
  g_autofree char *changed = source_change_sentence (SOURCE_CHANGED, "control.json.gz");
  g_autofree char *gone = source_change_sentence (SOURCE_GONE, "control.json.gz");

  g_assert_cmpstr (changed, ==, "control.json.gz changed on disk.");
  g_assert_true (g_str_has_prefix (gone, "control.json.gz no longer exists."));
  g_assert_null (source_change_sentence (SOURCE_UNCHANGED, "control.json.gz"));
}

/* ---- watching ---- */

typedef struct
{
  char *folder, *path;
  SourceIdentity identity;
  SourceWatch *watch;
  unsigned n_told;
} Desk;

static void
count (Desk *desk)
{
  desk->n_told++;
}

static void
set_up (Desk *desk, gconstpointer data)
{
  (void) data;
  desk->folder = scratch_folder_new ();
  desk->path = opened_file (desk->folder, "run.json", "{\"traceEvents\":[]}");
  g_assert_true (source_identity_take (desk->path, &desk->identity));
  desk->watch = source_watch_new (desk->path, &desk->identity);
  g_signal_connect_swapped (desk->watch, "changed", G_CALLBACK (count), desk);
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  (void) data;
  source_watch_end (desk->watch);
  g_object_unref (desk->watch);
  g_free (desk->path);
  scratch_folder_remove (desk->folder);
}

static gboolean
give_up (gpointer data)
{
  (void) data;
  g_error ("the change was not noticed");
  return G_SOURCE_REMOVE;
}

static void
wait_for (Desk *desk, SourceChange change)
{
  guint timer = g_timeout_add_seconds (WAIT_S, give_up, NULL);

  while (source_watch_change (desk->watch) != change)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}

static gboolean
stop (gpointer is_over)
{
  *(bool *) is_over = true;
  return G_SOURCE_REMOVE;
}

static void
run_for_ms (guint ms)
{
  bool is_over = false;

  g_timeout_add (ms, stop, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

static void
write_text (const Desk *desk, const char *text)
{
  g_free (opened_file (desk->folder, "run.json", text));
}

static void
test_changed_gone_and_back (Desk *desk, gconstpointer data)
{
  (void) data;
  write_text (desk, "{\"traceEvents\":[{}]}");
  source_watch_look (desk->watch);
  wait_for (desk, SOURCE_CHANGED);
  g_remove (desk->path);
  source_watch_look (desk->watch);
  wait_for (desk, SOURCE_GONE);
  write_text (desk, "{\"traceEvents\":[]}");
  source_watch_look (desk->watch);
  wait_for (desk, SOURCE_UNCHANGED);
  g_assert_cmpuint (desk->n_told, ==, 3);
}

static void
test_nothing_is_told_of_a_look_that_finds_nothing (Desk *desk, gconstpointer data)
{
  (void) data;
  source_watch_look (desk->watch);
  source_watch_look (desk->watch);
  run_for_ms (100);
  g_assert_cmpuint (desk->n_told, ==, 0);
}

/* Nobody asks: the system tells. */
static void
test_change_is_noticed_by_itself (Desk *desk, gconstpointer data)
{
  (void) data;
  run_for_ms (1100);
  write_text (desk, "{\"traceEvents\":[{}]}");
  wait_for (desk, SOURCE_CHANGED);
}

static void
test_ended_watch_is_silent (Desk *desk, gconstpointer data)
{
  (void) data;
  write_text (desk, "{\"traceEvents\":[{}]}");
  source_watch_look (desk->watch);
  source_watch_end (desk->watch);
  run_for_ms (100);
  g_assert_cmpuint (desk->n_told, ==, 0);
}

#define TEST(path, function) g_test_add ("/source_watch" path, Desk, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source_watch/one_change_is_looked_at_when_it_is_over",
                   test_one_change_is_looked_at_when_it_is_over);
  g_test_add_func ("/source_watch/endless_writing_is_looked_at_now_and_then",
                   test_endless_writing_is_looked_at_now_and_then);
  g_test_add_func ("/source_watch/sentences", test_sentences);
  TEST ("/changed_gone_and_back", test_changed_gone_and_back);
  TEST ("/nothing_is_told_of_a_look_that_finds_nothing", test_nothing_is_told_of_a_look_that_finds_nothing);
  TEST ("/change_is_noticed_by_itself", test_change_is_noticed_by_itself);
  TEST ("/ended_watch_is_silent", test_ended_watch_is_silent);
  return g_test_run ();
}
