/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach_gpu.h"

static bool
is_only_gpu (const Telemetry *telemetry, int64_t gpu)
{
  for (guint i = 0; i < telemetry->series->len; i++)
    {
      const TelemetrySeries *series = telemetry->series->pdata[i];

      if (series->gpu != TELEMETRY_NODE && series->gpu != gpu)
        return false;
    }
  return true;
}

uint32_t
attach_gpu_find (const Trace *trace, const Telemetry *telemetry, const TelemetrySeries *series)
{
  int64_t gpu = series->gpu;
  uint32_t found = TRACE_NONE;

  if (gpu == TELEMETRY_NODE)
    return TRACE_NONE;
  if (trace_n_devices (trace) == 1 && is_only_gpu (telemetry, gpu))
    return 0;
  if (series->gpu_id != NULL)
    return TRACE_NONE;
  for (uint32_t d = 0; d < trace_n_devices (trace) && gpu >= 0; d++)
    if (trace_device (trace, d)->number == gpu)
      {
        if (found != TRACE_NONE)
          return TRACE_NONE;
        found = d;
      }
  return found;
}
