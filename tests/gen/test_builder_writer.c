/* SPDX-License-Identifier: Apache-2.0
 *
 * What the generator puts into a builder is what importing its JSON gives. */

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "tests/gen/kineto_recording.h"
#include "tests/import/trace_check.h"
#include "tests/oracle/trace_compare.h"
#include "trace/open/open.h"

static Trace *
import_run (const TraceRequest *request)
{
  g_autofree char *path = g_strdup ("/tmp/stepscope-run-XXXXXX");
  FILE *file = fdopen (g_mkstemp (path), "wb");
  g_autoptr (GError) error = NULL;
  int64_t n_events, n_steps;

  g_assert_nonnull (file);
  g_assert_true (kineto_recording_write (file, request, &n_events, &n_steps));
  g_assert_cmpint (fclose (file), ==, 0);
  Trace *trace = trace_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, (uint64_t) n_events);
  g_unlink (path);
  return trace;
}

static Trace *
build_run (const TraceRequest *request)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  int64_t n_steps;

  g_assert_true (kineto_recording_build (builder, "run.json", request, &n_steps, &error));
  g_assert_no_error (error);
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

static TraceRequest
small_run (uint64_t seed, int rank, int world_size, TimeForm times, bool stacks)
{
  return (TraceRequest){
    .config = { .seed = seed,
                .rank = rank,
                .world_size = world_size,
                .n_layers = 3,
                .python_frames = stacks,
                .begin_ns = TRACE_REQUEST_BEGIN_NS,
                .first_step_number = 7,
                .slow_step = SLOW_STEP_BY_CHANCE },
    .options = { .rank = rank,
                 .world_size = world_size,
                 .times = times,
                 .python_frames = stacks,
                 .call_stacks = stacks,
                 .trace_id = seed,
                 .trace_name = "run.json" },
    .n_steps = 6,
  };
}

static void
test_profile_is_that_of_the_json (void)
{
  for (int i = 0; i < 4; i++)
    {
      TraceRequest request = small_run (1 + (uint64_t) i, i == 3 ? 1 : 0, i == 1 ? 1 : 2,
                                        i == 2 ? TIMES_ABSOLUTE : TIMES_RELATIVE, i != 0);
      g_autoptr (Trace) imported = import_run (&request);
      g_autoptr (Trace) built = build_run (&request);
      g_autofree char *broken = trace_check (built);
      g_autofree char *difference = trace_compare (imported, built, TRACE_COMPARE_OTHER_SOURCE);

      g_assert_cmpstr (broken, ==, NULL);
      g_assert_cmpstr (difference, ==, NULL);
      g_assert_cmpuint (trace_n_flows (built), >, 1000);
    }
}

/* The comparison is what all of this rests on. */
static void
test_comparison_sees_another_run (void)
{
  TraceRequest request = small_run (1, 0, 2, TIMES_RELATIVE, true),
               other = small_run (2, 0, 2, TIMES_RELATIVE, true);
  g_autoptr (Trace) a = build_run (&request);
  g_autoptr (Trace) b = build_run (&other);
  g_autofree char *difference = trace_compare (a, b, TRACE_COMPARE_OTHER_SOURCE);

  g_assert_nonnull (difference);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builder_writer/profile_is_that_of_the_json", test_profile_is_that_of_the_json);
  g_test_add_func ("/builder_writer/comparison_sees_another_run", test_comparison_sees_another_run);
  return g_test_run ();
}
