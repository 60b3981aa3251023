/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/export/kineto_lanes.h"

#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/heap.h"

#define ASK_EVERY 65536

/* The slices of a row that have no lane yet. */
typedef struct
{
  uint64_t slice, end;
  int64_t begin_ns, end_ns; /* of slice */
  bool is_open;             /* it has no end; end_ns is then INT64_MAX */
} PendingRow;

COLUMN_DEFINE (PendingRowColumn, pending_row_column, PendingRow)
COLUMN_IMPLEMENT (PendingRowColumn, pending_row_column)

static bool
is_before (const PendingRow *a, const PendingRow *b)
{
  if (a->begin_ns != b->begin_ns)
    return a->begin_ns < b->begin_ns;
  return a->end_ns != b->end_ns ? a->end_ns > b->end_ns : a->slice < b->slice;
}

HEAP_DEFINE (pending_rows, PendingRow, is_before)

/* What has not ended on a lane, from the outermost on. */
typedef struct
{
  size_t n;
  int64_t last_begin_ns; /* of all that it has */
  bool last_is_open;
  int64_t end_ns[KINETO_NESTED_MAX];
} Lane;

typedef struct
{
  KinetoLanes *lanes;
  const Trace *trace;
  const atomic_bool *cancelled;
  Lane *of_thread; /* KINETO_LANES_MAX + 1 */
  PendingRowColumn rows;
  uint64_t n_placed; /* of all threads */
} Search;

/* ---- the lanes of a thread ---- */

static void
put (Lane *lane, const PendingRow *row)
{
  lane->end_ns[lane->n++] = row->end_ns;
  lane->last_begin_ns = row->begin_ns;
  lane->last_is_open = row->is_open;
}

static bool
has_room (Lane *lane, const PendingRow *row)
{
  while (lane->n > 0 && lane->end_ns[lane->n - 1] <= row->begin_ns)
    lane->n--;
  return lane->n < KINETO_NESTED_MAX && (lane->n == 0 || row->end_ns <= lane->end_ns[lane->n - 1])
         && (row->begin_ns != lane->last_begin_ns || row->is_open == lane->last_is_open);
}

/* Returns the lane for the slice; n_lanes counts the thread itself. */
static uint32_t
lane_for (Search *search, const PendingRow *row, uint32_t *n_lanes, uint32_t track)
{
  uint32_t l = 0;

  while (l < *n_lanes && !has_room (&search->of_thread[l], row))
    l++;
  if (l == *n_lanes)
    {
      if (l > KINETO_LANES_MAX || search->lanes->tracks->len == KINETO_ALL_LANES_MAX)
        return 0;
      search->of_thread[(*n_lanes)++].n = 0;
      g_array_append_val (search->lanes->tracks, track);
    }
  put (&search->of_thread[l], row);
  return l;
}

/* ---- the slices of a thread ---- */

static void
read_slice (const SliceColumns *slices, PendingRow *row)
{
  row->begin_ns = slice_start_ns (slices, row->slice);
  row->is_open = (slices->flags[row->slice] & SLICE_UNFINISHED) != 0;
  row->end_ns = row->is_open ? INT64_MAX : slice_end_ns (slices, row->slice);
}

static bool
add_rows (Search *search, const TraceTrack *track)
{
  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      const TraceRow *row = trace_row (search->trace, r);
      PendingRow rest = { .slice = row->first_slice, .end = row->first_slice + row->n_slices };

      if (row->n_slices == 0)
        continue;
      read_slice (trace_slices (search->trace), &rest);
      if (!pending_row_column_push (&search->rows, rest))
        return false;
    }
  return true;
}

/* Merges the rows. named is the track that names the thread. */
static bool
place_slices (Search *search, uint32_t named)
{
  PendingRowColumn *rows = &search->rows;
  uint32_t n_lanes = 1;

  search->of_thread[0] = (Lane){ .last_begin_ns = INT64_MIN };
  pending_rows_order (rows->at, rows->n);
  for (; rows->n > 0; search->n_placed++)
    {
      PendingRow *first = &rows->at[0];
      uint32_t lane = lane_for (search, first, &n_lanes, named);

      if (lane > 0)
        search->lanes->of_slice[first->slice] = (uint8_t) lane;
      if (++first->slice < first->end)
        read_slice (trace_slices (search->trace), first);
      else
        *first = rows->at[--rows->n];
      pending_rows_sink (rows->at, rows->n, 0);
      if (search->n_placed % ASK_EVERY == 0 && search->cancelled != NULL
          && atomic_load_explicit (search->cancelled, memory_order_relaxed))
        return false;
    }
  return true;
}

/* Names of other tracks are not those of threads. */
static bool
has_name (const TraceTrack *track)
{
  return track->name != STRING_EMPTY
         && (track->kind == TRACK_THREAD || (track->kind >= TRACK_STREAM && track->kind <= TRACK_SYNC));
}

/* next has the next track of the same thread; TRACE_NONE behind the last. */
static bool
place_thread (Search *search, uint32_t first, const uint32_t *next)
{
  uint32_t named = first;

  search->rows.n = 0;
  for (uint32_t t = first; t != TRACE_NONE; t = next[t])
    {
      const TraceTrack *track = trace_track (search->trace, t);

      search->lanes->first_of_track[t] = search->lanes->tracks->len;
      if (has_name (track) && !has_name (trace_track (search->trace, named)))
        named = t;
      if (track->kind != TRACK_ASYNC && !add_rows (search, track))
        return false;
    }
  return place_slices (search, named);
}

/* ---- all threads ---- */

static int
compare_threads (const void *a, const void *b, void *user_data)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  char *const *threads = user_data;
  int order = strcmp (threads[x], threads[y]);

  return order != 0 ? order : x < y ? -1 : x > y;
}

/* Links the tracks of each thread: next has the next one of the same thread, begins whether it is the first. order has room
 * for all tracks. A file chooses the texts, so they are not hashed. */
static void
link_tracks (uint32_t n, char *const *threads, uint32_t *order, uint32_t *next, bool *begins)
{
  for (uint32_t t = 0; t < n; t++)
    order[t] = t;
  qsort_r (order, n, sizeof *order, compare_threads, (void *) threads);
  for (uint32_t i = 0; i < n; i++)
    {
      begins[order[i]] = i == 0 || strcmp (threads[order[i - 1]], threads[order[i]]) != 0;
      next[order[i]] = TRACE_NONE;
      if (!begins[order[i]])
        next[order[i - 1]] = order[i];
    }
}

bool
kineto_lanes_find (KinetoLanes *lanes, const Trace *trace, char *const *threads, const atomic_bool *cancelled)
{
  uint32_t n = trace_n_tracks (trace);
  Search search = { .lanes = lanes, .trace = trace, .cancelled = cancelled };
  uint32_t *next = calloc (n + (size_t) 1, sizeof *next);
  uint32_t *order = calloc (n + (size_t) 1, sizeof *order);
  bool *begins = calloc (n + (size_t) 1, sizeof *begins);
  bool ok;

  *lanes = (KinetoLanes){ .of_slice = calloc (trace_slices (trace)->n + 1, 1),
                          .first_of_track = calloc (n + (size_t) 1, sizeof (uint32_t)),
                          .tracks = g_array_new (FALSE, FALSE, sizeof (uint32_t)) };
  search.of_thread = calloc (KINETO_LANES_MAX + 1, sizeof *search.of_thread);
  ok = next != NULL && order != NULL && begins != NULL && lanes->of_slice != NULL && lanes->first_of_track != NULL
       && search.of_thread != NULL;
  if (ok)
    link_tracks (n, threads, order, next, begins);
  for (uint32_t t = 0; t < n && ok; t++)
    ok = !begins[t] || place_thread (&search, t, next);
  pending_row_column_clear (&search.rows);
  free (search.of_thread);
  free (next);
  free (order);
  free (begins);
  return ok;
}

void
kineto_lanes_clear (KinetoLanes *lanes)
{
  free (lanes->of_slice);
  free (lanes->first_of_track);
  if (lanes->tracks != NULL)
    g_array_unref (lanes->tracks);
}
