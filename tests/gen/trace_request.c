/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/trace_request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGE_TRACE_EVENTS 100000
#define LARGE_LAYERS       24
#define SMALL_LAYERS       4

typedef struct
{
  bool stacks, no_stalls;
  TimeForm times;
  uint64_t n_events, n_steps, seed, rank, world_size;
  bool has_noise;
  uint64_t noise_seed;
  Injection injection;
  const char *output, *truth;
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
  if (strcmp (name, "--events") == 0 || strcmp (name, "-n") == 0)
    return parse_number (value, 1, INT64_MAX / 2, &options->n_events);
  if (strcmp (name, "--steps") == 0)
    return parse_number (value, 1, 1000000, &options->n_steps);
  if (strcmp (name, "--noise") == 0)
    {
      options->has_noise = true;
      return parse_number (value, 0, UINT64_MAX, &options->noise_seed);
    }
  if (strcmp (name, "--inject") == 0)
    return injection_parse (value, &options->injection);
  if (strcmp (name, "--truth") == 0)
    {
      options->truth = value;
      return true;
    }
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

static TraceRequest
request_of (const Options *options)
{
  int rank = (int) options->rank, world_size = (int) options->world_size;

  return (TraceRequest){
    .config = { .seed = options->seed,
                .rank = rank,
                .world_size = world_size,
                .n_layers = options->n_events < LARGE_TRACE_EVENTS ? SMALL_LAYERS : LARGE_LAYERS,
                .python_frames = options->stacks,
                .begin_ns = TRACE_REQUEST_BEGIN_NS,
                .first_step_number = 10,
                .slow_step = options->no_stalls ? SLOW_STEP_NEVER : SLOW_STEP_BY_CHANCE,
                .has_noise = options->has_noise,
                .noise_seed = options->noise_seed,
                .injection = options->injection },
    .options = { .rank = rank,
                 .world_size = world_size,
                 .times = options->times,
                 .python_frames = options->stacks,
                 .call_stacks = options->stacks,
                 .trace_id = options->seed,
                 .trace_name = "trace.pt.trace.json" },
    .n_events = (int64_t) options->n_events,
    .n_steps = (int64_t) options->n_steps,
    .truth_path = options->truth,
  };
}

bool
trace_request_parse (const char *program,
                     int argc,
                     char **argv,
                     TraceRequest *ret_request,
                     const char **ret_output)
{
  Options options = { .seed = 1, .world_size = 2 };

  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--stacks") == 0)
      options.stacks = true;
    else if (strcmp (argv[i], "--no-stalls") == 0)
      options.no_stalls = true;
    else if (i + 1 < argc && parse_option (argv[i], argv[i + 1], &options))
      i++;
    else
      {
        fprintf (stderr, "%s: bad argument: %s\n", program, argv[i]);
        return false;
      }
  if (options.output == NULL || (options.n_events == 0) == (options.n_steps == 0)
      || options.rank >= options.world_size)
    {
      fprintf (stderr, "%s: it needs either --events or --steps, -o, and a rank below the world size\n",
               program);
      return false;
    }
  *ret_request = request_of (&options);
  *ret_output = options.output;
  return true;
}
