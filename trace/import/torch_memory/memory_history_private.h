/* SPDX-License-Identifier: Apache-2.0
 *
 * What the events of a memory history and its end have in common. */

#pragma once

#include "trace/import/torch_memory/memory_history.h"
#include "trace/import/tracks/row_args.h"

uint32_t memory_history_intern (TraceBuilder *builder, const char *text);

/* Returns the track of a thread, of a counter of a device (a: its number, b: the name) or of asynchronous slices (a: category,
 * b: name). */
uint32_t
memory_history_row (MemoryHistory *history, ImportRowForm form, const char *thread, int64_t a, int64_t b);

/* Returns the device that the reader calls source, and adds it if it is missing; NULL if memory runs out. */
MemoryDevice *memory_history_device (MemoryHistory *history, uint64_t source);

/* Begins the counters of a device, with nothing, one microsecond before its first event. */
void memory_history_begin_device (MemoryHistory *history, MemoryDevice *device, int64_t time_us);

/* Adds to a sum; what is beyond 64 bits counts for nothing. */
void memory_history_add_up (MemoryHistory *history, int64_t *sum, int64_t bytes);

/* Returns the key of MemoryDevice.addresses. */
uint64_t memory_history_key (uint64_t address);

/* Ends a release that no event has completed. */
void memory_history_end_waiting (MemoryHistory *history, MemoryDevice *device);

/* Arguments; a string is left out if it is empty. A stack (memory_stacks.h) is as between the quotes of JSON. */
void memory_history_put_stack (const MemoryHistory *history, RowArgs *args, uint32_t stack);
void memory_history_put_string (MemoryHistory *history, RowArgs *args, uint32_t key, uint32_t string);
void memory_history_put_place (const MemoryHistory *history, RowArgs *args, uint64_t address, int64_t bytes);

void memory_history_add_instant (MemoryHistory *history,
                                 uint32_t track,
                                 uint32_t name,
                                 int64_t time_us,
                                 uint64_t args);
