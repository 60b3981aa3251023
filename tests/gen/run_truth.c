/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/run_truth.h"

#include "tests/gen/training_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a run did on the device, by work. */
typedef struct
{
  int64_t count[N_WORKS], ns[N_WORKS];
} WorkSums;

/* One of the two runs. */
typedef struct
{
  TrainingRun *run;
  RecordedStep record;
  int64_t last_end_ns; /* of the step before */
  WorkSums sums;
} Simulated;

static int64_t
max_ns (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

static const HostOp *
step_annotation (const RecordedStep *record)
{
  for (size_t i = 0; i < record->host_ops.n; i++)
    if (record->host_ops.at[i].annotation && strcmp (record->host_ops.at[i].name, "ProfilerStep#") == 0)
      return &record->host_ops.at[i];
  abort ();
}

/* Simulates a step and returns its wall time: from its begin, or the end of the step before, to the end of the
 * annotation and of everything that it launched. */
static int64_t
next_wall_ns (Simulated *simulated)
{
  const RecordedStep *record = &simulated->record;
  const HostOp *step;
  int64_t begin_ns, end_ns;

  training_run_step (simulated->run, &simulated->record);
  step = step_annotation (record);
  end_ns = max_ns (step->end_ns, simulated->last_end_ns);
  for (size_t i = 0; i < record->device_ops.n; i++)
    {
      const DeviceOp *op = &record->device_ops.at[i];

      if (op->sync != SYNC_NONE)
        continue;
      end_ns = max_ns (end_ns, op->end_ns);
      simulated->sums.count[op->work]++;
      simulated->sums.ns[op->work] += op->end_ns - op->begin_ns;
    }
  begin_ns = max_ns (step->begin_ns, simulated->last_end_ns);
  simulated->last_end_ns = end_ns;
  return end_ns - begin_ns;
}

static Simulated
simulated_new (const TrainingConfig *config, const Injection *injection)
{
  TrainingConfig own = *config;

  own.has_noise = false;
  own.injection = *injection;
  return (Simulated){ .run = training_run_new (&own), .last_end_ns = config->begin_ns };
}

static void
simulated_clear (Simulated *simulated)
{
  training_run_free (simulated->run);
  recorded_step_clear (&simulated->record);
}

static void
write_injected (FILE *file, const Injection *injection)
{
  const char *separator = "";
  const struct
  {
    bool is_injected;
    const char *kind, *part, *name;
  } all[] = {
    { injection->slower_permille > 0, "kernel-slower", "compute", device_works[WORK_SLOWER].name },
    { injection->added_memcpy, "added-memcpy", "exposed_copies", device_works[WORK_COPY_MASK].name },
    { injection->removed_overlap, "removed-overlap", "exposed_communication",
      device_works[WORK_ALL_REDUCE].name },
    { injection->slow_steps_of > 0, "slow-loader", "idle", NULL },
  };

  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
      if (!all[i].is_injected)
        continue;
      fprintf (file, "%s\n    {\"kind\": \"%s\", \"part\": \"%s\", \"name\": ", separator, all[i].kind,
               all[i].part);
      if (all[i].name != NULL)
        fprintf (file, "\"%s\"}", all[i].name);
      else
        fputs ("null}", file);
      separator = ",";
    }
}

/* Works with one name are one row. */
static WorkSums
sums_by_name (const WorkSums *sums)
{
  WorkSums by_name = { 0 };

  for (int work = 0; work < N_WORKS; work++)
    {
      int first = 0;

      while (strcmp (device_works[first].name, device_works[work].name) != 0)
        first++;
      by_name.count[first] += sums->count[work];
      by_name.ns[first] += sums->ns[work];
    }
  return by_name;
}

static void
write_activities (FILE *file, const WorkSums *base_sums, const WorkSums *sums)
{
  WorkSums a = sums_by_name (base_sums), b = sums_by_name (sums);
  const char *separator = "";

  for (int work = 0; work < N_WORKS; work++)
    if (a.count[work] != b.count[work] || a.ns[work] != b.ns[work])
      {
        fprintf (file,
                 "%s\n    {\"name\": \"%s\", \"base_count\": %" PRId64 ", \"count\": %" PRId64
                 ", \"base_ns\": %" PRId64 ", \"ns\": %" PRId64 "}",
                 separator, device_works[work].name, a.count[work], b.count[work], a.ns[work], b.ns[work]);
        separator = ",";
      }
}

static void
write_mean (FILE *file, int64_t sum, int64_t n)
{
  int64_t size = sum < 0 ? -sum : sum;

  fprintf (file, "%s%" PRId64 ".%06" PRId64, sum < 0 ? "-" : "", size / n, size % n * 1000000 / n);
}

static void
write_truth (FILE *file, const TraceRequest *request, int64_t n_steps)
{
  const TrainingConfig *config = &request->config;
  Simulated base = simulated_new (config, &(Injection){ 0 });
  Simulated other = simulated_new (config, &config->injection);
  int64_t difference_ns = 0;

  fputs ("{\n  \"schema\": \"stepscope.injected/1\",\n  \"injected\": [", file);
  write_injected (file, &config->injection);
  if (config->has_noise)
    fprintf (file, "],\n  \"noise\": %" PRIu64 ",\n  \"steps\": [", config->noise_seed);
  else
    fputs ("],\n  \"noise\": null,\n  \"steps\": [", file);
  for (int64_t i = 0; i < n_steps; i++)
    {
      int64_t base_ns = next_wall_ns (&base), ns = next_wall_ns (&other);

      fprintf (file,
               "%s\n    {\"number\": %" PRId64 ", \"base_wall_ns\": %" PRId64 ", \"wall_ns\": %" PRId64 "}",
               i == 0 ? "" : ",", config->first_step_number + i, base_ns, ns);
      difference_ns += ns - base_ns;
    }
  fprintf (file, "],\n  \"difference_ns\": %" PRId64 ",\n  \"mean_difference_ns\": ", difference_ns);
  write_mean (file, difference_ns, n_steps);
  fputs (",\n  \"activities\": [", file);
  write_activities (file, &base.sums, &other.sums);
  fputs ("]\n}\n", file);
  simulated_clear (&base);
  simulated_clear (&other);
}

bool
run_truth_write (const char *path, const TraceRequest *request, int64_t n_steps)
{
  FILE *file = fopen (path, "wb");
  bool ok;

  if (file == NULL)
    return false;
  write_truth (file, request, n_steps);
  ok = !ferror (file);
  return fclose (file) == 0 && ok;
}
