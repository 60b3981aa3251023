/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_clocks.h"

#include <stdlib.h>

#include "trace/import/perfetto/perfetto_fields.h"
#include "trace/model/trace.h"

COLUMN_IMPLEMENT (PerfettoClockPointColumn, perfetto_clock_point_column)
COLUMN_IMPLEMENT (PerfettoClockColumn, perfetto_clock_column)

#define FIRST_OF_SEQUENCES 64
#define LAST_OF_SEQUENCES  127

#define SNAPSHOT_CLOCKS_MAX 32

/* What a snapshot says of one clock. */
typedef struct
{
  uint32_t id;
  uint64_t timestamp, multiplier_ns;
  bool is_incremental;

  int64_t ns;
  bool has_offset;
  int64_t offset_ns;
} Reading;

void
perfetto_clocks_clear (PerfettoClocks *clocks)
{
  for (size_t i = 0; i < clocks->at.n; i++)
    perfetto_clock_point_column_clear (&clocks->at.at[i].points);
  perfetto_clock_column_clear (&clocks->at);
  id_map_clear (&clocks->index_of_key);
}

static bool
is_of_sequence (uint32_t clock_id)
{
  return clock_id >= FIRST_OF_SEQUENCES && clock_id <= LAST_OF_SEQUENCES;
}

static uint64_t
key_of (PerfettoClockOwner owner, uint32_t clock_id)
{
  return (uint64_t) (is_of_sequence (clock_id) ? owner.sequence : owner.machine) << 32 | clock_id;
}

static uint32_t
primary_of (const PerfettoClocks *clocks)
{
  return clocks->primary != 0 ? clocks->primary : PERFETTO_BOOTTIME;
}

/* Returns false for a number that is no time, or would be none after multiplication. */
static bool
to_ns (uint64_t timestamp, uint64_t multiplier_ns, int64_t *ret_ns)
{
  uint64_t ns;

  if (__builtin_mul_overflow (timestamp, multiplier_ns, &ns) || ns > (uint64_t) TRACE_TIME_MAX_NS)
    return false;
  *ret_ns = (int64_t) ns;
  return true;
}

static bool
read_clock (ProtobufSpan span, Reading *ret)
{
  ProtobufField field;
  ProtobufState state;

  *ret = (Reading){ .multiplier_ns = 1 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (field.wire == PROTOBUF_VARINT)
      switch (field.number)
        {
        case CLOCK_ID:
          ret->id = (uint32_t) field.value;
          break;
        case CLOCK_TIMESTAMP:
          ret->timestamp = field.value;
          break;
        case CLOCK_IS_INCREMENTAL:
          ret->is_incremental = field.value != 0;
          break;
        case CLOCK_MULTIPLIER_NS:
          ret->multiplier_ns = field.value != 0 ? field.value : 1;
          break;
        default:
          break;
        }
  return state == PROTOBUF_END;
}

static PerfettoClock *
clock_of (PerfettoClocks *clocks, uint64_t key)
{
  uint64_t *index = id_map_add (&clocks->index_of_key, key, clocks->at.n);

  if (index == NULL
      || (*index == clocks->at.n
          && !perfetto_clock_column_push (&clocks->at, (PerfettoClock){ .multiplier_ns = 1 })))
    return NULL;
  return &clocks->at.at[*index];
}

/* Returns the point that counts at a time, or NULL. */
static const PerfettoClockPoint *
point_at (PerfettoClock *clock, int64_t ns)
{
  const PerfettoClockPoint *points = clock->points.at;
  size_t n = clock->points.n, low = 0, high = n;

  if (n == 0)
    return NULL;
  if (clock->near < n && (clock->near == 0 || points[clock->near].clock_ns <= ns)
      && (clock->near + 1 == n || points[clock->near + 1].clock_ns > ns))
    return &points[clock->near];
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (points[middle].clock_ns <= ns)
        low = middle + 1;
      else
        high = middle;
    }
  clock->near = low > 0 ? low - 1 : 0;
  return &points[clock->near];
}

/* Finds what the trace's clock showed: in the snapshot itself, else by another clock in it. */
static bool
find_trace_time (PerfettoClocks *clocks,
                 PerfettoClockOwner owner,
                 const Reading *readings,
                 size_t n,
                 int64_t *ret_ns)
{
  for (size_t i = 0; i < n; i++)
    if (readings[i].id == primary_of (clocks))
      {
        *ret_ns = readings[i].ns;
        return true;
      }
  for (size_t i = 0; i < n; i++)
    {
      const uint64_t *index = id_map_find (&clocks->index_of_key, key_of (owner, readings[i].id));
      const PerfettoClockPoint *point =
        index != NULL ? point_at (&clocks->at.at[*index], readings[i].ns) : NULL;

      if (point != NULL)
        {
          *ret_ns = trace_time_clamp (readings[i].ns + point->offset_ns);
          return true;
        }
    }
  return false;
}

static bool
add_reading (PerfettoClocks *clocks,
             PerfettoClockOwner owner,
             const Reading *reading,
             bool has_time,
             int64_t trace_ns)
{
  PerfettoClock *clock = clock_of (clocks, key_of (owner, reading->id));

  if (clock == NULL)
    return false;
  clock->multiplier_ns = reading->multiplier_ns;
  clock->is_incremental = reading->is_incremental && is_of_sequence (reading->id);
  clock->last_ns = reading->ns;
  if (!has_time || (clock->points.n > 0 && clock->points.at[clock->points.n - 1].clock_ns > reading->ns))
    return true;
  if (clocks->first != 0 && clock == &clocks->at.at[clocks->first - 1])
    {
      clocks->first = 0;
      clocks->shift_ns = trace_ns - reading->ns;
    }
  return perfetto_clock_point_column_push (&clock->points,
                                           (PerfettoClockPoint){ reading->ns, trace_ns - reading->ns });
}

bool
perfetto_clocks_add (PerfettoClocks *clocks,
                     PerfettoClockOwner owner,
                     ProtobufSpan snapshot,
                     bool *ret_failed)
{
  Reading readings[SNAPSHOT_CLOCKS_MAX];
  size_t n = 0;
  uint32_t primary = 0;
  int64_t trace_ns = 0;
  ProtobufField field;
  ProtobufState state;

  *ret_failed = false;
  while ((state = protobuf_next (&snapshot, &field)) == PROTOBUF_FIELD)
    {
      Reading *reading = &readings[n < SNAPSHOT_CLOCKS_MAX ? n : SNAPSHOT_CLOCKS_MAX - 1];

      if (protobuf_is (&field, SNAPSHOT_PRIMARY, PROTOBUF_VARINT))
        primary = (uint32_t) field.value;
      else if (protobuf_is (&field, SNAPSHOT_CLOCK, PROTOBUF_BYTES) && n < SNAPSHOT_CLOCKS_MAX)
        {
          if (!read_clock (protobuf_inside (&field), reading))
            return false;
          n += reading->id != 0 && to_ns (reading->timestamp, reading->multiplier_ns, &reading->ns);
        }
    }
  if (state != PROTOBUF_END)
    return false;
  /* Times that were converted already stay; every snapshot of a trace names the same clock. */
  if (clocks->primary == 0)
    clocks->primary = primary;

  bool has_time = find_trace_time (clocks, owner, readings, n, &trace_ns);
  for (size_t i = 0; i < n && !*ret_failed; i++)
    {
      *ret_failed = !add_reading (clocks, owner, &readings[i], has_time, trace_ns);
      if (readings[i].id == PERFETTO_REALTIME && owner.machine == 0 && has_time && !clocks->has_realtime)
        {
          clocks->has_realtime = true;
          clocks->realtime_offset_ns = readings[i].ns - trace_ns;
        }
    }
  return true;
}

uint32_t
perfetto_clocks_find (PerfettoClocks *clocks, PerfettoClockOwner owner, uint32_t clock_id)
{
  if (clock_id == 0 || clock_id == primary_of (clocks))
    return 0;
  const PerfettoClock *clock = clock_of (clocks, key_of (owner, clock_id));
  return clock != NULL ? (uint32_t) (clock - clocks->at.at) + 1 : PERFETTO_CLOCK_NONE;
}

/* Returns what a time is worth whose clock has a path to the trace's, or has none. */
static PerfettoTime
relation_of (PerfettoClocks *clocks, uint32_t clock, bool has_path, bool is_event)
{
  if (!clocks->has_first && is_event)
    {
      clocks->has_first = true;
      clocks->first = has_path ? 0 : clock;
    }
  if (!clocks->has_first)
    return PERFETTO_TIME_VALID;
  if (has_path)
    return clocks->first == 0 ? PERFETTO_TIME_VALID : PERFETTO_TIME_APART;
  return clocks->first == clock ? PERFETTO_TIME_UNRELATED : PERFETTO_TIME_APART;
}

/* Moves a time towards earlier ones. Returns false if it is then out of range. */
static inline bool
move (int64_t *ns, int64_t shift_ns)
{
  return !__builtin_sub_overflow (*ns, shift_ns, ns) && *ns >= -TRACE_TIME_MAX_NS && *ns <= TRACE_TIME_MAX_NS;
}

PerfettoTime
perfetto_clocks_convert (PerfettoClocks *clocks,
                         uint32_t clock,
                         uint64_t timestamp,
                         bool is_event,
                         int64_t *ret_ns)
{
  if (clock == 0)
    {
      if (!to_ns (timestamp, 1, ret_ns) || !move (ret_ns, clocks->shift_ns))
        return PERFETTO_TIME_INVALID;
      return relation_of (clocks, 0, true, is_event);
    }

  PerfettoClock *of = &clocks->at.at[clock - 1];
  int64_t ns;
  if (!to_ns (timestamp, of->multiplier_ns, &ns))
    return PERFETTO_TIME_INVALID;
  if (of->is_incremental)
    {
      if (ns > TRACE_TIME_MAX_NS - of->last_ns)
        return PERFETTO_TIME_INVALID;
      ns += of->last_ns;
      of->last_ns = ns;
    }

  const PerfettoClockPoint *point = point_at (of, ns);
  *ret_ns = ns;
  if (point != NULL && !move (ret_ns, clocks->shift_ns - point->offset_ns))
    return PERFETTO_TIME_INVALID;
  return relation_of (clocks, clock, point != NULL, is_event);
}
