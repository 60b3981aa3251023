/* SPDX-License-Identifier: Apache-2.0
 *
 * Summaries that are damaged in one way each, with all hashes right: what is refused, and what is merged all the same.
 * Then what a sketch promises, and what merging keeps. */

#include <glib.h>
#include <string.h>

#include "tests/summary/summary_source.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "trace/derive/step.h"
#include "trace/health/health.h"
#include "trace/model/job_tables.h"
#include "trace/ranks/gap_parts.h"
#include "trace/ranks/heat_map.h"
#include "trace/ranks/rank_figures.h"
#include "trace/stats/annotation_stats.h"
#include "trace/stats/device/device_stats.h"
#include "trace/stats/distribution.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/kernel/precision_stats.h"
#include "trace/stats/memory/memory_stats.h"
#include "trace/stats/launch/launch_stats.h"
#include "trace/stats/quantile_sketch.h"
#include "trace/stats/step/step_breakdown.h"

/* ---- cases ---- */

typedef enum
{
  LEFT_OUT, /* the file is named, and the other rank is the job */
  MERGED,   /* the job has both ranks */
} Outcome;

typedef enum
{
  SET,     /* the number at an offset of the section's first record */
  CUT,     /* the last bytes of the section are no longer in it */
  REMOVE,  /* the section gets an id that nobody knows */
  HEADER,  /* the number at an offset of the file */
  SHORTEN, /* the file ends early */
  SPOIL,   /* a byte changes, and no hash does */
} Change;

/* number is written with so many bytes. */
typedef struct
{
  const char *name;
  Change change;
  SectionId section;
  size_t at, width;
  uint64_t number;
  Outcome outcome;
} Case;

#define AN_END  ((uint64_t) INT64_MAX)
#define A_BEGIN ((uint64_t) INT64_MIN)

/* clang-format off */
static const Case cases[] = {
  { "an empty file", SHORTEN, 0, 0, 0, 0, LEFT_OUT },
  { "half a header", SHORTEN, 0, 64, 0, 0, LEFT_OUT },
  { "a header and nothing else", SHORTEN, 0, 128, 0, 0, LEFT_OUT },
  { "half of the file", SHORTEN, 0, 8192, 0, 0, LEFT_OUT },
  { "another magic", HEADER, 0, 0, 4, 0x12345678, LEFT_OUT },
  { "a newer major version", HEADER, 0, 8, 2, 9, LEFT_OUT },
  { "a newer minor version", HEADER, 0, 10, 2, 9, MERGED },
  { "written while its source was read", HEADER, 0, 12, 4, 1, LEFT_OUT },
  { "an archive", HEADER, 0, 12, 4, 2, LEFT_OUT },
  { "a table beyond the end", HEADER, 0, 24, 8, AN_END, LEFT_OUT },
  { "more sections than there are", HEADER, 0, 32, 4, 4000, LEFT_OUT },
  { "a byte of the rows changed", SPOIL, SECTION_JOB_ROWS, 16, 1, 0, LEFT_OUT },
  { "a byte of the bins changed", SPOIL, SECTION_JOB_BINS, 0, 1, 0, LEFT_OUT },
  { "a byte of a text changed", SPOIL, SECTION_STRING_BYTES, 5, 1, 0, LEFT_OUT },
  { "no ranks in the tables", REMOVE, SECTION_JOB_RANKS, 0, 0, 0, LEFT_OUT },
  { "no devices in the tables", REMOVE, SECTION_JOB_DEVICES, 0, 0, 0, LEFT_OUT },
  { "no streams", REMOVE, SECTION_JOB_STREAMS, 0, 0, 0, LEFT_OUT },
  { "no steps in the tables", REMOVE, SECTION_JOB_STEPS, 0, 0, 0, LEFT_OUT },
  { "no rows", REMOVE, SECTION_JOB_ROWS, 0, 0, 0, LEFT_OUT },
  { "no bins", REMOVE, SECTION_JOB_BINS, 0, 0, 0, LEFT_OUT },
  { "no precisions", REMOVE, SECTION_JOB_PRECISIONS, 0, 0, 0, LEFT_OUT },
  { "no parts", REMOVE, SECTION_JOB_PARTS, 0, 0, 0, LEFT_OUT },
  { "half a rank", CUT, SECTION_JOB_RANKS, 0, 24, 0, LEFT_OUT },
  { "one rank less than there is", CUT, SECTION_JOB_RANKS, 0, sizeof (JobRankRecord), 0, LEFT_OUT },
  { "one device less than there is", CUT, SECTION_JOB_DEVICES, 0, sizeof (JobDeviceRecord), 0, LEFT_OUT },
  { "one step less than there is", CUT, SECTION_JOB_STEPS, 0, sizeof (JobStepRecord), 0, LEFT_OUT },
  { "half a step", CUT, SECTION_JOB_STEPS, 0, 7, 0, LEFT_OUT },
  { "half a row", CUT, SECTION_JOB_ROWS, 0, 8, 0, LEFT_OUT },
  { "half a bin", CUT, SECTION_JOB_BINS, 0, 4, 0, LEFT_OUT },
  { "half a part", CUT, SECTION_JOB_PARTS, 0, 40, 0, LEFT_OUT },
  { "one row less", CUT, SECTION_JOB_ROWS, 0, sizeof (JobRowRecord), 0, MERGED },
  { "one bin less than rows say", CUT, SECTION_JOB_BINS, 0, sizeof (JobBinRecord), 0, MERGED },
  { "one precision less than rows say", CUT, SECTION_JOB_PRECISIONS, 0, sizeof (JobPrecisionRecord), 0, MERGED },
  { "one stream less than devices say", CUT, SECTION_JOB_STREAMS, 0, sizeof (JobStreamRecord), 0, MERGED },
  { "one part less", CUT, SECTION_JOB_PARTS, 0, sizeof (JobPartRecord), 0, MERGED },
  { "a row of a rank that does not exist", SET, SECTION_JOB_ROWS, 0, 4, 77, MERGED },
  { "a row of something that does not exist", SET, SECTION_JOB_ROWS, 4, 4, 99, MERGED },
  { "a row with a text that does not exist", SET, SECTION_JOB_ROWS, 8, 4, UINT32_MAX, MERGED },
  { "a row without durations", SET, SECTION_JOB_ROWS, 16, 8, 0, MERGED },
  { "a row with more durations than fit", SET, SECTION_JOB_ROWS, 16, 8, UINT64_MAX, MERGED },
  { "a row with the longest sum", SET, SECTION_JOB_ROWS, 24, 8, AN_END, MERGED },
  { "a row with a negative sum", SET, SECTION_JOB_ROWS, 24, 8, A_BEGIN, MERGED },
  { "a row whose least is more than its largest", SET, SECTION_JOB_ROWS, 32, 8, AN_END, MERGED },
  { "a row whose squares are no number", SET, SECTION_JOB_ROWS, 48, 8, 0x7ff8000000000000, MERGED },
  { "a row with bins beyond all", SET, SECTION_JOB_ROWS, 64, 8, UINT64_MAX, MERGED },
  { "a row with precisions beyond all", SET, SECTION_JOB_ROWS, 72, 8, UINT64_MAX - 1, MERGED },
  { "a row with too many bins", SET, SECTION_JOB_ROWS, 80, 4, UINT32_MAX, MERGED },
  { "a row with too many precisions", SET, SECTION_JOB_ROWS, 84, 4, UINT32_MAX, MERGED },
  { "a bin beyond all", SET, SECTION_JOB_BINS, 0, 4, 0x7fffffff, MERGED },
  { "an empty bin", SET, SECTION_JOB_BINS, 4, 4, 0, MERGED },
  { "a full bin", SET, SECTION_JOB_BINS, 4, 4, UINT32_MAX, MERGED },
  { "a precision that does not exist", SET, SECTION_JOB_PRECISIONS, 0, 4, UINT32_MAX, MERGED },
  { "a part of a device that does not exist", SET, SECTION_JOB_PARTS, 0, 4, UINT32_MAX, MERGED },
  { "a part at no time", SET, SECTION_JOB_PARTS, 8, 8, A_BEGIN, MERGED },
  { "a part with the longest time", SET, SECTION_JOB_PARTS, 16, 8, AN_END, MERGED },
  { "a rank that begins before all time", SET, SECTION_JOB_RANKS, 0, 8, A_BEGIN, MERGED },
  { "a rank that ends after all time", SET, SECTION_JOB_RANKS, 8, 8, AN_END, MERGED },
  { "a rank that ends before it begins", SET, SECTION_JOB_RANKS, 8, 8, A_BEGIN, MERGED },
  { "a rank of a format that does not exist", SET, SECTION_JOB_RANKS, 40, 4, UINT32_MAX, MERGED },
  { "a device with all streams", SET, SECTION_JOB_DEVICES, 96, 8, UINT64_MAX, MERGED },
  { "a device that begins at no time", SET, SECTION_JOB_DEVICES, 8, 8, A_BEGIN, MERGED },
  { "a step with the longest part", SET, SECTION_JOB_STEPS, 16, 8, AN_END, MERGED },
  { "a step that begins at no time", SET, SECTION_JOB_STEPS, 0, 8, A_BEGIN, MERGED },
  { "a stored step of no rank", SET, SECTION_STEPS, 0, 4, 55, LEFT_OUT },
  { "a stored step with the longest wall time", SET, SECTION_STEPS, 72, 8, AN_END, MERGED },
  { "a rank with the highest number", SET, SECTION_RANKS, 0, 8, AN_END, MERGED },
  { "a job of the largest size", SET, SECTION_RANKS, 8, 8, AN_END, MERGED },
};
/* clang-format on */

static SectionEntry *
find_section (uint8_t *bytes, SectionId id)
{
  uint32_t n;
  SectionEntry *table = native_bytes_table (bytes, &n);

  for (uint32_t i = 0; i < n; i++)
    if (table[i].id == id)
      return &table[i];
  g_assert_not_reached ();
}

/* Sections of small files are verified when they are opened, larger ones by merging. */
static GBytes *
change (GBytes *summary, const Case *bad)
{
  gsize n;
  const void *before = g_bytes_get_data (summary, &n);
  g_autofree uint8_t *bytes = g_memdup2 (before, n);

  switch (bad->change)
    {
    case SET:
      g_assert_cmpuint (find_section (bytes, bad->section)->raw_bytes, >=, bad->at + bad->width);
      memcpy (bytes + find_section (bytes, bad->section)->at + bad->at, &bad->number, bad->width);
      break;
    case CUT:
      g_assert_cmpuint (find_section (bytes, bad->section)->raw_bytes, >=, bad->width);
      find_section (bytes, bad->section)->stored_bytes -= bad->width;
      find_section (bytes, bad->section)->raw_bytes -= bad->width;
      break;
    case REMOVE:
      {
        uint32_t n_sections;
        SectionEntry *table = native_bytes_table (bytes, &n_sections),
                     *entry = find_section (bytes, bad->section);
        SectionEntry moved = *entry;

        /* The table ascends by id. */
        memmove (entry, entry + 1, (size_t) (table + n_sections - entry - 1) * sizeof *entry);
        moved.id = 250;
        table[n_sections - 1] = moved;
        break;
      }
    case HEADER:
      memcpy (bytes + bad->at, &bad->number, bad->width);
      break;
    case SHORTEN:
      return g_bytes_new (bytes, bad->at);
    case SPOIL:
      bytes[find_section (bytes, bad->section)->at + bad->at] ^= 0x55;
      return g_bytes_new (bytes, n);
    }
  native_bytes_seal (bytes, n);
  return g_bytes_new (bytes, n);
}

static uint64_t
health_count (const Trace *trace, HealthId id)
{
  return trace_health (trace)->rows[id].count;
}

static void
read_figures (const Trace *trace)
{
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  StatsScope scope = stats_scope_whole (trace, steps);
  KernelStatsTable kernels;
  PrecisionStats precisions;
  DeviceStatsTable devices;
  MemoryStatsTable memory;
  AnnotationStatsTable annotations;
  StepBreakdownColumn breakdowns;
  LaunchStats launches;

  g_assert_true (kernel_stats_compute (&scope, NULL, NULL, &kernels));
  for (uint64_t i = 0; i < kernels.n; i++)
    g_assert_true (kernels.kernels[i].duration.stddev_ns >= 0 && kernels.kernels[i].duration.count > 0);
  kernel_stats_clear (&kernels);
  g_assert_true (precision_stats_compute (&scope, NULL, NULL, &precisions));
  precision_stats_clear (&precisions);
  g_assert_true (device_stats_compute (&scope, NULL, NULL, &devices));
  device_stats_clear (&devices);
  g_assert_true (memory_stats_compute (&scope, NULL, NULL, &memory));
  memory_stats_clear (&memory);
  g_assert_true (annotation_stats_compute (&scope, &annotations));
  annotation_stats_clear (&annotations);
  g_assert_true (step_breakdown_compute (&scope, NULL, NULL, &breakdowns));
  step_breakdown_column_clear (&breakdowns);
  g_assert_true (launch_stats_compute (&scope, &launches));
}

static void
check_case (gconstpointer data)
{
  const Case *bad = data;
  g_autoptr (GBytes) whole = summary_source_of_rank (0), other = summary_source_of_rank (1);
  g_autoptr (GBytes) changed = change (whole, bad);
  g_autoptr (GError) error = NULL, alone = NULL;

  for (int turn = 0; turn < 2; turn++)
    {
      GBytes *files[] = { turn == 0 ? changed : other, turn == 0 ? other : changed };
      g_autoptr (Trace) job = summary_source_merge (files, 2, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (trace_n_ranks (job), ==, bad->outcome == MERGED ? 2 : 1);
      g_assert_cmpuint (health_count (job, HEALTH_JOB_SUMMARY_DAMAGED), ==, bad->outcome == MERGED ? 0 : 1);
      if (bad->outcome == LEFT_OUT)
        g_assert_cmpuint (health_count (job, HEALTH_JOB_RANK_MISSING), ==, 1);
      read_figures (job);
    }
  g_autoptr (Trace) only = summary_source_merge (&changed, 1, &alone);
  g_assert_true ((only != NULL) == (bad->outcome == MERGED) && (only == NULL) == (alone != NULL));
}

/* ---- what merging keeps ---- */

static void
test_ranks_given_twice_are_left_out (void)
{
  g_autoptr (GBytes) first = summary_source_of_rank (0), again = summary_source_of_rank (0);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) job = summary_source_merge ((GBytes *[]){ first, again }, 2, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace_n_ranks (job), ==, 1);
  g_assert_cmpuint (health_count (job, HEALTH_JOB_RANK_TWICE), ==, 1);
  g_assert_cmpuint (health_count (job, HEALTH_JOB_RANK_MISSING), ==, 1);
  g_assert_cmpstr (trace_string (job, trace_health (job)->rows[HEALTH_JOB_RANK_MISSING].path, NULL), ==,
                   "rank 1");
}

static void
test_jobs_merge_as_summaries_do (void)
{
  g_autoptr (GBytes) first = summary_source_of_rank (0), second = summary_source_of_rank (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) job = summary_source_merge ((GBytes *[]){ second, first }, 2, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace_n_ranks (job), ==, 2);
  for (uint32_t r = 0; r < 2; r++)
    {
      const JobRankRecord *rank = &trace_job (job)->ranks[r];

      g_assert_cmpint (trace_rank (job, r)->number, ==, r);
      g_assert_cmpint (trace_rank (job, r)->world_size, ==, 2);
      g_assert_cmpstr (trace_string (job, rank->format, NULL), ==, "kineto");
    }
  g_assert_cmpuint (health_count (job, HEALTH_JOB_RANK_MISSING), ==, 0);
  read_figures (job);
}

/* ---- the heat map ---- */

static void
test_the_heat_map_has_a_cell_for_each_rank_and_step (void)
{
  g_autoptr (GBytes) first = summary_source_of_rank (0), second = summary_source_of_rank (1);
  g_autoptr (Trace) job = summary_source_merge ((GBytes *[]){ first, second }, 2, NULL);
  g_autoptr (StepTable) steps = step_table_new (job, NULL, NULL);
  MemoryUse *memory = memory_use_new (job);
  StatsScope scope = stats_scope_whole (job, steps);
  StepBreakdownColumn breakdowns;
  RankFigures figures;
  HeatMap map;

  g_assert_true (step_breakdown_compute (&scope, NULL, NULL, &breakdowns));
  g_assert_cmpuint (breakdowns.n, ==, 4);
  g_assert_true (heat_map_init (&map, job, steps));
  g_assert_true (map.n_ranks == 2 && map.n_steps == 2 && map.numbers[0] == 1 && map.numbers[1] == 2);
  g_assert_true (rank_figures_init (&figures, job, steps, memory, NULL, NULL));
  for (size_t i = 0; i < breakdowns.n; i++)
    {
      uint64_t row = breakdowns.at[i].step;
      const TraceStep *step = step_table_get (steps, row);

      g_assert_cmpuint (map.steps[heat_map_cell (&map, step->rank, (size_t) step->number - 1)], ==, row);
      g_assert_true (figures.values[RANK_STEP_TIME][row] == step->wall_ns && step->wall_ns > 0);
      g_assert_cmpint (figures.values[RANK_EXPOSED_COMMUNICATION][row], ==,
                       breakdowns.at[i].devices.exposed_communication_ns);
      g_assert_cmpint (figures.values[RANK_EXPOSED_COMMUNICATION][row], >, 0);
      g_assert_cmpint (figures.values[RANK_IDLE][row], ==, breakdowns.at[i].devices.idle_ns);
      g_assert_cmpint (figures.values[RANK_IDLE][row], >, 0);
      g_assert_cmpint (figures.values[RANK_MEMORY_PEAK][row], ==, 4096 * (step->number + 1));
    }
  rank_figures_clear (&figures);
  heat_map_clear (&map);
  step_breakdown_column_clear (&breakdowns);
  memory_use_free (memory);
}

/* ---- the sketch ---- */

static void
test_bins_are_those_of_the_documentation (void)
{
  static const struct
  {
    int64_t duration_ns;
    uint32_t bin;
  } known[] = { { 0, 0 },
                { 127, 127 },
                { 128, 128 },
                { 129, 128 },
                { 1000, 317 },
                { 1000000, 954 },
                { -1000, (1u << 31) + 317 },
                { INT64_MAX, 56 * 64 + 127 },
                { INT64_MIN, (1u << 31) + 57 * 64 + 64 } };

  for (size_t i = 0; i < G_N_ELEMENTS (known); i++)
    g_assert_cmpuint (quantile_sketch_bin_of (known[i].duration_ns), ==, known[i].bin);
}

static void
test_the_middle_of_a_bin_is_within_the_error (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < 200000; i++)
    {
      int64_t value = (int64_t) (((uint64_t) g_rand_int (random) << 31 | g_rand_int (random) >> 1)
                                 >> g_rand_int_range (random, 0, 62));
      double middle = quantile_sketch_value_ns (quantile_sketch_bin_of (value));

      g_assert_cmpfloat (middle, >=, (double) value * (1 - QUANTILE_SKETCH_ERROR));
      g_assert_cmpfloat (middle, <=, (double) value * (1 + QUANTILE_SKETCH_ERROR));
      g_assert_true (quantile_sketch_value_ns (quantile_sketch_bin_of (-value)) == -middle);
    }
}

static void
test_quantiles_of_merged_sketches_are_within_the_error (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);

  for (int round = 0; round < 200; round++)
    {
      size_t n = (size_t) g_rand_int_range (random, 1, 500), half = n / 2;
      g_autofree int64_t *values = g_new (int64_t, n);
      JobBinColumn bins = { 0 };

      for (size_t i = 0; i < n; i++)
        values[i] = (int64_t) g_rand_int (random) >> g_rand_int_range (random, 0, 31);
      distribution_of (values, half);
      distribution_of (values + half, n - half);
      g_assert_true (quantile_sketch_append (&bins, values, half)
                     && quantile_sketch_append (&bins, values + half, n - half));
      qsort (bins.at, bins.n, sizeof *bins.at, quantile_sketch_compare);
      Distribution exact = distribution_of (values, n);
      double median = quantile_sketch_quantile (bins.at, bins.n, 0.5, exact.min_ns, exact.max_ns);
      double p95 = quantile_sketch_quantile (bins.at, bins.n, 0.95, exact.min_ns, exact.max_ns);

      g_assert_cmpfloat (ABS (median - exact.median_ns), <=, exact.median_ns * QUANTILE_SKETCH_ERROR + 1);
      g_assert_cmpfloat (ABS (p95 - exact.p95_ns), <=, exact.p95_ns * QUANTILE_SKETCH_ERROR + 1);
      job_bin_column_clear (&bins);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/summary/case/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], check_case);
    }
  g_test_add_func ("/summary/ranks given twice are left out", test_ranks_given_twice_are_left_out);
  g_test_add_func ("/summary/jobs merge as summaries do", test_jobs_merge_as_summaries_do);
  g_test_add_func ("/summary/the heat map has a cell for each rank and step",
                   test_the_heat_map_has_a_cell_for_each_rank_and_step);
  g_test_add_func ("/summary/bins are those of the documentation", test_bins_are_those_of_the_documentation);
  g_test_add_func ("/summary/the middle of a bin is within the error",
                   test_the_middle_of_a_bin_is_within_the_error);
  g_test_add_func ("/summary/quantiles of merged sketches are within the error",
                   test_quantiles_of_merged_sketches_are_within_the_error);
  return g_test_run ();
}
