/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the training steps of a profile, their numbers and their bounds.
 *
 * A step is a slice on a host thread named "ProfilerStep#N" (PyTorch's profiler; category user_annotation or
 * operator); in profiles without any, "step_N" or "Step N", else "Step:ModeKeys.TRAIN" (or another mode of SageMaker
 * Debugger's, if none is TRAIN) with the argument step_num; or it matches a pattern of the user. Its host
 * span is that slice. A device activity was launched in a step if its launching call begins inside the host
 * span, on any thread of the rank. Kernels still run after the host has moved on to the next step, so the
 * time that a step really took is
 *
 *   end_i  = max (host end, end of the last activity launched in it), never before end_(i-1)
 *   wall_i = end_i - max (end_(i-1), host begin_i)
 *
 * as in the overview of PyTorch's TensorBoard plugin (tb_plugin/torch_tb_profiler/profiler/event_parser.py). */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  uint32_t rank;  /* index of trace_rank () */
  uint32_t index; /* position within the rank */
  bool has_number;
  int64_t number;
  uint64_t slice;
  int64_t host_begin_ns, host_end_ns;
  bool has_device; /* a device activity was launched in it */
  int64_t device_begin_ns, device_end_ns;
  int64_t wall_ns;
  int64_t busy_ns;     /* device-busy time of the activities launched in it, summed over devices */
  uint64_t activities; /* kernels, memcpy and memset launched in it */

  /* The last step of its rank, if the recording ended inside it: its slice was never ended, or it launched
   * less than 80 % of the median of the others (TensorBoard's plugin also drops such a step). */
  bool is_truncated;
} TraceStep;

typedef struct StepTable StepTable;

/* pattern is NULL for the rule above, else a Perl-compatible regular expression that must match somewhere in a
 * step's name; its first group, if it contains digits, is the number. Fails with TRACE_ERROR_NO_SUCH if the
 * pattern is not valid, or TRACE_ERROR_NO_MEMORY. O(steps) for the rule if the profile has them; else
 * O(slices + launches x log launches), where a launch counts once for each step that it lies in: steps may
 * nest. In a damaged profile every step may lie around every other; once the number of launches looked at is
 * a thousand times that of all launches, the remaining steps get none. Any thread. */
StepTable *step_table_new (const Trace *trace, const char *pattern, GError **error);
void step_table_free (StepTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StepTable, step_table_free)

/* Return the number of steps, and the i-th one. They ascend by rank, then by host begin. */
uint64_t step_table_count (const StepTable *table);
const TraceStep *step_table_get (const StepTable *table, uint64_t i);
