/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/rows/track_layout.h"
#include "widgets/timeline/rows/track_part.h"
#include "widgets/timeline/rows/track_tree.h"

#define N_HOSTILE 20000

static void
check_text (const TrackLayout *layout, const char *text)
{
  g_autofree char *written = track_layout_to_text (layout);
  g_autoptr (TrackLayout) read = track_layout_new ();
  g_autofree char *again = NULL;

  g_assert_cmpstr (written, ==, text);
  g_assert_true (track_layout_from_text (read, written));
  again = track_layout_to_text (read);
  g_assert_cmpstr (again, ==, text);
}

static void
every_decision_is_written_and_read (void)
{
  g_autoptr (TrackLayout) layout = track_layout_new ();

  g_assert_true (track_layout_is_default (layout));
  check_text (layout, "");
  track_layout_set_folding (layout, "node:/device:0", TRACK_FOLD_CLOSED);
  track_layout_set_folding (layout, "node:/process:1/thread:2/python", TRACK_FOLD_OPEN);
  track_layout_set_hidden (layout, "node:/process:1/thread:3", true);
  track_layout_set_pinned (layout, "node:/device:0/stream:7", true);
  track_layout_set_pinned (layout, "a b\n%\xc3\xa9", true);
  track_layout_set_place (layout, "node:/process:1", 0);
  track_layout_set_size (layout, "node:/device:0/utilization", 200);
  track_layout_set_filter (layout, "stream 7 %");
  g_assert_false (track_layout_is_default (layout));
  check_text (layout, "stepscope-rows 1\n"
                      "filter stream%207%20%25\n"
                      "pin 1 a%20b%0A%25%C3%A9\n"
                      "closed node:/device:0\n"
                      "pin 0 node:/device:0/stream:7\n"
                      "size 200 node:/device:0/utilization\n"
                      "place 0 node:/process:1\n"
                      "open node:/process:1/thread:2/python\n"
                      "hidden node:/process:1/thread:3\n");

  track_layout_clear (layout);
  check_text (layout, "");
}

static void
what_is_taken_back_is_forgotten (void)
{
  g_autoptr (TrackLayout) layout = track_layout_new ();

  track_layout_set_hidden (layout, "a", true);
  track_layout_set_pinned (layout, "a", true);
  track_layout_set_pinned (layout, "b", true);
  track_layout_set_pinned (layout, "b", true);
  g_assert_cmpint (track_layout_pin (layout, "b"), ==, 1);
  track_layout_set_hidden (layout, "a", false);
  track_layout_set_pinned (layout, "a", false);
  track_layout_set_pinned (layout, "b", false);
  track_layout_set_size (layout, "c", 1000);
  g_assert_cmpint (track_layout_size (layout, "c"), ==, TRACK_SIZE_MOST);
  track_layout_set_size (layout, "c", TRACK_SIZE_NORMAL);
  g_assert_true (track_layout_is_default (layout));
}

static void
other_texts_are_refused (void)
{
  static const char *const texts[] = { "stepscope-rows 2\nhidden a\n", "stepscope-rows 10\n", "hidden a\n",
                                       "\n", "stepscope-rows" };
  g_autoptr (TrackLayout) layout = track_layout_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      track_layout_set_hidden (layout, "before", true);
      g_assert_false (track_layout_from_text (layout, texts[i]));
      g_assert_true (track_layout_is_default (layout));
    }
  g_assert_true (track_layout_from_text (layout, NULL));
}

static void
lines_without_sense_are_skipped (void)
{
  g_autoptr (TrackLayout) layout = track_layout_new ();

  g_assert_true (
    track_layout_from_text (layout, "stepscope-rows 1\nhidden\nhidden \nhidden %\nhidden %0\nhidden %00\n"
                                    "hidden 7 a\npin a\npin -1 a\npin 99999999999999999999 a\n"
                                    "pin 1 \nsize 0x10 a\nopen \xff\ncolour a\n\n\nplace 4 kept"));
  g_assert_cmpint (track_layout_place (layout, "kept"), ==, 4);
  track_layout_set_place (layout, "kept", -1);
  g_assert_true (track_layout_is_default (layout));
}

/* Whatever a text holds, what is made of it is bounded and written as a text that gives the same. */
static void
any_text_is_survived (void)
{
  static const char alphabet[] = "stepscope-rows 1\n\n  pin hidden open size place filter %%0aF:/#";
  GRand *random = g_rand_new_with_seed (6);

  for (int i = 0; i < N_HOSTILE; i++)
    {
      g_autoptr (TrackLayout) layout = track_layout_new (), again = track_layout_new ();
      GString *text =
        g_string_new (g_rand_int_range (random, 0, 8) > 0 ? "stepscope-rows 1\nhidden a\n" : "");
      int n = g_rand_int_range (random, 0, 80);

      for (int c = 0; c < n; c++)
        g_string_append_c (text, g_rand_int_range (random, 0, 20) > 0
                                   ? alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)]
                                   : (char) g_rand_int_range (random, 1, 256));
      track_layout_from_text (layout, text->str);
      g_autofree char *written = track_layout_to_text (layout);
      g_assert_true (g_str_is_ascii (written));
      g_assert_true (track_layout_from_text (again, written));
      g_autofree char *rewritten = track_layout_to_text (again);
      g_assert_cmpstr (written, ==, rewritten);
      g_string_free (text, TRUE);
    }
  g_rand_free (random);
}

static void
there_is_an_end_to_it (void)
{
  g_autoptr (TrackLayout) layout = track_layout_new ();
  g_autofree char *long_path = g_strnfill (TRACK_LAYOUT_PATH_MAX + 1, 'a');
  g_autofree char *long_filter = g_strnfill (4 * TRACK_LAYOUT_FILTER_MAX, 'a');
  unsigned n = 0;

  track_layout_set_hidden (layout, long_path, true);
  track_layout_set_hidden (layout, "", true);
  g_assert_true (track_layout_is_default (layout));
  track_layout_set_filter (layout, long_filter);
  g_assert_cmpuint (strlen (track_layout_filter (layout)), ==, TRACK_LAYOUT_FILTER_MAX);
  memcpy (long_filter + TRACK_LAYOUT_FILTER_MAX - 1, "\xc3\xa9", 2);
  track_layout_set_filter (layout, long_filter);
  g_assert_true (g_utf8_validate (track_layout_filter (layout), -1, NULL));
  g_assert_cmpuint (strlen (track_layout_filter (layout)), <=, TRACK_LAYOUT_FILTER_MAX + 2);

  for (unsigned i = 0; i < TRACK_LAYOUT_ROWS_MAX + 10; i++)
    {
      g_autofree char *path = g_strdup_printf ("row%u", i);
      track_layout_set_hidden (layout, path, true);
      n += track_layout_is_hidden (layout, path);
    }
  g_assert_cmpuint (n, ==, TRACK_LAYOUT_ROWS_MAX);

  g_autofree char *endless = g_strnfill (TRACK_LAYOUT_TEXT_MAX + 1, '\n');
  memcpy (endless, "stepscope-rows 1", 16);
  g_assert_false (track_layout_from_text (layout, endless));
}

static void
paths_name_each_line_once (void)
{
  const Profile *profiles[] = { timeline_profile_training (), timeline_profile_ranks () };

  for (size_t p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      const Trace *trace = profiles[p]->trace;
      GHashTable *seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
        for (int part = 0; part < N_TRACK_PARTS; part++)
          {
            char *path = track_part_path (profiles[p]->paths, t, (TrackPart) part);

            g_assert_true (g_str_is_ascii (path));
            g_assert_null (strpbrk (path, " \n"));
            g_assert_cmpuint (strlen (path), <=, TRACK_LAYOUT_PATH_MAX);
            g_test_message ("%s", path);
            g_assert_true (g_hash_table_add (seen, path));
          }
      if (p == 0)
        {
          g_assert_true (g_hash_table_contains (seen, "node/gpu=0,3/stream=7"));
          g_assert_true (g_hash_table_contains (seen, "node/process=0,1074/thread=1074/calls"));
        }
      g_hash_table_unref (seen);
      profile_unref (profiles[p]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track_layout/every_decision_is_written_and_read", every_decision_is_written_and_read);
  g_test_add_func ("/track_layout/what_is_taken_back_is_forgotten", what_is_taken_back_is_forgotten);
  g_test_add_func ("/track_layout/other_texts_are_refused", other_texts_are_refused);
  g_test_add_func ("/track_layout/lines_without_sense_are_skipped", lines_without_sense_are_skipped);
  g_test_add_func ("/track_layout/any_text_is_survived", any_text_is_survived);
  g_test_add_func ("/track_layout/there_is_an_end_to_it", there_is_an_end_to_it);
  g_test_add_func ("/track_layout/paths_name_each_line_once", paths_name_each_line_once);
  return g_test_run ();
}
