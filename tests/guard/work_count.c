/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/guard/work_count.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* A thread has a place of its own, as long as there are no more than these at once. */
#define PLACES 256

typedef struct
{
  _Alignas(64) atomic_uint_fast64_t n;
} Place;

static Place places[PLACES];
static atomic_uint n_threads;
static _Thread_local Place *own;

static inline void
count (uint64_t n)
{
  if (own == NULL)
    own = &places[atomic_fetch_add (&n_threads, 1) % PLACES];
  atomic_store_explicit (&own->n, atomic_load_explicit (&own->n, memory_order_relaxed) + n,
                         memory_order_relaxed);
}

uint64_t
work_count_total (void)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < PLACES; i++)
    sum += atomic_load (&places[i].n);
  return sum;
}

/* ---- what the compiler and the linker call: the names are theirs ---- */

void __sanitizer_cov_trace_pc (void);

void
__sanitizer_cov_trace_pc (void)
{
  count (1);
}

void *__real_memcpy (void *to, const void *from, size_t n);
void *__real_memmove (void *to, const void *from, size_t n);
void *__real_memset (void *at, int value, size_t n);
int __real_memcmp (const void *a, const void *b, size_t n);
void *__real_memchr (const void *at, int value, size_t n);
size_t __real_strlen (const char *text);

void *__wrap_memcpy (void *to, const void *from, size_t n);
void *__wrap_memmove (void *to, const void *from, size_t n);
void *__wrap_memset (void *at, int value, size_t n);
int __wrap_memcmp (const void *a, const void *b, size_t n);
void *__wrap_memchr (const void *at, int value, size_t n);
size_t __wrap_strlen (const char *text);

void *
__wrap_memcpy (void *to, const void *from, size_t n)
{
  count (n / WORK_COUNT_UNIT_BYTES);
  return __real_memcpy (to, from, n);
}

void *
__wrap_memmove (void *to, const void *from, size_t n)
{
  count (n / WORK_COUNT_UNIT_BYTES);
  return __real_memmove (to, from, n);
}

void *
__wrap_memset (void *at, int value, size_t n)
{
  count (n / WORK_COUNT_UNIT_BYTES);
  return __real_memset (at, value, n);
}

/* As if it were all compared, which bounds what it really was. */
int
__wrap_memcmp (const void *a, const void *b, size_t n)
{
  count (n / WORK_COUNT_UNIT_BYTES);
  return __real_memcmp (a, b, n);
}

void *
__wrap_memchr (const void *at, int value, size_t n)
{
  char *found = __real_memchr (at, value, n);

  count ((found != NULL ? (size_t) (found - (const char *) at) : n) / WORK_COUNT_UNIT_BYTES);
  return found;
}

size_t
__wrap_strlen (const char *text)
{
  size_t n = __real_strlen (text);

  count (n / WORK_COUNT_UNIT_BYTES);
  return n;
}
