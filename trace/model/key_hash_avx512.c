/* SPDX-License-Identifier: Apache-2.0
 *
 * Clang does not tell of the target of single functions, and compiles the same as for any x86-64. */

#if defined __x86_64__

  #ifndef __clang__
    #pragma GCC target("avx512f")
  #endif

  #include "trace/model/key_hash_ways.h"

void
key_hash_add_avx512 (XXH3_state_t *state, const void *bytes, size_t n)
{
  XXH3_128bits_update (state, bytes, n);
}

#else
typedef int key_hash_avx512_is_for_x86;
#endif
