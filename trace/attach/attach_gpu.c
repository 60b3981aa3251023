/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach_gpu.h"

#include <string.h>

typedef struct
{
  bool is_known;
  uint8_t uuid[DEVICE_UUID_BYTES];
} Uuid;

struct AttachGpus
{
  const Trace *trace;
  GArray *uuids; /* of Uuid, by device */
};

AttachGpus *
attach_gpus_new (const Trace *trace)
{
  AttachGpus *gpus = g_new (AttachGpus, 1);

  *gpus = (AttachGpus){ trace, g_array_new (FALSE, FALSE, sizeof (Uuid)) };
  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    {
      const TraceDevice *device = trace_device (trace, d);
      DeviceProperties properties;
      Uuid uuid = { .is_known = device->rank < trace_n_ranks (trace)
                                && device_properties_of (trace, trace_rank (trace, device->rank),
                                                         device->number, &properties)
                                && properties.has_uuid };

      if (uuid.is_known)
        memcpy (uuid.uuid, properties.uuid, sizeof uuid.uuid);
      g_array_append_val (gpus->uuids, uuid);
    }
  return gpus;
}

void
attach_gpus_free (AttachGpus *gpus)
{
  if (gpus == NULL)
    return;
  g_array_free (gpus->uuids, TRUE);
  g_free (gpus);
}

/* Returns whether the uuids of a device and a series are both known: 1 if they are the same, -1 if they differ; else 0. */
static int
compare_uuids (const AttachGpus *gpus, uint32_t device, const TelemetrySeries *series)
{
  const Uuid *uuid = &g_array_index (gpus->uuids, Uuid, device);

  if (!uuid->is_known || !series->has_gpu_uuid)
    return 0;
  return memcmp (uuid->uuid, series->gpu_uuid, sizeof uuid->uuid) == 0 ? 1 : -1;
}

/* Returns the one device for which is_it () returns true; TRACE_NONE if there is none, or several. */
static uint32_t
only_device (const AttachGpus *gpus,
             const TelemetrySeries *series,
             bool (*is_it) (const AttachGpus *gpus, uint32_t device, const TelemetrySeries *series))
{
  uint32_t found = TRACE_NONE;

  for (uint32_t d = 0; d < trace_n_devices (gpus->trace); d++)
    if (is_it (gpus, d, series))
      {
        if (found != TRACE_NONE)
          return TRACE_NONE;
        found = d;
      }
  return found;
}

static bool
has_its_uuid (const AttachGpus *gpus, uint32_t device, const TelemetrySeries *series)
{
  return compare_uuids (gpus, device, series) > 0;
}

static bool
has_its_number (const AttachGpus *gpus, uint32_t device, const TelemetrySeries *series)
{
  return trace_device (gpus->trace, device)->number == series->gpu
         && compare_uuids (gpus, device, series) == 0;
}

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
attach_gpus_find (const AttachGpus *gpus, const Telemetry *telemetry, const TelemetrySeries *series)
{
  int64_t gpu = series->gpu;
  uint32_t n = trace_n_devices (gpus->trace);

  if (gpu == TELEMETRY_NODE)
    return TRACE_NONE;
  for (uint32_t d = 0; d < n && series->has_gpu_uuid; d++)
    if (has_its_uuid (gpus, d, series))
      return only_device (gpus, series, has_its_uuid);
  if (n == 1 && is_only_gpu (telemetry, gpu))
    return compare_uuids (gpus, 0, series) < 0 ? TRACE_NONE : 0;
  if (series->gpu_id != NULL || gpu < 0)
    return TRACE_NONE;
  return only_device (gpus, series, has_its_number);
}
