/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/launch_operands.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/operand_types.h"
#include "trace/container/column.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/slice_find.h"
#include "trace/model/trace_private.h"

/* The types that an operator gives, and those that a text gives: two types and a few flags each. */
typedef uint16_t Answer;

enum
{
  ANSWER_ELEMENT = 0x1f,
  ANSWER_READS = 0x1f << 5,
  ANSWER_READS_SHIFT = 5,
  ANSWER_TOLD = 1 << 10,
  ANSWER_NEEDS_DIMENSIONS = 1 << 11,
  ANSWER_IS_SET = 1 << 12,
};

G_STATIC_ASSERT (OPERAND_ELEMENT_MAX <= (int) ANSWER_ELEMENT);

typedef enum
{
  KEY_TYPES,
  KEY_DIMENSIONS,
  N_KNOWN_KEYS
} KnownKey;

static const char *const known_keys[N_KNOWN_KEYS] = {
  [KEY_TYPES] = "Input type",
  [KEY_DIMENSIONS] = "Input Dims",
};

/* A row of operators on the thread of the current calls. */
typedef struct
{
  uint64_t first, end, at; /* at: the first that starts after the last call */
  uint64_t asked;          /* the slice that last answered */
  Answer answer;
} OperatorLane;

COLUMN_DEFINE (OperatorLaneColumn, operator_lane_column, OperatorLane)
COLUMN_IMPLEMENT (OperatorLaneColumn, operator_lane_column)

typedef struct
{
  const Trace *trace;
  const SliceColumns *slices;
  Answer *of_types[2];      /* by string id of "Input type"; [1]: of operators whose result comes first */
  uint8_t *is_result_first; /* by string id of an operator's name: 0 not looked at, 1 no, 2 yes */
  OperatorLaneColumn lanes; /* outermost first */
  uint32_t track;           /* the track of calls whose thread has these lanes */
  int64_t time_ns;          /* time of the last call */
  ArgFinder finders[N_KNOWN_KEYS];
} Walk;

/* ---- an argument by its key ---- */

/* Finds the first argument with that key. */
static bool
find_argument (Walk *walk, uint64_t slice, KnownKey which, Arg *ret_arg)
{
  unsigned key;

  return arg_finder_begin (&walk->finders[which], walk->slices->args[slice])
         && arg_finder_next (&walk->finders[which], &key, ret_arg);
}

static Answer
answer_of (TextSpan types, TextSpan dimensions, bool result_first)
{
  OperandTypes said = operand_types_of (types, dimensions, result_first);

  return (Answer) (ANSWER_IS_SET | said.element | said.reads << ANSWER_READS_SHIFT
                   | (said.is_told ? ANSWER_TOLD : 0)
                   | (said.depends_on_dimensions ? ANSWER_NEEDS_DIMENSIONS : 0));
}

static bool
is_result_first (Walk *walk, uint64_t slice)
{
  uint32_t name = slice_name (walk->slices, slice);

  if (walk->is_result_first[name] == 0)
    {
      size_t n;
      const char *text = trace_string (walk->trace, name, &n);
      walk->is_result_first[name] = operand_types_result_first ((TextSpan){ text, n }) ? 2 : 1;
    }
  return walk->is_result_first[name] == 2;
}

static Answer
ask (Walk *walk, uint64_t slice)
{
  bool result_first;
  Answer answer;
  Arg arg;

  if (walk->slices->kind[slice] != SLICE_OPERATOR || !find_argument (walk, slice, KEY_TYPES, &arg))
    return ANSWER_IS_SET;
  result_first = is_result_first (walk, slice);

  Answer *known = arg.string != ARG_NO_STRING ? &walk->of_types[result_first][arg.string] : NULL;
  if (known != NULL && *known != 0)
    answer = *known;
  else
    answer = answer_of ((TextSpan){ arg.text, arg.length }, SPAN (""), result_first);
  if (known != NULL)
    *known = answer;
  if (answer & ANSWER_NEEDS_DIMENSIONS)
    {
      const TextSpan types = { arg.text, arg.length }; /* the other finder does not change it */

      if (find_argument (walk, slice, KEY_DIMENSIONS, &arg))
        answer = answer_of (types, (TextSpan){ arg.text, arg.length }, result_first);
    }
  return answer;
}

/* ---- operators around a call ---- */

/* Returns false if memory runs out. */
static bool
enter_thread (Walk *walk, uint32_t calls)
{
  const TraceTrack *track = trace_track (walk->trace, calls);

  walk->track = calls;
  walk->time_ns = INT64_MIN;
  walk->lanes.n = 0;
  if (track->parent == TRACE_NONE)
    return true;
  for (uint32_t t = track->parent + 1; t < trace_n_tracks (walk->trace); t++)
    {
      const TraceTrack *band = trace_track (walk->trace, t);

      if (band->parent != track->parent)
        break;
      if (band->kind != TRACK_OPERATORS)
        continue;
      for (uint32_t r = band->first_row; r < band->first_row + band->n_rows; r++)
        {
          const TraceRow *row = trace_row (walk->trace, r);
          OperatorLane lane = { .first = row->first_slice,
                                .end = row->first_slice + row->n_slices,
                                .at = row->first_slice,
                                .asked = SLICE_NONE };

          if (!operator_lane_column_push (&walk->lanes, lane))
            return false;
        }
    }
  return true;
}

static bool
ran_out_of_memory (const Walk *walk)
{
  for (KnownKey key = 0; key < N_KNOWN_KEYS; key++)
    if (walk->finders[key].iter.ran_out)
      return true;
  return false;
}

/* Finds the answer of the innermost operator around a call that gives types of tensors, or 0 if none does. Returns
 * false when memory runs out. */
static bool
answer_at (Walk *walk, uint64_t call, Answer *ret_answer)
{
  int64_t time_ns = slice_start_ns (walk->slices, call);
  uint32_t track = trace_track_of (walk->trace, call);

  *ret_answer = 0;
  if (track != walk->track && !enter_thread (walk, track))
    return false;
  for (size_t i = walk->lanes.n; i > 0; i--)
    {
      OperatorLane *lane = &walk->lanes.at[i - 1];

      /* The next row of calls starts from the beginning. */
      if (time_ns < walk->time_ns)
        lane->at = lane->first;
      if (lane->at < lane->end && slice_start_ns (walk->slices, lane->at) <= time_ns)
        lane->at = slice_find_onward (walk->slices, lane->at + 1, lane->end, time_ns + 1);
    }
  walk->time_ns = time_ns;
  for (size_t i = walk->lanes.n; i > 0; i--)
    {
      OperatorLane *lane = &walk->lanes.at[i - 1];

      if (lane->at == lane->first || slice_end_ns (walk->slices, lane->at - 1) <= time_ns)
        continue;
      if (lane->asked != lane->at - 1)
        {
          lane->asked = lane->at - 1;
          lane->answer = ask (walk, lane->asked);
          if (ran_out_of_memory (walk))
            return false;
        }
      if (lane->answer & ANSWER_TOLD)
        {
          *ret_answer = lane->answer;
          return true;
        }
    }
  return true;
}

/* ---- all launches ---- */

static bool
walk_init (Walk *walk, const Trace *trace)
{
  size_t n = trace_n_strings (trace) + (size_t) 1;

  *walk = (Walk){ .trace = trace, .slices = trace_slices (trace), .track = TRACE_NONE };
  walk->of_types[0] = calloc (n, sizeof (Answer));
  walk->of_types[1] = calloc (n, sizeof (Answer));
  walk->is_result_first = calloc (n, 1);
  for (KnownKey key = 0; key < N_KNOWN_KEYS; key++)
    arg_finder_init (&walk->finders[key], trace, &known_keys[key], 1);
  return walk->of_types[0] != NULL && walk->of_types[1] != NULL && walk->is_result_first != NULL;
}

static void
walk_clear (Walk *walk)
{
  free (walk->of_types[0]);
  free (walk->of_types[1]);
  free (walk->is_result_first);
  operator_lane_column_clear (&walk->lanes);
  for (KnownKey key = 0; key < N_KNOWN_KEYS; key++)
    arg_finder_clear (&walk->finders[key]);
}

/* Looks at the flows from first on that begin at the same slice. Returns the only kernel launched, or
 * SLICE_NONE. Reads the column itself: there are millions, and trace_flow () makes more of each than is needed. */
static uint64_t
lone_kernel (const Trace *trace, uint64_t first, uint64_t *ret_call, uint64_t *ret_end)
{
  const TraceFlow *flows = trace->flows.at;
  uint64_t n = trace_n_flows (trace), last = trace->slices.n - 1, kernel = SLICE_NONE;
  uint64_t call = MIN (flows[first].from, last), n_launched = 0, i = first;

  for (; i < n && MIN (flows[i].from, last) == call; i++)
    if (flows[i].kind == FLOW_LAUNCH)
      {
        n_launched++;
        kernel = MIN (flows[i].to, last);
      }
  *ret_call = call;
  *ret_end = i;
  return n_launched == 1 && trace->slices.kind[kernel] == SLICE_KERNEL ? kernel : SLICE_NONE;
}

bool
launch_operands_walk (const Trace *trace,
                      const LaunchOperandsVisitor *visitor,
                      bool (*should_continue) (void *user_data),
                      void *user_data)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = trace_n_flows (trace), end = 0, looked_at = 0;
  Walk walk;
  bool ok = walk_init (&walk, trace);

  for (uint64_t i = 0; i < n && ok; i = end)
    {
      uint64_t call, kernel = lone_kernel (trace, i, &call, &end);
      Answer found;

      if (kernel != SLICE_NONE && (visitor->names == NULL || visitor->names[slice_name (slices, kernel)]))
        {
          ok = answer_at (&walk, call, &found);
          if (ok && (found & ANSWER_ELEMENT) != OPERAND_ELEMENT_NONE)
            visitor->found (visitor->user_data, kernel, found & ANSWER_ELEMENT,
                            (OperandElement) ((found & ANSWER_READS) >> ANSWER_READS_SHIFT));
        }
      if (end - looked_at >= STOPPABLE_AT_ONCE && should_continue != NULL)
        {
          looked_at = end;
          ok = ok && should_continue (user_data);
        }
    }
  walk_clear (&walk);
  return ok;
}

static void
keep_element (void *user_data, uint64_t kernel, OperandElement element, OperandElement reads G_GNUC_UNUSED)
{
  uint8_t *elements = user_data;

  /* A type without a class does not replace the type that a collective gives itself. */
  if (elements[kernel] == OPERAND_ELEMENT_NONE || operand_element_precision (element) != PRECISION_UNKNOWN)
    elements[kernel] = element;
}

bool
launch_operands_fill (const Trace *trace,
                      uint8_t *elements,
                      bool (*should_continue) (void *user_data),
                      void *user_data)
{
  const LaunchOperandsVisitor visitor = { .found = keep_element, .user_data = elements };

  return launch_operands_walk (trace, &visitor, should_continue, user_data);
}

void
own_operand_finder_init (ArgFinder *finder, const Trace *trace)
{
  static const char *const keys[] = { "dtype" };

  arg_finder_init (finder, trace, keys, G_N_ELEMENTS (keys));
}

OperandElement
launch_operands_own (ArgFinder *finder, uint64_t slice)
{
  unsigned key;
  Arg arg;

  if (arg_finder_begin (finder, trace_slices (finder->trace)->args[slice]))
    while (arg_finder_next (finder, &key, &arg))
      if (arg.quoted)
        return operand_element_of_scalar ((TextSpan){ arg.text, arg.length });
  return OPERAND_ELEMENT_NONE;
}
