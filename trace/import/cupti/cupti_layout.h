/* SPDX-License-Identifier: Apache-2.0
 *
 * The layouts of CUPTI's activity records in CUDA 10.2 to 13.4: which record a kind is, how large it is in each
 * release, and where its fields are.
 *
 * A record begins with its kind (u32) and states neither its size nor its version; a buffer is records without gaps.
 * cupti_structs.h and cupti_fields.h have the facts. All numbers are little endian. Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Kinds are below this; the largest known one is 59. */
#define CUPTI_KINDS 128

/* What a record is. Several kinds may share one. */
typedef enum
{
  CUPTI_NO_RECORD,
  CUPTI_MEMCPY,
  CUPTI_MEMSET,
  CUPTI_KERNEL,
  CUPTI_API,
  CUPTI_DEVICE,
  CUPTI_CONTEXT,
  CUPTI_NAME,
  CUPTI_MARKER,
  CUPTI_MARKER_DATA,
  CUPTI_OVERHEAD,
  CUPTI_CDP,
  CUPTI_PREEMPTION,
  CUPTI_ENVIRONMENT,
  CUPTI_PEER,
  CUPTI_UNIFIED,
  CUPTI_FUNCTION,
  CUPTI_MODULE,
  CUPTI_DEVICE_ATTRIBUTE,
  CUPTI_OPENACC_DATA,
  CUPTI_OPENACC_LAUNCH,
  CUPTI_OPENACC_OTHER,
  CUPTI_EVENT,
  CUPTI_STREAM,
  CUPTI_SYNC,
  CUPTI_EXTERNAL,
  CUPTI_NVLINK,
  CUPTI_MEMORY,
  CUPTI_PCIE,
  CUPTI_OPENMP,
  CUPTI_MEMORY_OP,
  CUPTI_POOL,
  CUPTI_GRAPH,
  CUPTI_JIT,
  CUPTI_DEVICE_GRAPH,
  CUPTI_DECOMPRESS,
  CUPTI_ROTATION,
  CUPTI_HOST_NODE,
  CUPTI_SWITCH,
  CUPTI_HOST_LAUNCH,
  CUPTI_GREEN,
  N_CUPTI_RECORDS
} CuptiRecordType;

/* Kinds whose number matters, because several share a record. */
#define CUPTI_KIND_DRIVER          4
#define CUPTI_KIND_RUNTIME         5
#define CUPTI_KIND_INTERNAL_LAUNCH 48

/* Returns what a kind is; CUPTI_NO_RECORD if it is unknown or no library writes it. */
CuptiRecordType cupti_record_of_kind (uint32_t kind);

/* Returns the first kind of a record, or 0 for CUPTI_NO_RECORD. */
uint32_t cupti_kind_of_record (CuptiRecordType record);

/* ---- sizes ---- */

/* The size of each kind in bytes; 0: such a record cannot occur. */
typedef struct
{
  uint16_t size[CUPTI_KINDS];
} CuptiSizes;

typedef struct
{
  const char *name; /* "12.4"; "13.2.1" is 13.2 Update 1 */
  int number;       /* 1240, 1321 */
} CuptiRelease;

#define N_CUPTI_RELEASES 25
extern const CuptiRelease cupti_releases[N_CUPTI_RELEASES]; /* ascending */

/* Returns the index of a release by its name, such as "12.4", or -1. */
int cupti_release_find (const char *name);

void cupti_release_sizes (int release, CuptiSizes *ret_sizes);

/* Returns whether a library of any known release writes records of that kind and size. */
bool cupti_size_is_known (uint32_t kind, uint32_t size);

/* Returns the largest known size of a kind, or 0. */
uint32_t cupti_size_largest (uint32_t kind);

/* ---- fields ---- */

/* CUPTI_AT_KERNEL_start is an offset, CUPTI_WIDTH_KERNEL_start a width. */
enum
{
#define CUPTI_FIELD(record, field, member, at, bytes, unit) \
  CUPTI_AT_##record##_##field = (at), CUPTI_WIDTH_##record##_##field = (bytes),
#include "trace/import/cupti/cupti_fields.h"
#undef CUPTI_FIELD
};

/* One record in a buffer. */
typedef struct
{
  const uint8_t *bytes; /* 8-byte aligned or not */
  uint32_t size;
  uint32_t kind;
} CuptiRecord;

static inline uint32_t
cupti_u32_at (const uint8_t *bytes)
{
  uint32_t value;

  memcpy (&value, bytes, sizeof value);
  return value;
}

/* Returns a field of at most 8 bytes, without its sign; 0 if the record is too short to have it. */
static inline uint64_t
cupti_number (const CuptiRecord *record, unsigned at, unsigned width)
{
  uint64_t value = 0;

  if (at + width > record->size)
    return 0;
  memcpy (&value, record->bytes + at, width);
  return value;
}

#define CUPTI_GET(record, type, field) \
  cupti_number ((record), CUPTI_AT_##type##_##field, CUPTI_WIDTH_##type##_##field)
#define CUPTI_GET_U32(record, type, field) ((uint32_t) CUPTI_GET (record, type, field))
#define CUPTI_GET_I32(record, type, field) ((int32_t) CUPTI_GET_U32 (record, type, field))
#define CUPTI_HAS(record, type, field) \
  (CUPTI_AT_##type##_##field + CUPTI_WIDTH_##type##_##field <= (record)->size)

/* Fields as a table, for tests. */
typedef struct
{
  CuptiRecordType record;
  const char *field, *member, *unit;
  uint16_t at, bytes;
} CuptiField;

extern const CuptiField cupti_fields[];
extern const size_t n_cupti_fields;
