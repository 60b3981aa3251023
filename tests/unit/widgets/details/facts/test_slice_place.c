/* SPDX-License-Identifier: Apache-2.0
 *
 * What the details say of a slice: the step it lies in, and what it launched. */

#include <glib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "widgets/details/facts/launched_runs.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/timeline/view/ruler.h"

static void
add (TraceBuilder *builder,
     uint32_t track,
     SliceKind kind,
     const char *name,
     int64_t start_ns,
     int64_t dur_ns,
     int64_t correlation)
{
  trace_builder_add_slice (builder,
                           &(SliceInput){ .track = track,
                                          .name = trace_builder_string (builder, name, strlen (name)),
                                          .kind = kind,
                                          .start_ns = start_ns,
                                          .dur_ns = dur_ns,
                                          .correlation = correlation,
                                          .args = ARGS_NONE });
}

/* Two epochs, which have no numbers; in the second a call that launches two kernels, of which a flow of the file goes
 * to a later operator. */
static const Profile *
profile_of_epochs (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t annotations = trace_builder_add_track (builder, TRACK_ANNOTATIONS, thread);
  uint32_t calls = trace_builder_add_track (builder, TRACK_CALLS, thread);
  uint32_t operators = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
  uint32_t gpu = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, gpu);

  trace_builder_track (builder, gpu)->device = trace_builder_track (builder, stream)->device = 0;
  add (builder, annotations, SLICE_ANNOTATION, "epoch", 0, 1000, 0);
  add (builder, annotations, SLICE_ANNOTATION, "epoch", 1000, 1000, 0);
  add (builder, calls, SLICE_CALL, "cudaGraphLaunch", 1100, 10, 7);
  add (builder, stream, SLICE_KERNEL, "first", 1200, 100, 7);
  add (builder, stream, SLICE_KERNEL, "second", 1300, 100, 7);
  add (builder, operators, SLICE_OPERATOR, "later", 1500, 10, 0);

  uint32_t place = trace_builder_add_place (builder);
  trace_builder_add_place_track (builder, place, calls);
  trace_builder_add_place_track (builder, place, operators);
  for (int i = 0; i < 2; i++)
    trace_builder_add_flow_point (builder, &(FlowPoint){
                                             .key = 1,
                                             .category = trace_builder_string (builder, "fwdbwd", 6),
                                             .place = place,
                                             .time_ns = i == 0 ? 1105 : 1500,
                                             .phase = i == 0 ? FLOW_POINT_START : FLOW_POINT_END,
                                           });
  g_autoptr (Trace) trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, "x.json", "epoch", &error);
  g_assert_no_error (error);
  return profile;
}

static uint64_t
slice_named (const Trace *trace, const char *name)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (trace, slices->name[i], NULL), name) == 0)
      return i;
  g_assert_not_reached ();
}

/* As the ruler and the overview call it. */
static void
a_step_without_a_number_is_told_by_its_place (void)
{
  const Profile *profile = profile_of_epochs ();
  char number[NUMBER_TEXT_MAX];
  g_autofree char *step = slice_place_step (profile, 0, 1200);
  g_autofree char *time = slice_place_time (profile, 0, 1200, &number_style_c);

  g_assert_cmpstr (ruler_step_number (profile, 1, number), ==, "2");
  g_assert_cmpstr (step, ==, "2 (2 of 2)");
  g_assert_cmpstr (time, ==, "Step 2 + 200\u00a0ns");
  profile_unref (profile);
}

static void
only_launches_count_as_launched (void)
{
  const Profile *profile = profile_of_epochs ();
  const Trace *trace = profile->trace;
  uint64_t call = slice_named (trace, "cudaGraphLaunch"), first;

  g_assert_cmpuint (trace_flows_from (trace, call, &first), ==, 3);
  g_assert_cmpuint (launched_runs (trace, call, &first), ==, 2);
  g_assert_cmpuint (first, ==, slice_named (trace, "first"));
  g_assert_cmpuint (launched_runs (trace, slice_named (trace, "later"), &first), ==, 0);
  g_assert_cmpuint (first, ==, SLICE_NONE);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice_place/a_step_without_a_number_is_told_by_its_place",
                   a_step_without_a_number_is_told_by_its_place);
  g_test_add_func ("/launched_runs/only_launches_count", only_launches_count_as_launched);
  return g_test_run ();
}
