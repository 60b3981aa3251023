/* SPDX-License-Identifier: Apache-2.0
 *
 * A hash of numbers that files choose. It has a secret that differs from process to process, so that no file can be made
 * whose numbers all want one place of a table. Nothing that a table gives may depend on the order of its places. */

#pragma once

#include <stdint.h>

/* The secret. Read it only after hash_seed_init (). */
extern uint64_t hash_seed_words[2];

/* Chooses the secret, once. From any thread; tables call it when they get their first places. */
void hash_seed_init (void);

static inline uint64_t
hash_seed_mix (uint64_t value)
{
  __extension__ typedef unsigned __int128 Wide;
  Wide product = (Wide) (value ^ hash_seed_words[0]) * hash_seed_words[1];

  return (uint64_t) product ^ (uint64_t) (product >> 64);
}
