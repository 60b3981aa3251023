/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/key_hash.h"

#include <string.h>

#include "trace/model/key_hash_ways.h"

struct KeyHash
{
  XXH3_state_t state;
};

static void
add_plain (XXH3_state_t *state, const void *bytes, size_t n)
{
  XXH3_128bits_update (state, bytes, n);
}

static KeyHashAdd best_add = add_plain;

/* Runs before main (), so that no thread sees the choice half made. */
__attribute__ ((constructor)) static void
find_best (void)
{
#if defined __x86_64__
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f"))
    best_add = key_hash_add_avx512;
  else if (__builtin_cpu_supports ("avx2"))
    best_add = key_hash_add_avx2;
#endif
}

/* The state needs a larger alignment than malloc () gives. */
KeyHash *
key_hash_new (void)
{
  KeyHash *hash = (KeyHash *) XXH3_createState ();

  if (hash != NULL)
    XXH3_128bits_reset (&hash->state);
  return hash;
}

void
key_hash_free (KeyHash *hash)
{
  if (hash != NULL)
    XXH3_freeState (&hash->state);
}

void
key_hash_add (KeyHash *hash, const void *bytes, size_t n)
{
  best_add (&hash->state, bytes, n);
}

void
key_hash_get (const KeyHash *hash, uint8_t key[TRACE_KEY_BYTES])
{
  XXH128_canonical_t canonical;

  XXH128_canonicalFromHash (&canonical, XXH3_128bits_digest (&hash->state));
  memcpy (key, canonical.digest, TRACE_KEY_BYTES);
}
