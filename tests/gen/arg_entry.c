/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/arg_entry.h"

#include "trace/json/json_token.h"
#include "trace/text/decimal_time.h"

#include <stdlib.h>
#include <string.h>

static const char *const key_texts[N_ENTRY_KEYS] = {
  [KEY_ADDRESS] = "Addr",
  [KEY_BANDWIDTH] = "memory bandwidth (GB/s)",
  [KEY_CALL_STACK] = "Call stack",
  [KEY_CBID] = "cbid",
  [KEY_CONTEXT] = "context",
  [KEY_COPIED_BYTES] = "bytes",
  [KEY_CORRELATION] = "correlation",
  [KEY_DEVICE] = "device",
  [KEY_DEVICE_ID] = "Device Id",
  [KEY_DEVICE_TYPE] = "Device Type",
  [KEY_EVENT_INDEX] = "Ev Idx",
  [KEY_EXTERNAL_ID] = "External id",
  [KEY_FORWARD_THREAD] = "Fwd thread id",
  [KEY_GRAPH] = "graph id",
  [KEY_GRAPH_NODE] = "graph node id",
  [KEY_MEMORY_BYTES] = "Bytes",
  [KEY_PYTHON_ID] = "Python id",
  [KEY_PYTHON_MODULE] = "Python module id",
  [KEY_PYTHON_PARENT] = "Python parent id",
  [KEY_QUEUED] = "queued",
  [KEY_RANK] = "Rank",
  [KEY_RECORD_FUNCTION] = "Record function id",
  [KEY_SEQUENCE] = "Sequence number",
  [KEY_STREAM] = "stream",
  [KEY_SYNC_KIND] = "cuda_sync_kind",
  [KEY_TOTAL_ALLOCATED] = "Total Allocated",
  [KEY_TOTAL_RESERVED] = "Total Reserved",
  [KEY_WAIT_EVENT] = "wait_on_cuda_event_id",
  [KEY_WAIT_RECORD] = "wait_on_cuda_event_record_corr_id",
  [KEY_WAIT_STREAM] = "wait_on_stream",
};

/* Values mean the same in any entry, so they are kept as the bytes they become. */
typedef struct
{
  U32Column keys;
  ArgsBlob values; /* no entry: values alone */
} Members;

static void
members_free (gpointer data)
{
  Members *members = data;

  u32_column_clear (&members->keys);
  u8_column_clear (&members->values.tail);
  free (members);
}

void
arg_entry_init (ArgEntry *entry, TraceBuilder *builder)
{
  *entry = (ArgEntry){
    .builder = builder,
    .members = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, members_free),
    .blob = trace_builder_args_blob (builder),
  };
  for (int i = 0; i < N_ENTRY_KEYS; i++)
    entry->keys[i] = trace_builder_string (builder, key_texts[i], strlen (key_texts[i]));
}

void
arg_entry_clear (ArgEntry *entry)
{
  g_hash_table_unref (entry->members);
}

static void
require (ArgEntry *entry, bool ok)
{
  if (!ok)
    trace_builder_set_failed (entry->builder);
}

static void
follow (ArgEntry *entry, uint32_t key)
{
  ArgKeys *keys = trace_builder_arg_keys (entry->builder);
  uint32_t likely = arg_keys_likely_child (keys, entry->node);

  if (likely != 0 && arg_keys_key (keys, likely) == key)
    entry->node = likely;
  else
    require (entry, arg_keys_child (keys, entry->node, key, &entry->node));
}

void
arg_entry_begin (ArgEntry *entry)
{
  trace_builder_spill (entry->builder);
  entry->node = 0;
  require (entry, args_begin (entry->blob, &entry->offset));
}

void
arg_entry_put_integer (ArgEntry *entry, EntryKey key, int64_t value)
{
  follow (entry, entry->keys[key]);
  require (entry, args_put_integer (entry->blob, value));
}

void
arg_entry_put_null (ArgEntry *entry, EntryKey key)
{
  follow (entry, entry->keys[key]);
  require (entry, args_put_literal (entry->blob, 'n'));
}

void
arg_entry_put_raw (ArgEntry *entry, EntryKey key, const char *text, size_t length)
{
  follow (entry, entry->keys[key]);
  require (entry, args_put_raw (entry->blob, trace_builder_strings (entry->builder), text, length));
}

void
arg_entry_put_string (ArgEntry *entry, EntryKey key, const char *text, size_t length)
{
  follow (entry, entry->keys[key]);
  require (entry, args_put_string (entry->blob, trace_builder_strings (entry->builder), text, length));
}

static bool
encode_value (ArgEntry *entry, const JsonValue *value, ArgsBlob *values)
{
  StringTable *strings = trace_builder_strings (entry->builder);
  int64_t integer;

  if (value->type == JSON_STRING)
    return args_put_string (values, strings, value->text, value->length);
  if (value->type == JSON_NUMBER && memchr (value->text, '.', value->length) == NULL
      && decimal_to_integer (value->text, value->length, &integer))
    return args_put_integer (values, integer);
  return args_put_raw (values, strings, value->text, value->length);
}

static Members *
encode_members (ArgEntry *entry, const char *text)
{
  Members *members = calloc (1, sizeof *members);
  const char *comma = strrchr (text, ',');
  int length =
    comma != NULL && comma[1 + strspn (comma + 1, " ")] == '\0' ? (int) (comma - text) : (int) strlen (text);
  g_autofree char *object = g_strdup_printf ("{%.*s}", length, text);
  const char *at = object;
  JsonValue key, value;

  if (members == NULL)
    {
      trace_builder_set_failed (entry->builder);
      return NULL;
    }
  while (json_next (&at, object + length + 2, &key, &value))
    require (entry,
             u32_column_push (&members->keys, trace_builder_string (entry->builder, key.text, key.length))
               && encode_value (entry, &value, &members->values));
  g_hash_table_insert (entry->members, (gpointer) text, members);
  return members;
}

void
arg_entry_put_members (ArgEntry *entry, const char *text)
{
  const Members *members = g_hash_table_lookup (entry->members, text);

  if (members == NULL)
    members = encode_members (entry, text);
  if (members == NULL)
    return;
  for (size_t i = 0; i < members->keys.n; i++)
    follow (entry, members->keys.at[i]);

  const U8Column *values = &members->values.tail;
  U8Column *tail = &entry->blob->tail;
  if (values->n == 0)
    return;
  if (!u8_column_reserve (tail, values->n))
    {
      trace_builder_set_failed (entry->builder);
      return;
    }
  memcpy (tail->at + tail->n, values->at, values->n);
  tail->n += values->n;
}

uint64_t
arg_entry_end (ArgEntry *entry)
{
  if (trace_builder_failed (entry->builder))
    return ARGS_NONE;
  args_end (entry->blob, entry->offset, entry->node);
  return entry->offset;
}
