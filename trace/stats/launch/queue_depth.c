/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/launch/queue_depth.h"

#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/slice_find.h"
#include "trace/stats/launch/launch_walk.h"

/* The state of one stream. */
typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  I64Column calls_ns,
    starts_ns; /* times of waiting activities, within the window: the calls of all, and the starts that are in it */
} Queue;

static bool
waits_in_window (const StatsScope *scope, int64_t call_ns, int64_t start_ns)
{
  return scope->is_whole
         || (call_ns < scope->end_ns
             && (start_ns > scope->begin_ns || stats_scope_holds_start (scope, call_ns)));
}

static bool
add_launch (Queue *queue, const Launch *launch, QueueDepth *depth)
{
  const StatsScope *scope = queue->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  int64_t call_ns = slice_start_ns (slices, launch->call), start_ns = slice_start_ns (slices, launch->run);

  if (start_ns < call_ns)
    {
      depth->n_negative += stats_scope_holds_start (scope, start_ns);
      return true;
    }
  if (!waits_in_window (scope, call_ns, start_ns))
    return true;
  depth->n++;
  /* Activities that start at the window's end wait until then. */
  return i64_column_push (&queue->calls_ns, CLAMP (call_ns, scope->begin_ns, scope->end_ns))
         && (start_ns >= scope->end_ns
             || i64_column_push (&queue->starts_ns, MAX (start_ns, scope->begin_ns)));
}

static bool
collect (Queue *queue, const TraceTrack *track, QueueDepth *depth)
{
  const Trace *trace = queue->scope->trace;
  const SliceColumns *slices = trace_slices (trace);
  Launch launch;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      const TraceRow *row = trace_row (trace, r);
      uint64_t first =
        queue->scope->is_whole ? row->first_slice : slice_find_from (slices, row, queue->scope->begin_ns);
      size_t most = (size_t) (row->first_slice + row->n_slices - first);

      if (queue->scope->is_whole
          && (!i64_column_reserve (&queue->calls_ns, most) || !i64_column_reserve (&queue->starts_ns, most)))
        return false;
      for (LaunchWalk walk = launch_walk_begin (trace, first, row->first_slice + row->n_slices);
           launch_walk_next (&walk, &launch);)
        if (!stop_check_next (&queue->check)
            || (slice_kind_is_gpu_activity ((SliceKind) slices->kind[launch.run])
                && !add_launch (queue, &launch, depth)))
          return false;
    }
  return true;
}

static int
compare_times (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* They mostly are in order: a thread launches in order, and a stream starts in order. */
static bool
put_in_order (Queue *queue, I64Column *times_ns)
{
  for (size_t i = 1; i < times_ns->n; i++)
    if (times_ns->at[i] < times_ns->at[i - 1])
      return stoppable_order (times_ns->at, times_ns->n, sizeof *times_ns->at, compare_times,
                              queue->check.should_continue, queue->check.user_data);
  return true;
}

/* ---- the step function ---- */

/* Times since the window's begin are multiplied by QUEUE_DEPTH_BUCKETS, so that the edges of buckets are integers:
 * multiples of length. */
typedef struct
{
  QueueDepth *depth;
  int64_t begin_ns, length_ns;
  uint32_t bucket; /* of the last time, and its edges: dividing takes longest, and times ascend */
  __int128 from, until;
} Sweep;

static __int128
scaled (const Sweep *sweep, int64_t time_ns)
{
  return (__int128) (time_ns - sweep->begin_ns) * QUEUE_DEPTH_BUCKETS;
}

static uint32_t
bucket_at (Sweep *sweep, __int128 at)
{
  if (at >= sweep->from && at < sweep->until)
    return sweep->bucket;
  sweep->bucket = (uint32_t) MIN (at / sweep->length_ns, QUEUE_DEPTH_BUCKETS - 1);
  sweep->from = (__int128) sweep->bucket * sweep->length_ns;
  sweep->until = sweep->from + sweep->length_ns;
  return sweep->bucket;
}

static void
note_most (Sweep *sweep, uint32_t bucket, uint64_t waiting)
{
  sweep->depth->most = MAX (sweep->depth->most, waiting);
  sweep->depth->bucket_most[bucket] = MAX (sweep->depth->bucket_most[bucket], waiting);
}

/* Parts of a bucket mostly fit into 64 bits, of which the processor makes a double by itself. */
static double
real_of (__int128 length)
{
  return length <= INT64_MAX ? (double) (int64_t) length : (double) length;
}

/* Adds a stretch with a constant number of waiting activities. */
static void
add_stretch (Sweep *sweep, int64_t from_ns, int64_t to_ns, uint64_t waiting)
{
  __int128 at = scaled (sweep, from_ns), end = scaled (sweep, to_ns);

  if (waiting >= QUEUE_DEPTH_FULL)
    sweep->depth->full_ns += to_ns - from_ns;
  for (uint32_t bucket = bucket_at (sweep, at); at < end; bucket++)
    {
      __int128 edge = (__int128) (bucket + 1) * sweep->length_ns, last = MIN (edge, end);

      sweep->depth->bucket_mean[bucket] +=
        (double) waiting * (real_of (last - at) / (double) sweep->length_ns);
      note_most (sweep, bucket, waiting);
      at = last;
    }
}

static void
sweep_times (const StatsScope *scope,
             const I64Column *calls_ns,
             const I64Column *starts_ns,
             QueueDepth *depth)
{
  Sweep sweep = { .depth = depth, .begin_ns = scope->begin_ns };
  int64_t at_ns = scope->begin_ns;
  size_t call = 0, start = 0;

  if (scope->end_ns <= scope->begin_ns
      || __builtin_sub_overflow (scope->end_ns, scope->begin_ns, &sweep.length_ns))
    {
      depth->most = calls_ns->n;
      return;
    }
  while (call < calls_ns->n || start < starts_ns->n)
    {
      /* Every start has its call before it. */
      int64_t next_ns =
        start == starts_ns->n || (call < calls_ns->n && calls_ns->at[call] < starts_ns->at[start])
          ? calls_ns->at[call]
          : starts_ns->at[start];

      if (next_ns > at_ns)
        add_stretch (&sweep, at_ns, next_ns, call - start);
      at_ns = next_ns;
      while (call < calls_ns->n && calls_ns->at[call] == at_ns)
        call++;
      note_most (&sweep, bucket_at (&sweep, scaled (&sweep, at_ns)), call - start);
      while (start < starts_ns->n && starts_ns->at[start] == at_ns)
        start++;
    }
  if (scope->end_ns > at_ns)
    add_stretch (&sweep, at_ns, scope->end_ns, call - start);
  for (uint32_t bucket = 0; bucket < QUEUE_DEPTH_BUCKETS; bucket++)
    depth->mean += depth->bucket_mean[bucket] / QUEUE_DEPTH_BUCKETS;
}

static bool
measure_stream (Queue *queue, const TraceTrack *track, QueueDepth *depth)
{
  queue->calls_ns.n = queue->starts_ns.n = 0;
  if (!collect (queue, track, depth) || !put_in_order (queue, &queue->calls_ns)
      || !put_in_order (queue, &queue->starts_ns))
    return false;
  sweep_times (queue->scope, &queue->calls_ns, &queue->starts_ns, depth);
  return true;
}

static int
compare_streams (const void *a, const void *b)
{
  const QueueDepth *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return x->track < y->track ? -1 : x->track > y->track;
}

/* Adds the streams of one device. */
static bool
measure_device (Queue *queue, uint32_t device, QueueDepthTable *table)
{
  const Trace *trace = queue->scope->trace;
  uint32_t device_track = trace_device (trace, device)->track;

  /* All tracks below a device follow it. */
  for (uint32_t t = device_track + 1;
       t < trace_n_tracks (trace) && trace_track (trace, t)->parent == device_track; t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      QueueDepth depth = { .track = t, .device = device };

      if (track->kind != TRACK_STREAM || !stats_scope_holds_track (queue->scope, track))
        continue;
      if (!measure_stream (queue, track, &depth))
        return false;
      if (depth.n + depth.n_negative > 0)
        table->streams[table->n++] = depth;
    }
  return true;
}

static uint32_t
count_streams (const Trace *trace)
{
  uint32_t n = 0;

  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    n += trace_track (trace, t)->kind == TRACK_STREAM;
  return n;
}

bool
queue_depth_compute (const StatsScope *scope,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     QueueDepthTable *ret_table)
{
  Queue queue = { .scope = scope, .check = { should_continue, user_data, 0 } };
  QueueDepthTable table = { .streams = malloc (count_streams (scope->trace) * sizeof (QueueDepth) + 1) };
  bool ok = table.streams != NULL;

  for (uint32_t device = 0; device < trace_n_devices (scope->trace) && ok; device++)
    if (stats_scope_holds_device (scope, device))
      ok = measure_device (&queue, device, &table);
  i64_column_clear (&queue.calls_ns);
  i64_column_clear (&queue.starts_ns);
  if (!ok)
    queue_depth_clear (&table);
  else
    qsort (table.streams, table.n, sizeof *table.streams, compare_streams);
  *ret_table = table;
  return ok;
}

void
queue_depth_clear (QueueDepthTable *table)
{
  free (table->streams);
  *table = (QueueDepthTable){ 0 };
}
