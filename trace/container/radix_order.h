/* SPDX-License-Identifier: Apache-2.0
 *
 * Stable ordering of items by an unsigned 64-bit key in linear time.
 *
 * It is a radix sort, least significant digit first, with up to eleven bits a pass. Leading and trailing bits
 * that all keys share cost nothing, nor do digits that all keys share. */

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct
{
  uint64_t key;
  uint64_t item;
} OrderPair;

/* Sorts pairs ascending by key; equal keys keep their order. scratch has room for n pairs; its contents are
 * lost. Pairs that are in order already cost one pass over them. */
void radix_order (OrderPair *pairs, OrderPair *scratch, size_t n);
