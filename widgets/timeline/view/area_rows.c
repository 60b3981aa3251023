/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/view/area_rows.h"

/* Streams follow their device. */
static void
visit_streams (const Trace *trace,
               uint32_t device_track,
               void (*visit) (uint32_t track, void *data),
               void *data)
{
  for (uint32_t t = device_track + 1;
       t < trace_n_tracks (trace) && trace_track (trace, t)->parent == device_track; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM)
      visit (t, data);
}

static void
add_track (uint32_t track, void *data)
{
  g_array_append_val ((GArray *) data, track);
}

/* The last of the rows that are indented below a group's head. */
static uint32_t
last_below (const TimelineRow *rows, uint32_t n, uint32_t head)
{
  uint32_t last = head;

  while (last + 1 < n && rows[last + 1].depth > rows[head].depth)
    last++;
  return last;
}

static void
add_rows (const TrackTree *tree, const Trace *trace, uint32_t first, uint32_t last, GArray *tracks)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  for (uint32_t lane = 0; lane < trace_n_rows (trace); lane++)
    {
      uint32_t row = track_tree_row_of_lane (tree, lane);

      if (row >= first && row <= last)
        add_track (trace_row (trace, lane)->track, tracks);
    }
  for (uint32_t r = first; r <= last; r++)
    if (rows[r].kind == ROW_COUNTER || rows[r].kind == ROW_INSTANTS)
      add_track (rows[r].track, tracks);
    else if (rows[r].kind == ROW_UTILIZATION)
      visit_streams (trace, rows[r].track, add_track, tracks);
}

static void
put_in_order (uint32_t *first, uint32_t *last)
{
  uint32_t larger = MAX (*first, *last);

  *first = MIN (*first, *last);
  *last = larger;
}

static const TrackSet *
set_of (const GArray *tracks)
{
  return tracks->len > 0 ? track_set_new ((const uint32_t *) (const void *) tracks->data, tracks->len) : NULL;
}

const TrackSet *
area_rows_tracks (const TrackTree *tree, const Trace *trace, uint32_t first, uint32_t last)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  put_in_order (&first, &last);
  if (first >= n)
    return NULL;
  last = MIN (last, n - 1);
  add_rows (tree, trace, first, last, tracks);
  if (tracks->len == 0 && rows[first].kind == ROW_GROUP)
    add_rows (tree, trace, first, last_below (rows, n, last), tracks);
  return set_of (tracks);
}

const TrackSet *
area_rows_seen (const TimelineView *view, uint32_t first, uint32_t last)
{
  const Trace *trace = view->profile->trace;
  uint32_t n, pinned_end = 0, scrolled = timeline_view_first_row (view);

  put_in_order (&first, &last);
  track_tree_rows (view->tree, &n);
  for (; scrolled != UINT32_MAX && timeline_view_is_fixed (view, scrolled);
       scrolled = timeline_view_next_row (view, scrolled))
    pinned_end = scrolled + 1;
  if (first >= pinned_end || last < pinned_end || scrolled == UINT32_MAX || last >= n)
    return area_rows_tracks (view->tree, trace, first, last);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  add_rows (view->tree, trace, first, pinned_end - 1, tracks);
  add_rows (view->tree, trace, scrolled, MAX (last, scrolled), tracks);
  return set_of (tracks);
}

typedef struct
{
  const TrackSet *tracks;
  bool any, all;
} Streams;

static void
look_at_stream (uint32_t track, void *data)
{
  Streams *streams = data;

  streams->any = true;
  streams->all = streams->all && track_set_holds (streams->tracks, track);
}

bool *
area_rows_shown (const TrackTree *tree, const Trace *trace, const TrackSet *tracks)
{
  uint32_t n_rows;
  size_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n_rows);
  const uint32_t *members = track_set_members (tracks, &n);
  bool *shown = g_new0 (bool, n_rows + 1);

  for (size_t i = 0; i < n; i++)
    {
      const TraceTrack *track = trace_track (trace, members[i]);

      for (uint32_t lane = track->first_row; lane < track->first_row + track->n_rows; lane++)
        if (track_tree_row_of_lane (tree, lane) < n_rows)
          shown[track_tree_row_of_lane (tree, lane)] = true;
    }
  for (uint32_t r = 0; r < n_rows; r++)
    if (rows[r].kind == ROW_COUNTER || rows[r].kind == ROW_INSTANTS)
      shown[r] = track_set_holds (tracks, rows[r].track);
    else if (rows[r].kind == ROW_UTILIZATION)
      {
        Streams streams = { .tracks = tracks, .all = true };

        visit_streams (trace, rows[r].track, look_at_stream, &streams);
        shown[r] = streams.any && streams.all;
      }
  return shown;
}

static size_t
n_of (const TrackSet *tracks)
{
  size_t n;

  track_set_members (tracks, &n);
  return n;
}

const TrackSet *
area_rows_grow (const TrackTree *tree, const Trace *trace, const TrackSet *tracks, uint32_t start, int by)
{
  uint32_t n, first, last;

  track_tree_rows (tree, &n);
  if (tracks == NULL)
    return by > 0 ? area_rows_tracks (tree, trace, start, start) : NULL;
  g_autofree bool *shown = area_rows_shown (tree, trace, tracks);
  for (first = 0; first < n && !shown[first]; first++)
    ;
  for (last = n; last > first && !shown[last - 1]; last--)
    ;
  if (first == n)
    return NULL;

  /* Several rows may show one track, and the head of a group all of it: what changes nothing is not a step. */
  for (last--; by > 0 ? last + 1 < n : last > first;)
    {
      last = by > 0 ? last + 1 : last - 1;
      const TrackSet *grown = area_rows_tracks (tree, trace, first, last);

      if (grown != NULL && (by > 0 ? n_of (grown) > n_of (tracks) : n_of (grown) < n_of (tracks)))
        return grown;
      track_set_unref (grown);
    }
  return by > 0 ? track_set_ref (tracks) : NULL;
}
