/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing arguments into a builder, as the importer of JSON would have stored them, without any JSON: one entry
 * at a time, member by member.
 *
 * Members that many events share are encoded once, from their JSON text, and then copied. A test tool: memory
 * running out is left to the builder, which remembers it. */

#pragma once

#include "trace/build/builder.h"

#include <glib.h>
#include <stdint.h>

/* Keys of the arguments that differ from event to event. */
typedef enum
{
  KEY_ADDRESS,
  KEY_BANDWIDTH,
  KEY_CALL_STACK,
  KEY_CBID,
  KEY_CONTEXT,
  KEY_COPIED_BYTES,
  KEY_CORRELATION,
  KEY_DEVICE,
  KEY_DEVICE_ID,
  KEY_DEVICE_TYPE,
  KEY_EVENT_INDEX,
  KEY_EXTERNAL_ID,
  KEY_FORWARD_THREAD,
  KEY_GRAPH,
  KEY_GRAPH_NODE,
  KEY_MEMORY_BYTES,
  KEY_PYTHON_ID,
  KEY_PYTHON_MODULE,
  KEY_PYTHON_PARENT,
  KEY_QUEUED,
  KEY_RANK,
  KEY_RECORD_FUNCTION,
  KEY_SEQUENCE,
  KEY_STREAM,
  KEY_SYNC_KIND,
  KEY_TOTAL_ALLOCATED,
  KEY_TOTAL_RESERVED,
  KEY_WAIT_EVENT,
  KEY_WAIT_RECORD,
  KEY_WAIT_STREAM,
  N_ENTRY_KEYS
} EntryKey;

typedef struct
{
  TraceBuilder *builder;
  uint32_t keys[N_ENTRY_KEYS]; /* string ids */
  GHashTable *members;         /* static text -> encoded members */

  /* The entry being written. */
  ArgsBlob *blob;
  uint64_t offset;
  uint32_t node;
} ArgEntry;

void arg_entry_init (ArgEntry *entry, TraceBuilder *builder);
void arg_entry_clear (ArgEntry *entry);

/* begin, then puts in the order of the file, then end, which returns what SliceInput.args takes. Large amounts are
 * spilled to the builder's file on the way. */
void arg_entry_begin (ArgEntry *entry);
void arg_entry_put_integer (ArgEntry *entry, EntryKey key, int64_t value);
void arg_entry_put_null (ArgEntry *entry, EntryKey key);
void arg_entry_put_raw (ArgEntry *entry, EntryKey key, const char *text, size_t length);
void arg_entry_put_string (ArgEntry *entry, EntryKey key, const char *text, size_t length);

/* JSON members, ending in a comma or not. text is kept by its address: it stays as it is as long as the entry. */
void arg_entry_put_members (ArgEntry *entry, const char *text);

uint64_t arg_entry_end (ArgEntry *entry);
