/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/hostile/every_reader.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/compare/places/alignment.h"
#include "trace/compare/headline_text.h"
#include "trace/compare/places/missing_counterparts.h"
#include "trace/cut/cut.h"
#include "trace/derive/busy_index.h"
#include "trace/export/kineto_export.h"
#include "trace/index/lod.h"
#include "trace/search/search.h"
#include "trace/stats/annotation_stats.h"
#include "trace/stats/device/activity_split.h"
#include "trace/stats/device/device_stats.h"
#include "trace/stats/distribution.h"
#include "trace/stats/host/cpu_time.h"
#include "trace/stats/host/overhead_stats.h"
#include "trace/stats/idle/idle_causes.h"
#include "trace/stats/idle/idle_gaps.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/launch/launch_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "trace/stats/name_series.h"
#include "trace/stats/step/step_breakdown.h"
#include "trace/stats/step/step_proposals.h"
#include "trace/stats/summary/summary.h"
#include "trace/stats/summary/time_split.h"

/* Of the slices, so many are looked at one by one, spread evenly. */
#define LOOKS 12

#define PIXELS 40

/* ---- columns ---- */

static void
read_text (const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  g_assert_cmpint (text[length], ==, '\0');
  g_assert_true (g_utf8_validate (trace_display_name (trace, id), -1, NULL));
}

static void
read_args (const Trace *trace, uint64_t args)
{
  ArgIter iter;
  Arg arg;
  uint64_t sum = 0;

  if (!trace_args (trace, args, &iter))
    return;
  while (arg_iter_next (&iter, &arg))
    {
      read_text (trace, arg.key);
      for (size_t i = 0; i < arg.length; i++)
        sum += (uint8_t) arg.text[i];
    }
  arg_iter_clear (&iter);
  g_assert_cmpuint (sum, !=, UINT64_MAX);
}

static void
read_slice (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, trace_track_of (trace, slice));
  uint64_t first;

  read_text (trace, slice_name (slices, slice));
  read_text (trace, slice_category (slices, slice));
  read_args (trace, slices->args[slice]);
  g_assert_cmpuint (slice - track->first_slice, <, track->n_slices);
  g_assert_cmpuint (track->rank, <, trace_n_ranks (trace));
  g_assert_cmpuint (trace_flows_from (trace, slice, &first), <=, trace_n_flows (trace));
  g_assert_cmpuint (trace_flows_to (trace, slice, &first), <=, trace_n_flows (trace));
  uint64_t launch = trace_launch_of (trace, slice);
  g_assert_true (launch == SLICE_NONE || launch < slices->n);
}

static void
read_flow (const Trace *trace, TraceFlow flow)
{
  g_assert_cmpuint (flow.from, <, trace_slices (trace)->n);
  g_assert_cmpuint (flow.to, <, trace_slices (trace)->n);
  g_assert_cmpuint (flow.kind, <, N_FLOW_KINDS);
  read_text (trace, flow.category);
}

static void
read_columns (const Trace *trace)
{
  for (uint32_t id = 0; id < trace_n_strings (trace); id++)
    read_text (trace, id);
  read_text (trace, TRACE_NONE);
  for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
    read_slice (trace, i);
  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    {
      read_flow (trace, trace_flow (trace, i));
      read_flow (trace, trace_flow_into (trace, i));
    }
  for (uint64_t i = 0; i < trace_n_instants (trace); i++)
    {
      TraceInstant instant = trace_instant (trace, i);

      g_assert_cmpuint (instant.track, <, trace_n_tracks (trace));
      read_text (trace, instant.name);
      read_text (trace, instant.category);
      read_args (trace, instant.args);
    }
}

/* ---- indices ---- */

static const int64_t edges_ns[] = { INT64_MIN, -TRACE_TIME_MAX_NS, -1,       0, 90,
                                    20000000,  TRACE_TIME_MAX_NS,  INT64_MAX };

static void
read_row (const Trace *trace, uint32_t r, int64_t begin_ns, int64_t end_ns)
{
  const SliceColumns *slices = trace_slices (trace);
  const TraceRow *row = trace_row (trace, r);
  LodRow lod = {
    .n = row->n_slices,
    .start_ns = slices->start_ns + row->first_slice,
    .dur_ns = slices->dur_ns + row->first_slice,
    .memory = row->lod,
  };
  LodCell cells[PIXELS];

  for (int overlaps = 0; overlaps < 2; overlaps++)
    {
      lod.may_overlap = overlaps > 0;
      lod_query (&lod, begin_ns, end_ns, PIXELS, cells);
      for (int px = 0; px < PIXELS; px++)
        if (cells[px].longest != LOD_EMPTY)
          {
            g_assert_cmpuint (cells[px].longest, <, row->n_slices);
            g_assert_cmpuint (cells[px].dominant, <, row->n_slices);
            g_assert_true (cells[px].busy >= 0 && cells[px].busy <= 1);
          }
    }
}

static void
read_indices (const Trace *trace)
{
  for (size_t i = 0; i + 1 < G_N_ELEMENTS (edges_ns); i++)
    {
      int64_t begin_ns = edges_ns[i], end_ns = edges_ns[i + 1];

      for (uint32_t r = 0; r < trace_n_rows (trace); r++)
        read_row (trace, r, begin_ns, end_ns);
      for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
        {
          U64Column found = { 0 };

          g_assert_true (trace_track_overlapping (trace, t, begin_ns, end_ns, &found));
          for (size_t k = 0; k < found.n; k++)
            g_assert_cmpuint (found.at[k], <, trace_slices (trace)->n);
          u64_column_clear (&found);
        }
    }
}

static void
read_busy (const Trace *trace, uint32_t device)
{
  BusyIndex *busy = busy_index_new (trace, device);
  float shares[PIXELS];

  g_assert_nonnull (busy);
  for (size_t i = 0; i + 1 < G_N_ELEMENTS (edges_ns); i++)
    {
      int64_t begin_ns, end_ns;

      g_assert_cmpint (busy_index_busy_ns (busy, edges_ns[i], edges_ns[i + 1]), >=, 0);
      busy_index_shares (busy, edges_ns[i], edges_ns[i + 1], PIXELS, shares);
      for (int px = 0; px < PIXELS; px++)
        g_assert_true (shares[px] >= 0 && shares[px] <= 1);
      busy_index_gap_at (busy, edges_ns[i], edges_ns[0], edges_ns[i + 1], &begin_ns, &end_ns);
    }
  busy_index_free (busy);
}

/* ---- statistics ---- */

static void
read_gaps (const StatsScope *scope)
{
  IdleGaps gaps;

  g_assert_true (idle_gaps_compute (scope, 8, &gaps));
  for (size_t i = 0; i < gaps.longest.n; i++)
    {
      const IdleGap *gap = &gaps.longest.at[i];
      IdleGap again;

      g_assert_true (
        idle_gap_explain (scope->trace, scope->steps, gap->device, gap->begin_ns, gap->end_ns, &again));
    }
  idle_gaps_clear (&gaps);
}

/* What adds up does whatever the file says. */
static void
read_causes (const StatsScope *scope)
{
  IdleCauses found;
  int64_t total_ns = 0;

  g_assert_true (idle_causes_compute (scope, IDLE_SHORT_NS, 8, NULL, NULL, &found));
  for (IdleClass klass = 0; klass < N_IDLE_CLASSES; klass++)
    total_ns = add_saturated (total_ns, idle_causes_of_class (&found, klass).total_ns);
  g_assert_cmpint (total_ns, ==, found.all.total_ns);
  idle_causes_clear (&found);
}

static void
read_breakdown (const StatsScope *scope)
{
  StepBreakdownColumn steps;

  g_assert_true (step_breakdown_compute (scope, NULL, NULL, &steps));
  for (size_t i = 0; i < steps.n; i++)
    {
      int64_t left_ns = steps.at[i].end_ns - steps.at[i].begin_ns;

      for (StepPart part = 0; part < N_STEP_PARTS; part++)
        {
          g_assert_cmpint (steps.at[i].parts_ns[part], >=, 0);
          left_ns -= steps.at[i].parts_ns[part];
        }
      g_assert_cmpint (left_ns, ==, 0);
    }
  step_breakdown_column_clear (&steps);
}

static void
read_processors (const StatsScope *scope)
{
  CpuTime time;
  OverheadStats overhead;

  g_assert_true (cpu_time_compute (scope, NULL, NULL, &time));
  for (size_t i = 0; i < time.lines.n; i++)
    for (int bucket = 0; bucket < UTILIZATION_BUCKETS; bucket++)
      g_assert_false (time.lines.at[i].values[bucket] < 0 || time.lines.at[i].values[bucket] > 1 + 1e-9);
  cpu_time_clear (&time);
  g_assert_true (overhead_stats_compute (scope, NULL, NULL, &overhead));
  g_assert_cmpint (overhead.busy_ns, >=, 0);
  overhead_stats_clear (&overhead);
}

/* What is proposed has a pattern, and the pattern finds as many steps as it says. */
static void
read_proposals (const Trace *trace)
{
  StepProposals proposals;

  g_assert_true (step_proposals_find (trace, NULL, NULL, &proposals));
  for (uint32_t i = 0; i < proposals.n; i++)
    {
      const StepProposal *proposal = &proposals.proposals[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (StepTable) steps = step_table_new (trace, proposal->pattern, &error);

      g_assert_no_error (error);
      g_assert_true (g_utf8_validate (proposal->shown, -1, NULL));
      g_assert_cmpuint (step_table_count (steps), ==, proposal->count);
    }
  step_proposals_clear (&proposals);
}

/* Both ways between two sides, and what they can be aligned by. */
static void
read_counterparts (const Comparison *comparison)
{
  const StatsScope scopes[] = { comparison->sides[0].steps.scope, comparison->sides[1].steps.scope };
  AlignmentChoices choices;

  for (uint32_t from = 0; from < 2; from++)
    {
      uint64_t n = trace_slices (comparison->sides[from].trace)->n, found;
      Counterparts counterparts;
      MissingCounterparts missing;
      CounterpartAnswer answer;

      g_assert_true (counterparts_init (&counterparts, comparison, from, 1 - from));
      g_assert_true (missing_counterparts_compute (&counterparts, NULL, NULL, &missing));
      for (uint64_t i = 0; i < n; i += n / 10 + 1)
        {
          g_assert_true (counterparts_find (&counterparts, i, &found, &answer));
          g_assert_true (found == SLICE_NONE || found < trace_slices (comparison->sides[1 - from].trace)->n);
          g_assert_cmpint (answer == COUNTERPART_FOUND, ==, found != SLICE_NONE);
        }
      missing_counterparts_clear (&missing);
      counterparts_clear (&counterparts);
    }
  g_assert_true (alignment_choices_compute (scopes, 2, NULL, NULL, &choices));
  for (size_t i = 0; i < choices.annotations.n && i < 10; i++)
    {
      Alignment alignment = { .kind = ALIGN_ANNOTATION, .number = 1 };
      AlignmentInstant instant;

      alignment.name = string_table_get (choices.texts, choices.annotations.at[i].text, &alignment.length);
      g_assert_true (alignment_find (&alignment, &scopes[0], NULL, NULL, &instant, NULL));
    }
  alignment_choices_clear (&choices);
}

/* A profile compared with a part of itself, whatever it holds. */
static void
read_comparison (const StatsScope *base, const StatsScope *other)
{
  const ComparisonOptions options = { 0 };
  const ComparePart parts[] = { { .scope = *base }, { .scope = *other } };
  Comparison comparison;

  g_assert_true (comparison_compute (parts, 2, &options, NULL, NULL, &comparison));
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    g_assert_false (isnan (comparison.summary.cells[key][1].value));
  g_auto (GStrv) texts = headline_texts (&comparison, NULL);
  for (guint i = 0; texts[i] != NULL; i++)
    g_assert_true (g_utf8_validate (texts[i], -1, NULL));
  g_assert_cmpuint (g_strv_length (texts), >, 0);
  read_counterparts (&comparison);
  comparison_clear (&comparison);
}

static void
read_scope (const StatsScope *scope)
{
  ActivitySplit split;
  AnnotationStatsTable annotations;
  DeviceStatsTable devices;
  KernelStatsTable kernels;
  LaunchStats launches;
  MemoryStatsTable memory;
  SummaryStats summary;

  read_gaps (scope);
  read_causes (scope);
  read_breakdown (scope);
  read_processors (scope);
  g_assert_true (activity_split_compute (scope, NULL, NULL, &split));
  g_assert_true (annotation_stats_compute (scope, &annotations));
  g_assert_true (device_stats_compute (scope, NULL, NULL, &devices));
  g_assert_true (kernel_stats_compute (scope, NULL, NULL, &kernels));
  g_assert_true (launch_stats_compute (scope, &launches));
  g_assert_true (summary_stats_compute (scope, &devices, &kernels, &summary));
  g_assert_cmpint (time_split_of (scope, &devices).idle_ns, >=, 0);
  annotation_stats_clear (&annotations);
  device_stats_clear (&devices);
  kernel_stats_clear (&kernels);
  g_assert_true (memory_stats_compute (scope, NULL, NULL, &memory));
  memory_stats_clear (&memory);
  g_assert_true (memory_stats_compute_with_kernels (scope, NULL, NULL, &memory));
  memory_stats_clear (&memory);
}

static void
read_statistics (const Trace *trace, const StepTable *steps)
{
  int64_t low_ns = 10, high_ns = 30000000, least_ns = -TRACE_TIME_MAX_NS, most_ns = TRACE_TIME_MAX_NS;
  StatsScope whole = stats_scope_whole (trace, steps);
  StatsScope window = stats_scope_window (trace, steps, &low_ns, &high_ns);
  StatsScope everything = stats_scope_window (trace, steps, &least_ns, &most_ns);

  read_scope (&whole);
  read_scope (&everything);
  read_comparison (&whole, &window);
  read_comparison (&everything, &whole);
  if (trace_n_devices (trace) > 0)
    stats_scope_limit (&window, TRACE_NONE, trace_n_devices (trace) - 1);
  read_scope (&window);
  if (step_table_count (steps) > 0
      && stats_scope_step (trace, steps, step_table_get (steps, 0)->number, NULL, &window, NULL))
    read_scope (&window);
}

static void
read_search (Trace *trace)
{
  for (int is_regex = 0; is_regex < 2; is_regex++)
    {
      g_autoptr (GError) error = NULL;
      SearchQuery query = { .text = is_regex ? "[a-m]" : "a",
                            .is_regex = is_regex,
                            .texts = SEARCH_NAMES | SEARCH_CATEGORIES | SEARCH_ARGUMENTS,
                            .rank = TRACE_NONE,
                            .device = TRACE_NONE };
      g_autoptr (SearchResult) found = search_run (trace, &query, NULL, &error);
      uint64_t n = 0;
      size_t n_listed;

      g_assert_no_error (error);
      for (uint64_t at = search_result_next (found, 0); at != SLICE_NONE;
           at = search_result_next (found, at + 1))
        n++;
      g_assert_cmpuint (n, ==, search_result_n_hits (found));
      for (int order = SEARCH_BY_TIME; order <= SEARCH_BY_DURATION; order++)
        {
          free (search_result_list (found, (SearchOrder) order, TRACE_NONE, NULL, &n_listed));
          g_assert_cmpuint (n_listed, ==, n);
        }
    }
}

/* ---- what is written of it ---- */

/* A part with other names, as a profile and as JSON. A hostile profile may be refused, but only with an error. */
static void
write_part (Trace *trace, const StepTable *steps)
{
  const ScrubAsked asked = { .what = SCRUB_ALL };
  g_autoptr (Scrub) scrub = scrub_new (trace, &asked);
  int64_t begin_ns, end_ns;
  int fd = open ("/dev/null", O_WRONLY | O_CLOEXEC);

  trace_span (trace, &begin_ns, &end_ns);
  const CutPart part = { .begin_ns = begin_ns, .end_ns = begin_ns / 2 + end_ns / 2 };
  g_autoptr (Trace) cut = trace_cut (trace, steps, &part, scrub, "hostile", NULL, NULL);
  kineto_export (trace, fd, false, NULL, "hostile", "out", NULL);
  if (cut != NULL)
    {
      kineto_export (cut, fd, true, NULL, "hostile", "out", NULL);
      g_string_free (scrub_summary (scrub), TRUE);
    }
  close (fd);
}

void
every_reader_reads (Trace *trace)
{
  const SliceColumns *slices = trace_slices (trace);
  static const char *const patterns[] = { NULL, "a", "#([0-9]+)" };

  read_columns (trace);
  read_indices (trace);
  read_search (trace);
  read_proposals (trace);
  for (uint32_t device = 0; device < trace_n_devices (trace); device++)
    read_busy (trace, device);
  for (size_t i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autoptr (GError) error = NULL;
      StepTable *steps = step_table_new (trace, patterns[i], &error);

      g_assert_no_error (error);
      if (i == 0)
        {
          read_statistics (trace, steps);
          write_part (trace, steps);
        }
      step_table_free (steps);
    }
  for (uint64_t i = 0; i < slices->n; i += slices->n / LOOKS + 1)
    {
      const NameSeries *series = name_series_new (trace, i, NULL, NULL);

      g_assert_nonnull (series);
      name_series_place (series, trace, i);
      name_series_walk (series, trace, i, i % 2 == 0 ? 1 : -1);
      name_series_unref (series);
    }
}
