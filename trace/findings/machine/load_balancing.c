/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdlib.h>

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/machine/machine_grid.h"
#include "trace/text/marked_text.h"

enum
{
  DISTANCE,
  POINTS,
  PATIENCE
};

#define BINS 10 /* of 10 % each (METRICS 23) */

/* Pairs are compared among so many GPUs. */
#define GPUS_MAX 1024

/* How often a GPU was used how much. */
typedef struct
{
  uint32_t rank;
  int32_t device;
  uint32_t bins[BINS];
  uint32_t n;
  double sum; /* of shares, 0 to 1 */
} Use;

typedef struct
{
  Use *uses;
  uint32_t n;
  bool is_sampled;
} Uses;

static void
add_share (Use *use, double share)
{
  int bin = (int) (share * BINS);

  use->bins[CLAMP (bin, 0, BINS - 1)]++;
  use->n++;
  use->sum += share;
}

/* Samples where there are any, else the hundredths of the window. */
static void
collect (Uses *uses, const FindingFacts *facts, const MachineGrid *grid)
{
  for (size_t i = 0; i < grid->series.n && uses->n < GPUS_MAX; i++)
    {
      const MachineSeries *gpu = &grid->series.at[i];
      Use *use = &uses->uses[uses->n];

      if (gpu->n < MACHINE_BUCKETS_MIN)
        continue;
      *use = (Use){ .rank = gpu->rank, .device = gpu->device };
      for (uint32_t j = 0; j < grid->n_buckets; j++)
        if (gpu->values[j] >= 0)
          add_share (use, (double) gpu->values[j] / 100);
      uses->n++;
      uses->is_sampled = true;
    }
  for (uint32_t i = 0; !uses->is_sampled && i < facts->devices.n && uses->n < GPUS_MAX; i++)
    {
      const DeviceStats *device = &facts->devices.devices[i];
      const TraceDevice *of = trace_device (facts->trace, device->device);
      Use *use = &uses->uses[uses->n++];

      *use = (Use){ .rank = of->rank, .device = of->number };
      for (uint32_t j = 0; j < UTILIZATION_BUCKETS; j++)
        add_share (use, device->utilization[j]);
    }
}

/* The total variation distance of two histograms: 0 if they are alike, 1 if they have nothing in common. */
static double
distance (const Use *a, const Use *b)
{
  double sum = 0;

  for (int bin = 0; bin < BINS; bin++)
    sum += fabs ((double) a->bins[bin] / a->n - (double) b->bins[bin] / b->n);
  return sum / 2;
}

static RuleState
judge (FindingLook *look, const Uses *uses, int64_t begin_ns, int64_t end_ns)
{
  const Use *low = NULL, *high = NULL;
  double worst = 0;
  char of_low[PERCENT_TEXT_MAX], of_high[PERCENT_TEXT_MAX], number[G_ASCII_DTOSTR_BUF_SIZE];

  if (uses->n < 2)
    return look_is_without (look, N_ ("The profile has the utilization of fewer than two GPUs."));
  for (uint32_t i = 0; i < uses->n; i++)
    for (uint32_t j = i + 1; j < uses->n; j++)
      {
        const Use *a = &uses->uses[i], *b = &uses->uses[j];
        double between = distance (a, b), points = fabs (a->sum / a->n - b->sum / b->n);

        /* Steady use of 49 and of 51 % fall into different bins, and are as good as the same. */
        if (between <= look_threshold (look, DISTANCE) || points * 100 < look_threshold (look, POINTS)
            || between <= worst)
          continue;
        worst = between;
        low = a->sum / a->n < b->sum / b->n ? a : b;
        high = low == a ? b : a;
      }
  if (low == NULL)
    return look_is_clear (look);
  look_place (look, low->rank, begin_ns, end_ns, SLICE_NONE);
  look_place (look, high->rank, begin_ns, end_ns, SLICE_NONE);
  g_autofree char *low_name = device_idle_gpu (look, low->rank, low->device),
                  *high_name = device_idle_gpu (look, high->rank, high->device);
  return look_is_found_as (
    look, FINDING_MEDIUM,
    look_tr (look, N_ ("GPUs are used unequally: %s for %s on average, %s for %s; their histograms differ by %s of at most 1.")),
    low_name, percent_text (low->sum / low->n, of_low), high_name, percent_text (high->sum / high->n, of_high),
    g_ascii_formatd (number, sizeof number, "%.2f", worst));
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  MachineGrid grid;
  bool ok = machine_grid_init (&grid, look, 1u << MACHINE_GPU, look_threshold (look, PATIENCE));
  Uses uses = { .uses = malloc (GPUS_MAX * sizeof (Use)) };
  RuleState state;

  if (!ok || uses.uses == NULL)
    state = look_is_stopped (look);
  else
    {
      collect (&uses, facts, &grid);
      state = uses.is_sampled
                ? judge (look, &uses, grid.begin_ns, grid.begin_ns + grid.n_buckets * grid.bucket_ns)
                : judge (look, &uses, facts->scope->begin_ns, facts->scope->end_ns);
    }
  free (uses.uses);
  machine_grid_clear (&grid);
  return state;
}

const FindingRule rule_load_balancing = {
  .id = "load_balancing",
  .title = N_ ("Unequal load of GPUs"),
  .method = N_ (
    "Histograms of the utilization of each GPU, in 10 bins of 10 %, from samples of half a second or, without samples, from hundredths of the window. Two of them are unequal if half the sum of the differences of their shares, and the difference of their means, exceed the thresholds. This is LoadBalancing of SageMaker Debugger."),
  .advice = { N_ (
                "Give all GPUs equal work: the same batch size, shards of equal length, balanced pipeline stages."),
              N_ (
                "See whether a GPU only helps others: remove device_map or DataParallel copies that put work on one GPU."),
              N_ ("Drop GPUs that are not needed: CUDA_VISIBLE_DEVICES, or a smaller instance.") },
  .thresholds = { [DISTANCE] = { "distance", 0.5, 1, N_ ("Distance of histograms (0 to 1)") },
                  [POINTS] = { "mean_points", 10, 100, N_ ("Difference of means (percentage points)") },
                  [PATIENCE] = { "patience_s", 5, 1e6,
                                 N_ ("Time of samples to leave out at the begin (s)") } },
  .look = look,
};
