/* SPDX-License-Identifier: Apache-2.0
 *
 * A model of a data-parallel training run: when each operator, call and kernel of one rank runs.
 *
 * Every rank has one host timeline (the main thread, which hands over to the autograd thread during
 * the backward pass) and two device streams, one for compute and one for collectives. The host runs
 * ahead of the device until it reads the loss or synchronises; an operation starts when it was
 * launched and its stream is free; an all reduce ends at the same time on all ranks, after the last
 * of them has started. That coupling is why a run simulates all ranks even though it records only
 * one.
 *
 * The same configuration gives the same run, to the nanosecond, on every machine. A test tool: it
 * exits when memory runs out. */

#pragma once

#include "tests/gen/injection.h"
#include "tests/gen/recorded_step.h"

#include <stdbool.h>
#include <stdint.h>

#define MAX_WORLD_SIZE 64
#define MAX_LAYERS     96

/* Stalls of the data loader. */
#define SLOW_STEP_NEVER     (-1)
#define SLOW_STEP_BY_CHANCE (-2) /* about one step of 40 */

typedef struct
{
  uint64_t seed;
  int rank;       /* the recorded one, below world_size */
  int world_size; /* 1 to MAX_WORLD_SIZE; 1: no collectives */
  int n_layers;   /* 1 to MAX_LAYERS */
  bool python_frames;
  int64_t begin_ns;      /* absolute; the first step begins a little later */
  int first_step_number; /* N of the first ProfilerStep#N */
  int slow_step;         /* index of the step whose data loader stalls, or SLOW_STEP_* */
  bool has_noise;
  uint64_t noise_seed; /* runs of one seed that differ in this are runs of one job on one machine */
  Injection injection;
} TrainingConfig;

typedef struct _TrainingRun TrainingRun;

TrainingRun *training_run_new (const TrainingConfig *config);

void training_run_free (TrainingRun *run);

/* Simulates the next step; record holds that step alone afterwards. */
void training_run_step (TrainingRun *run, RecordedStep *record);

/* Where the recorded rank's host has arrived; no event so far ends later. */
int64_t training_run_now_ns (const TrainingRun *run);

/* Python ids of the frames that last for the whole run; the frames of steps are children of the
 * second. */
#define PYTHON_ID_MODULE 1
#define PYTHON_ID_MAIN   2
