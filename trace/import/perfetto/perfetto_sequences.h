/* SPDX-License-Identifier: Apache-2.0
 *
 * The packet sequences of a trace: one for each writer, which is mostly a thread of a machine. A sequence has state: what it has
 * interned and which defaults it set. Both end when the writer clears its state, and are not to be trusted after packets
 * of it were lost, until it does. */

#pragma once

#include "trace/container/column.h"
#include "trace/container/id_map.h"
#include "trace/import/perfetto/perfetto_clocks.h"
#include "trace/import/perfetto/perfetto_interned.h"

typedef enum
{
  SEQUENCE_NEW, /* has not cleared its state yet: the begin may be missing */
  SEQUENCE_VALID,
  SEQUENCE_LOST, /* packets are missing */
} PerfettoSequenceState;

#define PERFETTO_EXTRA_COUNTERS 8

/* Tracks of counters that events have values for. */
typedef struct
{
  uint64_t uuids[PERFETTO_EXTRA_COUNTERS];
  unsigned n;
} PerfettoExtraTracks;

typedef struct
{
  uint64_t id; /* that of its machine, which is 0 for the one that recorded, << 32 | that on its machine */
  uint32_t number; /* among the sequences of the trace, from 1 */
  PerfettoSequenceState state;
  uint32_t generation; /* differs between any two states of any sequences */
  PerfettoInterned interned;

  /* defaults */
  bool has_track;
  uint64_t track_uuid;
  uint32_t clock_id;     /* 0 if not set */
  uint32_t extra_tracks; /* index of PerfettoSequences.extras, + 1; 0 if not set */

  /* of old writers: the thread that it stands for, and the clock of its events */
  bool has_thread, has_reference;
  int32_t pid;
  int64_t tid;
  int64_t reference_ns;

  uint32_t cached_clock_id, cached_clock; /* the clock that was looked up last; 0 if none */
} PerfettoSequence;

COLUMN_DEFINE (PerfettoSequenceColumn, perfetto_sequence_column, PerfettoSequence)

/* The tracks of whole and of fractional numbers. */
typedef struct
{
  PerfettoExtraTracks whole, fractional;
} PerfettoExtras;

/* Adds the uuids of a field, which has one or is packed. */
void perfetto_extra_tracks_add (PerfettoExtraTracks *tracks, const ProtobufField *field);

COLUMN_DEFINE (PerfettoExtrasColumn, perfetto_extras_column, PerfettoExtras)

/* A damaged file may seem to have any number of sequences; those beyond this number share the last one, which then
 * never has valid state. */
#define PERFETTO_SEQUENCES_MAX ((size_t) 1 << 18)

/* An all-zero struct is empty. */
typedef struct
{
  PerfettoSequenceColumn at;
  PerfettoExtrasColumn extras;
  IdMap index_of_id;
  uint32_t last; /* index, + 1 */
  uint32_t n_generations;
} PerfettoSequences;

void perfetto_sequences_clear (PerfettoSequences *sequences);

/* Finds or adds a sequence. *ret_is_new says that this is its first packet. Valid until the next call. Returns NULL if
 * memory runs out. O(1). */
PerfettoSequence *perfetto_sequences_get (PerfettoSequences *sequences, uint64_t id, bool *ret_is_new);

/* Returns whose clocks those of a sequence are, for perfetto_clocks.h. */
static inline PerfettoClockOwner
perfetto_sequence_clocks (const PerfettoSequence *sequence)
{
  return (PerfettoClockOwner){ (uint32_t) (sequence->id >> 32), sequence->number };
}

/* Begins new state. */
void perfetto_sequences_renew (PerfettoSequences *sequences, PerfettoSequence *sequence);

/* Notes that packets are missing before the current one. */
void perfetto_sequence_lose (PerfettoSequence *sequence);
