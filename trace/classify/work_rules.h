/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel that computes works at, by the words of its name. */

#pragma once

#include <stddef.h>

#include "trace/classify/kernel_class.h"

/* GEMM_CONV, ATTENTION or OTHER_COMPUTE of a name that is neither of communication nor of memory. ret_word: the word that
 * decided; NULL: none did, which is OTHER_COMPUTE. O(length x rules). */
KernelWork work_of_compute (const char *name, size_t length, const char **ret_word);
