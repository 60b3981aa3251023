/* SPDX-License-Identifier: Apache-2.0
 *
 * Classifies a kernel as compute, communication or memory, with the reason (METRICS 7). */

#pragma once

#include <stddef.h>

#include "trace/classify/kernel_class.h"

/* Returns SLICE_MEMCPY or SLICE_MEMSET for a memcpy or memset that AMD's tools label as a kernel; else
 * SLICE_KERNEL and no reason. O(1). */
SliceKind memory_kind_of_name (const char *name, size_t length, const char **ret_reason);

/* Returns the class of a name. Rules that users installed come before the built-in ones but after those for
 * memory. O(length x rules). */
KernelClass category_of_name (const char *name, size_t length, const char **ret_reason);
