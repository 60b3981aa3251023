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
  uint32_t *slots;    /* 1 + index in distinct, or 0 if free */
  size_t n_slots;     /* a power of two */
} DenseIds;

/* Forgets all ids and makes room for max_distinct different ones. Returns false if memory runs out. */
bool dense_ids_begin (DenseIds *dense, size_t max_distinct);

/* Returns the number of an id. There must not be more different ids than there is room for. O(1). */
uint32_t dense_ids_of (DenseIds *dense, uint32_t id);

void dense_ids_clear (DenseIds *dense);
