/* SPDX-License-Identifier: Apache-2.0
 *
 * Growable typed arrays whose growth can fail.
 *
 * GLib's arrays abort when memory runs out. The size of everything in a profile comes from a file, so these
 * return false instead and leave the array as it was; the importer turns that into an error message.
 *
 *   COLUMN_DEFINE (U32Column, u32_column, uint32_t)
 *
 *   U32Column ids = { 0 };              an all-zero struct is an empty column
 *   if (!u32_column_push (&ids, 7))     amortised O(1); returns false, with ids unchanged, if memory runs out
 *     ...
 *   for (size_t i = 0; i < ids.n; i++)  ids.at[i]
 *   u32_column_clear (&ids);            frees; the struct is an empty column again
 *
 * A column has one owner at a time; it is not thread safe. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Grows *data (elements of width bytes) to hold at least want elements and updates *cap. The capacity at
 * least doubles, so that pushing n elements costs O(n). Returns false, with nothing changed, if the size
 * overflows or memory runs out. */
bool column_grow (void **data, size_t *cap, size_t want, size_t width);

/* The same for columns of large_memory.h, and their release; n is the number of elements. */
bool column_grow_large (void **data, size_t *cap, size_t want, size_t width);
void column_release_large (void *data, size_t n, size_t cap, size_t width);

/* Columns that hold a value for each event of a profile: they grow without being copied. The array must not be released with
 * free () nor be passed on to anything that does. */
#define COLUMN_DEFINE_LARGE(Type, prefix, T) COLUMN_DEFINE_GROWN_BY (column_grow_large, Type, prefix, T)

#define COLUMN_DEFINE(Type, prefix, T) COLUMN_DEFINE_GROWN_BY (column_grow, Type, prefix, T)

#define COLUMN_DEFINE_GROWN_BY(grow, Type, prefix, T)                                        \
  typedef struct                                                                             \
  {                                                                                          \
    T *at;                                                                                   \
    size_t n, cap;                                                                           \
  } Type;                                                                                    \
                                                                                             \
  /* Makes room for extra more elements without changing n. */                               \
  __attribute__ ((unused)) static inline bool prefix##_reserve (Type *column, size_t extra)  \
  {                                                                                          \
    if (extra <= column->cap - column->n)                                                    \
      return true;                                                                           \
    if (extra > SIZE_MAX - column->n)                                                        \
      return false;                                                                          \
    return grow ((void **) &column->at, &column->cap, column->n + extra, sizeof (T));        \
  }                                                                                          \
                                                                                             \
  __attribute__ ((unused)) static inline bool prefix##_push (Type *column, T value)          \
  {                                                                                          \
    if (column->n == column->cap && !prefix##_reserve (column, 1))                           \
      return false;                                                                          \
    column->at[column->n++] = value;                                                         \
    return true;                                                                             \
  }                                                                                          \
                                                                                             \
  void prefix##_clear (Type *column);

/* Use this once per type, in the .c file that owns it. */
#define COLUMN_IMPLEMENT(Type, prefix) \
  void prefix##_clear (Type *column)   \
  {                                    \
    free (column->at);                 \
    *column = (Type){ 0 };             \
  }

#define COLUMN_IMPLEMENT_LARGE(Type, prefix)                                       \
  void prefix##_clear (Type *column)                                               \
  {                                                                                \
    column_release_large (column->at, column->n, column->cap, sizeof *column->at); \
    *column = (Type){ 0 };                                                         \
  }

COLUMN_DEFINE (U8Column, u8_column, uint8_t)
COLUMN_DEFINE (U32Column, u32_column, uint32_t)
COLUMN_DEFINE (U64Column, u64_column, uint64_t)
COLUMN_DEFINE (I64Column, i64_column, int64_t)
COLUMN_DEFINE (F64Column, f64_column, double)
