/* SPDX-License-Identifier: Apache-2.0
 *
 * What the ranks of a process group share the work by, as far as the names that a framework gave the group say it:
 * "default_pg", "TENSOR_MODEL_PARALLEL_GROUP" (Megatron-LM's parallel_state.py), "mesh_dp_shard" (PyTorch's DeviceMesh),
 * "tp_group" (DeepSpeed). Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum
{
  PARALLELISM_UNKNOWN,
  PARALLELISM_DATA,
  PARALLELISM_TENSOR,
  PARALLELISM_PIPELINE,
  PARALLELISM_EXPERT,
  PARALLELISM_CONTEXT,
  N_PARALLELISMS
} Parallelism;

/* Returns what a name says, or PARALLELISM_UNKNOWN if it says nothing, or two things as a group of tensor and data
 * parallel ranks together. Experts that are replicated by data are data parallel. O(length). */
Parallelism parallelism_of_name (const char *name, size_t length);

/* Returns "data", "tensor" and so on; NULL for PARALLELISM_UNKNOWN. */
const char *parallelism_word (Parallelism parallelism);
