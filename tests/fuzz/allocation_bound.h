/* SPDX-License-Identifier: Apache-2.0
 *
 * No input is to make a reader ask for memory out of proportion: in a build with AddressSanitizer, an allocation above
 * the bound aborts, on whatever thread. Elsewhere nothing happens. */

#pragma once

#include <stddef.h>

/* From now on a single allocation is at most 64 times n_bytes and 64 MiB more. */
void allocation_bound_set (size_t n_bytes);
void allocation_bound_lift (void);
