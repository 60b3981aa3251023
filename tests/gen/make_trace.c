/* SPDX-License-Identifier: Apache-2.0
 *
 * make_trace: writes training traces as PyTorch's profiler would, for benchmarks, tests and the
 * sample.
 *
 * Memory holds one step, whatever the size of the file. The bytes depend on the options alone. */

#include "tests/gen/kineto_writer.h"
#include "tests/gen/training_run.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
  "usage: make_trace --events N [--seed S] [--rank R --world-size W] [--times "
  "relative|absolute]\n"
  "                  [--stacks] -o FILE|-\n"
  "       make_trace --sample -o DIR\n"
  "\n"
  "  --events N      about N events; the exact number is reported on stderr\n"
  "  --seed S        another run (default 1)\n"
  "  --rank R        the rank to record (default 0)\n"
  "  --world-size W  ranks that train together, at most 64 (default 2; 1: no collectives)\n"
  "  --times FORM    relative (default, with baseTimeNanoseconds) or absolute\n"
  "  --stacks        with Python frames and call stacks\n"
  "  --sample        rank0.pt.trace.json and rank1.pt.trace.json of a short run\n";

#define EPOCH_NS INT64_C (1757944800123456000) /* 2025-09-15, when the runs begin */

#define LARGE_TRACE_EVENTS 100000
#define LARGE_LAYERS       24
#define SMALL_LAYERS       4

#define SAMPLE_SEED      20250915
#define SAMPLE_RANKS     2
#define SAMPLE_STEPS     12
#define SAMPLE_LAYERS    4
#define SAMPLE_SLOW_STEP 7

typedef struct
{
  TrainingConfig config;
  KinetoOptions options;
  int64_t n_events; /* stop near so many, or */
  int64_t n_steps;  /* when > 0, after so many steps */
} TraceRequest;

typedef struct
{
  int64_t n_events;
  int64_t n_steps;
} TraceReport;

/* Simulates the run twice: libkineto writes the host's events of all steps first, and replaying is
 * what makes that possible without keeping them. */
static bool
write_trace (FILE *file, const TraceRequest *request, TraceReport *report)
{
  const TrainingConfig *config = &request->config;
  KinetoWriter *writer = kineto_writer_new (file, &request->options);
  StepRecord record = { 0 };
  int64_t n_events = 0;
  int64_t n_step_events = 0;
  int64_t n_steps = 0;
  int64_t end_ns;
  TrainingRun *run = training_run_new (config);

  do
    {
      training_run_step (run, &record);
      kineto_writer_host (writer, &record);
      n_step_events = step_record_n_events (&record);
      n_events += n_step_events;
      n_steps++;
    }
  while (request->n_steps > 0 ? n_steps < request->n_steps
                              : n_events + n_step_events / 2 < request->n_events);
  end_ns = training_run_now_ns (run) + 140000;
  training_run_free (run);
  kineto_writer_run_frames (writer, config->begin_ns + 20000, end_ns);

  run = training_run_new (config);
  for (int64_t i = 0; i < n_steps; i++)
    {
      training_run_step (run, &record);
      kineto_writer_device (writer, &record);
    }
  training_run_free (run);
  step_record_clear (&record);

  report->n_steps = n_steps;
  return kineto_writer_finish (writer, config->begin_ns, end_ns + 860000, &report->n_events);
}

static bool
make_file (const char *path, const TraceRequest *request)
{
  bool to_stdout = strcmp (path, "-") == 0;
  FILE *file = to_stdout ? stdout : fopen (path, "wb");
  TraceReport report;
  bool ok;

  if (file == NULL)
    {
      fprintf (stderr, "make_trace: %s: %s\n", path, strerror (errno));
      return false;
    }
  ok = write_trace (file, request, &report);
  if (!to_stdout && fclose (file) != 0)
    ok = false;
  if (!ok)
    {
      fprintf (stderr, "make_trace: %s: could not be written\n", path);
      return false;
    }
  fprintf (stderr, "%s: %lld events, %lld steps, rank %d of %d, %s times\n", path,
           (long long) report.n_events, (long long) report.n_steps, request->config.rank,
           request->config.world_size, request->options.times == TIMES_RELATIVE ? "relative" : "absolute");
  return true;
}

static bool
make_sample (const char *directory)
{
  for (int rank = 0; rank < SAMPLE_RANKS; rank++)
    {
      char name[32];
      char path[4096];
      TraceRequest request = {
        .config = { .seed = SAMPLE_SEED,
                    .rank = rank,
                    .world_size = SAMPLE_RANKS,
                    .n_layers = SAMPLE_LAYERS,
                    .python_frames = true,
                    .begin_ns = EPOCH_NS,
                    .first_step_number = 100,
                    .slow_step = SAMPLE_SLOW_STEP },
        .options = { .rank = rank,
                     .world_size = SAMPLE_RANKS,
                     .python_frames = true,
                     .trace_id = SAMPLE_SEED + (uint64_t) rank,
                     .trace_name = name },
        .n_steps = SAMPLE_STEPS,
      };
      int length;

      snprintf (name, sizeof name, "rank%d.pt.trace.json", rank);
      length = snprintf (path, sizeof path, "%s/%s", directory, name);
      if (length < 0 || (size_t) length >= sizeof path)
        {
          fprintf (stderr, "make_trace: %s: name too long\n", directory);
          return false;
        }
      if (!make_file (path, &request))
        return false;
    }
  return true;
}

typedef struct
{
  bool sample;
  bool stacks;
  TimeForm times;
  uint64_t n_events, seed, rank, world_size;
  const char *output;
} Options;

static bool
parse_number (const char *text, uint64_t min, uint64_t max, uint64_t *ret)
{
  char *end;
  unsigned long long value;

  if (text[0] < '0' || text[0] > '9')
    return false;
  errno = 0;
  value = strtoull (text, &end, 10);
  if (errno != 0 || *end != '\0' || value < min || value > max)
    return false;
  *ret = value;
  return true;
}

static bool
parse_times (const char *text, TimeForm *ret)
{
  if (strcmp (text, "relative") == 0)
    *ret = TIMES_RELATIVE;
  else if (strcmp (text, "absolute") == 0)
    *ret = TIMES_ABSOLUTE;
  else
    return false;
  return true;
}

static bool
parse_option (const char *name, const char *value, Options *options)
{
  if (strcmp (name, "--events") == 0)
    return parse_number (value, 1, INT64_MAX / 2, &options->n_events);
  if (strcmp (name, "--seed") == 0)
    return parse_number (value, 0, UINT64_MAX, &options->seed);
  if (strcmp (name, "--rank") == 0)
    return parse_number (value, 0, MAX_WORLD_SIZE - 1, &options->rank);
  if (strcmp (name, "--world-size") == 0)
    return parse_number (value, 1, MAX_WORLD_SIZE, &options->world_size);
  if (strcmp (name, "--times") == 0)
    return parse_times (value, &options->times);
  if (strcmp (name, "-o") == 0)
    {
      options->output = value;
      return true;
    }
  return false;
}

static bool
parse_arguments (int argc, char **argv, Options *options)
{
  for (int i = 1; i < argc; i++)
    {
      if (strcmp (argv[i], "--sample") == 0)
        options->sample = true;
      else if (strcmp (argv[i], "--stacks") == 0)
        options->stacks = true;
      else if (i + 1 < argc && parse_option (argv[i], argv[i + 1], options))
        i++;
      else
        {
          fprintf (stderr, "make_trace: bad argument: %s\n", argv[i]);
          return false;
        }
    }
  return options->output != NULL && options->sample == (options->n_events == 0)
         && options->rank < options->world_size;
}

static bool
make_large (const Options *options)
{
  TraceRequest request = {
    .config = { .seed = options->seed,
                .rank = (int) options->rank,
                .world_size = (int) options->world_size,
                .n_layers = options->n_events < LARGE_TRACE_EVENTS ? SMALL_LAYERS : LARGE_LAYERS,
                .python_frames = options->stacks,
                .begin_ns = EPOCH_NS,
                .first_step_number = 10,
                .slow_step = SLOW_STEP_BY_CHANCE },
    .options = { .rank = (int) options->rank,
                 .world_size = (int) options->world_size,
                 .times = options->times,
                 .python_frames = options->stacks,
                 .call_stacks = options->stacks,
                 .trace_id = options->seed,
                 .trace_name = "trace.pt.trace.json" },
    .n_events = (int64_t) options->n_events,
  };

  return make_file (options->output, &request);
}

int
main (int argc, char **argv)
{
  Options options = { .seed = 1, .world_size = 2 };

  if (argc == 2 && strcmp (argv[1], "--help") == 0)
    {
      fputs (usage, stdout);
      return EXIT_SUCCESS;
    }
  if (!parse_arguments (argc, argv, &options))
    {
      fputs (usage, stderr);
      return EXIT_FAILURE;
    }
  if (options.sample ? make_sample (options.output) : make_large (&options))
    return EXIT_SUCCESS;
  return EXIT_FAILURE;
}
