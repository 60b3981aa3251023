/* SPDX-License-Identifier: Apache-2.0
 *
 * Training steps: found, numbered, bounded.
 *
 * A step is a slice on a host thread named "ProfilerStep#N" (PyTorch's profiler; category user_annotation or
 * operator); in profiles without any, "step_N" or "Step N"; or whatever pattern the user gives. Its host span
 * is that slice. What was launched in it is every device activity whose launching call begins inside the host
 * span, on any thread of the rank. Kernels run on after the host has gone on to the next step, so the time a
 * step really took is
 *
 *   end_i  = max (host end, end of the last activity launched in it), never before end_(i-1)
 *   wall_i = end_i - max (end_(i-1), host begin_i)
 *
 * after the overview of PyTorch's TensorBoard plugin (tb_plugin/torch_tb_profiler/profiler/event_parser.py). */

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
  bool has_device; /* something was launched in it */
  int64_t device_begin_ns, device_end_ns;
  int64_t wall_ns;
  int64_t busy_ns;     /* device-busy time of what was launched in it, summed over devices */
  uint64_t activities; /* kernels, copies and sets launched in it */

  /* The last step of its rank, when the recording ended inside it: its slice was never ended, or it launched
   * less than 80 % of the median of the others (TensorBoard's plugin drops such a step too). */
  bool is_truncated;
} TraceStep;

typedef struct StepTable StepTable;

/* pattern: NULL for the rule above, else a Perl-compatible regular expression that a step's name must match
 * anywhere; its first group, if it holds digits, is the number.
 * TRACE_ERROR_NO_SUCH: the pattern is not valid; TRACE_ERROR_NO_MEMORY.
 * O(steps) for the rule, where the profile has them; else O(slices + launches x log launches), where a launch counts
 * once for each step that it lies in: steps may nest. When a thousand times all launches have been looked at (a damaged
 * profile may say that every step lies around every other), the rest of the steps have none.
 * Any thread. */
StepTable *step_table_new (const Trace *trace, const char *pattern, GError **error);
void step_table_free (StepTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StepTable, step_table_free)

/* By rank, then ascending by host begin. */
uint64_t step_table_count (const StepTable *table);
const TraceStep *step_table_get (const StepTable *table, uint64_t i);
