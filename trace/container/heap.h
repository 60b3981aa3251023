/* SPDX-License-Identifier: Apache-2.0
 *
 * Binary heaps in arrays: items[0] is the item that comes first. Merges of ordered rows use them.
 *
 *   static bool comes_before (const Rest *a, const Rest *b);
 *   HEAP_DEFINE (rest_heap, Rest, comes_before)
 *
 *   rest_heap_order (rests, n);          makes n items a heap: O(n)
 *   rest_heap_sink (rests, n, 0);        restores the heap after items[0] was replaced by any item: O(log n) */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define HEAP_DEFINE(prefix, T, is_before)                                                  \
  /* items is a heap except that items[i] may have to come later. n may be 0. */           \
  __attribute__ ((unused)) static inline void prefix##_sink (T *items, size_t n, size_t i) \
  {                                                                                        \
    if (i >= n)                                                                            \
      return;                                                                              \
                                                                                           \
    T sinking = items[i];                                                                  \
    for (size_t child; (child = 2 * i + 1) < n; i = child)                                 \
      {                                                                                    \
        if (child + 1 < n && is_before (&items[child + 1], &items[child]))                 \
          child++;                                                                         \
        if (!is_before (&items[child], &sinking))                                          \
          break;                                                                           \
        items[i] = items[child];                                                           \
      }                                                                                    \
    items[i] = sinking;                                                                    \
  }                                                                                        \
                                                                                           \
  __attribute__ ((unused)) static inline void prefix##_order (T *items, size_t n)          \
  {                                                                                        \
    for (size_t i = n / 2; i-- > 0;)                                                       \
      prefix##_sink (items, n, i);                                                         \
  }
