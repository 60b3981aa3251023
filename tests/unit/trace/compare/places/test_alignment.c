/* SPDX-License-Identifier: Apache-2.0
 *
 * What sides can be aligned by, and the instants that choices name. */

#include "trace/compare/places/alignment.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/classify/kernel_class.h"
#include "trace/text/trace_error.h"

#define ROUNDS 300

static Alignment
by (AlignmentKind kind, const char *name, int64_t number)
{
  return (Alignment){ kind, number, name, name == NULL ? 0 : strlen (name) };
}

/* ---- by looking at everything ---- */

/* The nth slice in order of time of a kind and name below a rank, or on a device, that starts in the scope. */
static uint64_t
nth_by_hand (const StatsScope *scope,
             SliceKind kind,
             const char *name,
             uint32_t rank,
             uint32_t device,
             int64_t nth)
{
  const Trace *trace = scope->trace;
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      int64_t n_before = 0;

      for (uint64_t k = 0; k < slices->n; k++)
        {
          uint32_t of = random_profile_device_of (trace, k);
          bool is_one =
            slices->kind[k] == kind && !(slices->flags[k] & SLICE_UNFINISHED)
            && strcmp (trace_string (trace, slices->name[k], NULL), name) == 0
            && stats_scope_holds_start (scope, slices->start_ns[k])
            && (device != TRACE_NONE ? of == device : trace_track (trace, slices->track[k])->rank == rank);

          if (k == i && !is_one)
            {
              n_before = -1;
              break;
            }
          n_before += is_one
                      && (slices->start_ns[k] < slices->start_ns[i]
                          || (slices->start_ns[k] == slices->start_ns[i] && k < i));
        }
      if (n_before == nth - 1)
        return i;
    }
  return SLICE_NONE;
}

static uint64_t
find_by_hand (const StatsScope *scope, const Alignment *alignment)
{
  uint64_t slice = SLICE_NONE;

  if (alignment->kind == ALIGN_ANNOTATION)
    for (uint32_t rank = 0; rank < trace_n_ranks (scope->trace) && slice == SLICE_NONE; rank++)
      if (stats_scope_holds_rank (scope, rank))
        slice = nth_by_hand (scope, SLICE_ANNOTATION, alignment->name, rank, TRACE_NONE, alignment->number);
  if (alignment->kind == ALIGN_COLLECTIVE)
    for (uint32_t device = 0; device < trace_n_devices (scope->trace) && slice == SLICE_NONE; device++)
      if (stats_scope_holds_device (scope, device))
        slice = nth_by_hand (scope, SLICE_KERNEL, alignment->name, TRACE_NONE, device, alignment->number);
  return slice;
}

static void
check_by_hand (const StatsScope *scope, const Alignment *alignment, unsigned *n_found)
{
  g_autoptr (GError) error = NULL;
  uint64_t expected = find_by_hand (scope, alignment);
  AlignmentInstant instant;

  if (alignment_find (alignment, scope, NULL, NULL, &instant, &error))
    {
      g_assert_cmpuint (instant.slice, ==, expected);
      g_assert_cmpint (instant.time_ns, ==, trace_slices (scope->trace)->start_ns[expected]);
      ++*n_found;
    }
  else
    {
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
      g_assert_cmpuint (expected, ==, SLICE_NONE);
    }
}

static uint64_t
count_listed (const AlignmentChoices *choices, const AlignmentNameColumn *names, const char *name)
{
  for (size_t i = 0; i < names->n; i++)
    if (strcmp (string_table_get (choices->texts, names->at[i].text, NULL), name) == 0)
      return names->at[i].count;
  return 0;
}

/* A listed instance is found on all sides, the one after it not on all. */
static void
check_listed (const StatsScope *scopes, const AlignmentChoices *choices, const Alignment *alignment)
{
  const AlignmentNameColumn *names =
    alignment->kind == ALIGN_ANNOTATION ? &choices->annotations : &choices->collectives;
  bool all_have =
    find_by_hand (&scopes[0], alignment) != SLICE_NONE && find_by_hand (&scopes[1], alignment) != SLICE_NONE;

  g_assert_cmpint (count_listed (choices, names, alignment->name) >= (uint64_t) alignment->number, ==,
                   all_have);
}

static void
test_instances_as_counted_by_hand (void)
{
  static const char *const reduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  unsigned n_annotations = 0, n_collectives = 0;

  g_assert_cmpint (kernel_class_of_name (reduce, strlen (reduce)), ==, KERNEL_COMMUNICATION);
  for (int round = 0; round < ROUNDS; round++)
    {
      Trace *traces[2];
      StepTable *steps[2];
      StatsScope scopes[2];
      AlignmentChoices choices;

      for (int i = 0; i < 2; i++)
        {
          traces[i] = random_profile_new (random);
          steps[i] = random_profile_steps (traces[i]);
          scopes[i] = round % 2 == 0 ? random_profile_scope (random, traces[i], steps[i])
                                     : stats_scope_whole (traces[i], steps[i]);
        }
      g_assert_true (alignment_choices_compute (scopes, 2, NULL, NULL, &choices));
      for (int64_t nth = 1; nth < 5; nth++)
        {
          Alignment annotation = by (ALIGN_ANNOTATION, "enumerate(DataLoader)", nth);
          Alignment collective = by (ALIGN_COLLECTIVE, reduce, nth);

          check_by_hand (&scopes[0], &annotation, &n_annotations);
          check_by_hand (&scopes[0], &collective, &n_collectives);
          check_listed (scopes, &choices, &annotation);
          check_listed (scopes, &choices, &collective);
        }
      g_assert_cmpuint (count_listed (&choices, &choices.annotations, "ProfilerStep#4"), ==, 0);
      alignment_choices_clear (&choices);
      for (int i = 0; i < 2; i++)
        {
          step_table_free (steps[i]);
          trace_unref (traces[i]);
        }
    }
  g_assert_cmpuint (n_annotations, >, 100);
  g_assert_cmpuint (n_collectives, >, 100);
}

/* ---- told ---- */

typedef struct
{
  TraceBuilder *builder;
  BuildingTracks tracks;
  Trace *trace;
  StepTable *steps;
  StatsScope scope;
} Run;

static Run
run_begin (void)
{
  Run run = { .builder = trace_builder_new () };

  building_begin_rank (run.builder, 0);
  run.tracks = building_add_tracks (run.builder);
  return run;
}

static void
run_end (Run *run)
{
  run->trace = building_finish (run->builder);
  run->steps = random_profile_steps (run->trace);
  run->scope = stats_scope_whole (run->trace, run->steps);
}

static void
run_clear (Run *run)
{
  step_table_free (run->steps);
  trace_unref (run->trace);
}

/* A kernel of NCCL with the arguments that Kineto gives it. */
static void
add_collective (Run *run, const char *name, int64_t sequence, int64_t start_ns)
{
  TraceBuilder *builder = run->builder;
  ArgsBlob *blob = trace_builder_args_blob (builder);
  ArgKeys *keys = trace_builder_arg_keys (builder);
  uint32_t node = 0;
  uint64_t args;

  g_assert_true (args_begin (blob, &args));
  g_assert_true (arg_keys_child (keys, node, building_intern (builder, "Collective name"), &node));
  g_assert_true (args_put_string (blob, trace_builder_strings (builder), name, strlen (name)));
  g_assert_true (arg_keys_child (keys, node, building_intern (builder, "Seq"), &node));
  g_assert_true (args_put_integer (blob, sequence));
  args_end (blob, args, node);
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = run->tracks.stream,
                                      .name = building_intern (builder, "ncclDevKernel_AllReduce_x"),
                                      .kind = SLICE_KERNEL,
                                      .start_ns = start_ns,
                                      .dur_ns = 5,
                                      .args = args,
                                    });
}

static Run
run_of_steps (int first, int n, int64_t begin_ns, int64_t first_sequence)
{
  Run run = run_begin ();

  building_add_slice (run.builder, run.tracks.annotations, SLICE_ANNOTATION, "setup", 0, 5, 0);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", first + i);

      building_add_slice (run.builder, run.tracks.annotations, SLICE_ANNOTATION, name, begin_ns + 100 * i, 90,
                          0);
      building_add_slice (run.builder, run.tracks.annotations, SLICE_ANNOTATION, "forward",
                          begin_ns + 100 * i + 10, 20, 0);
      add_collective (&run, "allreduce", first_sequence + 2 * i, begin_ns + 100 * i + 50);
    }
  run_end (&run);
  return run;
}

static int64_t
instant_of (const Run *run, Alignment alignment)
{
  g_autoptr (GError) error = NULL;
  AlignmentInstant instant;

  g_assert_true (alignment_find (&alignment, &run->scope, NULL, NULL, &instant, &error));
  g_assert_no_error (error);
  return instant.time_ns;
}

static void
check_refused (const Run *run, Alignment alignment, const char *message)
{
  g_autoptr (GError) error = NULL;
  AlignmentInstant instant;

  g_assert_false (alignment_find (&alignment, &run->scope, NULL, NULL, &instant, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_instants (void)
{
  Run run = run_of_steps (7, 3, 1000, 40);

  g_assert_cmpint (instant_of (&run, by (ALIGN_START, NULL, 0)), ==, 0);
  g_assert_cmpint (instant_of (&run, by (ALIGN_STEP, NULL, 8)), ==, 1100);
  g_assert_cmpint (instant_of (&run, by (ALIGN_ANNOTATION, "forward", 3)), ==, 1210);
  g_assert_cmpint (instant_of (&run, by (ALIGN_COLLECTIVE, "allreduce", 2)), ==, 1150);
  g_assert_cmpint (instant_of (&run, by (ALIGN_SEQUENCE, "allreduce", 44)), ==, 1250);
  check_refused (&run, by (ALIGN_STEP, NULL, 10), "There is no such step; there are steps 7 to 9.");
  check_refused (&run, by (ALIGN_ANNOTATION, "forward", 4), "There are only 3 such annotations.");
  check_refused (&run, by (ALIGN_ANNOTATION, "setup", 2), "There is only 1 such annotation.");
  check_refused (&run, by (ALIGN_ANNOTATION, "backward", 1), "There is no such annotation.");
  check_refused (&run, by (ALIGN_ANNOTATION, "forward", 0), "There are only 3 such annotations.");
  check_refused (&run, by (ALIGN_COLLECTIVE, "allreduce", 4), "There are only 3 such collectives.");
  check_refused (&run, by (ALIGN_SEQUENCE, "allreduce", 43),
                 "There is no such collective with the sequence number 43.");

  /* Within a side that is a part, counting starts there. */
  run.scope.is_whole = false;
  run.scope.begin_ns = 1100;
  run.scope.end_ns = 1200;
  g_assert_cmpint (instant_of (&run, by (ALIGN_START, NULL, 0)), ==, 1100);
  g_assert_cmpint (instant_of (&run, by (ALIGN_ANNOTATION, "forward", 1)), ==, 1110);
  check_refused (&run, by (ALIGN_STEP, NULL, 7), "There is no such step; there are steps 8 to 8.");
  run_clear (&run);
}

static void
test_choices_are_what_all_sides_have (void)
{
  Run runs[] = { run_of_steps (7, 3, 1000, 40), run_of_steps (8, 5, 500, 42) };
  const StatsScope scopes[] = { runs[0].scope, runs[1].scope };
  AlignmentChoices choices;

  g_assert_true (alignment_choices_compute (scopes, 2, NULL, NULL, &choices));
  g_assert_cmpuint (choices.steps.n, ==, 2);
  g_assert_cmpint (choices.steps.at[0], ==, 8);
  g_assert_cmpint (choices.steps.at[1], ==, 9);
  g_assert_cmpuint (choices.annotations.n, ==, 2);
  g_assert_cmpstr (string_table_get (choices.texts, choices.annotations.at[0].text, NULL), ==, "forward");
  g_assert_cmpuint (choices.annotations.at[0].count, ==, 3);
  g_assert_cmpuint (choices.annotations.at[1].count, ==, 1);
  g_assert_cmpuint (choices.collectives.n, ==, 1);
  g_assert_cmpuint (choices.collectives.at[0].count, ==, 3);
  g_assert_cmpint (choices.collectives.at[0].first_sequence, ==, 42);
  g_assert_cmpint (choices.collectives.at[0].last_sequence, ==, 44);
  alignment_choices_clear (&choices);
  for (int i = 0; i < 2; i++)
    run_clear (&runs[i]);
}

static bool
never (void *user_data)
{
  (void) user_data;
  return false;
}

static void
test_it_can_be_stopped (void)
{
  Run run = run_of_steps (7, 3, 1000, 40);
  Alignment alignment = by (ALIGN_ANNOTATION, "forward", 1);
  g_autoptr (GError) error = NULL;
  AlignmentInstant instant;
  AlignmentChoices choices;

  g_assert_false (alignment_find (&alignment, &run.scope, never, NULL, &instant, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
  g_assert_false (alignment_choices_compute (&run.scope, 1, never, NULL, &choices));
  alignment_choices_clear (&choices);
  run_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/alignment/instances_as_counted_by_hand", test_instances_as_counted_by_hand);
  g_test_add_func ("/alignment/instants", test_instants);
  g_test_add_func ("/alignment/choices_are_what_all_sides_have", test_choices_are_what_all_sides_have);
  g_test_add_func ("/alignment/it_can_be_stopped", test_it_can_be_stopped);
  return g_test_run ();
}
