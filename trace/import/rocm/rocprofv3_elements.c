/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocprofv3_elements.h"

#include <stdlib.h>
#include <string.h>

static TraceBuilder *
builder_of (const RocprofProcess *process)
{
  return process->profile->builder;
}

static void
check (RocprofProcess *process, bool ok)
{
  if (!ok)
    trace_builder_set_failed (builder_of (process));
}

static bool
is_word (const JsonValue *text, const char *word)
{
  return strlen (word) == text->length && memcmp (text->text, word, text->length) == 0;
}

/* Returns the string of a JSON string, decoded; "" for another value. */
static uint32_t
string_of (RocprofProcess *process, const JsonValue *value)
{
  if (value->type != JSON_STRING)
    return STRING_EMPTY;
  if (!value->has_escapes)
    return trace_builder_string (builder_of (process), value->text, value->length);
  char *text = malloc (value->length + 1);
  if (text == NULL)
    {
      trace_builder_set_failed (builder_of (process));
      return STRING_EMPTY;
    }
  uint32_t string = trace_builder_string (builder_of (process), text, json_string_decode (value, text));
  free (text);
  return string;
}

/* Returns the handle of an object { "handle": 7 }. */
static RocmNumber
handle_of (const JsonValue *object)
{
  const char *at = object->text;
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "handle"))
      return rocprofv3_number (&value);
  return (RocmNumber){ 0 };
}

/* ---- what is not a record ---- */

/* The key of the section is not handed over with its members. */
static void
take_metadata (RocprofProcess *process, const JsonValue *object)
{
  const char *at = object->text;
  JsonValue key, value, inner, text;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "pid"))
      process->pid = rocprofv3_number (&value);
    else if (is_word (&key, "node") && value.type == JSON_OBJECT)
      for (const char *p = value.text; json_next (&p, value.text + value.length, &inner, &text);)
        {
          if (is_word (&inner, "hostname"))
            process->host = string_of (process, &text);
        }
    else if (is_word (&key, "command") && value.type == JSON_ARRAY)
      {
        const char *p = value.text;

        if (json_next (&p, value.text + value.length, NULL, &text))
          process->command = string_of (process, &text);
      }
}

static void
take_agent (RocprofProcess *process, const JsonValue *object)
{
  RocmAgent agent = rocm_agent_unknown (0, false);
  const char *at = object->text;
  RocmNumber id = { 0 };
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "id"))
      id = handle_of (&value);
  if (id.state != ROCM_NUMBER_GIVEN)
    return;
  rocm_agent_read (&agent, builder_of (process), object);
  agent.id = id.value;
  rocm_agents_add (&process->agents, builder_of (process), agent);
}

static void
take_kind_name (RocprofProcess *process, const JsonValue *object)
{
  RocprofKindName kind = { .first_operation = (uint32_t) process->operations.n };
  const char *at = object->text;
  JsonValue key, value, operation;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "kind"))
      kind.name = string_of (process, &value);
    else if (is_word (&key, "operations") && value.type == JSON_ARRAY)
      for (const char *p = value.text; json_next (&p, value.text + value.length, NULL, &operation);)
        {
          check (process, process->operations.n < UINT32_MAX
                            && u32_column_push (&process->operations, string_of (process, &operation)));
          kind.n_operations++;
        }
  /* Memory may have run out within. */
  kind.n_operations = MIN (kind.n_operations, (uint32_t) process->operations.n - kind.first_operation);
  /* An element of another type has its place too: kinds are numbered. */
  check (process, rocprof_kind_name_column_push (&process->kinds, kind));
}

static void
take_marker_text (RocprofProcess *process, const JsonValue *object)
{
  const char *at = object->text;
  RocmNumber id = { 0 };
  uint32_t text = STRING_EMPTY;
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "key"))
      id = rocprofv3_number (&value);
    else if (is_word (&key, "value"))
      text = string_of (process, &value);
  if (id.state == ROCM_NUMBER_GIVEN)
    check (process, id_map_add (&process->marker_texts, (uint64_t) id.value, text) != NULL);
}

/* "x.kd" is the descriptor of the kernel x. */
static uint32_t
without_suffix (RocprofProcess *process, const JsonValue *name)
{
  JsonValue cut = *name;

  if (cut.type == JSON_STRING && cut.length > 3 && memcmp (cut.text + cut.length - 3, ".kd", 3) == 0)
    cut.length -= 3;
  return string_of (process, &cut);
}

static void
take_symbol (RocprofProcess *process, const JsonValue *object)
{
  RocprofSymbol symbol = { 0 };
  const char *at = object->text;
  RocmNumber id = { 0 };
  uint32_t demangled = STRING_EMPTY, name = STRING_EMPTY;
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "kernel_id"))
      id = rocprofv3_number (&value);
    else if (is_word (&key, "formatted_kernel_name"))
      symbol.name = string_of (process, &value);
    else if (is_word (&key, "demangled_kernel_name"))
      demangled = string_of (process, &value);
    else if (is_word (&key, "kernel_name"))
      name = without_suffix (process, &value);
    else if (is_word (&key, "arch_vgpr_count"))
      symbol.registers = rocprofv3_number (&value);
  if (symbol.name == STRING_EMPTY)
    symbol.name = demangled != STRING_EMPTY ? demangled : name;
  /* The first element stands for no kernel. */
  if (id.state != ROCM_NUMBER_GIVEN || symbol.name == STRING_EMPTY)
    return;
  check (process, id_map_add (&process->symbol_of_kernel, (uint64_t) id.value, process->symbols.n) != NULL
                    && rocprof_symbol_column_push (&process->symbols, symbol));
}

static void
take_counter (RocprofProcess *process, const JsonValue *object)
{
  const char *at = object->text;
  RocmNumber id = { 0 };
  uint32_t name = STRING_EMPTY;
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, "id"))
      id = handle_of (&value);
    else if (is_word (&key, "name"))
      name = string_of (process, &value);
  if (id.state == ROCM_NUMBER_GIVEN)
    check (process, id_map_add (&process->counter_names, (uint64_t) id.value, name) != NULL);
}

/* ---- records ---- */

static int32_t
index_of (RocmNumber number)
{
  return number.state == ROCM_NUMBER_GIVEN && number.value >= 0 && number.value <= INT32_MAX
           ? (int32_t) number.value
           : -1;
}

static RocprofKernelRow
kernel_of (const Rocprofv3Record *record, int64_t offset)
{
  const RocmNumber *n = record->numbers;

  return (RocprofKernelRow){
    .start = n[RECORD_START],
    .end = n[RECORD_END],
    .internal = rocm_number_or (n[RECORD_INTERNAL], 0),
    .external = n[RECORD_EXTERNAL],
    .agent = n[RECORD_AGENT],
    .queue = n[RECORD_QUEUE],
    .stream = n[RECORD_STREAM],
    .kernel = n[RECORD_KERNEL],
    .dispatch = n[RECORD_DISPATCH],
    .grid = { n[RECORD_GRID_X], n[RECORD_GRID_Y], n[RECORD_GRID_Z] },
    .block = { n[RECORD_BLOCK_X], n[RECORD_BLOCK_Y], n[RECORD_BLOCK_Z] },
    .group_bytes = n[RECORD_GROUP_BYTES],
    .private_bytes = n[RECORD_PRIVATE_BYTES],
    .offset = offset,
  };
}

static void
take_copy (RocprofProcess *process, const Rocprofv3Record *record, int64_t offset)
{
  const RocmNumber *n = record->numbers;
  const RocprofCopyRow row = {
    .start = n[RECORD_START],
    .end = n[RECORD_END],
    .internal = rocm_number_or (n[RECORD_INTERNAL], 0),
    .external = n[RECORD_EXTERNAL],
    .dst = n[RECORD_DST],
    .src = n[RECORD_SRC],
    .stream = n[RECORD_STREAM],
    .bytes = n[RECORD_BYTES],
    .kind = index_of (n[RECORD_KIND]),
    .operation = index_of (n[RECORD_OPERATION]),
    .offset = offset,
  };

  check (process, rocprof_copy_column_push (&process->copies, row));
}

/* "args": [ { "type": "void*", "name": "dst", "value": "0x7f" }, ... ] */
static void
put_args (RocprofProcess *process, RowArgs *args, const JsonValue *array)
{
  const char *at = array->text;
  JsonValue object, key, member;

  while (json_next (&at, array->text + array->length, NULL, &object))
    {
      uint32_t name = STRING_EMPTY;
      JsonValue value = { .text = "" };
      bool has_value = false;

      for (const char *p = object.text;
           object.type == JSON_OBJECT && json_next (&p, object.text + object.length, &key, &member);)
        if (is_word (&key, "name"))
          name = string_of (process, &member);
        else if (is_word (&key, "value"))
          {
            value = member;
            has_value = true;
          }
      if (name == STRING_EMPTY || !has_value)
        continue;
      if (value.type == JSON_STRING && !value.has_escapes)
        row_args_text (args, name, value.text, value.length);
      else if (value.type == JSON_STRING)
        row_args_json (args, name, value.text - 1, value.length + 2);
      else
        row_args_json (args, name, value.text, value.length);
    }
}

static void
take_host (RocprofProcess *process, const Rocprofv3Record *record, int64_t offset)
{
  RocmProfile *profile = process->profile;
  const RocmNumber *n = record->numbers;
  RocprofHostRow row = {
    .start = n[RECORD_START],
    .end = n[RECORD_END],
    .internal = rocm_number_or (n[RECORD_INTERNAL], 0),
    .thread = n[RECORD_THREAD],
    .kind = index_of (n[RECORD_KIND]),
    .operation = index_of (n[RECORD_OPERATION]),
    .is_allocation = n[RECORD_ALLOCATION].state != ROCM_NUMBER_MISSING,
    .offset = offset,
  };
  RowArgs args;

  row_args_begin (&args, profile->builder);
  if (row.internal != 0)
    row_args_integer (&args, profile->keys[ROCM_KEY_CORRELATION], row.internal);
  if (rocm_number_or (n[RECORD_EXTERNAL], 0) != 0)
    rocm_put_number (profile, &args, ROCM_KEY_EXTERNAL, n[RECORD_EXTERNAL]);
  rocm_put_number (profile, &args, ROCM_KEY_BYTES, n[RECORD_ALLOCATION]);
  if (record->has_address && !record->address.has_escapes)
    row_args_text (&args, profile->keys[ROCM_KEY_ADDRESS], record->address.text, record->address.length);
  if (record->has_args)
    put_args (process, &args, &record->args);
  row.args = row_args_end (&args);
  check (process, rocprof_host_column_push (&process->hosts, row));
}

/* Adds up the instances of each counter: a counter counts in each part of the GPU. */
static void
take_counted (RocprofProcess *process, const Rocprofv3Record *record, int64_t offset)
{
  size_t first = process->counts.n;
  JsonValue object, key, member;

  check (process, rocprof_kernel_column_push (&process->counted, kernel_of (record, offset)));
  for (const char *at = record->counters.text;
       record->has_counters
       && json_next (&at, record->counters.text + record->counters.length, NULL, &object);)
    {
      RocprofCountRow row = {
        .start = record->numbers[RECORD_START],
        .agent = record->numbers[RECORD_AGENT],
        .offset = offset,
      };
      RocmNumber id = { 0 };
      bool has_value = false;
      char text[64];

      for (const char *p = object.text;
           object.type == JSON_OBJECT && json_next (&p, object.text + object.length, &key, &member);)
        if (is_word (&key, "counter_id"))
          id = handle_of (&member);
        else if (is_word (&key, "value") && member.type == JSON_NUMBER && member.length < sizeof text)
          {
            memcpy (text, member.text, member.length);
            text[member.length] = '\0';
            row.value = g_ascii_strtod (text, NULL);
            has_value = row.value - row.value == 0;
          }
      if (id.state != ROCM_NUMBER_GIVEN || !has_value)
        {
          trace_builder_add_health (builder_of (process), HEALTH_COUNTER_VALUE_INVALID, 1, offset);
          continue;
        }
      row.counter = id.value;
      size_t i = first;
      while (i < process->counts.n && process->counts.at[i].counter != row.counter)
        i++;
      if (i < process->counts.n)
        process->counts.at[i].value += row.value;
      else
        check (process, rocprof_count_column_push (&process->counts, row));
    }
}

static void
skip (RocprofProcess *process, HealthId id, int64_t offset)
{
  trace_builder_event_counts (builder_of (process))->skipped++;
  trace_builder_add_health (builder_of (process), id, 1, offset);
}

static void
sort_record (RocprofProcess *process, const Rocprofv3Record *record, int64_t offset)
{
  if (record->has_counters)
    take_counted (process, record, offset);
  else if (record->numbers[RECORD_KERNEL].state != ROCM_NUMBER_MISSING
           || record->numbers[RECORD_BLOCK_X].state != ROCM_NUMBER_MISSING)
    check (process, rocprof_kernel_column_push (&process->kernels, kernel_of (record, offset)));
  else if (record->numbers[RECORD_DST].state != ROCM_NUMBER_MISSING
           || record->numbers[RECORD_SRC].state != ROCM_NUMBER_MISSING)
    take_copy (process, record, offset);
  else
    take_host (process, record, offset);
}

static void
take_record (RocprofProcess *process, Rocprofv3Form *form, const JsonValue *value, int64_t offset)
{
  Rocprofv3Record record;

  if (value->type != JSON_OBJECT)
    {
      skip (process, HEALTH_JSON_EVENT_SKIPPED, offset);
      return;
    }
  rocprofv3_record_read (&record, form, value);
  sort_record (process, &record, offset);
}

const char *
rocprofv3_elements_take_same (RocprofProcess *process,
                              const Rocprofv3Form *form,
                              const char *at,
                              const char *end,
                              int64_t offset)
{
  Rocprofv3Record record;

  at = rocprofv3_record_read_form (&record, form, at, end);
  if (at != NULL)
    sort_record (process, &record, offset);
  return at;
}

static bool
has_member (const JsonValue *object, const char *word)
{
  const char *at = object->text;
  JsonValue key, value;

  while (object->type == JSON_OBJECT && json_next (&at, object->text + object->length, &key, &value))
    if (is_word (&key, word))
      return true;
  return false;
}

/* Behind damage only the members tell what an object is. */
static void
take_found (RocprofProcess *process, Rocprofv3Form *form, const JsonValue *value, int64_t offset)
{
  if (has_member (value, "kernel_name"))
    take_symbol (process, value);
  else if (has_member (value, "operations"))
    take_kind_name (process, value);
  else if (has_member (value, "wave_front_size"))
    take_agent (process, value);
  else if (has_member (value, "key"))
    take_marker_text (process, value);
  else if (has_member (value, "start_timestamp") || has_member (value, "dispatch_data"))
    take_record (process, form, value, offset);
}

void
rocprofv3_elements_take (RocprofProcess *process,
                         Rocprofv3Form *form,
                         Rocprofv3Place place,
                         const JsonValue *value,
                         int64_t offset)
{
  switch (place)
    {
    case ROCPROFV3_METADATA:
      take_metadata (process, value);
      break;
    case ROCPROFV3_AGENT:
      take_agent (process, value);
      break;
    case ROCPROFV3_COUNTER:
      take_counter (process, value);
      break;
    case ROCPROFV3_KIND_NAME:
      take_kind_name (process, value);
      break;
    case ROCPROFV3_MARKER_TEXT:
      take_marker_text (process, value);
      break;
    case ROCPROFV3_KERNEL_SYMBOL:
      take_symbol (process, value);
      break;
    case ROCPROFV3_COUNTED:
    case ROCPROFV3_BUFFER_RECORD:
      take_record (process, form, value, offset);
      break;
    case ROCPROFV3_SAMPLE:
      trace_builder_event_counts (builder_of (process))->total++;
      trace_builder_add_health (builder_of (process), HEALTH_EVENT_PHASE_NOT_SHOWN, 1, offset);
      break;
    case ROCPROFV3_FOUND:
      take_found (process, form, value, offset);
      break;
    case ROCPROFV3_OTHER:
      break;
    }
}
