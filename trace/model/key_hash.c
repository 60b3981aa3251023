/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/key_hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct KeyHash
{
  XXH3_state_t state;
};

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
  XXH3_128bits_update (&hash->state, bytes, n);
}

void
key_hash_get (const KeyHash *hash, uint8_t key[TRACE_KEY_BYTES])
{
  XXH128_canonical_t canonical;

  XXH128_canonicalFromHash (&canonical, XXH3_128bits_digest (&hash->state));
  memcpy (key, canonical.digest, TRACE_KEY_BYTES);
}
