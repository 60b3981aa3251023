/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "tests/unit/trace/query/asked_profile.h"
#include "trace/build/builder.h"
#include "trace/classify/kernel_classes.h"
#include "trace/index/lane.h"
#include "trace/index/occupied.h"

/* ---- the tables, counted again ---- */

static int64_t
depth_by_counting (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t begin_ns = slices->start_ns[slice], end_ns = occupied_until (begin_ns, slices->dur_ns[slice]);
  int64_t depth = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      int64_t other_ns = slices->start_ns[i], other_end_ns = occupied_until (other_ns, slices->dur_ns[i]);

      if (i != slice && slices->track[i] == slices->track[slice] && other_ns <= begin_ns
          && other_end_ns >= end_ns)
        depth += other_ns != begin_ns || other_end_ns != end_ns || i < slice;
    }
  return depth;
}

static char *
step_by_counting (const Asked *asked, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (asked->trace);
  uint64_t at = slices->kind[slice] == SLICE_PROFILER_SPAN ? SLICE_NONE : slice;
  char *found = g_strdup ("NULL");

  if (slice_kind_is_on_device (slices->kind[slice]))
    at = trace_launch_of (asked->trace, slice);
  for (uint64_t i = 0; i < step_table_count (asked->steps) && at != SLICE_NONE; i++)
    {
      const TraceStep *step = step_table_get (asked->steps, i);

      if (step->rank == trace_track (asked->trace, slices->track[at])->rank
          && step->host_begin_ns <= slices->start_ns[at] && step->host_end_ns > slices->start_ns[at])
        {
          g_free (found);
          found = g_strdup_printf ("%" G_GUINT64_FORMAT, i);
        }
    }
  return found;
}

static uint32_t
lane_by_looking (const Trace *trace, uint64_t slice)
{
  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    if (slice - trace_row (trace, r)->first_slice < trace_row (trace, r)->n_slices)
      return trace_row (trace, r)->lane;
  g_assert_not_reached ();
}

static void
check_slices (GRand *random, const Asked *asked)
{
  const SliceColumns *slices = trace_slices (asked->trace);
  g_autoptr (GString) expected = g_string_new (NULL);

  (void) random;
  for (uint64_t i = 0; i < slices->n; i++)
    {
      g_autofree char *step = step_by_counting (asked, i);
      g_autofree char *correlation = slices->correlation[i] == 0
                                       ? g_strdup ("NULL")
                                       : g_strdup_printf ("%" G_GINT64_FORMAT, slices->correlation[i]);

      g_string_append_printf (expected,
                              "%" G_GUINT64_FORMAT "|%u|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT
                              "|%" G_GINT64_FORMAT "|%u|%s|%s|%s|%s\n",
                              i, slices->track[i], slices->start_ns[i], slices->dur_ns[i],
                              depth_by_counting (asked->trace, i), lane_by_looking (asked->trace, i),
                              trace_string (asked->trace, slices->name[i], NULL),
                              trace_string (asked->trace, slices->category[i], NULL), correlation, step);
    }
  asked_assert_answer (asked->database, "select * from slice", expected->str);
}

static void
test_slices (void)
{
  asked_for_profiles (check_slices);
}

static void
append_known (GString *text, bool is_known, int64_t value)
{
  if (is_known)
    g_string_append_printf (text, "|%" G_GINT64_FORMAT, value);
  else
    g_string_append (text, "|NULL");
}

static void
check_flows (const Asked *asked)
{
  static const char *const kinds[] = { [FLOW_LAUNCH] = "launch", [FLOW_SYNC] = "sync" };
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint64_t i = 0; i < trace_n_flows (asked->trace); i++)
    {
      const TraceFlow flow = trace_flow (asked->trace, i);

      g_string_append_printf (expected,
                              "%" G_GUINT64_FORMAT "|%s|%" G_GUINT64_FORMAT "|%" G_GUINT64_FORMAT "\n", i,
                              kinds[flow.kind], flow.from, flow.to);
    }
  asked_assert_answer (asked->database, "select * from flow", expected->str);
}

static void
check_kernels (const Asked *asked)
{
  static const char *const uses[] = { "NULL", "0", "1" };
  const SliceColumns *slices = trace_slices (asked->trace);
  const KernelClasses *classes = kernel_classes_get (asked->trace, NULL, NULL);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == SLICE_KERNEL)
      {
        Precision precision = kernel_classes_precision (classes, i);

        g_string_append_printf (expected,
                                "%" G_GUINT64_FORMAT "|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|%s|%s\n", i,
                                precision == PRECISION_UNKNOWN ? "NULL" : precision_word (precision),
                                uses[kernel_classes_tensor_core (classes, i)]);
      }
  asked_assert_answer (asked->database, "select * from kernel", expected->str);
}

static void
check_steps (const Asked *asked)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint64_t i = 0; i < step_table_count (asked->steps); i++)
    {
      const TraceStep *step = step_table_get (asked->steps, i);

      g_string_append_printf (expected, "%" G_GUINT64_FORMAT "|%" G_GINT64_FORMAT "|%u", i,
                              trace_rank (asked->trace, step->rank)->number, step->index);
      append_known (expected, step->has_number, step->number);
      g_string_append_printf (
        expected, "|%s", trace_string (asked->trace, trace_slices (asked->trace)->name[step->slice], NULL));
      append_known (expected, true, step->host_begin_ns);
      append_known (expected, true, step->host_end_ns);
      append_known (expected, step->has_device, step->device_begin_ns);
      append_known (expected, step->has_device, step->device_end_ns);
      append_known (expected, true, step->wall_ns);
      g_string_append_c (expected, '\n');
    }
  asked_assert_answer (asked->database, "select * from step", expected->str);
}

static void
check_tracks (const Asked *asked)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (uint32_t t = 0; t < trace_n_tracks (asked->trace); t++)
    {
      const TraceTrack *track = trace_track (asked->trace, t);

      g_string_append_printf (expected, "%u", t);
      append_known (expected, track->parent != TRACE_NONE, track->parent);
      append_known (expected, track->rank != TRACE_NONE,
                    track->rank != TRACE_NONE ? trace_rank (asked->trace, track->rank)->number : 0);
      append_known (expected, track->device >= 0, track->device);
      append_known (expected, track->stream >= 0, track->stream);
      g_string_append_c (expected, '\n');
    }
  asked_assert_answer (asked->database, "select id, parent_id, rank, device, stream from track",
                       expected->str);
}

static void
check_health (const Asked *asked)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    if (trace_health (asked->trace)->rows[id].count > 0)
      g_string_append_printf (expected, "%s|%" G_GUINT64_FORMAT "\n", health_id_name (id),
                              trace_health (asked->trace)->rows[id].count);
  asked_assert_answer (asked->database, "select id, count from health", expected->str);
}

static void
check_other_tables (GRand *random, const Asked *asked)
{
  (void) random;
  check_flows (asked);
  check_kernels (asked);
  check_steps (asked);
  check_tracks (asked);
  check_health (asked);
}

static void
test_other_tables (void)
{
  asked_for_profiles (check_other_tables);
}

/* ---- what random profiles do not have ---- */

static uint32_t
string (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

static void
add_slice (TraceBuilder *builder, uint32_t track, const char *name, int64_t start_ns, int64_t dur_ns)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = string (builder, name),
                                      .kind = SLICE_OPERATOR,
                                      .start_ns = start_ns,
                                      .dur_ns = dur_ns,
                                      .args = ARGS_NONE,
                                    });
}

/* A rank with a band for operators. */
static TraceBuilder *
begin_profile (uint32_t *ret_band)
{
  TraceBuilder *builder = trace_builder_new ();

  trace_builder_begin_rank (builder, "rank.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  *ret_band = trace_builder_add_track (builder, TRACK_OPERATORS, thread);
  return builder;
}

static Asked
finish_profile (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_builder_finish (builder, &error);

  g_assert_no_error (error);
  trace_builder_free (builder);
  return ask (trace);
}

static void
test_depth_counts_beyond_the_last_lane (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  for (int i = 0; i < LANE_MAX + 50; i++)
    add_slice (builder, band, "nested", i, 4 * LANE_MAX - 2 * i);
  Asked asked = finish_profile (builder);

  asked_assert_answer (asked.database,
                       "select count(*), count(distinct depth), max(depth), max(lane) from slice",
                       "562|562|561|511\n");
  asked_assert_answer (asked.database, "select count(*) from slice where depth <> ts_ns", "0\n");
  asked_clear (&asked);
}

static void
test_texts_are_valid_utf8 (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  add_slice (builder, band, "a\xff", 0, 1);
  add_slice (builder, band, "a\xef\xbf\xbd", 1, 1);
  add_slice (builder, band, "a\xfe", 2, 1);
  add_slice (builder, band, "b", 3, 1);
  add_slice (builder, band, "\xc3\xa9\xc3", 4, 1);
  Asked asked = finish_profile (builder);

  asked_assert_answer (asked.database, "select name, count(*) from slice group by name",
                       "a\xef\xbf\xbd|3\nb|1\n\xc3\xa9\xef\xbf\xbd|1\n");
  asked_assert_answer (asked.database, "select count(*) from slice where name = 'a\xef\xbf\xbd'", "3\n");
  asked_assert_answer (asked.database, "select count(*) from slice where name = 'b'", "1\n");
  asked_assert_answer (asked.database, "select count(*) from slice where name = 'a'", "0\n");
  asked_clear (&asked);
}

static void
test_text_with_nul_is_whole (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  trace_builder_add_slice (builder, &(SliceInput){ .track = band,
                                                   .name = trace_builder_string (builder,
                                                                                 "a\0\xff"
                                                                                 "b",
                                                                                 4),
                                                   .kind = SLICE_OPERATOR,
                                                   .dur_ns = 1,
                                                   .args = ARGS_NONE });
  Asked asked = finish_profile (builder);

  asked_assert_answer (asked.database, "select hex(name) from slice", "6100EFBFBD62\n");
  asked_clear (&asked);
}

static void
test_counters (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);
  uint32_t counters[2];

  add_slice (builder, band, "op", 0, 100);
  for (int i = 0; i < 2; i++)
    {
      counters[i] = trace_builder_add_track (builder, TRACK_COUNTER, TRACE_NONE);
      trace_builder_track (builder, counters[i])->name = string (builder, i == 0 ? "first" : "second");
    }
  for (int i = 0; i < 20; i++)
    trace_builder_add_sample (builder, counters[i % 2], 5 * i, i / 4.0);
  Asked asked = finish_profile (builder);

  asked_assert_answer (asked.database,
                       "select t.name, count(*), min(ts_ns), max(ts_ns), sum(value) from track t"
                       " join counter c on c.track_id = t.id group by t.id order by t.name",
                       "first|10|0|90|22.5\nsecond|10|5|95|25\n");
  asked_assert_answer (asked.database,
                       "select ts_ns, value from counter where ts_ns > 41 and ts_ns <= 50 order by 1",
                       "45|2.25\n50|2.5\n");
  asked_assert_answer (asked.database,
                       "select group_concat(ts_ns) from counter where track_id >= 4 and ts_ns < 30",
                       "0,10,20,5,15,25\n");
  asked_clear (&asked);
}

static void
test_scope_functions (void)
{
  uint32_t band;
  TraceBuilder *builder = begin_profile (&band);

  add_slice (builder, band, "op", 0, 100);
  Asked asked = finish_profile (builder);

  asked_assert_answer (asked.database, "select scope_begin_ns(), scope_end_ns()", "0|100\n");
  query_database_set_scope (asked.database, 20, 30);
  asked_assert_answer (asked.database, "select scope_begin_ns(), scope_end_ns()", "20|30\n");
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query/slices_are_those_of_the_profile", test_slices);
  g_test_add_func ("/query/other_tables_are_those_of_the_profile", test_other_tables);
  g_test_add_func ("/query/depth_counts_beyond_the_last_lane", test_depth_counts_beyond_the_last_lane);
  g_test_add_func ("/query/texts_are_valid_utf8", test_texts_are_valid_utf8);
  g_test_add_func ("/query/text_with_nul_is_whole", test_text_with_nul_is_whole);
  g_test_add_func ("/query/counters_by_track_and_time", test_counters);
  g_test_add_func ("/query/scope_functions_tell_the_scope", test_scope_functions);
  return g_test_run ();
}
