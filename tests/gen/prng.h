/* SPDX-License-Identifier: Apache-2.0
 *
 * The pseudo random numbers of the generator: the same sequence on every machine.
 *
 * Integers only: a generated file must not depend on how a machine rounds. The algorithm is
 * SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */

#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t state;
} Prng;

/* Different (seed, stream) pairs give unrelated sequences. */
Prng prng_init (uint64_t seed, uint64_t stream);

uint64_t prng_next (Prng *prng);

/* Uniform in [0, bound); 0 when bound is 0. */
uint64_t prng_below (Prng *prng, uint64_t bound);

/* value_ns moved by at most permille / 1000 of itself in either direction; value_ns >= 0. */
int64_t prng_jitter (Prng *prng, int64_t value_ns, int64_t permille);
