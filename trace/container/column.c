/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/column.h"

#include <stdlib.h>

#include "trace/container/large_memory.h"

#define COLUMN_FIRST_CAPACITY 16

typedef void *(*Resize) (void *data, size_t old_bytes, size_t new_bytes);

static bool
grow (void **data, size_t *cap, size_t want, size_t width, Resize resize)
{
  size_t next = *cap < COLUMN_FIRST_CAPACITY ? COLUMN_FIRST_CAPACITY : *cap;
  size_t n_bytes;

  while (next < want)
    if (__builtin_mul_overflow (next, (size_t) 2, &next))
      return false;
  if (__builtin_mul_overflow (next, width, &n_bytes))
    return false;

  void *grown = resize (*data, *cap * width, n_bytes);
  if (grown == NULL)
    return false;

  *data = grown;
  *cap = next;
  return true;
}

static void *
resize (void *data, size_t old_bytes, size_t new_bytes)
{
  (void) old_bytes;
  return realloc (data, new_bytes);
}

bool
column_grow (void **data, size_t *cap, size_t want, size_t width)
{
  return grow (data, cap, want, width, resize);
}

bool
column_grow_large (void **data, size_t *cap, size_t want, size_t width)
{
  return grow (data, cap, want, width, large_memory_grow);
}

void
column_release_large (void *data, size_t n, size_t cap, size_t width)
{
  large_memory_release_used (data, cap * width, n * width);
}

COLUMN_IMPLEMENT (U8Column, u8_column)
COLUMN_IMPLEMENT (U32Column, u32_column)
COLUMN_IMPLEMENT (U64Column, u64_column)
COLUMN_IMPLEMENT (I64Column, i64_column)
COLUMN_IMPLEMENT (F64Column, f64_column)
