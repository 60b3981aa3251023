/* SPDX-License-Identifier: Apache-2.0
 *
 * What records say about other records, wherever they are in the file: gathered in a first reading, used in the second. */

#pragma once

#include "trace/container/column.h"
#include "trace/container/id_map.h"
#include "trace/import/cupti/cupti_layout.h"

#define CUPTI_NO_DEVICE (-1)

#define CUPTI_MARKER_HAS_COLOR 2u

/* The payload of a marker. */
typedef struct
{
  uint64_t payload;
  uint32_t flags, payload_kind, color, category;
} CuptiMarkerData;

typedef struct
{
  uint64_t id;
  uint32_t kind;
} CuptiExternalId;

typedef struct
{
  uint32_t correlation, stream, event;
} CuptiEventRecord;

typedef struct
{
  uint32_t id, compute_major, multiprocessors, threads_per_warp;
  uint32_t sm_warps, sm_blocks, sm_registers, sm_shared_bytes;
} CuptiDeviceSize;

COLUMN_DEFINE (CuptiMarkerDataColumn, cupti_marker_data_column, CuptiMarkerData)
COLUMN_DEFINE (CuptiExternalIdColumn, cupti_external_id_column, CuptiExternalId)
COLUMN_DEFINE (CuptiEventRecordColumn, cupti_event_record_column, CuptiEventRecord)
COLUMN_DEFINE (CuptiDeviceSizeColumn, cupti_device_size_column, CuptiDeviceSize)

typedef struct
{
  bool failed;     /* memory ran out */
  IdMap devices;   /* by context: the device */
  IdMap externals; /* by correlation: an index of external_ids */
  IdMap markers;   /* by id of a marker: an index of marker_data */
  IdMap events;    /* by cudaEventSyncId: an index of event_records */
  CuptiExternalIdColumn external_ids;
  CuptiMarkerDataColumn marker_data;
  CuptiEventRecordColumn event_records;
  CuptiDeviceSizeColumn device_sizes;
  uint64_t last_context; /* of a record with a context, + 1 */
  uint32_t process;      /* of the first call */
  uint64_t n_records;
  uint64_t n_times,
    n_epoch_times; /* begins of calls and kernels: all, and those that can be nanoseconds since 1970 */
} CuptiFacts;

/* An all-zero struct is empty. */
void cupti_facts_clear (CuptiFacts *facts);
void cupti_facts_add (CuptiFacts *facts, const CuptiRecord *record);

/* Returns the device of a context, or CUPTI_NO_DEVICE. */
int32_t cupti_facts_device (const CuptiFacts *facts, uint32_t context);

/* Returns false if nothing was pushed for the correlation id. */
static inline bool
cupti_facts_external (const CuptiFacts *facts, uint32_t correlation, uint64_t *ret_id)
{
  const uint64_t *index = facts->external_ids.n > 0 ? id_map_find (&facts->externals, correlation) : NULL;

  if (index == NULL)
    return false;
  *ret_id = facts->external_ids.at[*index].id;
  return true;
}

/* Return NULL if there is none. */
const CuptiMarkerData *cupti_facts_marker (const CuptiFacts *facts, uint32_t marker);
const CuptiEventRecord *cupti_facts_event (const CuptiFacts *facts, uint64_t sync_id);
const CuptiDeviceSize *cupti_facts_device_size (const CuptiFacts *facts, uint32_t device);
