/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/recorded_step.h"

#include <stdlib.h>

COLUMN_IMPLEMENT (HostOpColumn, host_op_column)
COLUMN_IMPLEMENT (PythonFrameColumn, python_frame_column)
COLUMN_IMPLEMENT (MemoryEventColumn, memory_event_column)
COLUMN_IMPLEMENT (CudaCallColumn, cuda_call_column)
COLUMN_IMPLEMENT (DeviceOpColumn, device_op_column)
COLUMN_IMPLEMENT (DeviceRangeColumn, device_range_column)
COLUMN_IMPLEMENT (OverheadColumn, overhead_column)

void
recorded_step_reset (RecordedStep *record)
{
  record->host_ops.n = 0;
  record->frames.n = 0;
  record->memory.n = 0;
  record->calls.n = 0;
  record->device_ops.n = 0;
  record->ranges.n = 0;
  record->overheads.n = 0;
}

void
recorded_step_clear (RecordedStep *record)
{
  host_op_column_clear (&record->host_ops);
  python_frame_column_clear (&record->frames);
  memory_event_column_clear (&record->memory);
  cuda_call_column_clear (&record->calls);
  device_op_column_clear (&record->device_ops);
  device_range_column_clear (&record->ranges);
  overhead_column_clear (&record->overheads);
}

int64_t
recorded_step_n_events (const RecordedStep *record)
{
  size_t n =
    record->host_ops.n + record->frames.n + record->memory.n + record->ranges.n + record->overheads.n;

  /* Every call and every device operation has one end of an arrow beside it. */
  n += 2 * (record->calls.n + record->device_ops.n);
  for (size_t i = 0; i < record->host_ops.n; i++)
    n += record->host_ops.at[i].flow_id != 0;
  return (int64_t) n;
}
