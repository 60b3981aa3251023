/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files and archives changed behind their hashes and their compression: what is refused for a hash shows
 * nothing. */

#pragma once

#include "tests/fuzz/harness.h"

/* Of Harness.mutate. */
size_t
native_mutation (uint8_t *bytes, size_t n, size_t max, uint64_t seed, MutateFunc mutate, void *user_data);
