/* SPDX-License-Identifier: Apache-2.0
 *
 * Critical paths of runs whose numbers a reader knows. Random ones are in tests/oracle/test_critical_path.py. */

#include "trace/critical/critical_path.h"

#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/story.h"
#include "trace/critical/critical_names.h"
#include "trace/stats/tables/table_critical.h"

#define US     INT64_C (1000)
#define ROUNDS 300

static void
tell (Story *story, uint32_t track, SliceKind kind, const char *name, int64_t start_us, int64_t dur_us)
{
  story_tell (story, track, kind, name, start_us * US, dur_us * US, 0);
}

static void
launch (Story *story, int64_t call_us, int stream, const char *name, int64_t start_us, int64_t dur_us)
{
  story_launch (story, call_us * US, 4 * US, stream, SLICE_KERNEL, name, start_us * US, dur_us * US);
}

typedef struct
{
  Trace *trace;
  StepTable *steps;
  CriticalPath *path;
} Told;

static Told
end_story (Story *story)
{
  Told told = { .trace = story_end (story) };

  told.steps = random_profile_steps (told.trace);
  StatsScope scope = stats_scope_whole (told.trace, told.steps);
  told.path = critical_path_new (&scope, 0, NULL, NULL);
  g_assert_nonnull (told.path);
  return told;
}

static void
clear_told (Told *told)
{
  critical_path_free (told->path);
  step_table_free (told->steps);
  trace_unref (told->trace);
}

static void
check_us (const CriticalPath *path, CriticalClass klass, int64_t expected_us)
{
  g_assert_cmpint (path->total_ns[klass], ==, expected_us * US);
}

static void
check_slack_us (const Told *told, const char *name, int64_t expected_us)
{
  int64_t slack_ns = -1;

  g_assert_true (critical_path_slack_ns (told->path, building_slice_named (told->trace, name), &slack_ns));
  g_assert_cmpint (slack_ns, ==, expected_us * US);
}

static void
check_without (const Told *told, const char *name, int percent, int64_t expected_us)
{
  int64_t length_ns = -1;

  g_assert_true (
    critical_path_length_without (told->path, building_slice_named (told->trace, name), percent, &length_ns));
  g_assert_cmpint (length_ns, ==, expected_us * US);
}

/* ---- stories ---- */

/* The thread launches two kernels at once and waits: 0 to 10 us the launch, 100 + 200 of kernels with 2 between them. */
static Told
two_kernels_and_a_wait (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, "first", 10, 100);
  launch (&story, 5, 0, "second", 112, 200);
  launch (&story, 20, 1, "beside", 30, 50);
  tell (&story, story.calls, SLICE_CALL, "cudaDeviceSynchronize", 30, 290);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::item", 320, 40);
  return end_story (&story);
}

static void
a_wait_leads_to_the_work_that_ended_last (void)
{
  Told told = two_kernels_and_a_wait ();
  const CriticalPiece *pieces = told.path->pieces.at;

  g_assert_cmpint (told.path->length_ns, ==, (10 + 100 + 2 + 200 + 40) * US);
  g_assert_cmpuint (told.path->pieces.n, ==, 5);
  g_assert_cmpint (pieces[0].klass, ==, CRITICAL_LAUNCH);
  g_assert_cmpint (pieces[1].klass, ==, CRITICAL_COMPUTE);
  g_assert_cmpuint (pieces[1].slice, ==, building_slice_named (told.trace, "first"));
  g_assert_cmpint (pieces[2].klass, ==, CRITICAL_GAP);
  g_assert_cmpint (pieces[2].begin_ns, ==, 110 * US);
  g_assert_cmpint (pieces[2].end_ns, ==, 112 * US);
  g_assert_cmpuint (pieces[2].slice, ==, building_slice_named (told.trace, "second"));
  g_assert_cmpint (pieces[4].klass, ==, CRITICAL_HOST);
  check_us (told.path, CRITICAL_COMPUTE, 300);
  check_us (told.path, CRITICAL_LAUNCH, 10);
  check_us (told.path, CRITICAL_GAP, 2);
  check_us (told.path, CRITICAL_HOST, 40);
  g_assert_false (told.path->has_sync_events);
  clear_told (&told);
}

static void
slack_is_how_much_longer_a_slice_may_take (void)
{
  Told told = two_kernels_and_a_wait ();

  check_slack_us (&told, "first", 0);
  check_slack_us (&told, "second", 0);
  /* Launched after 4 + 4 us of the host's work, it starts 10 us after its launch and takes 50 us before the last 40. */
  check_slack_us (&told, "beside", 352 - (8 + 10 + 50 + 40));
  g_assert_true (critical_path_holds (told.path, building_slice_named (told.trace, "second")));
  g_assert_false (critical_path_holds (told.path, building_slice_named (told.trace, "beside")));
  g_assert_false (
    critical_path_holds (told.path, building_slice_named (told.trace, "cudaDeviceSynchronize")));
  clear_told (&told);
}

/* If it returned later, so would the rest; but its time is that of the work. */
static void
a_call_that_waits_has_no_slack (void)
{
  Told told = two_kernels_and_a_wait ();
  uint64_t call = building_slice_named (told.trace, "cudaDeviceSynchronize"), work = SLICE_NONE;
  uint32_t name = slice_name (trace_slices (told.trace), call);
  int64_t ns;
  uint64_t n;

  g_assert_false (critical_path_slack_ns (told.path, call, &ns));
  g_assert_false (critical_path_length_without (told.path, call, 50, &ns));
  g_assert_false (critical_path_length_without_name (told.path, told.trace, name, 50, &n, &ns));
  g_assert_true (critical_path_waits_for (told.path, call, &work));
  g_assert_cmpuint (work, ==, building_slice_named (told.trace, "second"));
  g_assert_false (critical_path_waits_for (told.path, work, &work));
  clear_told (&told);
}

/* What covers an operator is on the path instead of it. */
static void
the_path_may_pass_within_a_slice (void)
{
  Story story = story_begin ();

  tell (&story, story.operators, SLICE_OPERATOR, "aten::parent", 0, 100);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::child", 0, 100);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::empty", 100, 0);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::launching", 110, 50);
  launch (&story, 110, 0, "k", 120, 400);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::late", 200, 100);
  Told told = end_story (&story);
  const CriticalPath *path = told.path;

  check_slack_us (&told, "aten::parent", 0);
  g_assert_false (critical_path_holds (path, building_slice_named (told.trace, "aten::parent")));
  g_assert_true (critical_path_passes_within (path, building_slice_named (told.trace, "aten::parent")));
  g_assert_true (critical_path_passes_within (path, building_slice_named (told.trace, "aten::child")));
  g_assert_false (critical_path_passes_within (path, building_slice_named (told.trace, "aten::empty")));
  g_assert_true (critical_path_passes_within (path, building_slice_named (told.trace, "aten::launching")));
  g_assert_true (critical_path_passes_within (path, building_slice_named (told.trace, "k")));
  g_assert_false (critical_path_passes_within (path, building_slice_named (told.trace, "aten::late")));
  g_assert_true (path->are_waits_guessed);
  clear_told (&told);
}

static void
without_streams_no_wait_is_guessed (void)
{
  Story story = story_begin ();

  tell (&story, story.operators, SLICE_OPERATOR, "aten::mm", 0, 100);
  tell (&story, story.calls, SLICE_CALL, "cudaDeviceSynchronize", 10, 20);
  Told told = end_story (&story);
  g_assert_false (told.path->are_waits_guessed);
  clear_told (&told);
}

static void
a_shorter_kernel_shortens_the_path_until_another_is_longest (void)
{
  Told told = two_kernels_and_a_wait ();

  check_without (&told, "second", 0, 352);
  check_without (&told, "second", 10, 352 - 20);
  check_without (&told, "second", 50, 352 - 100);
  check_without (&told, "first", 100, 352 - 100);
  check_without (&told, "beside", 50, 352);
  clear_told (&told);
}

static void
all_with_a_name_may_be_shorter_at_once (void)
{
  Story story = story_begin ();
  int64_t length_ns;
  uint64_t n;

  launch (&story, 0, 0, "gemm", 10, 100);
  launch (&story, 5, 0, "gemm", 110, 200);
  launch (&story, 20, 1, "beside", 30, 250);
  tell (&story, story.calls, SLICE_CALL, "cudaDeviceSynchronize", 30, 280);
  Told told = end_story (&story);
  uint32_t name = slice_name (trace_slices (told.trace), told.path->pieces.at[1].slice);
  g_assert_cmpint (told.path->length_ns, ==, 310 * US);
  g_assert_true (critical_path_length_without_name (told.path, told.trace, name, 5, &n, &length_ns));
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (length_ns, ==, (310 - 15) * US);
  /* Then the other stream is longest: 4 + 4 + 4 us of the host before its launch, which it waits 10 us for. */
  g_assert_true (critical_path_length_without_name (told.path, told.trace, name, 100, &n, &length_ns));
  g_assert_cmpint (length_ns, ==, (8 + 10 + 250) * US);
  name = slice_name (trace_slices (told.trace), building_slice_named (told.trace, "beside"));
  g_assert_true (critical_path_length_without_name (told.path, told.trace, name, 100, &n, &length_ns));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (length_ns, ==, 310 * US);
  g_assert_false (critical_path_length_without_name (told.path, told.trace, UINT32_MAX, 100, &n, &length_ns));
  clear_told (&told);
}

/* The host is slower than the device: each kernel waits for its launch. */
static void
a_slow_host_is_the_path (void)
{
  Story story = story_begin ();

  tell (&story, story.operators, SLICE_OPERATOR, "aten::slow", 0, 1000);
  launch (&story, 100, 0, "k1", 110, 20);
  launch (&story, 500, 0, "k2", 510, 20);
  launch (&story, 990, 0, "k3", 1000, 30);
  Told told = end_story (&story);
  g_assert_cmpint (told.path->length_ns, ==, 1030 * US);
  check_us (told.path, CRITICAL_HOST, 990);
  check_us (told.path, CRITICAL_LAUNCH, 10);
  check_us (told.path, CRITICAL_COMPUTE, 30);
  check_slack_us (&told, "aten::slow", 0);
  clear_told (&told);
}

static void
time_in_a_loader_is_of_the_loader (void)
{
  Story story = story_begin ();

  tell (&story, story.annotations, SLICE_ANNOTATION, "enumerate(DataLoader)#_Iter.__next__", 0, 300);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::stack", 100, 100);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::mm", 300, 50);
  launch (&story, 310, 0, "k", 320, 5);
  Told told = end_story (&story);
  check_us (told.path, CRITICAL_LOADER, 300);
  check_us (told.path, CRITICAL_HOST, 50);
  clear_told (&told);
}

/* The copy into the memory of a tensor blocks the host: the time is that of the copy. */
static void
a_call_that_ends_with_its_copy_waited_for_it (void)
{
  Story story = story_begin ();

  story_launch (&story, 0, 500 * US, 0, SLICE_MEMCPY, "Memcpy HtoD (Pageable -> Device)", 20 * US, 470 * US);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::copy_", 500, 10);
  Told told = end_story (&story);
  check_us (told.path, CRITICAL_LAUNCH, 20);
  check_us (told.path, CRITICAL_MEMCPY, 470);
  check_us (told.path, CRITICAL_HOST, 10);
  clear_told (&told);
}

/* Communication waits for the kernel of the other stream; nothing but the order of calls tells so. */
static void
a_stream_that_was_told_to_wait_waits_for_the_other (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, "compute", 10, 400);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamWaitEvent", 20, 2);
  launch (&story, 30, 1, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", 412, 100);
  Told told = end_story (&story);
  check_us (told.path, CRITICAL_LAUNCH, 10);
  check_us (told.path, CRITICAL_COMPUTE, 400);
  check_us (told.path, CRITICAL_COMMUNICATION, 100);
  check_us (told.path, CRITICAL_GAP, 0);
  clear_told (&told);
}

/* A thread that has nothing to do with the device may sleep all the time. */
static void
a_thread_that_launches_nothing_is_not_the_path (void)
{
  Story story = story_begin ();
  uint32_t thread = trace_builder_add_track (story.builder, TRACK_THREAD, story.process);
  uint32_t operators = trace_builder_add_track (story.builder, TRACK_OPERATORS, thread);

  tell (&story, operators, SLICE_OPERATOR, "watchdog", 0, 100000);
  launch (&story, 0, 0, "k", 10, 400);
  Told told = end_story (&story);
  int64_t slack_ns;
  g_assert_cmpint (told.path->length_ns, ==, 410 * US);
  g_assert_false (
    critical_path_slack_ns (told.path, building_slice_named (told.trace, "watchdog"), &slack_ns));
  clear_told (&told);
}

/* Tracks of one more thread of the story's process. */
typedef struct
{
  uint32_t operators, calls;
} OtherThread;

static OtherThread
add_thread (Story *story)
{
  uint32_t thread = trace_builder_add_track (story->builder, TRACK_THREAD, story->process);

  return (OtherThread){ trace_builder_add_track (story->builder, TRACK_OPERATORS, thread),
                        trace_builder_add_track (story->builder, TRACK_CALLS, thread) };
}

/* A copy into memory of the host that the call waits for: 10 us from the call on. */
static void
copy_on (Story *story, const OtherThread *thread, int64_t call_us)
{
  story->correlation++;
  story_tell (story, thread->calls, SLICE_CALL, "cudaMemcpy", call_us * US, 10 * US, story->correlation);
  story_tell (story, story->streams[1], SLICE_MEMCPY, "Memcpy DtoH", (call_us + 2) * US, 6 * US,
              story->correlation);
}

/* As PyTorch runs backward: the thread of the step waits in an annotation for that of autograd, whose operators take
 * 100 to 490 us and 500 to 890 us. */
static Told
backward_on_another_thread (int64_t end_us)
{
  Story story = story_begin ();
  OtherThread autograd = add_thread (&story);

  tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#7", 0, 1100);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::forward", 0, 90);
  launch (&story, 80, 0, "k", 85, 3);
  tell (&story, story.annotations, SLICE_ANNOTATION, "backward", 90, end_us - 90);
  tell (&story, autograd.operators, SLICE_OPERATOR, "AddmmBackward0", 100, 390);
  copy_on (&story, &autograd, 470);
  tell (&story, autograd.operators, SLICE_OPERATOR, "MulBackward0", 500, 390);
  copy_on (&story, &autograd, 870);
  tell (&story, story.operators, SLICE_OPERATOR, "Optimizer.step", end_us, 1100 - end_us);
  return end_story (&story);
}

static void
a_thread_waits_for_those_that_work_while_it_does_not (void)
{
  Told told = backward_on_another_thread (1000);

  /* The two calls do not count from the end of their copies on: 2 us each. */
  g_assert_cmpint (told.path->length_ns, ==, (1100 - 2 * 2) * US);
  g_assert_true (critical_path_holds (told.path, building_slice_named (told.trace, "AddmmBackward0")));
  g_assert_true (critical_path_holds (told.path, building_slice_named (told.trace, "MulBackward0")));
  check_slack_us (&told, "AddmmBackward0", 0);
  check_slack_us (&told, "MulBackward0", 0);
  check_without (&told, "AddmmBackward0", 100, 1096 - 380);
  /* Before, between and behind them it is the thread's own. */
  check_without (&told, "backward", 100, 1096 - 10 - 10 - 110);
  clear_told (&told);
}

/* It goes on while the other still has an operator open: what that did until its last call of before, at 880 us, counts. */
static void
a_thread_may_go_on_before_the_other_is_done (void)
{
  Told told = backward_on_another_thread (885);

  g_assert_cmpint (told.path->length_ns, ==, (1100 - 2 * 2 - 5) * US);
  check_slack_us (&told, "AddmmBackward0", 0);
  check_slack_us (&told, "MulBackward0", 0);
  clear_told (&told);
}

/* An operator of its own says that the thread works: then it waits for nobody. */
static void
threads_that_work_at_once_do_not_wait (void)
{
  Story story = story_begin ();
  OtherThread other = add_thread (&story);

  tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#7", 0, 500);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::mm", 0, 500);
  launch (&story, 480, 0, "k", 490, 100);
  tell (&story, other.operators, SLICE_OPERATOR, "aten::beside", 0, 300);
  copy_on (&story, &other, 200);
  Told told = end_story (&story);
  g_assert_cmpint (told.path->length_ns, ==, 590 * US);
  check_slack_us (&told, "aten::mm", 0);
  check_slack_us (&told, "aten::beside", 590 - 298);
  clear_told (&told);
}

/* Kineto's times were microseconds: the kernels of a stream seem to overlap by one. */
static void
rounded_times_do_not_cut_a_stream (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, "k1", 10, 101);
  launch (&story, 5, 0, "k2", 110, 101);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 20, 190);
  Told told = end_story (&story);
  check_us (told.path, CRITICAL_COMPUTE, 200);
  g_assert_cmpint (told.path->length_ns, ==, 210 * US);
  clear_told (&told);
}

/* A step has the work that it launched, and none that runs in it. */
static void
a_window_has_the_work_that_it_launched (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, "before", 10, 500);
  launch (&story, 200, 0, "within", 512, 300);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::mm", 150, 100);
  Told told = end_story (&story);
  int64_t begin_ns = 100 * US, end_ns = 300 * US;
  StatsScope scope = stats_scope_window (told.trace, told.steps, &begin_ns, &end_ns);
  g_autoptr (CriticalPath) path = critical_path_new (&scope, 0, NULL, NULL);
  g_assert_cmpint (path->length_ns, ==, (50 + 300) * US);
  check_us (path, CRITICAL_HOST, 50);
  check_us (path, CRITICAL_COMPUTE, 300);
  /* It waited for work of another window, which is not on this path. */
  check_us (path, CRITICAL_LAUNCH, 0);
  check_us (path, CRITICAL_GAP, 0);
  clear_told (&told);
}

static void
names_add_up_to_the_path (void)
{
  Told told = two_kernels_and_a_wait ();
  CriticalNameColumn names = { 0 };
  int64_t sum_ns = 0;

  g_assert_true (critical_names_collect (told.path, told.trace, &names));
  g_assert_cmpuint (names.at[0].longest, ==, building_slice_named (told.trace, "second"));
  for (size_t i = 0; i < names.n; i++)
    sum_ns += names.at[i].total_ns;
  g_assert_cmpint (sum_ns, ==, told.path->length_ns);
  critical_name_column_clear (&names);
  clear_told (&told);
}

static void
the_table_has_the_names_of_the_path (void)
{
  Told told = two_kernels_and_a_wait ();
  StatsScope scope = stats_scope_whole (told.trace, told.steps);
  StatTable table;

  g_assert_true (critical_table_compute (&scope, &(StatTableOptions){ 0 }, NULL, NULL, &table));
  int total = stat_table_column (&table, "total_ns"), share = stat_table_column (&table, "percent_of_path");
  int klass = stat_table_column (&table, "class");
  g_assert_cmpuint (table.n_rows, ==, 5);
  g_assert_cmpuint (table.rows[0].longest, ==, building_slice_named (told.trace, "second"));
  g_assert_cmpint (table.columns[total].whole[0], ==, 200 * US);
  g_assert_cmpfloat_with_epsilon (table.columns[share].real[0], 100.0 * 200 / 352, 1e-9);
  g_assert_cmpstr (stat_table_text (&table, (uint32_t) klass, 0, NULL), ==, "compute");
  g_assert_cmpint (table.sum_ns, ==, told.path->length_ns);
  g_assert_cmpstr (table.sum_title, ==,
                   "stretches of critical paths (waits are guessed, as there are no sync events)");
  stat_table_clear (&table);
  clear_told (&told);
}

/* ---- what holds for every profile ---- */

/* A slice is one of those with its name. */
static void
check_name (const CriticalPath *path, const Trace *trace, uint64_t slice, int64_t half_ns)
{
  uint32_t name = slice_name (trace_slices (trace), slice);
  int64_t all_ns = 0;
  uint64_t n = 0;

  g_assert_true (critical_path_length_without_name (path, trace, name, 50, &n, &all_ns));
  g_assert_cmpuint (n, >=, 1);
  if (n == 1)
    g_assert_cmpint (all_ns, ==, half_ns);
  else
    g_assert_cmpint (all_ns, <=, half_ns);
}

static void
check_path (const CriticalPath *path, const Trace *trace)
{
  int64_t sum_ns = 0, before_ns = INT64_MIN;

  for (size_t i = 0; i < path->pieces.n; i++)
    {
      const CriticalPiece *piece = &path->pieces.at[i];

      g_assert_cmpint (piece->begin_ns, >=, before_ns);
      g_assert_cmpint (piece->end_ns, >, piece->begin_ns);
      before_ns = piece->end_ns;
      sum_ns += piece->end_ns - piece->begin_ns;
    }
  g_assert_cmpint (sum_ns, ==, path->length_ns);
  for (uint64_t slice = 0; slice < trace_slices (trace)->n; slice++)
    {
      int64_t slack_ns = 0, whole_ns = 0, half_ns = 0;

      if (!critical_path_slack_ns (path, slice, &slack_ns))
        continue;
      g_assert_cmpint (slack_ns, >=, 0);
      if (critical_path_holds (path, slice))
        {
          g_assert_cmpint (slack_ns, ==, 0);
          g_assert_true (critical_path_passes_within (path, slice));
        }
      g_assert_true (critical_path_length_without (path, slice, 0, &whole_ns));
      g_assert_true (critical_path_length_without (path, slice, 50, &half_ns));
      g_assert_cmpint (whole_ns, ==, path->length_ns);
      g_assert_cmpint (half_ns, <=, whole_ns);
      check_name (path, trace, slice, half_ns);
      if (slack_ns > 0)
        g_assert_cmpint (half_ns, ==, whole_ns);
    }
}

static void
random_profiles_have_sound_paths (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);

      for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
        {
          g_autoptr (CriticalPath) path = critical_path_new (&scope, rank, NULL, NULL);

          g_assert_nonnull (path);
          check_path (path, trace);
        }
    }
}

static bool
never (void *user_data)
{
  (void) user_data;
  return false;
}

static void
a_path_that_nobody_needs_ends_early (void)
{
  Story story = story_begin ();

  launch (&story, 0, 0, "k", 10, 400);
  Told told = end_story (&story);
  StatsScope scope = stats_scope_whole (told.trace, told.steps);
  g_assert_null (critical_path_new (&scope, 0, never, NULL));
  clear_told (&told);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical_path/a_wait_leads_to_the_work_that_ended_last",
                   a_wait_leads_to_the_work_that_ended_last);
  g_test_add_func ("/critical_path/slack_is_how_much_longer_a_slice_may_take",
                   slack_is_how_much_longer_a_slice_may_take);
  g_test_add_func ("/critical_path/a_call_that_waits_has_no_slack", a_call_that_waits_has_no_slack);
  g_test_add_func ("/critical_path/the_path_may_pass_within_a_slice", the_path_may_pass_within_a_slice);
  g_test_add_func ("/critical_path/without_streams_no_wait_is_guessed", without_streams_no_wait_is_guessed);
  g_test_add_func ("/critical_path/a_shorter_kernel_shortens_the_path_until_another_is_longest",
                   a_shorter_kernel_shortens_the_path_until_another_is_longest);
  g_test_add_func ("/critical_path/all_with_a_name_may_be_shorter_at_once",
                   all_with_a_name_may_be_shorter_at_once);
  g_test_add_func ("/critical_path/a_slow_host_is_the_path", a_slow_host_is_the_path);
  g_test_add_func ("/critical_path/time_in_a_loader_is_of_the_loader", time_in_a_loader_is_of_the_loader);
  g_test_add_func ("/critical_path/a_call_that_ends_with_its_copy_waited_for_it",
                   a_call_that_ends_with_its_copy_waited_for_it);
  g_test_add_func ("/critical_path/a_stream_that_was_told_to_wait_waits_for_the_other",
                   a_stream_that_was_told_to_wait_waits_for_the_other);
  g_test_add_func ("/critical_path/a_thread_that_launches_nothing_is_not_the_path",
                   a_thread_that_launches_nothing_is_not_the_path);
  g_test_add_func ("/critical_path/a_thread_waits_for_those_that_work_while_it_does_not",
                   a_thread_waits_for_those_that_work_while_it_does_not);
  g_test_add_func ("/critical_path/a_thread_may_go_on_before_the_other_is_done",
                   a_thread_may_go_on_before_the_other_is_done);
  g_test_add_func ("/critical_path/threads_that_work_at_once_do_not_wait",
                   threads_that_work_at_once_do_not_wait);
  g_test_add_func ("/critical_path/rounded_times_do_not_cut_a_stream", rounded_times_do_not_cut_a_stream);
  g_test_add_func ("/critical_path/a_window_has_the_work_that_it_launched",
                   a_window_has_the_work_that_it_launched);
  g_test_add_func ("/critical_path/names_add_up_to_the_path", names_add_up_to_the_path);
  g_test_add_func ("/critical_path/the_table_has_the_names_of_the_path", the_table_has_the_names_of_the_path);
  g_test_add_func ("/critical_path/random_profiles_have_sound_paths", random_profiles_have_sound_paths);
  g_test_add_func ("/critical_path/a_path_that_nobody_needs_ends_early", a_path_that_nobody_needs_ends_early);
  return g_test_run ();
}
