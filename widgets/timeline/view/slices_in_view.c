/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/slices_in_view.h"

#include <stdlib.h>

#include "trace/index/lane.h"
#include "trace/model/slice_find.h"

/* Slices looked at between two questions whether the answer is still wanted. */
#define PATIENCE_SLICES 65536

typedef struct
{
  int64_t key; /* smallest first */
  uint64_t slice;
} Candidate;

/* The n smallest candidates so far, the largest of them at the top. */
typedef struct
{
  Candidate *candidates;
  size_t n, n_max;
} Heap;

typedef struct
{
  const SliceColumns *slices;
  int64_t begin_ns, end_ns;
  SlicesOrder order;
  bool (*should_continue) (void *user_data);
  void *user_data;
  uint64_t n_until_asked;
  Heap heap;
  uint64_t n_in_view;
} Search;

/* ---- heap ---- */

static bool
is_before (const Candidate *a, const Candidate *b)
{
  return a->key != b->key ? a->key < b->key : a->slice < b->slice;
}

static void
swap (Candidate *a, Candidate *b)
{
  Candidate kept = *a;

  *a = *b;
  *b = kept;
}

static void
sink (Candidate *candidates, size_t n)
{
  size_t at = 0, child;

  while ((child = 2 * at + 1) < n)
    {
      if (child + 1 < n && is_before (&candidates[child], &candidates[child + 1]))
        child++;
      if (!is_before (&candidates[at], &candidates[child]))
        return;
      swap (&candidates[at], &candidates[child]);
      at = child;
    }
}

/* False: it is behind all that are kept, and there is no room for more. */
static bool
keep (Heap *heap, Candidate candidate)
{
  if (heap->n < heap->n_max)
    {
      size_t at = heap->n++;

      heap->candidates[at] = candidate;
      for (; at > 0 && is_before (&heap->candidates[(at - 1) / 2], &heap->candidates[at]); at = (at - 1) / 2)
        swap (&heap->candidates[(at - 1) / 2], &heap->candidates[at]);
      return true;
    }
  if (heap->n == 0 || !is_before (&candidate, &heap->candidates[0]))
    return false;
  heap->candidates[0] = candidate;
  sink (heap->candidates, heap->n);
  return true;
}

/* In order, which leaves it without an order of its own. */
static void
sort (Heap *heap)
{
  for (size_t n = heap->n; n > 1; n--)
    {
      swap (&heap->candidates[0], &heap->candidates[n - 1]);
      sink (heap->candidates, n - 1);
    }
}

/* ---- lanes ---- */

static bool
is_in_view (const Search *search, uint64_t slice)
{
  int64_t start_ns = slice_start_ns (search->slices, slice);

  return start_ns < search->end_ns
         && (start_ns >= search->begin_ns || slice_end_ns (search->slices, slice) > search->begin_ns);
}

static bool
goes_on (Search *search)
{
  if (search->should_continue == NULL || --search->n_until_asked > 0)
    return true;
  search->n_until_asked = PATIENCE_SLICES;
  return search->should_continue (search->user_data);
}

static bool
offer (Search *search, uint64_t slice)
{
  int64_t key = search->order == SLICES_BY_BEGIN ? slice_start_ns (search->slices, slice)
                                                 : -slice_dur_ns (search->slices, slice);

  return keep (&search->heap, (Candidate){ key, slice });
}

/* Slices of a lane come after one another: their begins and their ends ascend. */
static bool
add_lane (Search *search, const TraceRow *lane)
{
  uint64_t first = slice_find_from (search->slices, lane, search->begin_ns);
  uint64_t last = slice_find_from (search->slices, lane, search->end_ns);

  if (first > lane->first_slice && is_in_view (search, first - 1))
    first--;
  search->n_in_view += last - first;
  for (uint64_t slice = first; slice < last; slice++)
    {
      if (!goes_on (search))
        return false;
      if (!offer (search, slice) && search->order == SLICES_BY_BEGIN)
        return true;
    }
  return true;
}

/* Of slices that overlap, one that began long before may still go on. */
static bool
add_overlapping_lane (Search *search, const TraceRow *lane)
{
  uint64_t last = slice_find_from (search->slices, lane, search->end_ns);

  for (uint64_t slice = lane->first_slice; slice < last; slice++)
    {
      if (!goes_on (search))
        return false;
      if (!is_in_view (search, slice))
        continue;
      search->n_in_view++;
      offer (search, slice);
    }
  return true;
}

bool
slices_in_view_find (const Trace *trace,
                     const uint32_t *lanes,
                     size_t n_lanes,
                     int64_t begin_ns,
                     int64_t end_ns,
                     SlicesOrder order,
                     size_t n_max,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     SlicesInView *ret)
{
  Search search = {
    .slices = trace_slices (trace),
    .begin_ns = begin_ns,
    .end_ns = end_ns,
    .order = order,
    .should_continue = should_continue,
    .user_data = user_data,
    .n_until_asked = PATIENCE_SLICES,
    .heap = { .candidates = calloc (MAX (n_max, 1), sizeof (Candidate)), .n_max = n_max },
  };
  uint64_t *slices = calloc (MAX (n_max, 1), sizeof *slices);
  bool is_done = search.heap.candidates != NULL && slices != NULL;

  for (size_t i = 0; is_done && i < n_lanes; i++)
    {
      const TraceRow *lane = trace_row (trace, lanes[i]);

      is_done = lane->lane == LANE_MAX - 1 ? add_overlapping_lane (&search, lane) : add_lane (&search, lane);
    }
  if (is_done)
    {
      sort (&search.heap);
      for (size_t i = 0; i < search.heap.n; i++)
        slices[i] = search.heap.candidates[i].slice;
      *ret = (SlicesInView){ slices, search.heap.n, search.n_in_view };
    }
  else
    free (slices);
  free (search.heap.candidates);
  return is_done;
}

/* ---- what rows show ---- */

static int
compare_lanes (gconstpointer a, gconstpointer b)
{
  uint32_t lane = *(const uint32_t *) a, other = *(const uint32_t *) b;

  return lane < other ? -1 : lane > other;
}

GArray *
slices_in_view_lanes (const TrackTree *tree)
{
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  uint32_t n_rows;
  guint n = 0;
  const TimelineRow *rows = track_tree_rows (tree, &n_rows);

  for (uint32_t r = 0; r < n_rows; r++)
    if (rows[r].kind == ROW_LANE || rows[r].kind == ROW_STRIP)
      for (uint32_t lane = rows[r].first_row; lane < rows[r].first_row + rows[r].n_rows; lane++)
        g_array_append_val (lanes, lane);

  /* What is pinned may stand among the others as well. */
  g_array_sort (lanes, compare_lanes);
  for (guint i = 0; i < lanes->len; i++)
    if (n == 0 || g_array_index (lanes, uint32_t, i) != g_array_index (lanes, uint32_t, n - 1))
      g_array_index (lanes, uint32_t, n++) = g_array_index (lanes, uint32_t, i);
  g_array_set_size (lanes, n);
  return lanes;
}
