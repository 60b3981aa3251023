/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/hash_seed.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

uint64_t hash_seed_words[2];

static void
choose (void)
{
  if (getentropy (hash_seed_words, sizeof hash_seed_words) != 0)
    {
      struct timespec now = { 0 };

      clock_gettime (CLOCK_MONOTONIC, &now);
      hash_seed_words[0] = (uint64_t) now.tv_nsec * UINT64_C (0x9e3779b97f4a7c15);
      hash_seed_words[1] = ((uint64_t) getpid () << 32 ^ (uint64_t) now.tv_nsec) * UINT64_C (0xff51afd7ed558ccd);
    }
  /* A factor with few bits would leave neighbours together. */
  hash_seed_words[1] |= UINT64_C (0x8000000080000001);
}

void
hash_seed_init (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once (&once, choose);
}
