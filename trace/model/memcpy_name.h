/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of memcpys and memsets, as PyTorch's profiler writes them, for formats that have numbers in their place. */

#pragma once

#include <stddef.h>

/* The numbers of CUPTI (CUpti_ActivityMemcpyKind). */
typedef enum
{
  MEMCPY_UNKNOWN,
  MEMCPY_HTOD,
  MEMCPY_DTOH,
  MEMCPY_HTOA, /* to an array */
  MEMCPY_ATOH,
  MEMCPY_ATOA,
  MEMCPY_ATOD,
  MEMCPY_DTOA,
  MEMCPY_DTOD,
  MEMCPY_HTOH,
  MEMCPY_PTOP,
  N_MEMCPY_DIRECTIONS
} MemcpyDirection;

/* The numbers of CUPTI (CUpti_ActivityMemoryKind), and what other formats know. */
typedef enum
{
  MEMORY_UNKNOWN,
  MEMORY_PAGEABLE,
  MEMORY_PINNED,
  MEMORY_DEVICE,
  MEMORY_ARRAY,
  MEMORY_MANAGED,
  MEMORY_DEVICE_STATIC,
  MEMORY_MANAGED_STATIC,
  N_CUPTI_MEMORY_KINDS,
  MEMORY_HOST = N_CUPTI_MEMORY_KINDS, /* pageable or pinned */
  MEMORY_UNIFIED,                     /* pages that migrate */
  N_MEMORY_KINDS
} MemoryKind;

/* Return "HtoD", "Pageable"; "Unknown" for other values. Static. */
const char *memcpy_name_direction (MemcpyDirection direction);
const char *memcpy_name_memory (MemoryKind kind);

#define MEMCPY_NAME_BYTES 80

/* Each writes a name with a final NUL and returns its length: "Memcpy HtoD (Pageable -> Device)", or
 * "Memcpy HtoD (Unified memory)" from MEMORY_UNIFIED; "Memset (Device)". */
size_t memcpy_name_write (char name[MEMCPY_NAME_BYTES],
                          MemcpyDirection direction,
                          MemoryKind from,
                          MemoryKind to);
size_t memcpy_name_write_memset (char name[MEMCPY_NAME_BYTES], MemoryKind kind);
