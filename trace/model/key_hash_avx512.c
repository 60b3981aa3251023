/* SPDX-License-Identifier: Apache-2.0 */

#if defined __x86_64__

  #ifdef __clang__
    #pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
  #else
    #pragma GCC push_options
    #pragma GCC target("avx512f")
  #endif

  #include "trace/model/key_hash_ways.h"

void
key_hash_add_avx512 (XXH3_state_t *state, const void *bytes, size_t n)
{
  XXH3_128bits_update (state, bytes, n);
}

  #ifdef __clang__
    #pragma clang attribute pop
  #else
    #pragma GCC pop_options
  #endif

#else
typedef int key_hash_avx512_is_for_x86;
#endif
