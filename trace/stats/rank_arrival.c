/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/rank_arrival.h"

#include <stdlib.h>

#include "trace/kernel_class.h"
#include "trace/stoppable_order.h"

COLUMN_IMPLEMENT (ArrivalColumn, arrival_column)

/* The ranks of a large job arrive together; one that is not the asking one is enough. */
#define LOOKS_MAX 100

typedef struct
{
  const StatsScope *scope;
  uint8_t *is_communication; /* by string id: 0 not looked at yet, 1 no, 2 yes */
  bool (*is_wanted) (void *user_data);
  void *user_data;
} Search;

static bool
is_communication (Search *search, uint32_t name)
{
  if (search->is_communication[name] == 0)
    {
      size_t length;
      const char *text = trace_string (search->scope->trace, name, &length);

      search->is_communication[name] =
        (uint8_t) (1 + (kernel_class_of_name (text, length) == KERNEL_COMMUNICATION));
    }
  return search->is_communication[name] == 2;
}

static bool
add_row (Search *search, const TraceRow *row, uint32_t rank, ArrivalColumn *arrivals)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  uint64_t first, end;
  bool ok = stats_scope_slices_of_row (search->scope, row, &first, &end);

  for (uint64_t i = first; ok && i < end; i++)
    {
      if ((i - first) % STOPPABLE_AT_ONCE == 0 && search->is_wanted != NULL
          && !search->is_wanted (search->user_data))
        return false;
      if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
          && is_communication (search, slice_name (slices, i)))
        ok = arrival_column_push (arrivals,
                                  (Arrival){ slice_name (slices, i), rank, slice_start_ns (slices, i) });
    }
  return ok;
}

static int
compare_arrivals (const void *a, const void *b)
{
  const Arrival *x = a, *y = b;

  if (x->name != y->name)
    return x->name < y->name ? -1 : 1;
  return x->start_ns < y->start_ns ? -1 : x->start_ns > y->start_ns;
}

bool
rank_arrivals_init (RankArrivals *arrivals,
                    const StatsScope *scope,
                    bool (*is_wanted) (void *user_data),
                    void *user_data)
{
  const Trace *trace = scope->trace;
  Search search = { scope, NULL, is_wanted, user_data };
  bool ok;

  *arrivals = (RankArrivals){ .trace = trace };
  if (trace_n_ranks (trace) < 2)
    return true;
  search.is_communication = calloc (trace_n_strings (trace) + (size_t) 1, 1);
  ok = search.is_communication != NULL;
  for (uint32_t t = 0; t < trace_n_tracks (trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_STREAM && trace_rank (trace, track->rank)->has_epoch)
        for (uint32_t r = track->first_row; r < track->first_row + track->n_rows && ok; r++)
          ok = add_row (&search, trace_row (trace, r), track->rank, &arrivals->arrivals);
    }
  free (search.is_communication);
  return ok
         && stoppable_order (arrivals->arrivals.at, arrivals->arrivals.n, sizeof (Arrival), compare_arrivals,
                             is_wanted, user_data);
}

void
rank_arrivals_clear (RankArrivals *arrivals)
{
  arrival_column_clear (&arrivals->arrivals);
}

bool
rank_arrivals_within (const RankArrivals *arrivals,
                      uint64_t kernel,
                      uint32_t rank,
                      int64_t begin_ns,
                      int64_t end_ns)
{
  const Arrival wanted = { slice_name (trace_slices (arrivals->trace), kernel), rank, begin_ns };
  const ArrivalColumn *all = &arrivals->arrivals;
  size_t low = 0, high = all->n;

  if (all->n == 0 || !trace_rank (arrivals->trace, rank)->has_epoch)
    return false;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (compare_arrivals (&all->at[middle], &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (size_t i = low; i < all->n && i - low < LOOKS_MAX; i++)
    {
      if (all->at[i].name != wanted.name || all->at[i].start_ns > end_ns)
        return false;
      if (all->at[i].rank != rank)
        return true;
    }
  return false;
}
