/* SPDX-License-Identifier: Apache-2.0
 *
 * One rank of a simulated run, which runs programs (tests/gen/step_program.h): host threads that spend time, calls that
 * launch work, streams that do it. */

#pragma once

#include "tests/gen/prng.h"
#include "tests/gen/run_noise.h"
#include "tests/gen/recorded_step.h"
#include "tests/gen/step_program.h"
#include "tests/gen/training_run.h"

#define MAX_OPEN       24
#define MAX_RANGES     (MAX_LAYERS + 16)
#define MAX_REDUCTIONS (MAX_LAYERS + 2)

/* A node of a program that has begun and not ended. */
typedef struct
{
  NodeKind kind;
  size_t at;           /* in host_ops or frames */
  int64_t external_id; /* of operators and annotations, else 0 */
  int64_t tail_ns;     /* host time between the end of the last child and its own end */
} OpenNode;

/* An annotation whose extent on the device is known only when its collectives have ended. */
typedef struct
{
  size_t host_op;
  size_t first, end; /* device operations launched inside */
} PendingRange;

/* An all reduce that waits for the other ranks. */
typedef struct
{
  size_t device_op; /* in the record */
  int64_t ready_ns; /* launched, gradients computed */
  int64_t elements;
} PendingReduction;

/* What differs between the runs of a program. */
typedef struct
{
  int layer; /* n_layers for the head, -1 for everything else */
  HostThread thread;
  int64_t first_grad;          /* sequence number of slot 0 */
  int64_t collective_elements; /* of the bucket */
  int64_t wait_ns;             /* for waits that have none of their own */
} Scope;

/* One rank. Without a record it only keeps time. */
typedef struct
{
  Prng prng;
  Prng injected_prng;      /* of what is injected, which must not move the numbers of the rest */
  Pace pace;               /* of the step */
  int64_t speed_permille;  /* device time, 1000 is nominal: no two GPUs are equally fast */
  int64_t slower_permille; /* that WORK_SLOWER takes longer */
  RecordedStep *record;    /* borrowed; NULL on the ranks that are not recorded */
  bool python_frames;

  int64_t host_ns;
  int64_t stream_free_ns[N_STREAMS];
  int64_t allocated_bytes;
  int64_t last_external_id, last_correlation, last_python_id;
  int64_t last_event_correlation;

  OpenNode open[MAX_OPEN];
  size_t n_open;
  size_t innermost_frame;
  PendingRange ranges[MAX_RANGES];
  size_t n_ranges;
  PendingReduction reductions[MAX_REDUCTIONS];
  size_t n_reductions;
} Rank;

static inline int64_t
max_ns (int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* Ends the program with a message if memory has run out. */
void program_rank_require (bool ok);

/* Lets the host spend about that time. */
void program_rank_spend (Rank *rank, int64_t typical_ns);

/* Run all nodes of a program; open and close an annotation or a Python frame around what is run between them. */
void program_rank_run (Rank *rank, const Program *program, const Scope *scope);
void program_rank_open_annotation (Rank *rank, const char *name, int32_t number);
void program_rank_open_frame (Rank *rank, const char *name);
void program_rank_close_frame (Rank *rank);
void program_rank_close_annotation (Rank *rank);
