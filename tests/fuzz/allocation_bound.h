/* SPDX-License-Identifier: Apache-2.0
 *
 * No input is to make a reader ask for memory out of proportion: in a build with AddressSanitizer, an allocation above
 * the bound aborts, on whatever thread. Elsewhere nothing happens. */

#pragma once

#include <stddef.h>

/* Of texts. */
#define ALLOCATION_TIMES_OF_TEXT 64

/* From now on a single allocation is at most so many times n_bytes and 64 MiB more. */
void allocation_bound_set (size_t n_bytes, size_t times);
void allocation_bound_lift (void);
