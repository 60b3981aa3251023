/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a simulated run as the Chrome JSON of PyTorch's libkineto: its members, their order, its
 * spacing and its habits, among them an arrow end on every call without device work.
 *
 * Call order: new, then host for every step, run_frames, device for every step, finish. libkineto
 * writes what the host recorded before what CUPTI recorded; a caller that wants that order without
 * keeping the run in memory simulates it twice.
 *
 * Format source: output_json.cpp of pytorch/kineto, as seen in files of PyTorch 2.3 to 2.7. */

#pragma once

#include "tests/gen/recorded_step.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum
{
  TIMES_RELATIVE, /* since May 2024: baseTimeNanoseconds follows the events */
  TIMES_ABSOLUTE  /* April 2024: Unix epoch microseconds with three decimals */
} TimeForm;

typedef struct
{
  int rank, world_size;
  TimeForm times;
  bool python_frames; /* "with_stack" */
  bool call_stacks;   /* a "Call stack" on the outermost operators; needs python_frames */
  uint64_t trace_id;
  const char *trace_name;
} KinetoOptions;

typedef struct _KinetoWriter KinetoWriter;

/* Writes everything before the events. file and options->trace_name stay the caller's; exits when
 * memory runs out. Free with kineto_writer_finish. */
KinetoWriter *kineto_writer_new (FILE *file, const KinetoOptions *options);

/* Operators, annotations, memory and Python frames of one step. */
void kineto_writer_host (KinetoWriter *writer, const RecordedStep *record);

/* The Python frames around all steps; nothing without python_frames. */
void kineto_writer_run_frames (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns);

/* Calls, device work and arrows of one step. */
void kineto_writer_device (KinetoWriter *writer, const RecordedStep *record);

/* Writes metadata and the rest of the file, frees writer; *n_events is what the file holds.
 * begin_ns and end_ns are the profiler's window. False when anything could not be written. */
bool kineto_writer_finish (KinetoWriter *writer, int64_t begin_ns, int64_t end_ns, int64_t *n_events);
