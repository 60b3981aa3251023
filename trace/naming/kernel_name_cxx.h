/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of C++ kernels. A kernel's template is one of three things:
 *
 *   a shell around a kernel type      cutlass::Kernel2<X>           X gives the name (kernel_name_cxx.c)
 *   a loop that applies a function    elementwise_kernel<128, F>    F is the operation, the loop its family
 *   a function                        softmax_warp_forward<float>   its own name
 *
 * Each kind is a table in its file, so that a new kernel is a new row. */

#pragma once

#include "trace/naming/cxx_name.h"
#include "trace/naming/kernel_name.h"

/* How many nested shells and adapters are opened. */
#define KERNEL_NAME_MAX_NESTING 8

/* Names a loop after the function among its arguments. Returns false and leaves name unchanged when it is not a
 * loop. */
bool kernel_name_loop (const CxxText *cxx, const CxxPart *loop, KernelName *name);

/* Names a function. part is the part of parsed that holds the function's name; name->family is set to what its
 * namespaces say. */
void kernel_name_function (const CxxText *cxx, const CxxName *parsed, const CxxPart *part, KernelName *name);

/* Finds the first (or last) argument from *cursor on that can be a function or a kernel: not a number, an element type
 * or a container. */
bool cxx_pick_function (const CxxText *cxx, CxxRange list, bool last, size_t *cursor, CxxRange *ret_argument);
