/* SPDX-License-Identifier: Apache-2.0
 *
 * Classifies a kernel as compute, communication or memory, with the reason (METRICS 7). */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/classify/kernel_class.h"

/* Returns SLICE_MEMCPY or SLICE_MEMSET for a memcpy or memset that AMD's tools label as a kernel; else
 * SLICE_KERNEL and no reason. O(1). */
SliceKind memory_kind_of_name (const char *name, size_t length, const char **ret_reason);

/* Returns the class of a name. Rules that users installed come before the built-in ones but after those for
 * memory. O(length x rules). */
KernelClass category_of_name (const char *name, size_t length, const char **ret_reason);

/* Returns whether the name is that of the range that PyTorch's process groups put around a collective:
 * LIBRARY:COLLECTIVE, such as "nccl:all_reduce" or "gloo:broadcast". A library is one whose kernels are communication (as
 * above, so rules of users count too), or one without kernels of its own. O(length x rules). */
bool category_is_collective_annotation (const char *name, size_t length);
