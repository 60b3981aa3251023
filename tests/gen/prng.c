/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/prng.h"

#define GOLDEN_GAMMA UINT64_C (0x9e3779b97f4a7c15)

static uint64_t
mix (uint64_t z)
{
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

Prng
prng_init (uint64_t seed, uint64_t stream)
{
  return (Prng){ mix (seed + GOLDEN_GAMMA) ^ mix (~stream) };
}

uint64_t
prng_next (Prng *prng)
{
  prng->state += GOLDEN_GAMMA;
  return mix (prng->state);
}

uint64_t
prng_below (Prng *prng, uint64_t bound)
{
  return (uint64_t) (((unsigned __int128) prng_next (prng) * bound) >> 64);
}

int64_t
prng_jitter (Prng *prng, int64_t value_ns, int64_t permille)
{
  int64_t reach_ns = value_ns * permille / 1000;

  return value_ns - reach_ns + (int64_t) prng_below (prng, (uint64_t) (2 * reach_ns + 1));
}
