/* SPDX-License-Identifier: Apache-2.0
 *
 * make_trace: writes training traces as PyTorch's profiler would, for benchmarks, tests and the
 * sample.
 *
 * Memory holds one step, whatever the size of the file. The bytes depend on the options alone. */

#include "tests/gen/kineto_recording.h"
#include "tests/gen/run_truth.h"
#include "tests/gen/trace_request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
  "usage: make_trace --events N|--steps N [OPTION]... -o FILE|-\n"
  "       make_trace --sample -o DIR\n"
  "\n" TRACE_REQUEST_USAGE "  --sample        rank0.pt.trace.json and rank1.pt.trace.json of a short run\n";

#define SAMPLE_SEED      20250915
#define SAMPLE_RANKS     2
#define SAMPLE_STEPS     12
#define SAMPLE_LAYERS    4
#define SAMPLE_SLOW_STEP 7

static bool
make_file (const char *path, const TraceRequest *request)
{
  bool to_stdout = strcmp (path, "-") == 0;
  FILE *file = to_stdout ? stdout : fopen (path, "wb");
  int64_t n_events, n_steps;
  bool ok;

  if (file == NULL)
    {
      fprintf (stderr, "make_trace: %s: %s\n", path, strerror (errno));
      return false;
    }
  ok = kineto_recording_write (file, request, &n_events, &n_steps);
  if (!to_stdout && fclose (file) != 0)
    ok = false;
  if (!ok)
    {
      fprintf (stderr, "make_trace: %s: could not be written\n", path);
      return false;
    }
  if (request->truth_path != NULL && !run_truth_write (request->truth_path, request, n_steps))
    {
      fprintf (stderr, "make_trace: %s: could not be written\n", request->truth_path);
      return false;
    }
  fprintf (stderr, "%s: %lld events, %lld steps, rank %d of %d, %s times\n", path, (long long) n_events,
           (long long) n_steps, request->config.rank, request->config.world_size,
           request->options.times == TIMES_RELATIVE ? "relative" : "absolute");
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
                    .begin_ns = TRACE_REQUEST_BEGIN_NS,
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

int
main (int argc, char **argv)
{
  TraceRequest request;
  const char *output;

  if (argc == 2 && strcmp (argv[1], "--help") == 0)
    {
      fputs (usage, stdout);
      return EXIT_SUCCESS;
    }
  if (argc == 4 && strcmp (argv[1], "--sample") == 0 && strcmp (argv[2], "-o") == 0)
    return make_sample (argv[3]) ? EXIT_SUCCESS : EXIT_FAILURE;
  if (!trace_request_parse ("make_trace", argc, argv, &request, &output))
    {
      fputs (usage, stderr);
      return EXIT_FAILURE;
    }
  return make_file (output, &request) ? EXIT_SUCCESS : EXIT_FAILURE;
}
