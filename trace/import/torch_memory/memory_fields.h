/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a memory snapshot that mean something here, and the actions of its events, as torch/csrc/cuda/Module.cpp and
 * torch/csrc/cuda/memory_snapshot.cpp of PyTorch write them (1.13 to 2.9). */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum
{
  FIELD_OTHER,
  FIELD_ACTION,
  FIELD_ADDR,
  FIELD_DEVICE_FREE, /* of an event "oom", in place of the address */
  FIELD_SIZE,
  FIELD_STREAM,
  FIELD_TIME_US,
  FIELD_FRAMES,
  FIELD_CATEGORY,
  FIELD_USER_METADATA,
  FIELD_COMPILE_CONTEXT,
  FIELD_NAME,
  FIELD_FILENAME,
  FIELD_LINE,
  FIELD_DEVICE,
  FIELD_ADDRESS,
  FIELD_TOTAL_SIZE,
  FIELD_BLOCKS,
  FIELD_STATE,
  FIELD_REQUESTED_SIZE,
  FIELD_HISTORY,   /* of blocks until 2.0: what was allocated there */
  FIELD_REAL_SIZE, /* in it */
  FIELD_STAGE,     /* of an annotation */
  FIELD_SEGMENTS,
  FIELD_DEVICE_TRACES,
  FIELD_ALLOCATOR_SETTINGS,
  FIELD_ANNOTATIONS,
  FIELD_ALLOC_CONF, /* in the settings */
  FIELD_EXPANDABLE_SEGMENTS,
  N_MEMORY_FIELDS
} MemoryField;

MemoryField memory_field_find (const char *text, size_t length);

typedef enum
{
  ACTION_ALLOC,
  ACTION_FREE_REQUESTED,
  ACTION_FREE_COMPLETED,
  ACTION_SEGMENT_ALLOC,
  ACTION_SEGMENT_FREE,
  ACTION_SEGMENT_MAP,
  ACTION_SEGMENT_UNMAP,
  ACTION_SNAPSHOT,
  ACTION_OOM,
  ACTION_OTHER,
  N_MEMORY_ACTIONS
} MemoryAction;

MemoryAction memory_action_find (const char *text, size_t length);

typedef enum
{
  BLOCK_INACTIVE,
  BLOCK_ALLOCATED,
  BLOCK_AWAITS_FREE,
} MemoryBlockState;

MemoryBlockState memory_block_state_find (const char *text, size_t length);

/* The values of the keys of one object. */
typedef enum
{
  VALUE_MISSING,
  VALUE_INTEGER, /* also of bool */
  VALUE_TEXT,
  VALUE_LIST, /* the reader's own */
} MemoryValueType;

typedef struct
{
  MemoryValueType type;
  uint32_t list;
  int64_t integer;
  const char *text; /* bytes as in the source, without escapes */
  size_t length;
} MemoryValue;

typedef struct
{
  uint64_t has; /* a bit for each field */
  MemoryValue values[N_MEMORY_FIELDS];
} MemoryFields;

static inline bool
memory_fields_has (const MemoryFields *fields, MemoryField field)
{
  return fields->has >> field & 1;
}

/* Sets a field; FIELD_OTHER is passed over. The last value of a key counts. */
static inline void
memory_fields_set (MemoryFields *fields, MemoryField field, MemoryValue value)
{
  fields->values[field] = value;
  fields->has |= UINT64_C (1) << field;
}

/* Return the value, or otherwise if it is missing or of another type. */
int64_t memory_fields_integer (const MemoryFields *fields, MemoryField field, int64_t otherwise);
const char *memory_fields_text (const MemoryFields *fields, MemoryField field, size_t *ret_length);
uint32_t memory_fields_list (const MemoryFields *fields, MemoryField field, uint32_t otherwise);
