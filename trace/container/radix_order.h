/* SPDX-License-Identifier: Apache-2.0
 *
 * Stable ordering of items by an unsigned 64-bit key, in linear time (least significant digit first radix
 * sort, up to eleven bits a pass; bits in which all keys agree at either end, and digits in which they do, cost nothing). */

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct
{
  uint64_t key;
  uint64_t item;
} OrderPair;

/* Sorts pairs ascending by key; equal keys keep their order. scratch: n pairs, contents lost.
 * Pairs that are in order already cost one pass over them. */
void radix_order (OrderPair *pairs, OrderPair *scratch, size_t n);
