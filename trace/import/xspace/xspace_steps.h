/* SPDX-License-Identifier: Apache-2.0
 *
 * Training steps of XSpace. Where the program marked its steps (jax.profiler.StepTraceAnnotation, tf.profiler.experimental.Trace),
 * those marks are slices "Step N" of the host. Else the profiler may have grouped events (stat "group_id"), and have drawn
 * the groups that are steps on lines "Steps" of the devices: then the step begins and ends on the host with the events of
 * its group there. */

#pragma once

#include "trace/build/builder.h"
#include "trace/container/column.h"
#include "trace/container/id_map.h"

typedef struct
{
  int64_t begin_ns, end_ns;               /* of its events on the host; begin > end if there are none */
  int64_t device_begin_ns, device_end_ns; /* of its events on lines "Steps" likewise */
  int64_t number;
  bool is_nth; /* its number is not told as one: it counts only where no step has a number */
} XSpaceGroup;

COLUMN_DEFINE (XSpaceGroupColumn, xspace_group_column, XSpaceGroup)

typedef struct
{
  XSpaceGroupColumn groups;
  IdMap index_of_group;
  bool has_marks;   /* the program marked its steps */
  bool has_numbers; /* lines "Steps" tell numbers */
} XSpaceSteps;      /* all 0: none */

void xspace_steps_clear (XSpaceSteps *steps);

/* Return false if memory runs out. */
bool xspace_steps_add_host (XSpaceSteps *steps, int64_t group, int64_t begin_ns, int64_t end_ns);
bool
xspace_steps_add_device (XSpaceSteps *steps, int64_t group, int64_t number, int64_t begin_ns, int64_t end_ns);

/* Adds the nth step of a line "Steps" whose events tell no number; those of several lines are one step. */
bool xspace_steps_add_nth (XSpaceSteps *steps, int64_t nth, int64_t number, int64_t begin_ns, int64_t end_ns);

/* Adds a slice for each step to the track, unless the program marked them. */
void xspace_steps_finish (XSpaceSteps *steps, TraceBuilder *builder, uint32_t track);

/* Returns whether finish () would add any. */
bool xspace_steps_are_found (const XSpaceSteps *steps);

/* Returns the string "Step N". */
uint32_t xspace_step_name (TraceBuilder *builder, int64_t number);
