/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/links/collective_links.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>

#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"
#include "trace/ranks/job_waits.h"
#include "widgets/timeline/rows/track_label.h"

/* Where a kernel is among the waits. */
typedef struct
{
  uint64_t slice, wait, skew;
} PartPlace;

COLUMN_DEFINE (PartPlaceColumn, part_place_column, PartPlace)
COLUMN_IMPLEMENT (PartPlaceColumn, part_place_column)

struct CollectiveLinks
{
  CollectiveWaits waits;
  PartPlaceColumn places; /* ascending by slice */
};

static int
compare_places (const void *a, const void *b)
{
  const PartPlace *x = a, *y = b;

  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static bool
place_parts (CollectiveLinks *links, bool (*should_continue) (void *user_data), void *user_data)
{
  StopCheck check = { should_continue, user_data, 0 };

  if (!part_place_column_reserve (&links->places, links->waits.waits.n))
    return false;
  for (size_t i = 0; i < links->waits.skews.n; i++)
    {
      const CollectiveSkew *skew = &links->waits.skews.at[i];

      if (!stop_check_next (&check))
        return false;
      for (uint64_t wait = skew->first_wait; wait < skew->first_wait + skew->n_waits; wait++)
        if (!part_place_column_push (&links->places,
                                     (PartPlace){ links->waits.waits.at[wait].slice, wait, i }))
          return false;
    }
  return stoppable_order (links->places.at, links->places.n, sizeof *links->places.at, compare_places,
                          should_continue, user_data);
}

CollectiveLinks *
collective_links_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data)
{
  CollectiveLinks *links = calloc (1, sizeof *links);
  /* Every begin, also one at the very end of the profile. */
  StatsScope scope = { .trace = trace,
                       .begin_ns = INT64_MIN,
                       .end_ns = INT64_MAX,
                       .is_whole = true,
                       .rank = TRACE_NONE,
                       .device = TRACE_NONE };
  JobWaits job;

  if (links == NULL)
    return NULL;
  bool ok = job_waits_init (&job, &scope, should_continue, user_data);
  links->waits = job.waits;
  job.waits = (CollectiveWaits){ 0 };
  job_waits_clear (&job);
  if (ok && place_parts (links, should_continue, user_data))
    return links;
  collective_links_free (links);
  return NULL;
}

void
collective_links_free (CollectiveLinks *links)
{
  if (links == NULL)
    return;
  collective_waits_clear (&links->waits);
  part_place_column_clear (&links->places);
  free (links);
}

bool
collective_links_find (const CollectiveLinks *links, uint64_t slice, CollectiveLink *ret_link)
{
  PartPlace key = { .slice = slice };
  const PartPlace *found = NULL;

  if (links != NULL && links->places.n > 0 && slice != SLICE_NONE)
    found = bsearch (&key, links->places.at, links->places.n, sizeof key, compare_places);
  if (found == NULL)
    return false;
  const CollectiveSkew *skew = &links->waits.skews.at[found->skew];
  *ret_link = (CollectiveLink){ .skew = skew,
                                .parts = links->waits.waits.at + skew->first_wait,
                                .place = (size_t) (found->wait - skew->first_wait) };
  return true;
}

/* Returns how many devices further than the other one it is, going round: 0 for itself. */
static uint32_t
distance (uint32_t device, uint32_t other, int by)
{
  return by > 0 ? other - device : device - other; /* modulo 2^32 */
}

uint64_t
collective_link_walk (const CollectiveLink *link,
                      int by,
                      bool (*is_shown) (uint64_t slice, void *user_data),
                      void *user_data)
{
  uint32_t device = link->parts[link->place].device;
  const CollectiveWait *next = NULL;

  for (uint64_t i = 0; i < link->skew->n_waits; i++)
    {
      const CollectiveWait *part = &link->parts[i];

      if (i != link->place
          && (next == NULL || distance (device, part->device, by) < distance (device, next->device, by))
          && (is_shown == NULL || is_shown (part->slice, user_data)))
        next = part;
    }
  return next != NULL ? next->slice : SLICE_NONE;
}

/* Devices are ordered by rank. */
static bool
shares_its_rank (const Trace *trace, uint32_t device)
{
  uint32_t rank = trace_device (trace, device)->rank;

  return (device > 0 && trace_device (trace, device - 1)->rank == rank)
         || (device + 1 < trace_n_devices (trace) && trace_device (trace, device + 1)->rank == rank);
}

char *
collective_links_rank (const Trace *trace, uint32_t device)
{
  const TraceDevice *at = trace_device (trace, device);

  if (shares_its_rank (trace, device))
    return track_label_device (trace, at->track);
  /* Translators: the number of a rank, within a sentence */
  return g_strdup_printf (_ ("rank %" PRId64), trace_rank (trace, at->rank)->number);
}
