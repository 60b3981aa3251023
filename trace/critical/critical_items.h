/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of a rank that the graph of a critical path is made of.
 *
 * Host slices are the finished ones of the annotations, operators and API calls of each thread that touch the window,
 * clipped to it. Python frames do not take part: a thread may stand in one for hours, waiting for another.
 *
 * Device work is what a call that begins in the window launched, whenever it runs, and work without a known launch that
 * begins in the window. It is not clipped. A stream also has work that others launched: it only tells whether the stream
 * was empty.
 *
 * Times of a stream that contradict each other by at most CRITICAL_ROUNDING_NS are taken to be rounded: an activity ends
 * no later than the next one of its stream begins. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/container/radix_order.h"
#include "trace/container/stop_check.h"
#include "trace/critical/critical_class.h"
#include "trace/stats/host/host_word.h"
#include "trace/stats/scope.h"

/* Two times of one microsecond each, as Kineto rounded begin and duration until 2024. */
#define CRITICAL_ROUNDING_NS INT64_C (2000)

/* Largest number of slices of a graph. Each takes about 250 bytes, and up to 400 more while many threads yield. */
#define CRITICAL_ITEMS_MAX 2000000u

#define CRITICAL_NONE UINT32_MAX

typedef enum
{
  CRITICAL_OF_HOST,
  CRITICAL_OF_DEVICE,
  CRITICAL_OF_OTHERS, /* device work of another window */
} CriticalRole;

typedef struct
{
  uint64_t slice;
  int64_t start_ns, end_ns; /* as they count: clipped, rounding mended */
  int64_t told_end_ns;      /* before trace/critical/critical_waits.h mends it */
  uint32_t place;           /* index of the thread or stream */
  uint32_t call; /* device work: the item that launched it, or CRITICAL_NONE; of the host: an item that it
                                  launched, or CRITICAL_NONE */
  uint32_t first_wait, n_waits; /* in CriticalWaits */
  uint8_t role;                 /* CriticalRole */
  uint8_t klass;                /* CriticalClass of its own time */
  uint8_t word;                 /* HostWord of an API call */
  bool is_annotation;           /* neither an operator nor an API call */
  bool is_waiting;              /* a call that returned when device work ended */
  bool follows_stream_wait;     /* its stream had been told to wait just before it was launched */
} CriticalItem;

COLUMN_DEFINE_LARGE (CriticalItemColumn, critical_item_column, CriticalItem)
COLUMN_DEFINE (OrderPairColumn, order_pair_column, OrderPair)

typedef struct
{
  uint32_t track;
  bool is_connected; /* it launched device work or waited for it */
} CriticalThread;

COLUMN_DEFINE (CriticalThreadColumn, critical_thread_column, CriticalThread)

/* A stream with device work of the window. */
typedef struct
{
  int32_t device;
  int64_t number;
  uint32_t first, end;             /* its items, ascending by start, then end */
  size_t first_launch, end_launch; /* in launches */
} CriticalStream;

COLUMN_DEFINE (CriticalStreamColumn, critical_stream_column, CriticalStream)

/* A call and the device-side record of its synchronisation. */
typedef struct
{
  uint32_t call;
  uint64_t record;
} CriticalSync;

COLUMN_DEFINE (CriticalSyncColumn, critical_sync_column, CriticalSync)

typedef struct
{
  const StatsScope *scope;
  uint32_t rank;
  HostWords words;
  StopCheck check;

  CriticalItemColumn items; /* those of the host first */
  uint32_t n_hosts;
  CriticalThreadColumn threads;
  CriticalStreamColumn streams;
  OrderPairColumn
    launches; /* by stream: key: begin of the call (critical_time_key ()), item: what it launched; ascending */
  CriticalSyncColumn syncs;
  OrderPairColumn records; /* calls that record an event; key: correlation, item: the call; ascending */
  bool has_sync_events;    /* the rank has records of synchronisations, in the window or not */
  bool has_stream_waits;   /* a call of the window makes a stream wait */
  bool is_too_large;
} CriticalItems;

/* Maps times to numbers of the same order. */
static inline uint64_t
critical_time_key (int64_t time_ns)
{
  return (uint64_t) time_ns ^ (UINT64_C (1) << 63);
}

/* Returns false when memory runs out, should_continue returns false or there are too many slices (is_too_large); call
 * clear () in any case. O(slices in the window and until its work ends x log flows + tracks + strings). */
bool critical_items_init (CriticalItems *items,
                          const StatsScope *scope,
                          uint32_t rank,
                          bool (*should_continue) (void *user_data),
                          void *user_data);
void critical_items_clear (CriticalItems *items);
