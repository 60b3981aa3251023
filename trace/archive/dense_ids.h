/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers the distinct ids of a block 0, 1, 2, ... in order of first appearance. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/container/column.h"

typedef struct
{
  U32Column distinct; /* in order of first appearance */
  uint32_t *slots;    /* 1 + place in distinct; 0: free */
  size_t n_slots;     /* a power of two */
} DenseIds;

/* Forgets all ids and makes room for that many different ones. False: out of memory. */
bool dense_ids_begin (DenseIds *dense, size_t max_distinct);

/* O(1). No more different ones than there is room for. */
uint32_t dense_ids_of (DenseIds *dense, uint32_t id);

void dense_ids_clear (DenseIds *dense);
