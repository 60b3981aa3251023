/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_facts.h"

#include <stdlib.h>

COLUMN_IMPLEMENT (CuptiMarkerDataColumn, cupti_marker_data_column)
COLUMN_IMPLEMENT (CuptiExternalIdColumn, cupti_external_id_column)
COLUMN_IMPLEMENT (CuptiEventRecordColumn, cupti_event_record_column)
COLUMN_IMPLEMENT (CuptiDeviceSizeColumn, cupti_device_size_column)

/* 2010 to 2040, in nanoseconds. */
#define EPOCH_FIRST UINT64_C (1262304000000000000)
#define EPOCH_LAST  UINT64_C (2208988800000000000)

/* Devices are searched in a row. */
#define DEVICES_MAX 128

/* CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, which PyTorch uses for its operators; it counts before any other. */
#define EXTERNAL_OPERATOR 3

void
cupti_facts_clear (CuptiFacts *facts)
{
  id_map_clear (&facts->devices);
  id_map_clear (&facts->externals);
  id_map_clear (&facts->markers);
  id_map_clear (&facts->events);
  cupti_external_id_column_clear (&facts->external_ids);
  cupti_marker_data_column_clear (&facts->marker_data);
  cupti_event_record_column_clear (&facts->event_records);
  cupti_device_size_column_clear (&facts->device_sizes);
  *facts = (CuptiFacts){ 0 };
}

static void
set (CuptiFacts *facts, IdMap *map, uint64_t id, uint64_t value)
{
  uint64_t *known = id_map_add (map, id, value);

  if (known == NULL)
    facts->failed = true;
  else
    *known = value;
}

static void
add_context (CuptiFacts *facts, uint32_t context, uint32_t device)
{
  if (facts->last_context == (uint64_t) context + 1)
    return;
  facts->last_context = (uint64_t) context + 1;
  if (device <= INT32_MAX)
    set (facts, &facts->devices, context, device);
}

static void
add_external (CuptiFacts *facts, const CuptiRecord *record)
{
  CuptiExternalId external = { CUPTI_GET (record, EXTERNAL, external_id),
                               CUPTI_GET_U32 (record, EXTERNAL, external_kind) };
  uint32_t correlation = CUPTI_GET_U32 (record, EXTERNAL, correlation_id);
  uint64_t *known = id_map_find (&facts->externals, correlation);

  if (correlation == 0
      || (known != NULL && facts->external_ids.at[*known].kind == EXTERNAL_OPERATOR
          && external.kind != EXTERNAL_OPERATOR))
    return;
  if (known != NULL)
    facts->external_ids.at[*known] = external;
  else if (cupti_external_id_column_push (&facts->external_ids, external))
    set (facts, &facts->externals, correlation, facts->external_ids.n - 1);
  else
    facts->failed = true;
}

/* The record that goes with the end of a range. */
static bool
is_empty (const CuptiMarkerData *data)
{
  return data->payload == 0 && data->category == 0 && !(data->flags & CUPTI_MARKER_HAS_COLOR);
}

static void
add_marker_data (CuptiFacts *facts, const CuptiRecord *record)
{
  CuptiMarkerData data = {
    .payload = CUPTI_GET (record, MARKER_DATA, payload),
    .flags = CUPTI_GET_U32 (record, MARKER_DATA, flags),
    .payload_kind = CUPTI_GET_U32 (record, MARKER_DATA, payload_kind),
    .color = CUPTI_GET_U32 (record, MARKER_DATA, color),
    .category = CUPTI_GET_U32 (record, MARKER_DATA, category),
  };

  if (is_empty (&data))
    return;
  if (cupti_marker_data_column_push (&facts->marker_data, data))
    set (facts, &facts->markers, CUPTI_GET (record, MARKER_DATA, id), facts->marker_data.n - 1);
  else
    facts->failed = true;
}

static void
add_event (CuptiFacts *facts, const CuptiRecord *record)
{
  CuptiEventRecord event = {
    .correlation = CUPTI_GET_U32 (record, EVENT, correlation_id),
    .stream = CUPTI_GET_U32 (record, EVENT, stream_id),
    .event = CUPTI_GET_U32 (record, EVENT, event_id),
  };
  uint64_t sync_id = CUPTI_GET (record, EVENT, cuda_event_sync_id);

  if (sync_id == 0)
    return;
  if (cupti_event_record_column_push (&facts->event_records, event))
    set (facts, &facts->events, sync_id, facts->event_records.n - 1);
  else
    facts->failed = true;
}

static void
add_device (CuptiFacts *facts, const CuptiRecord *record)
{
  CuptiDeviceSize size = {
    .id = CUPTI_GET_U32 (record, DEVICE, id),
    .multiprocessors = CUPTI_GET_U32 (record, DEVICE, num_multiprocessors),
    .threads_per_warp = CUPTI_GET_U32 (record, DEVICE, num_threads_per_warp),
    .compute_major = CUPTI_GET_U32 (record, DEVICE, compute_capability_major),
    .sm_warps = CUPTI_GET_U32 (record, DEVICE, max_warps_per_multiprocessor),
    .sm_blocks = CUPTI_GET_U32 (record, DEVICE, max_blocks_per_multiprocessor),
    .sm_registers = CUPTI_GET_U32 (record, DEVICE, max_registers_per_multiprocessor),
    .sm_shared_bytes = CUPTI_GET_U32 (record, DEVICE, max_shared_memory_per_multiprocessor),
  };

  if (facts->device_sizes.n < DEVICES_MAX && cupti_facts_device_size (facts, size.id) == NULL
      && !cupti_device_size_column_push (&facts->device_sizes, size))
    facts->failed = true;
}

static void
add_time (CuptiFacts *facts, uint64_t time)
{
  facts->n_times += time != 0;
  facts->n_epoch_times += time >= EPOCH_FIRST && time < EPOCH_LAST;
}

void
cupti_facts_add (CuptiFacts *facts, const CuptiRecord *record)
{
  facts->n_records++;
  switch (cupti_record_of_kind (record->kind))
    {
    case CUPTI_KERNEL:
      add_context (facts, CUPTI_GET_U32 (record, KERNEL, context_id),
                   CUPTI_GET_U32 (record, KERNEL, device_id));
      add_time (facts, CUPTI_GET (record, KERNEL, start));
      break;
    case CUPTI_MEMCPY:
      add_context (facts, CUPTI_GET_U32 (record, MEMCPY, context_id),
                   CUPTI_GET_U32 (record, MEMCPY, device_id));
      add_time (facts, CUPTI_GET (record, MEMCPY, start));
      break;
    case CUPTI_MEMSET:
      add_context (facts, CUPTI_GET_U32 (record, MEMSET, context_id),
                   CUPTI_GET_U32 (record, MEMSET, device_id));
      add_time (facts, CUPTI_GET (record, MEMSET, start));
      break;
    case CUPTI_CONTEXT:
      add_context (facts, CUPTI_GET_U32 (record, CONTEXT, context_id),
                   CUPTI_GET_U32 (record, CONTEXT, device_id));
      break;
    case CUPTI_GREEN:
      add_context (facts, CUPTI_GET_U32 (record, GREEN, context_id),
                   CUPTI_GET_U32 (record, GREEN, device_id));
      break;
    case CUPTI_API:
      if (facts->process == 0)
        facts->process = CUPTI_GET_U32 (record, API, process_id);
      add_time (facts, CUPTI_GET (record, API, start));
      break;
    case CUPTI_MARKER:
      add_time (facts, CUPTI_GET (record, MARKER, timestamp));
      break;
    case CUPTI_EXTERNAL:
      add_external (facts, record);
      break;
    case CUPTI_MARKER_DATA:
      add_marker_data (facts, record);
      break;
    case CUPTI_EVENT:
      add_event (facts, record);
      break;
    case CUPTI_DEVICE:
      add_device (facts, record);
      break;
    default:
      break;
    }
}

int32_t
cupti_facts_device (const CuptiFacts *facts, uint32_t context)
{
  const uint64_t *device = id_map_find (&facts->devices, context);

  return device != NULL ? (int32_t) *device : CUPTI_NO_DEVICE;
}

const CuptiMarkerData *
cupti_facts_marker (const CuptiFacts *facts, uint32_t marker)
{
  const uint64_t *index = facts->marker_data.n > 0 ? id_map_find (&facts->markers, marker) : NULL;

  return index != NULL ? &facts->marker_data.at[*index] : NULL;
}

const CuptiEventRecord *
cupti_facts_event (const CuptiFacts *facts, uint64_t sync_id)
{
  const uint64_t *index = facts->event_records.n > 0 ? id_map_find (&facts->events, sync_id) : NULL;

  return index != NULL ? &facts->event_records.at[*index] : NULL;
}

const CuptiDeviceSize *
cupti_facts_device_size (const CuptiFacts *facts, uint32_t device)
{
  for (size_t i = 0; i < facts->device_sizes.n; i++)
    if (facts->device_sizes.at[i].id == device)
      return &facts->device_sizes.at[i];
  return NULL;
}
