/* SPDX-License-Identifier: Apache-2.0
 *
 * Why devices did nothing, in stories whose cause a reader knows. */

#include "trace/stats/idle/idle_causes.h"

#include <glib.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/story.h"

#define US INT64_C (1000)

static void
tell (Story *story, uint32_t track, SliceKind kind, const char *name, int64_t start_us, int64_t dur_us)
{
  story_tell (story, track, kind, name, start_us * US, dur_us * US, 0);
}

static void
launch (Story *story, int64_t call_us, int stream, int64_t start_us, int64_t dur_us)
{
  story_launch (story, call_us * US, 4 * US, stream, SLICE_KERNEL, "k", start_us * US, dur_us * US);
}

/* The cause of the longest gap. */
static IdleCause
cause_of (Story *story, uint64_t *ret_n_gaps)
{
  g_autoptr (Trace) trace = story_end (story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);
  IdleCauses found;

  g_assert_true (idle_causes_compute (&scope, IDLE_SHORT_NS, 1, NULL, NULL, &found));
  IdleCause cause = found.longest.at[0].cause;
  if (ret_n_gaps != NULL)
    *ret_n_gaps = found.all.n_gaps;
  idle_causes_clear (&found);
  return cause;
}

/* The host asks for a number, gets it when the kernel is over, and goes on at once. */
static void
waiting_for_a_result_is_sync (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, 5, 500);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 10, 500);
  launch (&story, 540, 0, 550, 500);
  g_assert_cmpint (cause_of (&story, NULL), ==, IDLE_SYNC);
}

/* It waited for 20 us, and then computed for 400: that it waited is not what the device waits for. */
static void
a_short_wait_is_not_to_blame (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, 5, 500);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 490, 20);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::nonzero", 520, 400);
  launch (&story, 930, 0, 940, 500);
  g_assert_cmpint (cause_of (&story, NULL), ==, IDLE_OPERATOR);
}

/* Nor is one that lasted long before the gap, but ended early in it: the device waits for the next batch. */
static void
a_wait_that_ended_early_is_not_to_blame (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, 5, 500);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 10, 500);
  tell (&story, story.operators, SLICE_OPERATOR, "enumerate(DataLoader)#_Iter.__next__", 520, 300);
  launch (&story, 830, 0, 840, 500);
  g_assert_cmpint (cause_of (&story, NULL), ==, IDLE_LOADER);
}

/* Nothing is known of 300 us after it, which is the larger part all the same. */
static void
a_wait_is_not_to_blame_for_what_nobody_recorded (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, 5, 500);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 10, 500);
  launch (&story, 830, 0, 840, 500);
  g_assert_cmpint (cause_of (&story, NULL), ==, IDLE_HOST_UNKNOWN);
}

/* As of a copy to the host that goes on in the call: it takes more of the gap than what follows. */
static void
the_longest_part_is_sync (void)
{
  for (int64_t after_us = 200; after_us <= 201; after_us++)
    {
      Story story = story_begin ();

      launch (&story, 0, 0, 5, 500);
      tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 504, 201);
      tell (&story, story.operators, SLICE_OPERATOR, "aten::nonzero", 705, after_us);
      launch (&story, 705 + after_us, 0, 960, 500);
      g_assert_cmpint (cause_of (&story, NULL), ==, after_us == 200 ? IDLE_SYNC : IDLE_OPERATOR);
    }
}

/* METRICS 27, 13: 30 us are 30,000 ns. */
static void
thirty_microseconds_is_the_limit (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, 5, 100);
  launch (&story, 6, 0, 134, 100);
  g_assert_cmpint (cause_of (&story, NULL), ==, IDLE_LAUNCH_OVERHEAD);

  story = story_begin ();
  launch (&story, 0, 0, 5, 100);
  launch (&story, 6, 0, 135, 100);
  g_assert_cmpint (cause_of (&story, NULL), ==, IDLE_QUEUED);
}

/* METRICS 27, 14. */
static void
copies_fill_gaps (void)
{
  Story story = story_begin ();
  uint64_t n_gaps;

  launch (&story, 0, 0, 5, 100);
  tell (&story, story.streams[1], SLICE_MEMCPY, "Memcpy DtoH", 105, 400);
  launch (&story, 500, 0, 505, 100);
  cause_of (&story, &n_gaps);
  /* Before the first kernel, and nothing else. */
  g_assert_cmpuint (n_gaps, ==, 1);
}

/* METRICS 27, 2: a stream that idles while another works is no gap. */
static void
another_stream_fills_gaps (void)
{
  Story story = story_begin ();
  uint64_t n_gaps;

  launch (&story, 0, 0, 5, 100);
  launch (&story, 10, 1, 50, 700);
  launch (&story, 500, 0, 600, 100);
  cause_of (&story, &n_gaps);
  g_assert_cmpuint (n_gaps, ==, 1);
}

static void
an_event_of_another_stream_is_a_dependency (void)
{
  for (int stream = 0; stream < 2; stream++)
    {
      Story story = story_begin ();

      launch (&story, 0, 0, 5, 300);
      tell (&story, story.calls, SLICE_CALL, "cudaEventRecord", 10, 2);
      tell (&story, story.calls, SLICE_CALL, "cudaStreamWaitEvent", 13, 2);
      launch (&story, 20, stream, 315, 100);
      g_assert_cmpint (cause_of (&story, NULL), ==, stream == 1 ? IDLE_STREAM_WAIT : IDLE_LAUNCH_OVERHEAD);
    }
}

/* A window beyond all reason neither overflows nor hangs: most of it was before the recording. */
static void
a_window_of_all_time_has_causes (void)
{
  Story story = story_begin ();

  launch (&story, 10, 0, 20, 80);
  g_autoptr (Trace) trace = story_end (&story);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  int64_t begin_ns = INT64_MIN, end_ns = INT64_MAX;
  StatsScope scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
  IdleCauses found;

  g_assert_true (idle_causes_compute (&scope, IDLE_SHORT_NS, 5, NULL, NULL, &found));
  g_assert_cmpuint (found.all.n_gaps, ==, 2);
  g_assert_cmpint (found.all.total_ns, ==, INT64_MAX);
  g_assert_cmpuint (found.causes[IDLE_NOT_RECORDED].n_gaps, ==, 1);
  g_assert_cmpuint (found.causes[IDLE_NO_NEXT].n_gaps, ==, 1);
  idle_causes_clear (&found);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/idle_cause_stories/waiting_for_a_result_is_sync", waiting_for_a_result_is_sync);
  g_test_add_func ("/idle_cause_stories/a_short_wait_is_not_to_blame", a_short_wait_is_not_to_blame);
  g_test_add_func ("/idle_cause_stories/a_wait_that_ended_early_is_not_to_blame",
                   a_wait_that_ended_early_is_not_to_blame);
  g_test_add_func ("/idle_cause_stories/a_wait_is_not_to_blame_for_what_nobody_recorded",
                   a_wait_is_not_to_blame_for_what_nobody_recorded);
  g_test_add_func ("/idle_cause_stories/the_longest_part_is_sync", the_longest_part_is_sync);
  g_test_add_func ("/idle_cause_stories/thirty_microseconds_is_the_limit", thirty_microseconds_is_the_limit);
  g_test_add_func ("/idle_cause_stories/copies_fill_gaps", copies_fill_gaps);
  g_test_add_func ("/idle_cause_stories/another_stream_fills_gaps", another_stream_fills_gaps);
  g_test_add_func ("/idle_cause_stories/an_event_of_another_stream_is_a_dependency",
                   an_event_of_another_stream_is_a_dependency);
  g_test_add_func ("/idle_cause_stories/a_window_of_all_time_has_causes", a_window_of_all_time_has_causes);
  return g_test_run ();
}
