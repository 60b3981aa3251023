/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/critical/critical_items.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/class_of_names.h"
#include "trace/model/slice_find.h"

COLUMN_IMPLEMENT_LARGE (CriticalItemColumn, critical_item_column)
COLUMN_IMPLEMENT (OrderPairColumn, order_pair_column)
COLUMN_IMPLEMENT (CriticalThreadColumn, critical_thread_column)
COLUMN_IMPLEMENT (CriticalStreamColumn, critical_stream_column)
COLUMN_IMPLEMENT (CriticalSyncColumn, critical_sync_column)

/* What is needed only while items are collected. */
typedef struct
{
  CriticalItems *items;
  const Trace *trace;
  const SliceColumns *slices;
  uint32_t *threads; /* by track: index of the thread + 1 */
  uint8_t
    *event_names; /* by string id: 1: not of a call that records an event, 2: of one; 0: not looked at */
  OrderPairColumn launched; /* key: device slice, item: the host's item */
  OrderPairColumn scratch;
  int64_t last_launched_ns; /* begin of the last of launched, on any stream */
  ClassOfNames classes;
} Collection;

static bool
push_item (Collection *collection, const CriticalItem *item)
{
  CriticalItems *items = collection->items;

  items->is_too_large = items->items.n >= CRITICAL_ITEMS_MAX;
  return !items->is_too_large && stop_check_next (&items->check)
         && critical_item_column_push (&items->items, *item);
}

/* Sorts pairs; equal keys keep their order. */
static bool
order_pairs (Collection *collection, OrderPair *pairs, size_t n)
{
  if (collection->scratch.cap < n && !order_pair_column_reserve (&collection->scratch, n))
    return false;
  radix_order (pairs, collection->scratch.at, n);
  return true;
}

/* ---- the host ---- */

static bool
thread_of (Collection *collection, uint32_t band, uint32_t *ret_thread)
{
  CriticalItems *items = collection->items;
  uint32_t parent = trace_track (collection->trace, band)->parent;
  uint32_t track = parent == TRACE_NONE ? band : parent;

  if (collection->threads[track] == 0)
    {
      if (!critical_thread_column_push (&items->threads, (CriticalThread){ .track = track }))
        return false;
      collection->threads[track] = (uint32_t) items->threads.n;
    }
  *ret_thread = collection->threads[track] - 1;
  return true;
}

static bool
records_event (Collection *collection, uint64_t slice)
{
  uint32_t name = slice_name (collection->slices, slice);

  if (collection->event_names[name] == 0)
    {
      static const char word[] = "EventRecord";
      size_t length;
      const char *text = trace_string (collection->trace, name, &length);

      collection->event_names[name] = memmem (text, length, word, strlen (word)) != NULL ? 2 : 1;
    }
  return collection->event_names[name] == 2;
}

/* Notes what a call launched and which synchronisations are recorded of it. */
static bool
take_call (Collection *collection, uint32_t item)
{
  CriticalItems *items = collection->items;
  uint64_t slice = items->items.at[item].slice, first;
  uint64_t n = trace_flows_from (collection->trace, slice, &first);

  for (uint64_t i = first; i < first + n; i++)
    {
      TraceFlow flow = trace_flow (collection->trace, i);

      if (!stop_check_next (&items->check))
        return false;
      if (flow.kind == FLOW_LAUNCH
          && stats_scope_holds_start (items->scope, slice_start_ns (collection->slices, slice))
          && !order_pair_column_push (&collection->launched, (OrderPair){ flow.to, item }))
        return false;
      if (flow.kind == FLOW_SYNC
          && !critical_sync_column_push (&items->syncs, (CriticalSync){ item, flow.to }))
        return false;
    }
  if (!records_event (collection, slice) || collection->slices->correlation[slice] == 0)
    return true;
  OrderPair record = { (uint64_t) collection->slices->correlation[slice], item };
  return order_pair_column_push (&items->records, record);
}

static bool
is_host_item (const Collection *collection, uint64_t slice)
{
  const SliceColumns *slices = collection->slices;

  return !(slices->flags[slice] & SLICE_UNFINISHED) && slices->kind[slice] != SLICE_PROFILER_SPAN
         && stats_scope_touches (collection->items->scope, slice_start_ns (slices, slice), slice_dur_ns (slices, slice));
}

static bool
take_host_slice (Collection *collection, uint64_t slice, uint32_t thread)
{
  CriticalItems *items = collection->items;
  const StatsScope *scope = items->scope;
  const SliceColumns *slices = collection->slices;
  int64_t start_ns = slice_start_ns (slices, slice), end_ns = slice_end_ns (slices, slice);
  HostWord word = host_words_of (&items->words, slice_name (slices, slice));

  if (!is_host_item (collection, slice))
    return stop_check_next (&items->check);
  if (!scope->is_whole)
    {
      start_ns = MAX (start_ns, scope->begin_ns);
      end_ns = MIN (end_ns, scope->end_ns);
    }

  CriticalItem item = {
    .slice = slice,
    .start_ns = start_ns,
    .end_ns = end_ns,
    .told_end_ns = end_ns,
    .place = thread,
    .call = CRITICAL_NONE,
    .role = CRITICAL_OF_HOST,
    .klass = word == HOST_LOADER ? CRITICAL_LOADER : CRITICAL_HOST,
    .word = (uint8_t) (slices->kind[slice] == SLICE_CALL ? word : HOST_PLAIN),
    .is_annotation = slices->kind[slice] == SLICE_ANNOTATION,
  };
  items->has_stream_waits = items->has_stream_waits || item.word == HOST_STREAM_WAIT;
  return push_item (collection, &item)
         && (slices->kind[slice] != SLICE_CALL || take_call (collection, (uint32_t) items->items.n - 1));
}

static bool
take_band (Collection *collection, uint32_t band)
{
  const TraceTrack *track = trace_track (collection->trace, band);
  uint32_t thread;

  if (!thread_of (collection, band, &thread))
    return false;
  for (uint32_t r = 0; r < track->n_rows; r++)
    {
      uint64_t first, end;

      if (!stats_scope_slices_of_row (collection->items->scope,
                                      trace_row (collection->trace, track->first_row + r), &first, &end))
        return false;
      for (uint64_t slice = first; slice < end; slice++)
        if (!take_host_slice (collection, slice, thread))
          return false;
    }
  return true;
}

static bool
is_band_of_rank (const Collection *collection, const TraceTrack *track)
{
  return track->rank == collection->items->rank && track->n_slices > 0
         && (track->kind == TRACK_ANNOTATIONS || track->kind == TRACK_OPERATORS || track->kind == TRACK_CALLS);
}

/* Counts the slices of the rank's host that are items, up to the first beyond the limit, or else, in no time, those that
 * may be. Returns false when memory runs out. */
static bool
count_hosts (const Collection *collection, bool is_exact, uint64_t *ret_n)
{
  *ret_n = 0;
  for (uint32_t t = 0; t < trace_n_tracks (collection->trace); t++)
    {
      const TraceTrack *track = trace_track (collection->trace, t);

      for (uint32_t r = 0; is_band_of_rank (collection, track) && r < track->n_rows; r++)
        {
          uint64_t first, end;

          if (!stats_scope_slices_of_row (collection->items->scope,
                                          trace_row (collection->trace, track->first_row + r), &first, &end))
            return false;
          if (!is_exact)
            *ret_n += end - first;
          for (uint64_t slice = first; is_exact && slice < end && *ret_n <= CRITICAL_ITEMS_MAX; slice++)
            *ret_n += is_host_item (collection, slice);
        }
    }
  return true;
}

/* A graph that will be too large is not begun: to find it out on the way takes a hundred times as long. */
static bool
check_size (Collection *collection)
{
  uint64_t n;

  if (!count_hosts (collection, false, &n) || (n > CRITICAL_ITEMS_MAX && !count_hosts (collection, true, &n)))
    return false;
  collection->items->is_too_large = n > CRITICAL_ITEMS_MAX;
  return !collection->items->is_too_large;
}

static bool
take_hosts (Collection *collection)
{
  CriticalItems *items = collection->items;

  for (uint32_t t = 0; t < trace_n_tracks (collection->trace); t++)
    {
      const TraceTrack *track = trace_track (collection->trace, t);

      if (is_band_of_rank (collection, track) && !take_band (collection, t))
        return false;
      if (track->rank == items->rank && track->kind == TRACK_SYNC && track->n_slices > 0)
        items->has_sync_events = true;
    }
  items->n_hosts = (uint32_t) items->items.n;
  return order_pairs (collection, items->records.at, items->records.n)
         && order_pairs (collection, collection->launched.at, collection->launched.n);
}

/* ---- the devices ---- */

static CriticalClass
class_of_work (Collection *collection, uint64_t slice)
{
  SliceKind kind = collection->slices->kind[slice];

  if (kind == SLICE_MEMCPY || kind == SLICE_MEMSET)
    return CRITICAL_MEMCPY;
  if (kind != SLICE_KERNEL)
    return CRITICAL_COMPUTE;
  switch (class_of_name (&collection->classes, slice_name (collection->slices, slice)))
    {
    case KERNEL_COMMUNICATION:
      return CRITICAL_COMMUNICATION;
    case KERNEL_MEMORY:
      return CRITICAL_MEMCPY;
    default:
      return CRITICAL_COMPUTE;
    }
}

/* call is the launching item of the window, or CRITICAL_NONE. */
static bool
take_work (Collection *collection, uint64_t slice, uint32_t call, uint64_t *near)
{
  CriticalItems *items = collection->items;
  const SliceColumns *slices = collection->slices;
  CriticalItem item = {
    .slice = slice,
    .start_ns = slice_start_ns (slices, slice),
    .end_ns = slice_end_ns (slices, slice),
    .told_end_ns = slice_end_ns (slices, slice),
    .place = (uint32_t) items->streams.n,
    .call = call,
    .role = CRITICAL_OF_DEVICE,
    .klass = (uint8_t) class_of_work (collection, slice),
  };

  if (!slice_kind_is_run (slices->kind[slice]) || slices->flags[slice] & SLICE_UNFINISHED)
    return stop_check_next (&items->check);
  if (call == CRITICAL_NONE && !items->scope->is_whole
      && (!stats_scope_holds_start (items->scope, item.start_ns)
          || trace_launch_of_near (collection->trace, slice, near) != SLICE_NONE))
    item.role = CRITICAL_OF_OTHERS;
  return push_item (collection, &item);
}

/* The slices of a row that may take part begin within [first_ns, last_ns]. The one before them tells whether the stream
 * was empty, the one behind them whether the last of them ends too late. */
static bool
take_stream_row (Collection *collection,
                 const TraceRow *row,
                 size_t launched,
                 size_t end,
                 int64_t first_ns,
                 int64_t last_ns)
{
  const SliceColumns *slices = collection->slices;
  uint64_t slice = slice_find_from (slices, row, first_ns),
           behind = slice_find_from (slices, row, last_ns + 1);
  uint64_t near = 0;

  behind += behind < row->first_slice + row->n_slices;
  for (slice -= slice > row->first_slice; slice < behind; slice++)
    {
      uint32_t call = CRITICAL_NONE;

      while (launched < end && collection->launched.at[launched].key < slice)
        launched++;
      if (launched < end && collection->launched.at[launched].key == slice)
        call = (uint32_t) collection->launched.at[launched].item;
      if (!take_work (collection, slice, call, &near))
        return false;
    }
  return true;
}

static bool
is_in_order (const CriticalItem *items, size_t n)
{
  for (size_t i = 1; i < n; i++)
    if (items[i].start_ns < items[i - 1].start_ns
        || (items[i].start_ns == items[i - 1].start_ns && items[i].end_ns < items[i - 1].end_ns))
      return false;
  return true;
}

/* Puts the items of a stream into order: lanes come one after another, and most streams have one. */
static bool
order_stream (Collection *collection, CriticalStream *stream)
{
  CriticalItem *items = collection->items->items.at + stream->first;
  size_t n = stream->end - stream->first;

  if (is_in_order (items, n))
    return true;
  OrderPairColumn order = { 0 };
  CriticalItem *sorted = malloc ((n + 1) * sizeof *sorted);
  bool ok = sorted != NULL && order_pair_column_reserve (&order, n + 1);

  for (size_t i = 0; ok && i < n; i++)
    order.at[i] = (OrderPair){ (uint64_t) (items[i].end_ns - items[i].start_ns), i };
  ok = ok && order_pairs (collection, order.at, n);
  for (size_t i = 0; ok && i < n; i++)
    order.at[i].key = critical_time_key (items[order.at[i].item].start_ns);
  ok = ok && order_pairs (collection, order.at, n);
  for (size_t i = 0; ok && i < n; i++)
    sorted[i] = items[order.at[i].item];
  if (ok && n > 0)
    memcpy (items, sorted, n * sizeof *items);
  order_pair_column_clear (&order);
  free (sorted);
  return ok;
}

static void
mend_rounding (CriticalItem *items, size_t n)
{
  for (size_t i = 0; i + 1 < n; i++)
    {
      int64_t next_ns = items[i + 1].start_ns;

      if (items[i].end_ns > next_ns && items[i].end_ns - next_ns <= CRITICAL_ROUNDING_NS)
        items[i].end_ns = items[i].told_end_ns = next_ns;
    }
}

/* Also says of each call which item it launched: of several, the last one. */
static bool
note_launches (Collection *collection, CriticalStream *stream)
{
  CriticalItems *items = collection->items;

  stream->first_launch = items->launches.n;
  for (uint32_t i = stream->first; i < stream->end; i++)
    {
      CriticalItem *item = &items->items.at[i];

      if (item->call == CRITICAL_NONE)
        continue;
      items->items.at[item->call].call = i;
      items->threads.at[items->items.at[item->call].place].is_connected = true;
      OrderPair launch = { critical_time_key (items->items.at[item->call].start_ns), i };
      if (!order_pair_column_push (&items->launches, launch))
        return false;
    }
  stream->end_launch = items->launches.n;
  return order_pairs (collection, items->launches.at + stream->first_launch,
                      stream->end_launch - stream->first_launch);
}

/* launched and end are those of the stream. */
static bool
take_stream (Collection *collection, const TraceTrack *track, size_t launched, size_t end)
{
  CriticalItems *items = collection->items;
  const StatsScope *scope = items->scope;
  int64_t first_ns = scope->is_whole ? -TRACE_TIME_MAX_NS : scope->begin_ns;
  int64_t last_ns = scope->is_whole ? TRACE_TIME_MAX_NS : MIN (scope->end_ns, TRACE_TIME_MAX_NS);
  CriticalStream stream = { .device = track->device,
                            .number = track->stream,
                            .first = (uint32_t) items->items.n };
  bool has_own = false;

  for (size_t i = launched; i < end; i++)
    first_ns = MIN (first_ns, slice_start_ns (collection->slices, collection->launched.at[i].key));
  last_ns = MAX (last_ns, collection->last_launched_ns);
  for (uint32_t r = 0; r < track->n_rows; r++)
    if (!take_stream_row (collection, trace_row (collection->trace, track->first_row + r), launched, end,
                          first_ns, last_ns))
      return false;

  stream.end = (uint32_t) items->items.n;
  for (uint32_t i = stream.first; i < stream.end && !has_own; i++)
    has_own = items->items.at[i].role == CRITICAL_OF_DEVICE;
  if (!has_own)
    {
      items->items.n = stream.first;
      return true;
    }
  if (!order_stream (collection, &stream))
    return false;
  mend_rounding (items->items.at + stream.first, stream.end - stream.first);
  return note_launches (collection, &stream) && critical_stream_column_push (&items->streams, stream);
}

static bool
take_devices (Collection *collection)
{
  const OrderPairColumn *launched = &collection->launched;
  size_t at = 0;

  collection->last_launched_ns = -TRACE_TIME_MAX_NS;
  for (size_t i = 0; i < launched->n; i++)
    collection->last_launched_ns =
      MAX (collection->last_launched_ns, slice_start_ns (collection->slices, launched->at[i].key));

  for (uint32_t t = 0; t < trace_n_tracks (collection->trace); t++)
    {
      const TraceTrack *track = trace_track (collection->trace, t);
      size_t end;

      if (track->kind != TRACK_STREAM || track->rank != collection->items->rank || track->n_slices == 0)
        continue;
      while (at < launched->n && launched->at[at].key < track->first_slice)
        at++;
      for (end = at; end < launched->n && launched->at[end].key < track->first_slice + track->n_slices; end++)
        ;
      if (!take_stream (collection, track, at, end))
        return false;
      at = end;
    }
  return true;
}

bool
critical_items_init (CriticalItems *items,
                     const StatsScope *scope,
                     uint32_t rank,
                     bool (*should_continue) (void *user_data),
                     void *user_data)
{
  const Trace *trace = scope->trace;
  Collection collection = {
    .items = items,
    .trace = trace,
    .slices = trace_slices (trace),
    .threads = calloc (trace_n_tracks (trace) + (size_t) 1, sizeof *collection.threads),
    .event_names = calloc (trace_n_strings (trace) + (size_t) 1, 1),
  };

  *items = (CriticalItems){ .scope = scope, .rank = rank, .check = { should_continue, user_data, 0 } };
  bool has_classes = class_of_names_init (&collection.classes, trace);
  bool has_words = host_words_init (&items->words, trace);
  bool ok = has_classes && has_words && collection.threads != NULL && collection.event_names != NULL
            && check_size (&collection) && take_hosts (&collection) && take_devices (&collection);
  class_of_names_clear (&collection.classes);
  order_pair_column_clear (&collection.launched);
  order_pair_column_clear (&collection.scratch);
  free (collection.threads);
  free (collection.event_names);
  return ok;
}

void
critical_items_clear (CriticalItems *items)
{
  host_words_clear (&items->words);
  critical_item_column_clear (&items->items);
  critical_thread_column_clear (&items->threads);
  critical_stream_column_clear (&items->streams);
  order_pair_column_clear (&items->launches);
  critical_sync_column_clear (&items->syncs);
  order_pair_column_clear (&items->records);
}
