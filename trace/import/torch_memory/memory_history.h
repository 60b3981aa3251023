/* SPDX-License-Identifier: Apache-2.0
 *
 * What a memory snapshot becomes in a builder: for each device an instant for each event, counters, and the allocations
 * that are older than the history.
 *
 * The history is a ring: what was allocated before its first event is known from the memory that is in use at its end, and
 * from releases of what was never seen to be allocated. So the counters are summed up from the first event on, and moved in
 * the end by what is missing.
 *
 * Bytes are those that were asked for, not the blocks that the allocator rounded them up to: only these are in the events.
 * A release that the next event completes, within 10 microseconds, is one instant "free" and never awaits anything: that is
 * the rule. Otherwise the two are apart, and the counter of memory that awaits its release has samples.
 *
 * Times are microseconds since 1970, as PyTorch converts them (2.1 and newer). If the builder's memory runs out, it is
 * marked as failed. */

#pragma once

#include "trace/container/id_map.h"
#include "trace/import/torch_memory/memory_fields.h"
#include "trace/import/torch_memory/memory_stacks.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/model/memory_counter.h"

/* The words that trace/stats/memory/allocation_stats.h reads. */
#define MEMORY_CATEGORY  "torch_memory"
#define MEMORY_HELD_NAME "held"
#define MEMORY_FREE_NAME "free"

typedef enum
{
  MEMORY_WORD_CATEGORY,
  MEMORY_WORD_HELD,
  MEMORY_WORD_FREE,
  MEMORY_WORD_HISTORY,
  MEMORY_WORD_ANNOTATION,
  MEMORY_WORD_ADDRESS,
  MEMORY_WORD_BYTES,
  MEMORY_WORD_STREAM,
  MEMORY_WORD_STACK,
  MEMORY_WORD_USE,
  MEMORY_WORD_METADATA,
  MEMORY_WORD_COMPILED,
  MEMORY_WORD_DEVICE_FREE,
  MEMORY_WORD_LATER,
  MEMORY_WORD_STAGE,
  N_MEMORY_WORDS
} MemoryWord;

typedef struct
{
  MemoryAction action;
  bool has_time;
  uint32_t name;                                /* string id of the action */
  uint32_t stack, category, metadata, compiled; /* string ids */
  uint64_t address;
  int64_t bytes, stream, time_us;
  int64_t device_free; /* of ACTION_OOM; else -1 */
} MemoryEvent;

typedef struct
{
  uint64_t address;
  int64_t bytes; /* as asked for */
  int64_t size;  /* of the block */
  int32_t device;
  uint32_t stack;
  uint8_t state; /* MemoryBlockState */
} MemoryBlock;

COLUMN_DEFINE (MemoryBlockColumn, memory_block_column, MemoryBlock)

/* The events of one device. */
typedef struct
{
  uint64_t source;       /* what the reader calls it */
  int32_t device;        /* -1: not known yet */
  uint32_t events, held; /* tracks */
  uint32_t counters[N_MEMORY_COUNTERS];
  uint32_t log; /* of the builder: of the counters */
  int64_t sums[N_MEMORY_COUNTERS], least[N_MEMORY_COUNTERS]; /* since the first event */
  uint64_t n;
  int64_t first_us, last_us;
  IdMap addresses;     /* 1: allocated, 0: released */
  uint64_t n_live;     /* of these, allocated */
  MemoryEvent waiting; /* a release that may be completed by the next event */
  bool has_waiting;
} MemoryDevice;

COLUMN_DEFINE (MemoryDeviceColumn, memory_device_column, MemoryDevice)

/* The last text of a field: events in a row have the same one. */
typedef struct
{
  char text[16];
  uint8_t length; /* 0: none yet, or a longer one */
  uint32_t string;
} MemoryLastText;

typedef struct
{
  TraceBuilder *builder;
  ImportTracks *tracks;
  MemoryStacks stacks;
  MemoryDeviceColumn devices;
  MemoryBlockColumn blocks;
  uint32_t words[N_MEMORY_WORDS];
  uint32_t counter_names[N_MEMORY_COUNTERS];
  MemoryLastText last_texts[N_MEMORY_FIELDS];
  uint32_t action_names[N_MEMORY_ACTIONS];
  IdMap contents; /* of each string that was an argument: row_args_content () */
  int64_t base_us;
  bool has_base, has_times;
  int64_t reserved[64]; /* of the first devices: bytes of their segments */
  uint64_t n_segments, n_contradictions, n_without_time, n_out_of_memory;
} MemoryHistory;

#define MEMORY_DEVICES_MAX 64

/* Returns false if memory runs out; clear () in either case. */
bool memory_history_init (MemoryHistory *history, TraceBuilder *builder);
void memory_history_clear (MemoryHistory *history);

/* Returns a string id for a text that becomes an argument. */
uint32_t memory_history_text (MemoryHistory *history, const char *text, size_t length);

/* Adds an event of the device that the reader calls source. Events of a device come in their order. O(1). */
void
memory_history_event (MemoryHistory *history, uint64_t source, const MemoryFields *fields, uint32_t stack);

/* Returns the index of the device that the reader calls source, or UINT32_MAX if it has no events. */
uint32_t memory_history_find (const MemoryHistory *history, uint64_t source);

/* Says which device it is. */
void memory_history_set_device (MemoryHistory *history, uint32_t index, int64_t number);

/* Keeps a block and returns its index; UINT32_MAX if memory runs out. */
uint32_t memory_history_block (MemoryHistory *history, const MemoryFields *fields, uint32_t stack);

/* Adds a segment whose blocks are these, in the order of their addresses. */
void
memory_history_segment (MemoryHistory *history, const MemoryFields *fields, const uint32_t *blocks, size_t n);

void memory_history_annotation (MemoryHistory *history, const MemoryFields *fields);
void
memory_history_setting (MemoryHistory *history, const char *key, size_t n_key, const char *json, size_t n);

/* Call this once, at the end. is_cut: the file ends early. What was in use before the events of the last device is then not
 * known: its counters have the least values that are possible. */
void memory_history_finish (MemoryHistory *history, bool is_cut);
