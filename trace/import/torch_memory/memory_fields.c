/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/memory_fields.h"

#include <string.h>

static const char *const field_words[N_MEMORY_FIELDS] = {
  [FIELD_ACTION] = "action",
  [FIELD_ADDR] = "addr",
  [FIELD_DEVICE_FREE] = "device_free",
  [FIELD_SIZE] = "size",
  [FIELD_STREAM] = "stream",
  [FIELD_TIME_US] = "time_us",
  [FIELD_FRAMES] = "frames",
  [FIELD_CATEGORY] = "category",
  [FIELD_USER_METADATA] = "user_metadata",
  [FIELD_COMPILE_CONTEXT] = "compile_context",
  [FIELD_NAME] = "name",
  [FIELD_FILENAME] = "filename",
  [FIELD_LINE] = "line",
  [FIELD_DEVICE] = "device",
  [FIELD_ADDRESS] = "address",
  [FIELD_TOTAL_SIZE] = "total_size",
  [FIELD_BLOCKS] = "blocks",
  [FIELD_STATE] = "state",
  [FIELD_REQUESTED_SIZE] = "requested_size",
  [FIELD_HISTORY] = "history",
  [FIELD_REAL_SIZE] = "real_size",
  [FIELD_STAGE] = "stage",
  [FIELD_SEGMENTS] = "segments",
  [FIELD_DEVICE_TRACES] = "device_traces",
  [FIELD_ALLOCATOR_SETTINGS] = "allocator_settings",
  [FIELD_ANNOTATIONS] = "external_annotations",
  [FIELD_ALLOC_CONF] = "PYTORCH_CUDA_ALLOC_CONF",
  [FIELD_EXPANDABLE_SEGMENTS] = "expandable_segments",
};

static const char *const action_words[N_MEMORY_ACTIONS] = {
  [ACTION_ALLOC] = "alloc",
  [ACTION_FREE_REQUESTED] = "free_requested",
  [ACTION_FREE_COMPLETED] = "free_completed",
  [ACTION_SEGMENT_ALLOC] = "segment_alloc",
  [ACTION_SEGMENT_FREE] = "segment_free",
  [ACTION_SEGMENT_MAP] = "segment_map",
  [ACTION_SEGMENT_UNMAP] = "segment_unmap",
  [ACTION_SNAPSHOT] = "snapshot",
  [ACTION_OOM] = "oom",
};

static int
find (const char *const *words, int n, const char *text, size_t length, int otherwise)
{
  for (int i = 0; i < n; i++)
    if (words[i] != NULL && strlen (words[i]) == length && memcmp (words[i], text, length) == 0)
      return i;
  return otherwise;
}

MemoryField
memory_field_find (const char *text, size_t length)
{
  return (MemoryField) find (field_words, N_MEMORY_FIELDS, text, length, FIELD_OTHER);
}

MemoryAction
memory_action_find (const char *text, size_t length)
{
  return (MemoryAction) find (action_words, N_MEMORY_ACTIONS, text, length, ACTION_OTHER);
}

MemoryBlockState
memory_block_state_find (const char *text, size_t length)
{
  /* Its documentation has the third word, its code the second. */
  static const char *const words[] = { "active_allocated", "active_pending_free", "active_awaiting_free" };

  switch (find (words, 3, text, length, -1))
    {
    case 0:
      return BLOCK_ALLOCATED;
    case 1:
    case 2:
      return BLOCK_AWAITS_FREE;
    default:
      return BLOCK_INACTIVE;
    }
}

int64_t
memory_fields_integer (const MemoryFields *fields, MemoryField field, int64_t otherwise)
{
  return memory_fields_has (fields, field) && fields->values[field].type == VALUE_INTEGER
           ? fields->values[field].integer
           : otherwise;
}

const char *
memory_fields_text (const MemoryFields *fields, MemoryField field, size_t *ret_length)
{
  bool is_text = memory_fields_has (fields, field) && fields->values[field].type == VALUE_TEXT;

  *ret_length = is_text ? fields->values[field].length : 0;
  return is_text ? fields->values[field].text : NULL;
}

uint32_t
memory_fields_list (const MemoryFields *fields, MemoryField field, uint32_t otherwise)
{
  return memory_fields_has (fields, field) && fields->values[field].type == VALUE_LIST
           ? fields->values[field].list
           : otherwise;
}
