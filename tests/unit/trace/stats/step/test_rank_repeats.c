/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices and launches of a rank are collected, and that it takes no more work than the rank has slices. */

#include "trace/stats/step/rank_repeats.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"

/* A Kineto trace, and what is collected from it. */
typedef struct
{
  GString *json;
  int n_launches;
  const Profile *profile;
  RepeatedNames names;
  RankRepeats ranks;
} Story;

static void
story_init (Story *story)
{
  *story = (Story){ .json = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[{}") };
}

static void
add (Story *story, const char *category, const char *name, int thread, int begin_us, int dur_us)
{
  g_string_append_printf (
    story->json, ",{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d}",
    category, name, thread, begin_us, dur_us);
}

/* A call and its kernel. */
static void
add_launch (Story *story, int thread, int begin_us)
{
  story->n_launches++;
  g_string_append_printf (
    story->json,
    ",{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":%d,"
    "\"ts\":%d,\"dur\":2,\"args\":{\"correlation\":%d}}"
    ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":3,"
    "\"args\":{\"correlation\":%d,\"device\":0,\"stream\":7}}",
    thread, begin_us, story->n_launches, begin_us + 4, story->n_launches);
}

static void
open_story (Story *story)
{
  g_string_append (story->json, "]}");
  story->profile = opened_text ("repeats.json", story->json->str, NULL);
  g_assert_true (repeated_names_find (story->profile->trace, NULL, NULL, &story->names));
  g_assert_true (rank_repeats_init (story->profile->trace, &story->names, NULL, NULL, &story->ranks));
}

static void
story_clear (Story *story)
{
  rank_repeats_clear (&story->ranks);
  repeated_names_clear (&story->names);
  profile_unref (story->profile);
  g_string_free (story->json, TRUE);
}

/* Returns the group of a name that repeats. */
static RepeatedSlices *
named (Story *story, const char *name)
{
  for (uint32_t g = 0; g < story->names.n; g++)
    {
      g_autofree char *text = repeated_name_text (story->profile->trace, &story->names.groups[g]);

      if (strcmp (text, name) == 0)
        return rank_repeats_group (&story->ranks, g);
    }
  g_error ("%s does not repeat", name);
}

static void
test_slices_ascend_with_their_thread (void)
{
  Story story;

  story_init (&story);
  for (int i = 3; i >= 0; i--)
    add (&story, "user_annotation", "batch", 5, 100 * i, 90);
  open_story (&story);
  g_assert_true (rank_repeats_has_next (&story.ranks));
  g_assert_true (rank_repeats_next (&story.ranks));
  g_assert_false (rank_repeats_has_next (&story.ranks));

  const RepeatedSlices *batch = named (&story, "batch");
  g_assert_cmpuint (story.ranks.n_seen, ==, 1);
  g_assert_false (batch->is_out);
  g_assert_cmpuint (batch->slices.n, ==, 4);
  for (size_t i = 0; i < 4; i++)
    {
      g_assert_cmpint (batch->slices.at[i].begin_ns - batch->slices.at[0].begin_ns, ==, (int64_t) i * 100000);
      g_assert_cmpint (batch->slices.at[i].end_ns - batch->slices.at[i].begin_ns, ==, 90000);
    }
  g_assert_cmpint (trace_track (story.profile->trace, batch->thread)->kind, ==, TRACK_THREAD);
  story_clear (&story);
}

static void
test_parts_and_slices_on_two_threads_are_out (void)
{
  Story story;

  story_init (&story);
  for (int i = 0; i < 4; i++)
    {
      add (&story, "cpu_op", "whole", 1, 100 * i, 90);
      add (&story, "cpu_op", "part", 1, 100 * i + 10, 50);
      add (&story, "cpu_op", "anywhere", 2 + i % 2, 100 * i, 90);
    }
  open_story (&story);
  g_assert_true (rank_repeats_next (&story.ranks));
  g_assert_false (named (&story, "whole")->is_out);
  g_assert_true (named (&story, "part")->is_out);
  g_assert_true (named (&story, "anywhere")->is_out);
  story_clear (&story);
}

static void
test_launches_of_all_threads_ascend (void)
{
  Story story;

  story_init (&story);
  for (int i = 0; i < 4; i++)
    {
      add (&story, "user_annotation", "batch", 1, 100 * i, 90);
      add_launch (&story, i % 2 + 1, 100 * (3 - i) + 5);
    }
  open_story (&story);
  g_assert_true (rank_repeats_next (&story.ranks));

  const RankLaunches *launches = rank_repeats_launches (&story.ranks);
  const RepeatedSlices *batch = named (&story, "batch");
  g_assert_cmpuint (launches->n, ==, 4);
  for (size_t i = 0; i < 4; i++)
    {
      g_assert_cmpint (launches->call_ns[i], ==, batch->slices.at[i].begin_ns + 5000);
      g_assert_cmpint (launches->threads[i] == batch->thread, ==, i % 2 == 1);
    }
  g_assert_true (rank_repeats_launches (&story.ranks) == launches);
  story_clear (&story);
}

static bool
refuse (void *user_data)
{
  (void) user_data;
  return false;
}

static void
test_it_ends_when_it_is_cancelled (void)
{
  Story story;

  story_init (&story);
  for (int i = 0; i < 4; i++)
    add (&story, "user_annotation", "batch", 1, 100 * i, 90);
  open_story (&story);
  story.ranks.should_continue = refuse;
  g_assert_false (rank_repeats_next (&story.ranks));
  story_clear (&story);
}

/* Looking at every name for every thread would be 40000 times as many looks. A slice is looked at once for its thread
 * and once for what is around it, a name a few times more. */
static void
test_many_names_on_many_threads_take_a_few_looks_each (void)
{
  const int n_names = 40000, n_threads = 40000, n_each = 3;
  const uint64_t n_slices = 160000; /* of all names and threads */
  Story story;

  story_init (&story);
  for (int i = 0; i < n_each * n_names; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%da", i % n_names);
      add (&story, "user_annotation", name, 1, i * 10, 5);
    }
  for (int i = 0; i < n_threads; i++)
    add (&story, "user_annotation", "alone", i + 2, i * 10, 5);
  open_story (&story);
  g_assert_cmpuint (story.names.n, ==, (uint32_t) n_names + 1);
  g_assert_true (rank_repeats_next (&story.ranks));
  g_assert_false (rank_repeats_has_next (&story.ranks));
  g_assert_cmpuint (story.ranks.n_seen, ==, story.names.n);
  g_test_message ("%" G_GUINT64_FORMAT " looks at %" G_GUINT64_FORMAT " slices of %u names",
                  story.ranks.n_looks, n_slices, story.names.n);
  g_assert_cmpuint (story.ranks.n_looks, <=, 2 * n_slices + 4 * (uint64_t) story.names.n);
  g_assert_true (named (&story, "alone")->is_out);
  g_assert_cmpuint (named (&story, "n7a")->slices.n, ==, 3);
  story_clear (&story);
}

#define TEST(name) g_test_add_func ("/rank_repeats/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (slices_ascend_with_their_thread);
  TEST (parts_and_slices_on_two_threads_are_out);
  TEST (launches_of_all_threads_ascend);
  TEST (it_ends_when_it_is_cancelled);
  TEST (many_names_on_many_threads_take_a_few_looks_each);
  return g_test_run ();
}
