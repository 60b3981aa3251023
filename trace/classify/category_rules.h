/* SPDX-License-Identifier: Apache-2.0
 *
 * Compute, communication or memory, with the reason (METRICS 7). */

#pragma once

#include <stddef.h>

#include "trace/classify/kernel_class.h"

/* SLICE_MEMCPY or SLICE_MEMSET of copies and fills that AMD's tools label as kernels; else SLICE_KERNEL, and no reason.
 * O(1). */
SliceKind memory_kind_of_name (const char *name, size_t length, const char **ret_reason);

/* The installed rules of users included, before the built-in ones but behind memory. O(length x rules). */
KernelClass category_of_name (const char *name, size_t length, const char **ret_reason);
