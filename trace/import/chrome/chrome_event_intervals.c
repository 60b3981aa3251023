/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_event_intervals.h"

#include <stdlib.h>

static int64_t
end_of (const SliceInput *slice)
{
  return slice->dur_ns >= INT64_MAX - MAX (slice->start_ns, 0) ? INT64_MAX - 1
                                                               : slice->start_ns + slice->dur_ns;
}

/* By track, then by begin, the longest first, then in the order of the file. */
static int
compare_slices (const void *a, const void *b, void *user_data)
{
  const SliceInput *slices = user_data;
  size_t i = *(const size_t *) a, j = *(const size_t *) b;
  const SliceInput *x = &slices[i], *y = &slices[j];

  if (x->track != y->track)
    return x->track < y->track ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  if (x->dur_ns != y->dur_ns)
    return x->dur_ns > y->dur_ns ? -1 : 1;
  return i < j ? -1 : i > j;
}

void
chrome_event_intervals_find (const SliceInput *slices, size_t *picked, size_t n_picked, uint8_t *is_range)
{
  int64_t first_end_ns =
    INT64_MAX; /* of the slices behind this one that are on its track and last some time */

  qsort_r (picked, n_picked, sizeof *picked, compare_slices, (void *) slices);
  for (size_t i = n_picked; i-- > 0;)
    {
      const SliceInput *slice = &slices[picked[i]];

      if (i + 1 < n_picked && slices[picked[i + 1]].track != slice->track)
        first_end_ns = INT64_MAX;
      if (slice->dur_ns == 0 || first_end_ns <= end_of (slice))
        is_range[picked[i]] = 1;
      if (slice->dur_ns > 0)
        first_end_ns = MIN (first_end_ns, end_of (slice));
    }
}
