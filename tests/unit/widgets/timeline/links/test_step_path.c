/* SPDX-License-Identifier: Apache-2.0
 *
 * The critical path as the timeline draws it, and what the details say of it. */

#include "widgets/timeline/links/step_path.h"

#include <inttypes.h>
#include <time.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/story.h"
#include "widgets/details/facts/path_facts.h"

#define US     INT64_C (1000)
#define ROUNDS 200

#define MANY_LAUNCHES 100000

static const Profile *
profile_of (Trace *trace)
{
  const Profile *profile = profile_new (trace, "path.json", NULL, NULL);

  trace_unref (trace);
  return profile;
}

/* Step 7 launches two kernels, of which "beside" is short, and waits for both; "later" is of no step. */
static const Profile *
one_step (void)
{
  Story story = story_begin ();

  story_tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#7", 0, 400 * US, 0);
  story_launch (&story, 20 * US, 8 * US, 0, SLICE_KERNEL, "front", 40 * US, 300 * US);
  story_launch (&story, 30 * US, 8 * US, 1, SLICE_KERNEL, "beside", 50 * US, 100 * US);
  story_tell (&story, story.calls, SLICE_CALL, "cudaDeviceSynchronize", 60 * US, 290 * US, 0);
  story_tell (&story, story.operators, SLICE_OPERATOR, "later", 500 * US, 10 * US, 0);
  return profile_of (story_end (&story));
}

static void
check_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
arrows_lead_from_launch_to_kernel_and_back (void)
{
  const Profile *profile = one_step ();
  PathPlace place = path_place_of_step (profile, 0);
  const StepPath *path = step_path_new (profile, &place, NULL, NULL);
  const CriticalPiece *pieces = path->path->pieces.at;

  g_assert_cmpint (place.end_ns, ==, 400 * US);
  g_assert_cmpuint (path->n_edges, ==, 2);
  g_assert_cmpint (pieces[path->edges[0]].klass, ==, CRITICAL_LAUNCH);
  g_assert_cmpuint (pieces[path->edges[0] + 1].slice, ==, building_slice_named (profile->trace, "front"));
  g_assert_cmpuint (pieces[path->edges[1] + 1].slice, ==,
                    building_slice_named (profile->trace, "ProfilerStep#7"));
  /* 20 us of the host, 20 us from the call to the kernel, 300 us of it, and 50 us of the host. */
  check_text (
    step_path_legend (path, &number_style_c),
    "Critical path of step 7, 390.0\u00a0µs: compute 76.9\u202f%, host 18.0\u202f%, launch 5.1\u202f%");
  g_assert_nonnull (step_path_doubt (path));
  step_path_unref (path);
  profile_unref (profile);
}

static void
the_details_tell_slack_and_gain (void)
{
  const Profile *profile = one_step ();
  PathPlace place = path_place_of_step (profile, 0);
  const StepPath *path = step_path_new (profile, &place, NULL, NULL);
  uint64_t front = building_slice_named (profile->trace, "front");
  uint64_t beside = building_slice_named (profile->trace, "beside");
  PathAnswer answer = path_facts_ask (path, &(PathQuestion){ front, false, 20 });

  check_text (path_facts_sentence (path, front, &number_style_c),
              "On the critical path of step 7: 300.0\u00a0µs of 390.0\u00a0µs.");
  /* 30 + 20 + 100 us on its way, 20 + 20 + 300 us on that of the other. */
  check_text (
    path_facts_sentence (path, beside, &number_style_c),
    "Not on the critical path of step 7: its own time may be 190.0\u00a0µs longer before step 7 gets longer.");
  check_text (path_facts_sentence (path, building_slice_named (profile->trace, "cudaDeviceSynchronize"),
                                   &number_style_c),
              "It waits for front; its own time does not count.");
  check_text (path_facts_sentence (path, building_slice_named (profile->trace, "later"), &number_style_c),
              "It has no part in the critical path of step 7.");
  check_text (
    path_facts_answer (path, &answer, &number_style_c),
    "With 1 shorter slice, the path of step 7 would take 330.0\u00a0µs: 60.00\u00a0µs (15.4\u202f%) less.");
  answer = path_facts_ask (path, &(PathQuestion){ front, true, 100 });
  g_assert_cmpint (answer.length_ns, ==, (30 + 20 + 100 + 50) * US);
  answer = path_facts_ask (path, &(PathQuestion){ beside, false, 100 });
  check_text (path_facts_answer (path, &answer, &number_style_c),
              "With 1 shorter slice, the path of step 7 would still take 390.0\u00a0µs: nothing is gained.");
  step_path_unref (path);
  profile_unref (profile);
}

static void
little_room_drops_the_smallest_parts (void)
{
  const Profile *profile = one_step ();
  PathPlace place = path_place_of_step (profile, 0);
  const StepPath *path = step_path_new (profile, &place, NULL, NULL);

  check_text (step_path_shorter_legend (path, &number_style_c, 3, true),
              "Critical path of step 7, 390.0\u00a0µs, waits guessed: compute 76.9\u202f%, host 18.0\u202f%, "
              "launch 5.1\u202f%");
  check_text (
    step_path_shorter_legend (path, &number_style_c, 2, true),
    "Critical path of step 7, 390.0\u00a0µs, waits guessed: compute 76.9\u202f%, host 18.0\u202f%, …");
  check_text (step_path_shorter_legend (path, &number_style_c, 1, false),
              "Path of step 7, waits guessed: compute 76.9\u202f%, …");
  step_path_unref (path);
  profile_unref (profile);
}

static void
several_ranks_are_named (void)
{
  Story story = story_begin ();

  story_tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#7", 0, 400 * US, 0);
  building_begin_rank (story.builder, 3);
  uint32_t process = trace_builder_add_track (story.builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (story.builder, TRACK_THREAD, process);
  uint32_t operators = trace_builder_add_track (story.builder, TRACK_OPERATORS, thread);
  story_tell (&story, operators, SLICE_OPERATOR, "elsewhere", 0, 300 * US, 0);
  const Profile *profile = profile_of (story_end (&story));
  PathPlace place = path_place_of_step (profile, 0);
  const StepPath *of_step = step_path_new (profile, &place, NULL, NULL);
  place = (PathPlace){ UINT64_MAX, 1, 0, 400 * US };
  const StepPath *of_span = step_path_new (profile, &place, NULL, NULL);

  check_text (step_path_legend (of_step, &number_style_c),
              "Critical path of step 7 of rank 0, 400.0\u00a0µs: host 100.0\u202f%");
  check_text (step_path_legend (of_span, &number_style_c),
              "Critical path of the selected span of rank 3, 300.0\u00a0µs: host 100.0\u202f%");
  check_text (step_path_other_rank_text (of_step, building_slice_named (profile->trace, "elsewhere")),
              "The path is of rank 0, this slice of rank 3.");
  g_assert_null (
    step_path_other_rank_text (of_step, building_slice_named (profile->trace, "ProfilerStep#7")));
  step_path_unref (of_step);
  step_path_unref (of_span);
  profile_unref (profile);
}

/* ---- what holds for every profile ---- */

/* Returns the number of spans in lanes; those of a lane ascend and do not overlap, which drawing relies on. */
static size_t
check_lanes (const StepPath *path)
{
  const Trace *trace = path->profile->trace;
  size_t n = 0, begin, end;

  for (uint32_t lane = 0; lane < trace_n_rows (trace); lane++)
    {
      step_path_spans_of (path, trace_row (trace, lane), &begin, &end);
      for (size_t i = begin; i < end; i++)
        {
          g_assert_cmpint (path->spans[i].begin_ns, <, path->spans[i].end_ns);
          if (i > begin)
            g_assert_cmpint (path->spans[i].begin_ns, >=, path->spans[i - 1].end_ns);
        }
      n += end - begin;
    }
  return n;
}

static void
random_paths_can_be_drawn (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (23);

  for (int round = 0; round < ROUNDS; round++)
    {
      const Profile *profile = profile_of (random_profile_new (random));

      for (uint32_t rank = 0; rank < trace_n_ranks (profile->trace); rank++)
        {
          PathPlace place = { UINT64_MAX, rank, profile->begin_ns, profile->end_ns };
          const StepPath *path = step_path_new (profile, &place, NULL, NULL);

          g_assert_nonnull (path);
          g_assert_cmpuint (path->n_spans, ==, path->path->pieces.n);
          g_assert_cmpuint (check_lanes (path), ==, path->n_spans);
          for (size_t i = 0; i < path->n_edges; i++)
            g_assert_cmpuint (path->edges[i] + 1, <, path->path->pieces.n);
          step_path_unref (path);
        }
      profile_unref (profile);
    }
}

/* ---- a large path ---- */

static int64_t
cpu_time_ns (void)
{
  struct timespec at;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &at);
  return at.tv_sec * INT64_C (1000000000) + at.tv_nsec;
}

static const Profile *
many_launches (void)
{
  Story story = story_begin ();

  for (int i = 0; i < MANY_LAUNCHES; i++)
    story_launch (&story, i * 10 * US, 2 * US, 0, SLICE_KERNEL, "short", (i * 10 + 3) * US, 5 * US);
  return profile_of (story_end (&story));
}

typedef struct
{
  int n_asked, n_most;
  int64_t asked_ns,
    longest_ns; /* in CPU time: when it was asked last, and the longest time that it was not */
} Asking;

static bool
note_asking (void *user_data)
{
  Asking *asking = user_data;
  int64_t now_ns = cpu_time_ns ();

  asking->longest_ns = MAX (asking->longest_ns, now_ns - asking->asked_ns);
  asking->asked_ns = now_ns;
  return ++asking->n_asked <= asking->n_most;
}

/* Asks throughout, and ends wherever it is told to. */
static void
a_search_can_be_ended (void)
{
  const Profile *profile = many_launches ();
  PathPlace place = { UINT64_MAX, 0, profile->begin_ns, profile->end_ns };
  int64_t begin_ns = cpu_time_ns ();
  Asking whole = { .n_most = INT_MAX, .asked_ns = begin_ns };
  const StepPath *path = step_path_new (profile, &place, note_asking, &whole);
  int64_t end_ns = cpu_time_ns ();

  g_assert_nonnull (path);
  step_path_unref (path);
  g_test_message (
    "%" PRId64 " us, asked %d times, not for %" PRId64 " us, last %" PRId64 " us before the end",
    (end_ns - begin_ns) / 1000, whole.n_asked, whole.longest_ns / 1000, (end_ns - whole.asked_ns) / 1000);
  g_assert_cmpint (whole.longest_ns, <, (end_ns - begin_ns) / 2);
  g_assert_cmpint (end_ns - whole.asked_ns, <, (end_ns - begin_ns) / 16);
  for (int n = 0; n < whole.n_asked; n += 1 + whole.n_asked / 40)
    {
      Asking part = { .n_most = n };

      g_assert_null (step_path_new (profile, &place, note_asking, &part));
      g_assert_cmpint (part.n_asked, ==, n + 1);
    }
  profile_unref (profile);
}

/* Whoever lets go of a path last does not wait for its memory. */
static void
another_thread_frees (void)
{
  const Profile *profile = many_launches ();
  PathPlace place = { UINT64_MAX, 0, profile->begin_ns, profile->end_ns };
  const StepPath *path = step_path_new (profile, &place, NULL, NULL);
  int64_t begin_ns = cpu_time_ns ();

  step_path_unref (path);
  int64_t took_ns = cpu_time_ns () - begin_ns;
  g_test_message ("%" PRId64 " us", took_ns / 1000);
  g_assert_cmpint (took_ns, <, 500 * US);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step_path/arrows_lead_from_launch_to_kernel_and_back",
                   arrows_lead_from_launch_to_kernel_and_back);
  g_test_add_func ("/step_path/the_details_tell_slack_and_gain", the_details_tell_slack_and_gain);
  g_test_add_func ("/step_path/little_room_drops_the_smallest_parts", little_room_drops_the_smallest_parts);
  g_test_add_func ("/step_path/several_ranks_are_named", several_ranks_are_named);
  g_test_add_func ("/step_path/random_paths_can_be_drawn", random_paths_can_be_drawn);
  g_test_add_func ("/step_path/a_search_can_be_ended", a_search_can_be_ended);
  g_test_add_func ("/step_path/another_thread_frees", another_thread_frees);
  return g_test_run ();
}
