/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/track_set.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct TrackSet
{
  atomic_uint n_users;
  size_t n;
  uint32_t members[];
};

static int
compare_tracks (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return x < y ? -1 : x > y;
}

const TrackSet *
track_set_new (const uint32_t *tracks, size_t n)
{
  TrackSet *set;

  if (n > (SIZE_MAX - sizeof *set) / sizeof *tracks)
    return NULL;
  set = malloc (sizeof *set + n * sizeof *tracks);
  if (set == NULL)
    return NULL;
  atomic_init (&set->n_users, 1);
  set->n = 0;
  if (n > 0)
    {
      memcpy (set->members, tracks, n * sizeof *tracks);
      qsort (set->members, n, sizeof *tracks, compare_tracks);
    }
  for (size_t i = 0; i < n; i++)
    if (set->n == 0 || set->members[set->n - 1] != set->members[i])
      set->members[set->n++] = set->members[i];
  return set;
}

const TrackSet *
track_set_ref (const TrackSet *set)
{
  if (set != NULL)
    atomic_fetch_add_explicit (&((TrackSet *) (uintptr_t) set)->n_users, 1, memory_order_relaxed);
  return set;
}

void
track_set_unref (const TrackSet *set)
{
  TrackSet *owned = (TrackSet *) (uintptr_t) set;

  if (owned != NULL && atomic_fetch_sub_explicit (&owned->n_users, 1, memory_order_acq_rel) == 1)
    free (owned);
}

const uint32_t *
track_set_members (const TrackSet *set, size_t *ret_n)
{
  *ret_n = set->n;
  return set->members;
}

bool
track_set_holds (const TrackSet *set, uint32_t track)
{
  return set == NULL || bsearch (&track, set->members, set->n, sizeof track, compare_tracks) != NULL;
}

bool
track_set_equal (const TrackSet *a, const TrackSet *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->n == b->n && memcmp (a->members, b->members, a->n * sizeof *a->members) == 0;
}
