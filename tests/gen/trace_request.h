/* SPDX-License-Identifier: Apache-2.0
 *
 * What to generate, from the command line: the options that the programs of this folder have in common. */

#pragma once

#include "tests/gen/injection.h"
#include "tests/gen/kineto_writer.h"
#include "tests/gen/training_run.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct
{
  TrainingConfig config;
  KinetoOptions options;
  int64_t n_events;       /* stop near so many, or */
  int64_t n_steps;        /* when > 0, after so many steps */
  const char *truth_path; /* of what run_truth_write () writes, or NULL */
} TraceRequest;

/* All runs begin on 2025-09-15. */
#define TRACE_REQUEST_BEGIN_NS INT64_C (1757944800123456000)

#define TRACE_REQUEST_USAGE                                                                          \
  "  --events N      about N events (also -n); the exact number is reported on stderr\n"             \
  "  --steps N       instead of --events: N steps, of a small model\n"                               \
  "  --seed S        another run (default 1)\n"                                                      \
  "  --rank R        the rank to record (default 0)\n"                                               \
  "  --world-size W  ranks that train together, at most 64 (default 2; 1: no collectives)\n"         \
  "  --times FORM    relative (default, with baseTimeNanoseconds) or absolute\n"                     \
  "  --stacks        with Python frames and call stacks\n"                                           \
  "  --no-stalls     the data loader never stalls by chance (it does in about one step of 40)\n"     \
  "  --noise S       one of many runs of the job: paces that drift from step to step, and warm-up\n" \
  "  --truth FILE    writes what the injections below change, exactly\n" INJECTION_USAGE

/* The options above, and -o. Prints what is wrong with them and returns false. */
bool trace_request_parse (const char *program,
                          int argc,
                          char **argv,
                          TraceRequest *ret_request,
                          const char **ret_output);
