/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/time_extent.h"

#include <stdlib.h>

/* At each end, one time in this many is not trusted. */
#define TRUSTED_SHARE 10000

/* With fewer times, none counts as wrong: at least three trusted ones must remain. */
#define N_TIMES_MIN 5

#define FAR_LENGTHS 1000

uint64_t
time_extent_n_untrusted (uint64_t n_times)
{
  return n_times < N_TIMES_MIN ? 0 : n_times / TRUSTED_SHARE + (n_times < TRUSTED_SHARE);
}

bool
time_extent_init (TimeExtent *extent, uint64_t n_times)
{
  /* Keeps the outermost trusted one, too. */
  size_t n_most = (size_t) time_extent_n_untrusted (n_times) + 1;

  *extent = (TimeExtent){
    .n_times = n_times,
    .n_most = n_most,
    .lowest_ns = malloc (n_most * sizeof *extent->lowest_ns),
    .highest_end_ns = malloc (n_most * sizeof *extent->highest_end_ns),
  };
  if (extent->lowest_ns != NULL && extent->highest_end_ns != NULL)
    return true;
  time_extent_clear (extent);
  return false;
}

void
time_extent_clear (TimeExtent *extent)
{
  free (extent->lowest_ns);
  free (extent->highest_end_ns);
  *extent = (TimeExtent){ 0 };
}

/* heap[0] is the greatest. Puts value into its place in heap[0..n), moving down from at. */
static void
sift_down (int64_t *heap, size_t n, size_t at, int64_t value)
{
  for (size_t child; (child = 2 * at + 1) < n; at = child)
    {
      child += child + 1 < n && heap[child + 1] > heap[child];
      if (heap[child] <= value)
        break;
      heap[at] = heap[child];
    }
  heap[at] = value;
}

static void
sift_up (int64_t *heap, size_t at, int64_t value)
{
  for (; at > 0 && heap[(at - 1) / 2] < value; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = value;
}

/* Keeps the n_most least values. */
static void
keep_least (int64_t *heap, size_t *n, size_t n_most, int64_t value)
{
  if (*n < n_most)
    sift_up (heap, (*n)++, value);
  else if (value < heap[0])
    sift_down (heap, *n, 0, value);
}

void
time_extent_add (TimeExtent *extent, int64_t begin_ns, int64_t end_ns)
{
  keep_least (extent->lowest_ns, &extent->n_low, extent->n_most, begin_ns);
  keep_least (extent->highest_end_ns, &extent->n_high, extent->n_most, -end_ns);
}

void
time_extent_bounds (const TimeExtent *extent, int64_t *ret_low_ns, int64_t *ret_high_ns)
{
  *ret_low_ns = INT64_MIN;
  *ret_high_ns = INT64_MAX;
  if (extent->n_times < N_TIMES_MIN || extent->n_low < extent->n_most)
    return;

  int64_t begin_ns = extent->lowest_ns[0], end_ns = -extent->highest_end_ns[0], length_ns, far_ns;

  /* If few times are spread wide, the outermost but one of each side may have crossed each other. */
  if (end_ns < begin_ns || __builtin_sub_overflow (end_ns, begin_ns, &length_ns)
      || __builtin_mul_overflow (length_ns, FAR_LENGTHS, &far_ns))
    return;
  if (far_ns < TIME_EXTENT_TRUSTED_NS)
    far_ns = TIME_EXTENT_TRUSTED_NS;
  if (__builtin_sub_overflow (begin_ns, far_ns, ret_low_ns))
    *ret_low_ns = INT64_MIN;
  if (__builtin_add_overflow (end_ns, far_ns, ret_high_ns))
    *ret_high_ns = INT64_MAX;
}
