/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/build/builder.h"
#include "trace/derive/step.h"
#include "trace/text/trace_error.h"

/* A rank with two threads and two devices; its time 0 is that of the profile. */
typedef struct
{
  uint32_t annotations[2], calls[2];
  uint32_t projected, streams[2];
} Tracks;

static void
add_slice (TraceBuilder *builder,
           uint32_t track,
           SliceKind kind,
           const char *name,
           int64_t start_ns,
           int64_t dur_ns,
           int64_t correlation)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = trace_builder_string (builder, name, strlen (name)),
                                      .kind = kind,
                                      .start_ns = start_ns,
                                      .dur_ns = dur_ns,
                                      .correlation = correlation,
                                      .args = ARGS_NONE,
                                    });
}

static Tracks
begin_rank (TraceBuilder *builder)
{
  Tracks tracks;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  for (int i = 0; i < 2; i++)
    {
      uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
      tracks.annotations[i] = trace_builder_add_track (builder, TRACK_ANNOTATIONS, thread);
      tracks.calls[i] = trace_builder_add_track (builder, TRACK_CALLS, thread);
    }
  for (int i = 0; i < 2; i++)
    {
      uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
      trace_builder_track (builder, device)->device = i;
      tracks.streams[i] = trace_builder_add_track (builder, TRACK_STREAM, device);
      trace_builder_track (builder, tracks.streams[i])->device = i;
      if (i == 0)
        {
          tracks.projected = trace_builder_add_track (builder, TRACK_DEVICE_ANNOTATIONS, device);
          trace_builder_track (builder, tracks.projected)->device = 0;
        }
    }
  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "begin of the recording", 0, 0, 0);
  return tracks;
}

/* A call at call_ns of that thread, and the kernel it launches. */
static void
launch (TraceBuilder *builder,
        const Tracks *tracks,
        int thread,
        int64_t call_ns,
        int device,
        int64_t start_ns,
        int64_t dur_ns)
{
  static int64_t last_correlation;
  int64_t correlation = ++last_correlation;

  add_slice (builder, tracks->calls[thread], SLICE_CALL, "cudaLaunchKernel", call_ns, 2, correlation);
  add_slice (builder, tracks->streams[device], SLICE_KERNEL, "k", start_ns, dur_ns, correlation);
}

static Trace *
finish (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_builder_finish (builder, &error);

  g_assert_no_error (error);
  trace_builder_free (builder);
  return trace;
}

static StepTable *
find_steps (const Trace *trace, const char *pattern)
{
  g_autoptr (GError) error = NULL;
  StepTable *table = step_table_new (trace, pattern, &error);

  g_assert_no_error (error);
  return table;
}

static void
a_profile_may_have_no_steps (void)
{
  g_autoptr (Trace) empty = finish (trace_builder_new ());
  g_autoptr (StepTable) none = find_steps (empty, NULL);
  g_assert_cmpuint (step_table_count (none), ==, 0);

  TraceBuilder *builder = trace_builder_new ();
  begin_rank (builder);
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (StepTable) table = find_steps (trace, NULL);
  g_assert_cmpuint (step_table_count (table), ==, 0);
  g_autoptr (StepTable) no_match = find_steps (trace, "nothing is called this");
  g_assert_cmpuint (step_table_count (no_match), ==, 0);
  step_table_free (NULL);
}

/* ---- names ---- */

static void
check_numbers (const Trace *trace, const char *pattern, const int64_t *numbers, size_t n)
{
  g_autoptr (StepTable) table = find_steps (trace, pattern);

  g_assert_cmpuint (step_table_count (table), ==, n);
  for (size_t i = 0; i < n; i++)
    {
      const TraceStep *step = step_table_get (table, i);

      g_assert_cmpuint (step->rank, ==, 0);
      g_assert_cmpuint (step->index, ==, i);
      g_assert_cmpint (step->has_number, ==, numbers[i] >= 0);
      if (step->has_number)
        g_assert_cmpint (step->number, ==, numbers[i]);
    }
}

/* One annotation after the other, so that steps come in the order of the names. */
static Trace *
annotated (const char *const *names, size_t n)
{
  TraceBuilder *builder = trace_builder_new ();
  Tracks tracks = begin_rank (builder);

  for (size_t i = n; i > 0; i--)
    add_slice (builder, tracks.annotations[i % 2], SLICE_ANNOTATION, names[i - 1], 100 * (int64_t) i, 90, 0);
  return finish (builder);
}

static void
profiler_steps_carry_their_number (void)
{
  static const char *const names[] = { "ProfilerStep#7",
                                       "ProfilerStep",
                                       "ProfilerStep # 8",
                                       "ProfilerStep#",
                                       "profilerstep#1",
                                       "ProfilerStep#x",
                                       "MyProfilerStep#3",
                                       "ProfilerStep#0",
                                       "step_5",
                                       "ProfilerStep#7",
                                       "ProfilerStep#9223372036854775807",
                                       "ProfilerStep#9223372036854775808" };
  g_autoptr (Trace) trace = annotated (names, G_N_ELEMENTS (names));

  check_numbers (trace, NULL, (int64_t[]){ 7, 8, 0, 7, INT64_MAX }, 5);
}

static void
profiler_steps_are_host_annotations_or_operators (void)
{
  TraceBuilder *builder = trace_builder_new ();
  Tracks tracks = begin_rank (builder);

  add_slice (builder, tracks.annotations[0], SLICE_OPERATOR, "ProfilerStep#1", 10, 90, 0);
  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#2", 110, 90, 0);
  add_slice (builder, tracks.projected, SLICE_DEVICE_ANNOTATION, "ProfilerStep#3", 210, 90, 0);
  add_slice (builder, tracks.streams[0], SLICE_KERNEL, "ProfilerStep#4", 310, 90, 0);
  add_slice (builder, tracks.annotations[0], SLICE_PYTHON, "ProfilerStep#5", 410, 90, 0);
  g_autoptr (Trace) trace = finish (builder);

  check_numbers (trace, NULL, (int64_t[]){ 1, 2 }, 2);
  /* A pattern is for any slice of the host. */
  check_numbers (trace, "ProfilerStep#(\\d+)", (int64_t[]){ 1, 2, 5 }, 3);
}

static void
other_steps_count_where_the_profiler_has_none (void)
{
  static const char *const names[] = { "step_3",  "Step 4", "step_007",  "step_",  "step_4x",
                                       "steps_4", "step",   "my step_4", "step_12" };
  g_autoptr (Trace) trace = annotated (names, G_N_ELEMENTS (names));

  check_numbers (trace, NULL, (int64_t[]){ 3, 4, 7, 12 }, 4);
}

static void
a_pattern_matches_anywhere_in_the_name (void)
{
  static const char *const names[] = { "ProfilerStep#1", "epoch 2 iteration 30 of 99", "iteration",
                                       "iteration 4",    "\xff iteration 5",           "other" };
  g_autoptr (Trace) trace = annotated (names, G_N_ELEMENTS (names));

  check_numbers (trace, "iteration (\\d+)", (int64_t[]){ 30, 4, 5 }, 3);
  check_numbers (trace, "iteration", (int64_t[]){ -1, -1, -1, -1 }, 4);
  check_numbers (trace, "(iter)ation", (int64_t[]){ -1, -1, -1, -1 }, 4);
  check_numbers (trace, "^iteration( (\\d+))?$", (int64_t[]){ -1, -1 }, 2);
  check_numbers (trace, "of (\\d+)$", (int64_t[]){ 99 }, 1);
}

static void
a_pattern_that_is_not_valid_is_an_error (void)
{
  static const char *const patterns[] = { "(", "[a", "*", "a{2,1}", "\\" };
  g_autoptr (Trace) trace = annotated ((const char *const[]){ "a" }, 1);

  for (size_t i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (step_table_new (trace, patterns[i], &error));
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
      g_assert_nonnull (strstr (error->message, patterns[i]));
    }
}

/* ---- times ---- */

static void
kernels_run_on_into_the_next_step (void)
{
  TraceBuilder *builder = trace_builder_new ();
  Tracks tracks = begin_rank (builder);

  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#1", 100, 100, 0);
  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#2", 200, 100, 0);
  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#3", 400, 100, 0);
  launch (builder, &tracks, 0, 110, 0, 120, 60);
  launch (builder, &tracks, 1, 199, 0, 190, 60); /* ends at 250; of the other thread */
  launch (builder, &tracks, 0, 150, 1, 150, 40); /* at the same time on the other device */
  launch (builder, &tracks, 0, 200, 0, 250, 10); /* begins with the second step */
  launch (builder, &tracks, 0, 300, 0, 310, 10); /* between the steps: in none */
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (StepTable) table = find_steps (trace, NULL);

  const TraceStep *step = step_table_get (table, 0);
  g_assert_cmpint (step->host_begin_ns, ==, 100);
  g_assert_cmpint (step->host_end_ns, ==, 200);
  g_assert_true (step->has_device);
  g_assert_cmpint (step->device_begin_ns, ==, 120);
  g_assert_cmpint (step->device_end_ns, ==, 250);
  g_assert_cmpint (step->wall_ns, ==, 150);
  g_assert_cmpint (step->busy_ns, ==, 60 + 60 + 40);
  g_assert_cmpuint (step->activities, ==, 3);

  step = step_table_get (table, 1);
  g_assert_cmpint (step->device_begin_ns, ==, 250);
  g_assert_cmpint (step->device_end_ns, ==, 260);
  g_assert_cmpint (step->wall_ns, ==, 50);
  g_assert_cmpuint (step->activities, ==, 1);

  step = step_table_get (table, 2);
  g_assert_false (step->has_device);
  g_assert_cmpint (step->wall_ns, ==, 100);
  g_assert_cmpint (step->busy_ns, ==, 0);
  g_assert_cmpuint (step->activities, ==, 0);
  g_assert_cmpuint (step_table_count (table), ==, 3);
}

/* A step whose device work outlasts the whole next step leaves it no time of its own. */
static void
a_long_tail_hides_the_next_step (void)
{
  TraceBuilder *builder = trace_builder_new ();
  Tracks tracks = begin_rank (builder);

  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#1", 0, 10, 0);
  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#2", 10, 10, 0);
  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#3", 20, 10, 0);
  launch (builder, &tracks, 0, 5, 0, 5, 20);
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (StepTable) table = find_steps (trace, NULL);

  g_assert_cmpint (step_table_get (table, 0)->wall_ns, ==, 25);
  g_assert_cmpint (step_table_get (table, 1)->wall_ns, ==, 0);
  g_assert_cmpint (step_table_get (table, 2)->wall_ns, ==, 5);
}

static void
only_gpu_activities_of_the_rank_count (void)
{
  TraceBuilder *builder = trace_builder_new ();
  Tracks tracks = begin_rank (builder);

  add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#1", 10, 90, 0);
  add_slice (builder, tracks.calls[0], SLICE_CALL, "launch", 20, 5, 1000001);
  add_slice (builder, tracks.streams[0], SLICE_KERNEL, "k", 30, 5, 1000001);
  add_slice (builder, tracks.streams[0], SLICE_MEMCPY, "copy", 40, 5, 1000001);
  add_slice (builder, tracks.streams[0], SLICE_MEMSET, "set", 50, 5, 1000001);
  add_slice (builder, tracks.streams[0], SLICE_ACCELERATOR, "hpu", 60, 500, 1000001);
  add_slice (builder, tracks.streams[0], SLICE_SYNC, "sync", 70, 500, 1000001);
  Tracks other = begin_rank (builder);
  launch (builder, &other, 0, 50, 0, 60, 700);
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (StepTable) table = find_steps (trace, NULL);

  g_assert_cmpuint (step_table_count (table), ==, 1);
  const TraceStep *step = step_table_get (table, 0);
  g_assert_cmpuint (step->activities, ==, 3);
  g_assert_cmpint (step->device_begin_ns, ==, 30);
  g_assert_cmpint (step->device_end_ns, ==, 55);
  g_assert_cmpint (step->busy_ns, ==, 15);
  g_assert_cmpint (step->wall_ns, ==, 90);
}

/* ---- the last step ---- */

/* Whether the last step is cut, given how many kernels each launched. */
static bool
last_is_truncated (const int *n_kernels, size_t n, bool is_unfinished)
{
  TraceBuilder *builder = trace_builder_new ();
  Tracks tracks = begin_rank (builder);

  for (size_t i = 0; i < n; i++)
    {
      int64_t begin_ns = 1000 * ((int64_t) i + 1);
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%zu", i);

      trace_builder_add_slice (builder,
                               &(SliceInput){ .track = tracks.annotations[0],
                                              .name = trace_builder_string (builder, name, strlen (name)),
                                              .kind = SLICE_ANNOTATION,
                                              .flags = is_unfinished && i == n - 1 ? SLICE_UNFINISHED : 0,
                                              .start_ns = begin_ns,
                                              .dur_ns = is_unfinished && i == n - 1 ? 0 : 900,
                                              .args = ARGS_NONE });
      for (int k = 0; k < n_kernels[i]; k++)
        launch (builder, &tracks, 0, begin_ns + 5 * k, 0, begin_ns + 5 * k, 5);
    }
  g_autoptr (Trace) trace = finish (builder);
  g_autoptr (StepTable) table = find_steps (trace, NULL);

  g_assert_cmpuint (step_table_count (table), ==, n);
  for (size_t i = 0; i + 1 < n; i++)
    g_assert_false (step_table_get (table, i)->is_truncated);
  return step_table_get (table, n - 1)->is_truncated;
}

static void
the_last_step_may_be_cut_short (void)
{
  g_assert_true (last_is_truncated ((int[]){ 10, 10, 10, 7 }, 4, false));
  g_assert_false (last_is_truncated ((int[]){ 10, 10, 10, 8 }, 4, false));
  g_assert_false (last_is_truncated ((int[]){ 10, 10, 10, 50 }, 4, false));
  g_assert_true (last_is_truncated ((int[]){ 10, 0 }, 2, false));
  /* A first step that does much more, or less, does not change the median. */
  g_assert_false (last_is_truncated ((int[]){ 99, 10, 10, 9 }, 4, false));
  g_assert_true (last_is_truncated ((int[]){ 0, 10, 10, 7 }, 4, false));
  /* Between 10 and 20 lies 15. */
  g_assert_false (last_is_truncated ((int[]){ 10, 20, 12 }, 3, false));
  g_assert_true (last_is_truncated ((int[]){ 10, 20, 11 }, 3, false));
  /* Without any launches, or other steps, there is nothing to compare. */
  g_assert_false (last_is_truncated ((int[]){ 0, 0, 0 }, 3, false));
  g_assert_false (last_is_truncated ((int[]){ 3 }, 1, false));
}

static void
a_step_that_was_never_ended_is_cut_short (void)
{
  g_assert_true (last_is_truncated ((int[]){ 10, 10, 10 }, 3, true));
  g_assert_true (last_is_truncated ((int[]){ 1 }, 1, true));
}

/* ---- against the definitions ---- */

#define SPAN 1000

typedef struct
{
  int64_t call_ns, start_ns, dur_ns;
  int device;
} Run;

typedef struct
{
  int64_t begin_ns, end_ns;
} HostSpan;

static int
compare_spans (const void *a, const void *b)
{
  const HostSpan *x = a, *y = b;

  return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

static void
check_step (const TraceStep *step, const HostSpan *span, const Run *runs, size_t n, int64_t *end_ns)
{
  bool busy[2][2 * SPAN] = { 0 };
  int64_t busy_ns = 0, device_begin_ns = INT64_MAX, device_end_ns = INT64_MIN;
  uint64_t activities = 0;

  for (size_t i = 0; i < n; i++)
    if (runs[i].call_ns >= span->begin_ns && runs[i].call_ns < span->end_ns)
      {
        activities++;
        device_begin_ns = MIN (device_begin_ns, runs[i].start_ns);
        device_end_ns = MAX (device_end_ns, runs[i].start_ns + runs[i].dur_ns);
        for (int64_t t = 0; t < runs[i].dur_ns; t++)
          busy[runs[i].device][runs[i].start_ns + t] = true;
      }
  for (size_t t = 0; t < 2 * SPAN; t++)
    busy_ns += busy[0][t] + busy[1][t];

  int64_t last_end_ns = *end_ns, begin_ns = MAX (last_end_ns, span->begin_ns);
  *end_ns = MAX (last_end_ns, MAX (span->end_ns, device_end_ns));
  g_assert_cmpint (step->host_begin_ns, ==, span->begin_ns);
  g_assert_cmpint (step->host_end_ns, ==, span->end_ns);
  g_assert_cmpuint (step->activities, ==, activities);
  g_assert_cmpint (step->has_device, ==, activities > 0);
  if (activities > 0)
    {
      g_assert_cmpint (step->device_begin_ns, ==, device_begin_ns);
      g_assert_cmpint (step->device_end_ns, ==, device_end_ns);
    }
  g_assert_cmpint (step->busy_ns, ==, busy_ns);
  g_assert_cmpint (step->wall_ns, ==, *end_ns - begin_ns);
}

static void
random_profiles_agree_with_the_definitions (void)
{
  GRand *random = g_rand_new_with_seed (103);

  for (int round = 0; round < 100; round++)
    {
      TraceBuilder *builder = trace_builder_new ();
      Run runs[2][40];
      HostSpan spans[2][12];
      size_t n_runs[2], n_spans[2];

      for (int r = 0; r < 2; r++)
        {
          Tracks tracks = begin_rank (builder);

          n_runs[r] = (size_t) g_rand_int_range (random, 0, 40);
          n_spans[r] = (size_t) g_rand_int_range (random, 0, 12);
          for (size_t i = 0; i < n_runs[r]; i++)
            {
              Run *run = &runs[r][i];

              *run = (Run){ g_rand_int_range (random, 0, SPAN), g_rand_int_range (random, 0, SPAN),
                            g_rand_int_range (random, 0, 60), g_rand_int_range (random, 0, 2) };
              launch (builder, &tracks, g_rand_int_range (random, 0, 2), run->call_ns, run->device,
                      run->start_ns, run->dur_ns);
            }
          /* Different begins, so that their order is known; they may overlap and leave gaps. */
          for (size_t i = 0; i < n_spans[r]; i++)
            {
              int64_t begin_ns = (int64_t) i * 83 + g_rand_int_range (random, 0, 83);

              spans[r][i] = (HostSpan){ begin_ns, begin_ns + g_rand_int_range (random, 0, 200) };
              add_slice (builder, tracks.annotations[0], SLICE_ANNOTATION, "ProfilerStep#1", begin_ns,
                         spans[r][i].end_ns - begin_ns, 0);
            }
          if (n_spans[r] > 0)
            qsort (spans[r], n_spans[r], sizeof spans[r][0], compare_spans);
        }
      g_autoptr (Trace) trace = finish (builder);
      g_autoptr (StepTable) table = find_steps (trace, NULL);
      uint64_t at = 0;

      g_assert_cmpuint (step_table_count (table), ==, n_spans[0] + n_spans[1]);
      for (uint32_t r = 0; r < 2; r++)
        {
          int64_t end_ns = INT64_MIN;

          for (uint32_t i = 0; i < n_spans[r]; i++, at++)
            {
              const TraceStep *step = step_table_get (table, at);

              g_assert_cmpuint (step->rank, ==, r);
              g_assert_cmpuint (step->index, ==, i);
              check_step (step, &spans[r][i], runs[r], n_runs[r], &end_ns);
            }
        }
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step/a_profile_may_have_no_steps", a_profile_may_have_no_steps);
  g_test_add_func ("/step/name/profiler_steps_carry_their_number", profiler_steps_carry_their_number);
  g_test_add_func ("/step/name/profiler_steps_are_host_annotations_or_operators",
                   profiler_steps_are_host_annotations_or_operators);
  g_test_add_func ("/step/name/other_steps_count_where_the_profiler_has_none",
                   other_steps_count_where_the_profiler_has_none);
  g_test_add_func ("/step/name/a_pattern_matches_anywhere_in_the_name",
                   a_pattern_matches_anywhere_in_the_name);
  g_test_add_func ("/step/name/a_pattern_that_is_not_valid_is_an_error",
                   a_pattern_that_is_not_valid_is_an_error);
  g_test_add_func ("/step/time/kernels_run_on_into_the_next_step", kernels_run_on_into_the_next_step);
  g_test_add_func ("/step/time/a_long_tail_hides_the_next_step", a_long_tail_hides_the_next_step);
  g_test_add_func ("/step/time/only_gpu_activities_of_the_rank_count", only_gpu_activities_of_the_rank_count);
  g_test_add_func ("/step/time/random_profiles_agree_with_the_definitions",
                   random_profiles_agree_with_the_definitions);
  g_test_add_func ("/step/last/the_last_step_may_be_cut_short", the_last_step_may_be_cut_short);
  g_test_add_func ("/step/last/a_step_that_was_never_ended_is_cut_short",
                   a_step_that_was_never_ended_is_cut_short);
  return g_test_run ();
}
