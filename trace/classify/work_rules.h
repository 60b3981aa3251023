/* SPDX-License-Identifier: Apache-2.0
 *
 * What a compute kernel works on, from the words of its name. */

#pragma once

#include <stddef.h>

#include "trace/classify/kernel_class.h"

/* Returns GEMM_CONV, ATTENTION or OTHER_COMPUTE for a name that is neither communication nor memory. Sets
 * *ret_word to the word that decided, or to NULL if none did, which means OTHER_COMPUTE. O(length x rules). */
KernelWork work_of_compute (const char *name, size_t length, const char **ret_word);
