/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/memcpy_name.h"

#include <stdio.h>

/* clang-format off */
static const char *const directions[N_MEMCPY_DIRECTIONS] = {
  [MEMCPY_UNKNOWN] = "Unknown",
  [MEMCPY_HTOD]    = "HtoD",
  [MEMCPY_DTOH]    = "DtoH",
  [MEMCPY_HTOA]    = "HtoA",
  [MEMCPY_ATOH]    = "AtoH",
  [MEMCPY_ATOA]    = "AtoA",
  [MEMCPY_ATOD]    = "AtoD",
  [MEMCPY_DTOA]    = "DtoA",
  [MEMCPY_DTOD]    = "DtoD",
  [MEMCPY_HTOH]    = "HtoH",
  [MEMCPY_PTOP]    = "PtoP",
};

static const char *const memories[N_MEMORY_KINDS] = {
  [MEMORY_UNKNOWN]        = "Unknown",
  [MEMORY_PAGEABLE]       = "Pageable",
  [MEMORY_PINNED]         = "Pinned",
  [MEMORY_DEVICE]         = "Device",
  [MEMORY_ARRAY]          = "Array",
  [MEMORY_MANAGED]        = "Managed",
  [MEMORY_DEVICE_STATIC]  = "Device Static",
  [MEMORY_MANAGED_STATIC] = "Managed Static",
  [MEMORY_HOST]           = "Host",
  [MEMORY_UNIFIED]        = "Unified memory",
};
/* clang-format on */

const char *
memcpy_name_direction (MemcpyDirection direction)
{
  return directions[direction < N_MEMCPY_DIRECTIONS ? direction : MEMCPY_UNKNOWN];
}

const char *
memcpy_name_memory (MemoryKind kind)
{
  return memories[kind < N_MEMORY_KINDS ? kind : MEMORY_UNKNOWN];
}

size_t
memcpy_name_write (char name[MEMCPY_NAME_BYTES], MemcpyDirection direction, MemoryKind from, MemoryKind to)
{
  const char *word = memcpy_name_direction (direction), *source = memcpy_name_memory (from);
  int n = from == MEMORY_UNIFIED ? snprintf (name, MEMCPY_NAME_BYTES, "Memcpy %s (%s)", word, source)
                                 : snprintf (name, MEMCPY_NAME_BYTES, "Memcpy %s (%s -> %s)", word, source,
                                             memcpy_name_memory (to));

  return (size_t) n;
}

size_t
memcpy_name_write_memset (char name[MEMCPY_NAME_BYTES], MemoryKind kind)
{
  return (size_t) snprintf (name, MEMCPY_NAME_BYTES, "Memset (%s)", memcpy_name_memory (kind));
}
