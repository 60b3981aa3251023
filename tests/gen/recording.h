/* SPDX-License-Identifier: Apache-2.0
 *
 * Simulates a run and hands its steps to a writer in libkineto's order: what the host recorded of all steps, then
 * what CUPTI recorded. The run is simulated twice for that, so that memory holds one step, whatever its length. */

#pragma once

#include "tests/gen/training_run.h"

#include <stdint.h>

typedef struct
{
  void (*host) (void *writer, const RecordedStep *record);
  void (*run_frames) (void *writer, int64_t begin_ns, int64_t end_ns); /* between the two */
  void (*device) (void *writer, const RecordedStep *record);
} RecordingSink;

/* n_steps: how many; 0: until there are about n_events events. *ret_end_ns: of the profiler's window, which begins
 * at config->begin_ns. Returns the number of steps. */
int64_t recording_make (const TrainingConfig *config,
                        int64_t n_steps,
                        int64_t n_events,
                        const RecordingSink *sink,
                        void *writer,
                        int64_t *ret_end_ns);
