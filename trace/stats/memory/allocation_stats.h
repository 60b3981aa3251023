/* SPDX-License-Identifier: Apache-2.0
 *
 * What was allocated at an instant, by where it was asked for: for profiles with the history of an allocator (PyTorch's memory
 * snapshots), which trace/import/torch_memory/memory_history.h describes.
 *
 * Bytes are those that the program asked for. What was released counts until its release was asked for. Several events may
 * have one time: an instant is then behind all of them, but the peak is exact. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"

/* A device with such a history. */
typedef struct
{
  uint32_t rank; /* index of trace_rank () */
  int32_t device;
  uint32_t events, held; /* tracks; held is TRACE_NONE if nothing is older than the history */
  int64_t at_ns;         /* the instant of the allocations: that asked for, or the peak's */
  int64_t bytes;         /* allocated there */
  int64_t reserved_bytes,
    waiting_bytes; /* that the allocator holds; that await their release. -1: not known */
  uint64_t n;      /* allocations */
} AllocationDevice;

/* Allocations with the same call stack and the same use. */
typedef struct
{
  uint32_t device; /* index of the table's devices */
  uint32_t
    stack; /* string id, STRING_EMPTY if it was not recorded: frames joined by ";" as between quotes of JSON */
  uint32_t use; /* string id of the category that the program gave; STRING_EMPTY mostly */
  int64_t bytes;
  uint64_t n;

  /* When the oldest was asked for, or ALLOCATION_OLDER if it is older than the history. */
  int64_t oldest_ns;

  /* The largest, the earliest of equal ones: from when it was asked for, or the begin of the history, until its release was
   * asked for, or ALLOCATION_KEPT if the history has no release of it. */
  int64_t largest_bytes, largest_begin_ns, largest_end_ns;
} AllocationGroup;

#define ALLOCATION_OLDER INT64_MIN
#define ALLOCATION_KEPT  INT64_MAX

typedef struct
{
  AllocationDevice *devices; /* as in the profile */
  uint32_t n_devices;
  AllocationGroup *groups; /* device by device, the most bytes first */
  uint64_t n_groups;
} AllocationTable;

/* Returns whether a profile has such a history. O(tracks). */
bool allocation_stats_has_history (const Trace *trace);

/* Returns whether it is all that the profile has. O(tracks). */
bool allocation_stats_is_alone (const Trace *trace);

/* at_ns NULL asks for the peak of each device: the begin of the window of the scope, or the first event in it after which
 * more is allocated than ever in the window. A profile without such a history has no devices. should_continue (user_data) may be NULL. Returns false when it returns false or
 * memory runs out. O(instants + groups x log groups): two passes over the instants. */
bool allocation_stats_compute (const StatsScope *scope,
                               const int64_t *at_ns,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               AllocationTable *ret_table);
void allocation_stats_clear (AllocationTable *table);

/* Returns the frame of a stack that a reader wants to see first: the innermost one of Python outside of PyTorch; else of
 * Python; else the innermost. Sets *ret_length. The text is within the stack. */
const char *allocation_stack_place (const char *stack, size_t length, size_t *ret_length);

/* "At the peak, GPU 0 had 40.1 GB allocated in 1,234 allocations, 62 % of them from train.py(12): forward." English; transfer
 * full. NULL if memory runs out. */
char *
allocation_stats_sentence (const Trace *trace, const AllocationTable *table, uint32_t device, bool is_peak);
