/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "trace/text/trace_error.h"

static void
a_profile_may_be_empty (void)
{
  g_autoptr (Trace) trace = building_finish (trace_builder_new ());
  int64_t epoch_ns;

  g_assert_cmpuint (trace_slices (trace)->n, ==, 0);
  g_assert_cmpuint (trace_n_ranks (trace), ==, 0);
  g_assert_cmpuint (trace_n_flows (trace), ==, 0);
  g_assert_false (trace_epoch_ns (trace, &epoch_ns));
  g_assert_cmpstr (trace_format (trace), ==, "");

  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 3);
  building_add_tracks (builder);
  g_autoptr (Trace) no_events = building_finish (builder);
  g_assert_cmpuint (trace_n_ranks (no_events), ==, 1);
  g_assert_cmpuint (trace_n_devices (no_events), ==, 0);
}

static void
instants_and_samples_are_grouped_and_sorted (void)
{
  GRand *random = g_rand_new_with_seed (101);
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t counters[2];
  double sum = 0, found = 0;

  for (int i = 0; i < 2; i++)
    counters[i] = trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 1000, 1, 0);
  for (int i = 0; i < 500; i++)
    {
      int64_t time_ns = g_rand_int_range (random, 0, 300);

      trace_builder_add_instant (builder, &(TraceInstant){
                                            .track = i % 3 == 0 ? tracks.thread : tracks.process,
                                            .name = building_intern (builder, "i"),
                                            .scope = i % 3 == 0 ? 't' : 'p',
                                            .time_ns = time_ns,
                                            .args = (uint64_t) i,
                                          });
      /* Equal times keep the order of the file. */
      trace_builder_add_sample (builder, counters[i % 2], time_ns, i);
      sum += i;
    }
  g_autoptr (Trace) trace = building_finish (builder);
  const SampleColumns *samples = trace_samples (trace);

  g_assert_cmpuint (trace_n_instants (trace), ==, 500);
  g_assert_cmpuint (samples->n, ==, 500);
  uint64_t n_instants = 0, n_samples = 0;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint64_t i = 0; i < track->n_instants; i++, n_instants++)
        {
          TraceInstant instant = trace_instant (trace, track->first_instant + i);
          TraceInstant last = trace_instant (trace, track->first_instant + (i > 0 ? i - 1 : 0));

          g_assert_cmpuint (track->first_instant + i, ==, n_instants);
          g_assert_cmpuint (instant.track, ==, t);
          g_assert_cmpint (instant.scope, ==, track->kind == TRACK_THREAD ? 't' : 'p');
          g_assert_true (instant.time_ns >= -1000 && instant.time_ns < -700);
          g_assert_true (i == 0 || last.time_ns < instant.time_ns
                         || (last.time_ns == instant.time_ns && last.args < instant.args));
        }
      for (uint64_t i = track->first_sample; i < track->first_sample + track->n_samples; i++)
        {
          g_assert_cmpuint (i, ==, n_samples++);
          g_assert_cmpint (track->kind, ==, TRACK_COUNTER);
          found += samples->value[i];
          if (i > track->first_sample)
            g_assert_true (samples->time_ns[i - 1] < samples->time_ns[i]
                           || (samples->time_ns[i - 1] == samples->time_ns[i]
                               && samples->value[i - 1] < samples->value[i]));
        }
    }
  g_assert_cmpuint (n_instants, ==, 500);
  g_assert_cmpuint (n_samples, ==, 500);
  g_assert_true (found == sum);
  g_rand_free (random);
}

/* Two counters and their difference, with samples of another counter between them in the order of tracks. */
static void
check_log (GRand *random, bool is_in_order)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t counters[2][COUNTER_LOG_TRACKS], other;
  double sums[2] = { 100, 7 };
  int64_t time_ns = 0;

  /* The same samples, from a log and one by one. */
  for (int i = 0; i < COUNTER_LOG_TRACKS; i++)
    for (int of = 0; of < 2; of++)
      counters[of][i] = i == 3 ? TRACE_NONE : trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);
  other = trace_builder_add_track (builder, TRACK_COUNTER, tracks.process);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  uint32_t log = trace_builder_add_log (builder, counters[0]);
  trace_builder_set_log_begin (builder, log, 0, sums[0]);
  trace_builder_set_log_begin (builder, log, 1, sums[1]);
  trace_builder_set_log_begin (builder, log, 2, sums[0] - sums[1]);
  for (int i = 0; i < 200; i++)
    {
      unsigned which = (unsigned) g_rand_int_range (random, 0, 2);
      bool is_less = g_rand_boolean (random);
      int64_t amount = g_rand_int_range (random, 0, 50);
      bool is_plus_of_difference = (which == 0) != is_less;
      unsigned own = 1u << which, difference = 1u << 2;

      time_ns = is_in_order ? time_ns + g_rand_int_range (random, 0, 3) : g_rand_int_range (random, 0, 300);
      trace_builder_log (builder, log, time_ns, (is_less ? 0 : own) | (is_plus_of_difference ? difference : 0),
                         (is_less ? own : 0) | (is_plus_of_difference ? 0 : difference), amount);
      sums[which] += (double) (is_less ? -amount : amount);
      trace_builder_add_sample (builder, counters[1][which], time_ns, sums[which]);
      trace_builder_add_sample (builder, counters[1][2], time_ns, sums[0] - sums[1]);
      trace_builder_add_sample (builder, other, time_ns, i);
    }
  g_autoptr (Trace) trace = building_finish (builder);
  const SampleColumns *samples = trace_samples (trace);
  const TraceTrack *found[7];
  int n = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->kind == TRACK_COUNTER)
      found[n++] = trace_track (trace, t);
  g_assert_cmpint (n, ==, 7);
  g_assert_cmpuint (samples->n, ==, 1000);
  for (int i = 0; i < 6; i += 2)
    {
      g_assert_cmpuint (found[i]->n_samples, ==, found[i + 1]->n_samples);
      for (uint64_t k = 0; k < found[i]->n_samples; k++)
        {
          uint64_t a = found[i]->first_sample + k, b = found[i + 1]->first_sample + k;

          g_assert_cmpint (samples->time_ns[a], ==, samples->time_ns[b]);
          g_assert_cmpfloat (samples->value[a], ==, samples->value[b]);
        }
    }
}

static void
counters_of_a_log_have_the_samples_of_its_changes (void)
{
  GRand *random = g_rand_new_with_seed (103);

  for (int round = 0; round < 20; round++)
    check_log (random, round % 2 == 0);
  g_rand_free (random);
}

static void
what_the_file_says_of_itself_is_kept (void)
{
  TraceBuilder *builder = trace_builder_new ();
  ArgIter iter;
  Arg arg;
  uint64_t args;
  uint32_t node;

  trace_builder_set_format (builder, "kineto");
  trace_builder_set_format (builder, "chrome-json");
  building_begin_rank (builder, 0);
  trace_builder_set_status (builder, PROFILE_STOPPED);
  BuildingTracks tracks = building_add_tracks (builder);
  g_assert_true (args_begin (trace_builder_args_blob (builder), &args));
  g_assert_true (
    arg_keys_child (trace_builder_arg_keys (builder), 0, building_intern (builder, "External id"), &node));
  g_assert_true (args_put_integer (trace_builder_args_blob (builder), 12));
  args_end (trace_builder_args_blob (builder), args, node);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "plain", 0, 1, 0);
  trace_builder_add_slice (builder, &(SliceInput){ .track = tracks.operators,
                                                   .name = building_intern (builder, "aten::add"),
                                                   .kind = SLICE_OPERATOR,
                                                   .start_ns = 5,
                                                   .args = args });
  for (int i = 0; i < 4; i++)
    trace_builder_add_slice (
      builder, &(SliceInput){ .track = tracks.operators,
                              .category = building_intern (builder, i == 0 ? "cpu_op" : "kernel"),
                              .flags = i == 3 ? SLICE_PAIRED : 0,
                              .start_ns = 9 + i,
                              .args = ARGS_NONE });
  trace_builder_event_counts (builder)->total = 17;
  trace_builder_add_health (builder, HEALTH_JSON_ESCAPE, 3, 1234);
  building_begin_rank (builder, 1);
  g_autoptr (Trace) trace = building_finish (builder);

  g_assert_cmpstr (trace_format (trace), ==, "kineto");
  g_assert_cmpint (trace_status (trace), ==, PROFILE_STOPPED);
  g_assert_cmpint (trace_rank (trace, 1)->status, ==, PROFILE_COMPLETED);
  g_assert_cmpstr (trace_string (trace, trace_rank (trace, 0)->path, NULL), ==, "rank.json");
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, 17);
  g_assert_cmpuint (building_health_count (trace, HEALTH_JSON_ESCAPE), ==, 3);
  g_assert_cmpint (trace_health (trace)->rows[HEALTH_JSON_ESCAPE].first_offset, ==, 1234);
  g_assert_cmpint (trace_health (trace)->rows[HEALTH_JSON_ESCAPE].first_source, ==, 0);
  g_assert_cmpuint (trace_n_categories (trace), ==, 3);
  g_assert_cmpstr (trace_string (trace, trace_category (trace, 0)->category, NULL), ==, "");
  g_assert_cmpstr (trace_string (trace, trace_category (trace, 1)->category, NULL), ==, "cpu_op");
  g_assert_cmpuint (trace_category (trace, 1)->n, ==, 1);
  g_assert_cmpuint (trace_category (trace, 2)->n, ==, 2);

  const SliceColumns *slices = trace_slices (trace);
  g_assert_false (trace_args (trace, slices->args[building_slice_named (trace, "plain")], &iter));
  g_assert_true (trace_args (trace, slices->args[building_slice_named (trace, "aten::add")], &iter));
  g_assert_true (arg_iter_next (&iter, &arg));
  g_assert_cmpstr (trace_string (trace, arg.key, NULL), ==, "External id");
  g_assert_cmpuint (arg.length, ==, 2);
  g_assert_true (memcmp (arg.text, "12", 2) == 0);
  g_assert_false (arg_iter_next (&iter, &arg));
  arg_iter_clear (&iter);
}

static void
names_have_a_readable_form_each (void)
{
  static const char *const names[] = { "void softmax<float, 4>(int)", "void softmax<float, 8>(int)",
                                       "\xff\x1b[0m", "aten::softmax" };
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    building_add_slice (builder, i < 2 ? tracks.stream : tracks.operators,
                        i < 2 ? SLICE_KERNEL : SLICE_OPERATOR, names[i], 0, 1, 0);
  g_autoptr (Trace) trace = building_finish (builder);
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      uint32_t name = trace_slices (trace)->name[building_slice_named (trace, names[i])];

      g_assert_true (g_utf8_validate (trace_display_name (trace, name), -1, NULL));
      for (size_t j = 0; j < i; j++)
        g_assert_cmpstr (
          trace_display_name (trace, name), !=,
          trace_display_name (trace, trace_slices (trace)->name[building_slice_named (trace, names[j])]));
    }
}

static void
a_profile_lives_as_long_as_its_references (void)
{
  TraceBuilder *builder = trace_builder_new ();
  building_begin_rank (builder, 0);
  building_add_slice (builder, building_add_tracks (builder).operators, SLICE_OPERATOR, "a", 0, 1, 0);
  Trace *trace = building_finish (builder);

  g_assert_true (trace_ref (trace) == trace);
  g_assert_true (trace_ref (trace) == trace);
  trace_unref (trace);
  trace_unref (trace);
  g_assert_cmpint (building_start_of (trace, "a"), ==, 0);
  trace_unref (trace);
  trace_unref (NULL);
}

static void
a_builder_that_failed_makes_no_profile (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  trace_builder_set_failed (builder);
  g_assert_true (trace_builder_failed (builder));
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "a", 0, 1, 0);
  g_assert_null (trace_builder_finish (builder, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add_func ("/trace_builder/" path #test, test)
  ADD ("", a_profile_may_be_empty);
  ADD ("", instants_and_samples_are_grouped_and_sorted);
  g_test_add_func ("/trace_builder/counters_of_a_log_have_the_samples_of_its_changes",
                   counters_of_a_log_have_the_samples_of_its_changes);
  ADD ("", what_the_file_says_of_itself_is_kept);
  ADD ("", names_have_a_readable_form_each);
  ADD ("", a_profile_lives_as_long_as_its_references);
  ADD ("", a_builder_that_failed_makes_no_profile);
#undef ADD
  return g_test_run ();
}
