/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of the queues of GPUs. Packets call a queue by an interned id, which another sequence, or the same one after
 * its state was cleared, may use for another queue; so a queue is known by its GPU and its name. */

#pragma once

#include "trace/container/id_map.h"
#include "trace/container/string_table.h"

/* An all-zero struct knows no queue. */
typedef struct
{
  IdMap of_name, of_id; /* number, by GPU and name or id */
  IdMap taken;          /* by GPU and number: 0 */
  IdMap next;           /* by GPU: the number that is tried next */
} PerfettoGpuQueues;

void perfetto_gpu_queues_clear (PerfettoGpuQueues *queues);

/* The functions below are O(1) on average and return false if memory runs out. device is -1 if it is not known. */

/* Notes that a number is in use: the file gives it. */
bool perfetto_gpu_queues_take (PerfettoGpuQueues *queues, int32_t device, int64_t number);

/* Finds the number of a queue: N if it is called "stream N", else the next free one from 1 on in order of appearance. */
bool perfetto_gpu_queues_named (PerfettoGpuQueues *queues,
                                const StringTable *strings,
                                int32_t device,
                                uint32_t name,
                                int64_t *ret_number);

/* Finds that of a queue whose name the file does not have: its id, if that is free. */
bool
perfetto_gpu_queues_unnamed (PerfettoGpuQueues *queues, int32_t device, uint64_t iid, int64_t *ret_number);
