/* SPDX-License-Identifier: Apache-2.0
 *
 * xxHash chooses how it computes when it is compiled; each of the files that include this is compiled for another processor.
 * All compute the same from the same state. */

#pragma once

#include <stddef.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef void (*KeyHashAdd) (XXH3_state_t *state, const void *bytes, size_t n);

#if defined __x86_64__
void key_hash_add_avx2 (XXH3_state_t *state, const void *bytes, size_t n);
void key_hash_add_avx512 (XXH3_state_t *state, const void *bytes, size_t n);
#endif
