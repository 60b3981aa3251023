/* SPDX-License-Identifier: Apache-2.0
 *
 * The operations of an AMD device by the types that roctracer, RPD and rocprofiler-sdk give them. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/model/memcpy_name.h"
#include "trace/model/slice_kind.h"

/* The directions of a memcpy. */
typedef enum
{
  ROCM_COPY_UNKNOWN,
  ROCM_COPY_HTOD,
  ROCM_COPY_DTOH,
  ROCM_COPY_DTOD,
  ROCM_COPY_HTOH,
  ROCM_COPY_PTOP,
  N_ROCM_COPIES
} RocmCopy;

/* Writes the name with a final NUL and returns its length: "Memcpy HtoD (Host -> Device)"; "Memcpy" if it is unknown. */
size_t rocm_copy_name (RocmCopy copy, char name[MEMCPY_NAME_BYTES]);
const char *rocm_copy_kind (RocmCopy copy); /* "HtoD"; "" if it is unknown */

/* Returns the direction for the number that HIP has for it (hipMemcpyKind). */
RocmCopy rocm_copy_of_number (long long number);

typedef struct
{
  SliceKind kind; /* kernel, memcpy, memset or sync */
  RocmCopy copy;
} RocmOperation;

/* Looks up "KernelExecution", "CopyHostToDevice", "FillBuffer", "MEMORY_COPY_DEVICE_TO_HOST", "Barrier" and the like.
 * Returns false, with *ret that of a kernel, for a type that is not known. */
bool rocm_operation_of_type (const char *type, size_t length, RocmOperation *ret);
