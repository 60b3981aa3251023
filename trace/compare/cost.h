/* SPDX-License-Identifier: Apache-2.0
 *
 * What steps cost and how many samples they train, on each side of a comparison. Plain arithmetic on figures of the summary
 * and on what the user says: the price of a node and the samples of a step.
 *
 * A job runs on n_gpus GPUs. Its nodes have gpus_per_node each and are paid as a whole, so that
 *
 *   nodes      = ceil (n_gpus / gpus_per_node)
 *   per hour   = nodes x price of a node per hour
 *   per step   = per hour x mean step time / 1 h
 *   idle       = per hour x idle time per step and GPU / 1 h; exposed communication likewise
 *   throughput = samples per step / mean step time
 *   scaling efficiency = throughput / (n_gpus x throughput per GPU of the side with the fewest GPUs)
 *
 * The efficiency compares sides whose throughput is known and that have the GPUs of the reference, the side with the fewest
 * of them (of several, the first one), and only if their numbers of GPUs differ. Whatever cannot be known says why. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/compare/comparison.h"

typedef struct
{
  bool has_steps;
  double step_ns; /* mean; the other times are per step and GPU as well */
  bool has_gpus;  /* GPU activity was recorded */
  double idle_ns, exposed_communication_ns;

  /* The model of the first GPU; borrowed from the trace, which must exist while cost_compute () runs. Length 0: not known,
   * which is a model of its own. */
  const char *hardware;
  size_t hardware_length;

  uint64_t n_gpus;         /* of the job; 0: not known */
  uint64_t gpus_per_node;  /* 0: not known */
  double price_per_hour;   /* of a node, in the currency of the side; negative: not given */
  double samples_per_step; /* of the job; 0: not given */
} CostInput;

typedef enum
{
  COST_THROUGHPUT, /* samples per second */
  COST_PER_HOUR,   /* of all nodes */
  COST_PER_STEP,
  COST_PER_1000_STEPS,
  COST_OF_IDLE, /* in 1000 steps; so is the next one */
  COST_OF_EXPOSED_COMMUNICATION,
  COST_PER_MILLION_SAMPLES,
  COST_SCALING_EFFICIENCY, /* 1 for the reference */
  N_COST_FIGURES
} CostFigure;

/* Why a figure is not known. */
typedef enum
{
  COST_KNOWN,
  COST_NO_STEPS,
  COST_NO_GPUS, /* nothing ran on a GPU, or the file does not say how many GPUs the job had */
  COST_NO_NODE, /* the file does not say how many GPUs a node had */
  COST_NO_PRICE,
  COST_NO_SAMPLES,
  COST_ONE_SIZE,       /* all sides with such GPUs have the same number of them */
  COST_OTHER_HARDWARE, /* the side with the fewest GPUs has another model of them */
} CostLack;

typedef struct
{
  CostLack lack;
  double value; /* 0 unless lack is COST_KNOWN */
} CostValue;

typedef struct
{
  uint64_t n_nodes; /* 0: not known */
  CostValue figures[N_COST_FIGURES];
} CostSheet;

/* "samples_per_second", "cost_per_step" and so on, as on the command line; static. */
const char *cost_figure_word (CostFigure figure);

/* Returns whether a figure is an amount of money. */
bool cost_figure_is_money (CostFigure figure);

/* Computes the sheets of n sides. O(n). */
void cost_compute (const CostInput *inputs, uint32_t n, CostSheet *ret_sheets);

/* ---- what a profile tells ---- */

/* Returns what a comparison tells of a side. Price and samples are not given. O(devices). */
CostInput cost_input_of_side (const Comparison *comparison, uint32_t side);

/* Returns the name under which the price of a node of the profile is kept: "8 × NVIDIA H100 80GB HBM3", the number of GPUs
 * that the file says a node has, if it does, and the model of the first GPU; "GPU" stands for a model without a name. The
 * same in every language. Transfer full (g_free ()). */
char *cost_node_name (const Trace *trace);

/* Returns how many GPUs the file says a node has; 0 if it does not. O(length of the device properties). */
uint64_t cost_gpus_per_node (const Trace *trace);
