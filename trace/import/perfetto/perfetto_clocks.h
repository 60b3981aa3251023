/* SPDX-License-Identifier: Apache-2.0
 *
 * The clocks of a trace. Snapshots say what several clocks showed at one instant; with them, times of any clock become
 * times of the trace's own clock: the primary one that a snapshot names, else BOOTTIME. Between two snapshots the earlier
 * one counts, before the first that one.
 *
 * A clock that no snapshot relates to the trace's has times that cannot be put among the others. If the first event of a
 * trace has such a clock, it stands for the trace's until a snapshot relates the two; then times of all clocks go on from
 * there. Times of any further such clock are apart.
 *
 * Clocks 64 to 127 belong to one sequence, others to one machine. Those of a sequence may count in other units than
 * nanoseconds, and each of their times may be the difference to the one before. */

#pragma once

#include "trace/container/column.h"
#include "trace/container/id_map.h"
#include "trace/import/protobuf/protobuf_wire.h"

#define PERFETTO_REALTIME  1
#define PERFETTO_MONOTONIC 3
#define PERFETTO_BOOTTIME  6

/* At clock_ns on a clock, the trace's clock showed clock_ns + offset_ns. */
typedef struct
{
  int64_t clock_ns, offset_ns;
} PerfettoClockPoint;

COLUMN_DEFINE (PerfettoClockPointColumn, perfetto_clock_point_column, PerfettoClockPoint)

typedef struct
{
  PerfettoClockPointColumn points; /* ascending */
  size_t near;                     /* the point that was used last */
  uint64_t multiplier_ns;
  bool is_incremental;
  int64_t last_ns; /* of an incremental clock */
} PerfettoClock;

COLUMN_DEFINE (PerfettoClockColumn, perfetto_clock_column, PerfettoClock)

/* Begin with an all-zero struct. */
typedef struct
{
  PerfettoClockColumn at;
  IdMap index_of_key;
  uint32_t primary;           /* clock id; 0 if none was named: then BOOTTIME */
  bool has_realtime;          /* realtime_offset_ns is set */
  int64_t realtime_offset_ns; /* from the trace's clock to the time since 1970 */
  bool has_first;             /* an event had a time */
  uint32_t first;   /* its clock, as perfetto_clocks_find () returns it; 0 if it has a path to the trace's */
  int64_t shift_ns; /* from the times that are returned to the trace's clock: 0 unless `first` had no path */
} PerfettoClocks;

/* Whose clocks are meant: those of a machine (0: that of the trace's clock), of which some belong to one sequence. */
typedef struct
{
  uint32_t machine, sequence;
} PerfettoClockOwner;

typedef enum
{
  PERFETTO_TIME_VALID,     /* of the trace's clock */
  PERFETTO_TIME_UNRELATED, /* of the clock of the first event, which stands for the trace's as nothing relates the two yet */
  PERFETTO_TIME_APART,     /* of a clock that nothing relates to that of the other times */
  PERFETTO_TIME_INVALID,   /* out of range */
} PerfettoTime;

void perfetto_clocks_clear (PerfettoClocks *clocks);

/* Adds a ClockSnapshot of a sequence. Returns false if it is damaged; *ret_failed says that memory ran out. */
bool perfetto_clocks_add (PerfettoClocks *clocks,
                          PerfettoClockOwner owner,
                          ProtobufSpan snapshot,
                          bool *ret_failed);

/* Finds or adds a clock for perfetto_clocks_convert (): 0 if it is the trace's own, PERFETTO_CLOCK_NONE if memory runs
 * out. */
#define PERFETTO_CLOCK_NONE UINT32_MAX
uint32_t perfetto_clocks_find (PerfettoClocks *clocks, PerfettoClockOwner owner, uint32_t clock_id);

/* Turns a time of a packet into one of the trace's clock. Each call advances an incremental clock. is_event: whether the
 * time may be that of the first event. */
PerfettoTime perfetto_clocks_convert (PerfettoClocks *clocks,
                                      uint32_t clock,
                                      uint64_t timestamp,
                                      bool is_event,
                                      int64_t *ret_ns);
