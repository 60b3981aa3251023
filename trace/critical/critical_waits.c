/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/critical/critical_waits.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/arg_finder.h"
#include "trace/stats/idle/stream_wait.h"
#include "trace/stats/slice_argument.h"

/* Streams that all device synchronisations together may look at: more than any real window needs. */
#define STREAMS_MAX 4000000

typedef enum
{
  WAIT_DEVICE,
  WAIT_STREAM,
  WAIT_EVENT,
  WAIT_OF_STREAM, /* the stream waits, not the host */
  WAIT_NONE
} WaitKind;

enum
{
  KEY_STREAM,
  KEY_WAITED_STREAM,
  KEY_RECORD,
  N_KEYS
};

static const char *const record_keys[N_KEYS] = {
  [KEY_STREAM] = "stream",
  [KEY_WAITED_STREAM] = "wait_on_stream",
  [KEY_RECORD] = "wait_on_cuda_event_record_corr_id",
};

/* What the record of a synchronisation says. */
typedef struct
{
  bool has[N_KEYS];        /* the key is there */
  int64_t numbers[N_KEYS]; /* -1: no such number */
} RecordFacts;

typedef struct
{
  CriticalItems *items;
  CriticalWaits *waits;
  ArgFinder finder;
  CriticalStreamColumn by_number; /* ascending by device, then number */
  OrderPairColumn of_host;        /* key: call, item: device work; not checked yet */
  uint64_t n_looked_at;           /* streams, by device synchronisations */
} WaitSearch;

static CriticalItem *
item_at (const WaitSearch *search, uint32_t item)
{
  return &search->items->items.at[item];
}

/* ---- what was launched before and after ---- */

/* Returns the position of the first launch of a stream at a time or later. */
static size_t
launch_from (const WaitSearch *search, const CriticalStream *stream, int64_t time_ns)
{
  const OrderPair *launches = search->items->launches.at;
  size_t low = stream->first_launch, high = stream->end_launch;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (launches[middle].key < critical_time_key (time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns CRITICAL_NONE if nothing of the window was launched on the stream before. */
static uint32_t
last_launched_before (const WaitSearch *search, const CriticalStream *stream, int64_t time_ns)
{
  size_t at = launch_from (search, stream, time_ns);

  return at > stream->first_launch ? (uint32_t) search->items->launches.at[at - 1].item : CRITICAL_NONE;
}

static uint32_t
first_launched_from (const WaitSearch *search, const CriticalStream *stream, int64_t time_ns)
{
  size_t at = launch_from (search, stream, time_ns);

  return at < stream->end_launch ? (uint32_t) search->items->launches.at[at].item : CRITICAL_NONE;
}

static int
compare_streams (const void *a, const void *b)
{
  const CriticalStream *s = a, *t = b;

  if (s->device != t->device)
    return s->device < t->device ? -1 : 1;
  return s->number < t->number ? -1 : s->number > t->number;
}

/* A file may order its streams in another way than by number. */
static bool
order_streams (WaitSearch *search)
{
  const CriticalStreamColumn *streams = &search->items->streams;

  if (!critical_stream_column_reserve (&search->by_number, streams->n + 1))
    return false;
  if (streams->n > 0)
    memcpy (search->by_number.at, streams->at, streams->n * sizeof *streams->at);
  search->by_number.n = streams->n;
  qsort (search->by_number.at, streams->n, sizeof *streams->at, compare_streams);
  return true;
}

static const CriticalStream *
find_stream (const WaitSearch *search, int32_t device, int64_t number)
{
  const CriticalStreamColumn *streams = &search->by_number;
  size_t low = 0, high = streams->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const CriticalStream *stream = &streams->at[middle];

      if (stream->device < device || (stream->device == device && stream->number < number))
        low = middle + 1;
      else
        high = middle;
    }
  return low < streams->n && streams->at[low].device == device && streams->at[low].number == number
           ? &streams->at[low]
           : NULL;
}

/* ---- calls that wait ---- */

static bool
add_host_wait (WaitSearch *search, uint32_t call, uint32_t work)
{
  return work == CRITICAL_NONE || order_pair_column_push (&search->of_host, (OrderPair){ call, work });
}

/* device < 0: all of the rank. */
static bool
wait_for_device (WaitSearch *search, uint32_t call, int32_t device)
{
  const CriticalStreamColumn *streams = &search->items->streams;

  for (size_t i = 0; i < streams->n && search->n_looked_at < STREAMS_MAX; i++, search->n_looked_at++)
    {
      const CriticalStream *stream = &streams->at[i];

      if (device >= 0 && stream->device != device)
        continue;
      if (!stop_check_next (&search->items->check)
          || !add_host_wait (search, call,
                             last_launched_before (search, stream, item_at (search, call)->start_ns)))
        return false;
    }
  return true;
}

static bool
wait_for_stream (WaitSearch *search, uint32_t call, const CriticalStream *stream)
{
  return stream == NULL
         || add_host_wait (search, call,
                           last_launched_before (search, stream, item_at (search, call)->start_ns));
}

static bool
holds (const char *text, size_t length, const char *word)
{
  return memmem (text, length, word, strlen (word)) != NULL;
}

/* By the name of a call, or of a record: Kineto's are "Context Sync", "Stream Sync", "Event Sync", "Stream Wait Event". */
static WaitKind
kind_of_slice (const WaitSearch *search, uint64_t slice)
{
  const Trace *trace = search->items->scope->trace;
  size_t length;
  const char *name = trace_string (trace, slice_name (trace_slices (trace), slice), &length);

  if (holds (name, length, "Wait"))
    return WAIT_OF_STREAM;
  if (holds (name, length, "Event"))
    return WAIT_EVENT;
  if (holds (name, length, "Stream"))
    return WAIT_STREAM;
  if (holds (name, length, "Context") || holds (name, length, "Ctx") || holds (name, length, "Device"))
    return WAIT_DEVICE;
  return WAIT_NONE;
}

/* ---- told by records ---- */

static RecordFacts
facts_of (WaitSearch *search, uint64_t record)
{
  RecordFacts facts = { .numbers = { -1, -1, -1 } };
  unsigned key;
  Arg arg;

  if (arg_finder_begin (&search->finder, trace_slices (search->items->scope->trace)->args[record]))
    while (arg_finder_next (&search->finder, &key, &arg))
      {
        facts.has[key] = true;
        if (!argument_whole (&arg, &facts.numbers[key]))
          facts.numbers[key] = -1;
      }
  return facts;
}

/* Returns the device work that an event stands for, recorded before a time: CRITICAL_NONE if it is not of the window. */
static uint32_t
work_of_event (const WaitSearch *search, int32_t device, const RecordFacts *facts, int64_t time_ns)
{
  const OrderPairColumn *records = &search->items->records;
  const CriticalStream *stream = find_stream (search, device, facts->numbers[KEY_WAITED_STREAM]);
  uint64_t wanted = (uint64_t) facts->numbers[KEY_RECORD];
  size_t low = 0, high = records->n;
  uint32_t call = CRITICAL_NONE;

  if (stream == NULL || facts->numbers[KEY_RECORD] < 0)
    return CRITICAL_NONE;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (records->at[middle].key < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  /* One of runtime, one of the driver at most, but in a damaged file. */
  for (size_t i = low; i < records->n && i < low + 2 && records->at[i].key == wanted; i++)
    if (item_at (search, (uint32_t) records->at[i].item)->start_ns <= time_ns)
      call = (uint32_t) records->at[i].item;
  return call == CRITICAL_NONE ? CRITICAL_NONE
                               : last_launched_before (search, stream, item_at (search, call)->start_ns);
}

/* Returns the stream of the last launch of the thread, or NULL. */
static const CriticalStream *
last_stream (const WaitSearch *search, uint32_t last_launch)
{
  return last_launch == CRITICAL_NONE
           ? NULL
           : &search->items->streams.at[item_at (search, item_at (search, last_launch)->call)->place];
}

static bool
take_record (WaitSearch *search, const CriticalSync *sync, uint32_t last_launch)
{
  const Trace *trace = search->items->scope->trace;
  const TraceTrack *track = trace_track (trace, trace_track_of (trace, sync->record));
  RecordFacts facts = facts_of (search, sync->record);
  WaitKind kind = kind_of_slice (search, sync->record);
  const CriticalItem *call = item_at (search, sync->call);
  int64_t number = facts.has[KEY_STREAM] ? facts.numbers[KEY_STREAM] : track->stream;

  if (kind == WAIT_OF_STREAM)
    {
      const CriticalStream *stream = find_stream (search, track->device, number);
      uint32_t from = work_of_event (search, track->device, &facts, call->start_ns);
      uint32_t to = stream == NULL ? CRITICAL_NONE : first_launched_from (search, stream, call->start_ns);

      return from == CRITICAL_NONE || to == CRITICAL_NONE
             || order_pair_column_push (&search->waits->pairs, (OrderPair){ to, from });
    }
  /* A query of an event or a stream does not wait. */
  if (call->word != HOST_SYNC)
    return true;
  if (kind == WAIT_EVENT && facts.has[KEY_RECORD])
    return add_host_wait (search, sync->call, work_of_event (search, track->device, &facts, call->start_ns));
  if (kind == WAIT_DEVICE)
    return wait_for_device (search, sync->call, track->device);
  if (kind == WAIT_STREAM && number >= 0)
    return wait_for_stream (search, sync->call, find_stream (search, track->device, number));
  return kind == WAIT_NONE || wait_for_stream (search, sync->call, last_stream (search, last_launch));
}

/* ---- all calls in order of time ---- */

/* Appends the calls that launched something or wait, ascending by begin. */
static bool
collect_calls (const WaitSearch *search, OrderPairColumn *calls, OrderPairColumn *scratch)
{
  for (uint32_t i = 0; i < search->items->n_hosts; i++)
    {
      const CriticalItem *item = item_at (search, i);
      OrderPair call = { critical_time_key (item->start_ns), i };

      if ((item->call != CRITICAL_NONE || item->word == HOST_SYNC || item->word == HOST_STREAM_WAIT)
          && !order_pair_column_push (calls, call))
        return false;
    }
  if (!order_pair_column_reserve (scratch, calls->n))
    return false;
  radix_order (calls->at, scratch->at, calls->n);
  return true;
}

/* Without any records of the rank, the name of a call is all that is known. */
static bool
take_unrecorded (WaitSearch *search, uint32_t call, uint32_t last_launch)
{
  if (search->items->has_sync_events || item_at (search, call)->word != HOST_SYNC
      || item_at (search, call)->call != CRITICAL_NONE)
    return true;
  WaitKind kind = kind_of_slice (search, item_at (search, call)->slice);
  if (kind == WAIT_DEVICE)
    return wait_for_device (search, call, -1);
  return (kind != WAIT_STREAM && kind != WAIT_EVENT)
         || wait_for_stream (search, call, last_stream (search, last_launch));
}

/* A call that lasts until its memcpy has ended has waited for it. */
static bool
take_own_copy (WaitSearch *search, uint32_t call)
{
  uint32_t work = item_at (search, call)->call;

  return work == CRITICAL_NONE
         || trace_slices (search->items->scope->trace)->kind[item_at (search, work)->slice] != SLICE_MEMCPY
         || add_host_wait (search, call, work);
}

static bool
take_calls (WaitSearch *search)
{
  CriticalItems *items = search->items;
  OrderPairColumn calls = { 0 }, scratch = { 0 };
  uint32_t *last_launch = malloc ((items->threads.n + 1) * sizeof *last_launch);
  bool ok = last_launch != NULL && collect_calls (search, &calls, &scratch);

  for (size_t i = 0; ok && i < items->threads.n; i++)
    last_launch[i] = CRITICAL_NONE;
  for (size_t i = 0; ok && i < calls.n; i++)
    {
      uint32_t call = (uint32_t) calls.at[i].item;
      uint32_t *last = &last_launch[item_at (search, call)->place];
      size_t sync = item_at (search, call)->first_wait;

      ok = stop_check_next (&items->check) && take_own_copy (search, call)
           && take_unrecorded (search, call, *last);
      for (uint32_t n = item_at (search, call)->n_waits; ok && n > 0; n--, sync++)
        ok = take_record (search, &items->syncs.at[sync], *last);
      if (item_at (search, call)->call != CRITICAL_NONE)
        *last = call;
    }
  order_pair_column_clear (&calls);
  order_pair_column_clear (&scratch);
  free (last_launch);
  return ok;
}

/* Lends the items their fields of waits, to find the records of a call: these come in order of their calls. */
static void
note_syncs (const WaitSearch *search)
{
  const CriticalSyncColumn *syncs = &search->items->syncs;

  for (size_t i = 0; i < syncs->n; i++)
    {
      CriticalItem *call = item_at (search, syncs->at[i].call);

      if (call->n_waits++ == 0)
        call->first_wait = (uint32_t) i;
    }
}

/* ---- which waits were real ---- */

static void
mend_ends (const WaitSearch *search)
{
  for (size_t i = 0; i < search->of_host.n; i++)
    {
      int64_t end_ns = item_at (search, (uint32_t) search->of_host.at[i].key)->end_ns;
      CriticalItem *work = item_at (search, (uint32_t) search->of_host.at[i].item);

      if (work->told_end_ns > end_ns && work->told_end_ns - end_ns <= CRITICAL_ROUNDING_NS
          && work->start_ns <= end_ns)
        work->end_ns = MIN (work->end_ns, end_ns);
    }
}

static bool
check_host_waits (const WaitSearch *search)
{
  for (size_t i = 0; i < search->of_host.n; i++)
    {
      CriticalItem *call = item_at (search, (uint32_t) search->of_host.at[i].key);
      const CriticalItem *work = item_at (search, (uint32_t) search->of_host.at[i].item);

      if (work->end_ns > call->end_ns)
        continue;
      if (!order_pair_column_push (&search->waits->pairs, search->of_host.at[i]))
        return false;
      if (work->end_ns > call->start_ns)
        call->is_waiting = search->items->threads.at[call->place].is_connected = true;
    }
  return true;
}

static bool
note_waits (const WaitSearch *search)
{
  CriticalItems *items = search->items;
  OrderPairColumn *pairs = &search->waits->pairs, scratch = { 0 };

  if (!order_pair_column_reserve (&scratch, pairs->n))
    return false;
  radix_order (pairs->at, scratch.at, pairs->n);
  order_pair_column_clear (&scratch);
  for (uint32_t i = 0; i < items->n_hosts; i++)
    item_at (search, i)->n_waits = 0;
  for (size_t i = 0; i < pairs->n; i++)
    {
      CriticalItem *item = item_at (search, (uint32_t) pairs->at[i].key);

      if (item->n_waits++ == 0)
        item->first_wait = (uint32_t) i;
    }
  return true;
}

static bool
note_stream_waits (const WaitSearch *search)
{
  CriticalItems *items = search->items;

  for (size_t i = items->n_hosts; i < items->items.n && items->has_stream_waits && !items->has_sync_events;
       i++)
    {
      CriticalItem *item = &items->items.at[i];

      if (!stop_check_next (&items->check))
        return false;
      item->follows_stream_wait =
        item->call != CRITICAL_NONE
        && stream_wait_precedes (items->scope->trace, &items->words, item_at (search, item->call)->slice);
    }
  return true;
}

static bool
has_slices_on (const Trace *trace, uint32_t rank, TrackKind kind)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->rank == rank && trace_track (trace, t)->kind == kind
        && trace_track (trace, t)->n_slices > 0)
      return true;
  return false;
}

bool
critical_waits_are_guessed (const Trace *trace, uint32_t rank)
{
  return has_slices_on (trace, rank, TRACK_STREAM) && has_slices_on (trace, rank, TRACK_CALLS)
         && !has_slices_on (trace, rank, TRACK_SYNC);
}

bool
critical_waits_init (CriticalWaits *waits, CriticalItems *items)
{
  WaitSearch search = { .items = items, .waits = waits };

  *waits = (CriticalWaits){ 0 };
  arg_finder_init (&search.finder, items->scope->trace, record_keys, N_KEYS);
  note_syncs (&search);
  bool ok = order_streams (&search) && take_calls (&search) && !search.finder.iter.ran_out;
  mend_ends (&search);
  ok = ok && check_host_waits (&search) && note_waits (&search) && note_stream_waits (&search);
  arg_finder_clear (&search.finder);
  critical_stream_column_clear (&search.by_number);
  order_pair_column_clear (&search.of_host);
  return ok;
}

void
critical_waits_clear (CriticalWaits *waits)
{
  order_pair_column_clear (&waits->pairs);
}
