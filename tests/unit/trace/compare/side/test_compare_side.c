/* SPDX-License-Identifier: Apache-2.0
 *
 * What a side consists of, against counting nanosecond by nanosecond. */

#include "trace/compare/side/compare_side.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/classify/kernel_class.h"
#include "trace/compare/side/compare_step_at.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/step/step_split.h"

#define ROUNDS 150

typedef struct
{
  Trace *trace;
  StepTable *steps;
  ComparePart part;
  CompareSide side;
} Case;

static void
case_init (Case *at, GRand *random)
{
  CompareSteps steps;

  at->trace = random_profile_new (random);
  at->steps = random_profile_steps (at->trace);
  at->part = (ComparePart){ .scope = random_profile_scope (random, at->trace, at->steps) };
  g_assert_true (compare_steps_select (&at->part, &steps));
  if (g_rand_int_range (random, 0, 4) == 0)
    g_assert_true (compare_steps_ignore (&steps));
  g_assert_true (compare_side_compute (&steps, NULL, NULL, &at->side));
}

static void
case_clear (Case *at)
{
  compare_side_clear (&at->side);
  step_table_free (at->steps);
  trace_unref (at->trace);
}

static DeviceShare
share_of (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  size_t length;
  const char *name = trace_string (trace, slices->name[slice], &length);

  if (slices->kind[slice] != SLICE_KERNEL)
    return SHARE_COPIES;
  switch (kernel_class_of_name (name, length))
    {
    case KERNEL_COMPUTE:
      return SHARE_COMPUTE;
    case KERNEL_COMMUNICATION:
      return SHARE_COMMUNICATION;
    default:
      return SHARE_COPIES;
    }
}

/* Sets which activity a nanosecond of a device belongs to: SLICE_NONE if it is idle. */
static uint64_t
owner_of (const Trace *trace, uint32_t device, int64_t time_ns, bool *ret_communicates)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t owner = SLICE_NONE;

  *ret_communicates = false;
  for (uint64_t i = 0; i < slices->n; i++)
    {
      if (!slice_kind_is_gpu_activity ((SliceKind) slices->kind[i]) || (slices->flags[i] & SLICE_UNFINISHED)
          || slices->start_ns[i] > time_ns || slices->start_ns[i] + slices->dur_ns[i] <= time_ns
          || random_profile_device_of (trace, i) != device)
        continue;
      *ret_communicates = *ret_communicates || share_of (trace, i) == SHARE_COMMUNICATION;
      if (owner == SLICE_NONE || share_of (trace, i) < share_of (trace, owner)
          || (share_of (trace, i) == share_of (trace, owner)
              && slices->start_ns[i] < slices->start_ns[owner]))
        owner = i;
    }
  return owner;
}

static void
count_nanoseconds (const Case *at, SampleShares *samples, int64_t *name_ns[N_SHARES])
{
  const CompareSteps *steps = &at->side.steps;

  for (uint32_t device = 0; device < trace_n_devices (at->trace); device++)
    {
      uint32_t rank = trace_device (at->trace, device)->rank;
      CompareWindow windows[100];

      if (!compare_steps_holds_device (steps, device))
        continue;
      g_assert_cmpuint (steps->first_step[rank + 1] - steps->first_step[rank], <, 100);
      uint64_t n = compare_steps_windows (steps, rank, windows);
      for (uint64_t w = 0; w < n; w++)
        for (int64_t time_ns = windows[w].begin_ns; time_ns < windows[w].end_ns; time_ns++)
          {
            bool communicates;
            uint64_t owner = owner_of (at->trace, device, time_ns, &communicates);
            SampleShares *sample = &samples[windows[w].sample];

            sample->communication_ns += communicates;
            if (owner == SLICE_NONE)
              sample->idle_ns++;
            else
              {
                sample->share_ns[share_of (at->trace, owner)]++;
                name_ns[share_of (at->trace, owner)][trace_slices (at->trace)->name[owner]]++;
              }
          }
    }
}

static void
test_shares_nanosecond_by_nanosecond (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);
  unsigned n_with_steps = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;
      int64_t *name_ns[N_SHARES];

      case_init (&at, random);
      n_with_steps += at.side.steps.has_steps;
      g_autofree SampleShares *samples = g_new0 (SampleShares, at.side.steps.n);
      for (int share = 0; share < N_SHARES; share++)
        name_ns[share] = g_new0 (int64_t, trace_n_strings (at.trace) + 1);
      count_nanoseconds (&at, samples, name_ns);
      for (uint64_t i = 0; i < at.side.steps.n; i++)
        g_assert_true (memcmp (&samples[i], &at.side.shares.samples[i], sizeof *samples) == 0);
      for (int share = 0; share < N_SHARES; share++)
        {
          g_assert_true (memcmp (name_ns[share], at.side.shares.name_ns[share],
                                 trace_n_strings (at.trace) * sizeof (int64_t))
                         == 0);
          g_free (name_ns[share]);
        }
      case_clear (&at);
    }
  g_assert_cmpuint (n_with_steps, >, ROUNDS / 8);
}

static bool
is_in_any_step (const CompareSteps *steps, uint32_t rank, int64_t time_ns)
{
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1]; i++)
    if (steps->steps[i].begin_ns <= time_ns && steps->steps[i].end_ns > time_ns)
      return true;
  return false;
}

static void
test_gpu_time_outside_of_steps_nanosecond_by_nanosecond (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (23);
  unsigned n_outside = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;
      int64_t gpu_ns = 0, outside_ns = 0;

      case_init (&at, random);
      const CompareSteps *steps = &at.side.steps;
      for (uint32_t device = 0; device < trace_n_devices (at.trace) && steps->has_steps; device++)
        for (int64_t time_ns = steps->scope.begin_ns;
             compare_steps_holds_device (steps, device) && time_ns < steps->scope.end_ns; time_ns++)
          {
            bool communicates;

            if (owner_of (at.trace, device, time_ns, &communicates) == SLICE_NONE)
              continue;
            gpu_ns++;
            outside_ns += !is_in_any_step (steps, trace_device (at.trace, device)->rank, time_ns);
          }
      g_assert_cmpint (at.side.outside.gpu_ns, ==, gpu_ns);
      g_assert_cmpint (at.side.outside.outside_ns, ==, outside_ns);
      n_outside += outside_ns > 0 && outside_ns < gpu_ns;
      case_clear (&at);
    }
  g_assert_cmpuint (n_outside, >, ROUNDS / 20);
}

/* Every sample: shares and idle time, and idle time by cause, add up to its time on all GPUs. */
static void
test_samples_add_up (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (19);

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random);
      for (uint64_t i = 0; i < at.side.steps.n && at.side.steps.n_gpus > 0; i++)
        {
          const SampleShares *sample = &at.side.shares.samples[i];
          int64_t by_cause_ns = 0, busy_ns = 0;

          for (int cause = 0; cause < N_IDLE_CAUSES; cause++)
            by_cause_ns += at.side.idle.of_sample[i][cause];
          for (int share = 0; share < N_SHARES; share++)
            busy_ns += sample->share_ns[share];
          g_assert_cmpint (by_cause_ns, ==, sample->idle_ns);
          g_assert_cmpint (busy_ns + sample->idle_ns, ==, at.side.steps.samples[i].total_ns);
        }
      case_clear (&at);
    }
}

/* ---- rows ---- */

/* Whether samples contain a rank: it has a step in the scope, or nothing has steps and the rank is in scope. */
static bool
is_rank_of_samples (const Case *at, uint32_t rank)
{
  const StatsScope *scope = &at->part.scope;
  bool has_step = false;

  if (rank == TRACE_NONE || (scope->rank != TRACE_NONE && scope->rank != rank))
    return false;
  if (!at->side.steps.has_steps)
    return true;
  for (uint64_t i = 0; i < step_table_count (at->steps); i++)
    {
      const TraceStep *step = step_table_get (at->steps, i);

      has_step = has_step
                 || (step->rank == rank
                     && (scope->is_whole
                         || (step->host_begin_ns >= scope->begin_ns && step->host_begin_ns < scope->end_ns)));
    }
  return has_step;
}

static void
check_ranks (const Case *at)
{
  uint32_t n_ranks = 0, n_left_out = 0;

  for (uint32_t rank = 0; rank < trace_n_ranks (at->trace); rank++)
    {
      bool is_in_scope = at->part.scope.rank == TRACE_NONE || at->part.scope.rank == rank;

      n_ranks += is_rank_of_samples (at, rank);
      n_left_out += is_in_scope && !is_rank_of_samples (at, rank);
      g_assert_cmpint (compare_steps_leaves_out (&at->side.steps, rank), ==,
                       is_in_scope && !is_rank_of_samples (at, rank));
    }
  g_assert_cmpuint (at->side.steps.n_ranks, ==, n_ranks);
  g_assert_cmpuint (at->side.steps.n_ranks_left_out, ==, n_left_out);
}

static bool
is_in_scope (const Case *at, uint64_t slice)
{
  const StatsScope *scope = &at->part.scope;
  int64_t start_ns = trace_slices (at->trace)->start_ns[slice];

  return scope->is_whole || (start_ns >= scope->begin_ns && start_ns < scope->end_ns);
}

/* The used step of a rank around a time, by looking at all: the one that begins last. */
static uint32_t
sample_at (const Case *at, uint32_t rank, int64_t time_ns)
{
  const CompareSteps *steps = &at->side.steps;
  uint32_t sample = SAMPLE_NONE;

  if (!is_rank_of_samples (at, rank))
    return SAMPLE_NONE;
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1]; i++)
    if (steps->steps[i].sample != SAMPLE_NONE && steps->steps[i].host_begin_ns <= time_ns
        && steps->steps[i].host_end_ns > time_ns)
      sample = steps->steps[i].sample;
  return sample;
}

static uint32_t
sample_of_kernel (const Case *at, uint64_t slice, uint32_t rank)
{
  const CompareSteps *steps = &at->side.steps;
  int64_t start_ns = trace_slices (at->trace)->start_ns[slice];
  uint64_t launch = trace_launch_of (at->trace, slice);

  if (!steps->has_steps)
    return is_in_scope (at, slice) ? 0 : SAMPLE_NONE;
  if (launch != SLICE_NONE)
    return sample_at (at, rank, trace_slices (at->trace)->start_ns[launch]);
  for (uint64_t i = steps->first_step[rank]; i < steps->first_step[rank + 1] && is_rank_of_samples (at, rank);
       i++)
    if (steps->steps[i].begin_ns <= start_ns && steps->steps[i].end_ns > start_ns)
      return steps->steps[i].sample;
  return SAMPLE_NONE;
}

/* What rows have to hold, by string id. */
typedef struct
{
  uint64_t n_samples;
  uint64_t *count;
  int64_t *total_ns;
  int64_t *cells_ns;  /* by string id, then sample */
  uint8_t *has_slice; /* that counts in the scope or in a sample */
} Expected;

static Expected
expected_new (const Case *at)
{
  size_t n = trace_n_strings (at->trace) + (size_t) 1;

  return (Expected){
    .n_samples = at->side.steps.n,
    .count = g_new0 (uint64_t, n),
    .total_ns = g_new0 (int64_t, n),
    .cells_ns = g_new0 (int64_t, n * at->side.steps.n),
    .has_slice = g_new0 (uint8_t, n),
  };
}

static void
expected_clear (Expected *expected)
{
  g_free (expected->count);
  g_free (expected->total_ns);
  g_free (expected->cells_ns);
  g_free (expected->has_slice);
}

static void
expect (Expected *expected, const Case *at, uint64_t slice, uint32_t sample)
{
  const SliceColumns *slices = trace_slices (at->trace);
  uint32_t name = slices->name[slice];

  if (is_in_scope (at, slice))
    {
      expected->count[name]++;
      expected->total_ns[name] += slices->dur_ns[slice];
    }
  if (sample != SAMPLE_NONE)
    expected->cells_ns[name * expected->n_samples + sample] += slices->dur_ns[slice];
  expected->has_slice[name] |= is_in_scope (at, slice) || sample != SAMPLE_NONE;
}

static int64_t
cell_ns (const CompareRows *rows, uint32_t row, uint32_t sample)
{
  const CompareRow *at = &rows->rows.at[row];

  for (uint64_t i = at->first_cell; i < at->first_cell + at->n_cells; i++)
    if (rows->cells.at[i].sample == sample)
      return rows->cells.at[i].total_ns;
  return 0;
}

/* Rows of exact names. */
static void
check_rows (const CompareRows *rows, const Expected *expected, uint32_t n_strings)
{
  uint64_t n_rows = 0;

  for (uint32_t name = 0; name < n_strings; name++)
    n_rows += expected->has_slice[name];
  g_assert_cmpuint (rows->rows.n, ==, n_rows);
  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      uint32_t name = rows->rows.at[row].text;

      g_assert_true (expected->has_slice[name]);
      g_assert_cmpuint (rows->rows.at[row].count, ==, expected->count[name]);
      g_assert_cmpint (rows->rows.at[row].total_ns, ==, expected->total_ns[name]);
      for (uint32_t sample = 0; sample < expected->n_samples; sample++)
        g_assert_cmpint (cell_ns (rows, row, sample), ==,
                         expected->cells_ns[name * expected->n_samples + sample]);
    }
}

/* Counts and totals are those of stats, also for ranks without steps; each kernel counts in the step of its launch. */
static void
test_kernels (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  unsigned n_left_out = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;
      KernelStatsTable stats;

      case_init (&at, random);
      check_ranks (&at);
      n_left_out += at.side.steps.n_ranks_left_out;
      const CompareRows *rows = &at.side.device.kernels;
      const SliceColumns *slices = trace_slices (at.trace);
      const StatsScope *scope = &at.part.scope;
      Expected expected = expected_new (&at);
      g_autofree uint64_t *n_kernels = g_new0 (uint64_t, at.side.steps.n);

      for (uint64_t i = 0; i < slices->n; i++)
        {
          uint32_t device = random_profile_device_of (at.trace, i), sample;

          if (slices->kind[i] != SLICE_KERNEL || (slices->flags[i] & SLICE_UNFINISHED) || device == TRACE_NONE
              || (scope->device != TRACE_NONE && scope->device != device)
              || (scope->rank != TRACE_NONE && scope->rank != trace_device (at.trace, device)->rank))
            continue;
          sample = sample_of_kernel (&at, i, trace_device (at.trace, device)->rank);
          expect (&expected, &at, i, sample);
          if (sample != SAMPLE_NONE)
            n_kernels[sample]++;
        }
      check_rows (rows, &expected, trace_n_strings (at.trace));
      g_assert_true (memcmp (n_kernels, at.side.device.n_kernels, at.side.steps.n * sizeof *n_kernels) == 0);

      g_assert_true (kernel_stats_compute (&at.part.scope, NULL, NULL, &stats));
      for (uint64_t i = 0; i < stats.n; i++)
        {
          uint32_t row = 0;

          while (rows->rows.at[row].text != stats.kernels[i].name)
            g_assert_cmpuint (++row, <, rows->rows.n);
          g_assert_cmpuint (rows->rows.at[row].count, ==, stats.kernels[i].duration.count);
          g_assert_cmpint (rows->rows.at[row].total_ns, ==, stats.kernels[i].duration.total_ns);
        }
      kernel_stats_clear (&stats);
      expected_clear (&expected);
      case_clear (&at);
    }
  g_assert_cmpuint (n_left_out, >, 0);
}

/* Host slices count in the step around their start; modules once per path. */
static void
test_host_rows (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (21);

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random);
      const SliceColumns *slices = trace_slices (at.trace);
      const StatsScope *scope = &at.part.scope;
      Expected expected = expected_new (&at);
      int64_t modules_ns = 0, found_modules_ns = 0;

      for (uint64_t i = 0; i < slices->n; i++)
        {
          const TraceTrack *track = trace_track (at.trace, slices->track[i]);

          if ((slices->flags[i] & SLICE_UNFINISHED) || track->device >= 0
              || (scope->rank != TRACE_NONE && scope->rank != track->rank))
            continue;
          if (slices->kind[i] == SLICE_PYTHON && is_in_scope (&at, i)
              && strcmp (trace_string (at.trace, slices->name[i], NULL), "nn.Module: Block_7") == 0)
            modules_ns += slices->dur_ns[i];
          if (slices->kind[i] == SLICE_OPERATOR)
            expect (&expected, &at, i,
                    at.side.steps.has_steps ? sample_at (&at, track->rank, slices->start_ns[i])
                    : is_in_scope (&at, i)  ? 0
                                            : SAMPLE_NONE);
        }
      for (size_t row = 0; row < at.side.host.modules.rows.n; row++)
        found_modules_ns += at.side.host.modules.rows.at[row].total_ns;
      check_rows (&at.side.host.operators, &expected, trace_n_strings (at.trace));
      g_assert_cmpint (found_modules_ns, ==, modules_ns);
      expected_clear (&expected);
      case_clear (&at);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare_side/shares_nanosecond_by_nanosecond", test_shares_nanosecond_by_nanosecond);
  g_test_add_func ("/compare_side/gpu_time_outside_of_steps_nanosecond_by_nanosecond",
                   test_gpu_time_outside_of_steps_nanosecond_by_nanosecond);
  g_test_add_func ("/compare_side/samples_add_up", test_samples_add_up);
  g_test_add_func ("/compare_side/kernels_count_in_the_step_that_launched_them", test_kernels);
  g_test_add_func ("/compare_side/host_slices_count_in_the_step_around_them", test_host_rows);
  return g_test_run ();
}
