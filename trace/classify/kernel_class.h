/* SPDX-License-Identifier: Apache-2.0
 *
 * The class of a kernel, from its exact name: compute, communication or memory; and what it computes.
 *
 * Communication is what a collective library runs (NCCL, RCCL, HCCL, oneCCL, MSCCL, NVSHMEM, DeepEP, the
 * all-reduces of vLLM and PyTorch symmetric memory). AMD's tools label memcpy as kernels; those are memory.
 * Everything else is compute. The first match wins; memory comes before communication. The tables, and the
 * rules that users add, are in trace/classify/. */

#pragma once

#include <stddef.h>

#include "trace/model/slice_kind.h"

typedef enum
{
  KERNEL_COMPUTE,
  KERNEL_COMMUNICATION,
  KERNEL_MEMORY,
} KernelClass;

KernelClass kernel_class_of_name (const char *name, size_t length);

/* Returns the kind of a slice labelled as a kernel: SLICE_MEMCPY or SLICE_MEMSET (of class KERNEL_MEMORY),
 * else SLICE_KERNEL. O(1). */
SliceKind kernel_kind_of_name (const char *name, size_t length);

/* Returns "compute", "communication" or "memory", as in the output of every command. */
const char *kernel_class_word (KernelClass klass);

/* What a kernel works on: its class, where compute is divided into the two kinds that take most time and the
 * rest. */
typedef enum
{
  KERNEL_WORK_GEMM_CONV, /* matrix products and convolutions */
  KERNEL_WORK_ATTENTION, /* attention in one kernel, or a part of it whose name says so */
  KERNEL_WORK_OTHER_COMPUTE,
  KERNEL_WORK_COMMUNICATION,
  KERNEL_WORK_MEMORY,
  N_KERNEL_WORKS
} KernelWork;

/* Returns what the kernel with that name works on. O(length x rules). */
KernelWork kernel_work_of_name (const char *name, size_t length);

/* Returns "gemm", "attention", "other", "communication" or "memory". */
const char *kernel_work_word (KernelWork work);
