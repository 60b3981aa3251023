/* SPDX-License-Identifier: Apache-2.0
 *
 * Compute, communication or memory: the class of a kernel, from its exact name.
 *
 * Communication is what a collective library runs (NCCL, RCCL, HCCL, oneCCL, MSCCL, NVSHMEM, DeepEP, the
 * all-reduces of vLLM and PyTorch symmetric memory). AMD's tools label copies as kernels; those are memory.
 * Everything else computes. First match wins, memory before communication. */

#pragma once

#include <stddef.h>

typedef enum
{
  KERNEL_COMPUTE,
  KERNEL_COMMUNICATION,
  KERNEL_MEMORY,
} KernelClass;

KernelClass kernel_class_of_name (const char *name, size_t length);

/* "compute", "communication", "memory": as in the output of every command. */
const char *kernel_class_word (KernelClass klass);
