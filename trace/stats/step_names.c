/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step_names.h"

#include <stdlib.h>

uint8_t *
step_names_new (const Trace *trace, const StepTable *steps)
{
  uint8_t *is_step_name = calloc (trace_n_strings (trace) + (size_t) 1, 1);

  for (uint64_t i = 0; is_step_name != NULL && i < step_table_count (steps); i++)
    is_step_name[slice_name (trace_slices (trace), step_table_get (steps, i)->slice)] = 1;
  return is_step_name;
}
