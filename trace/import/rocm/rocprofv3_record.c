/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocprofv3_record.h"

#include <string.h>

#include "trace/text/decimal_time.h"

/* The objects in a record. */
typedef enum
{
  IN_RECORD,
  IN_CORRELATION,
  IN_DISPATCH_DATA,
  IN_DISPATCH,
  IN_AGENT,
  IN_QUEUE,
  IN_STREAM,
  IN_BLOCK,
  IN_GRID,
  IN_DST,
  IN_SRC,
  N_OBJECTS
} ObjectKind;

typedef struct
{
  ObjectKind in;
  const char *key;
  bool is_object;
  int what; /* RecordNumber or ObjectKind */
} Member;

/* clang-format off */
static const Member members[] = {
  { IN_RECORD,        "kind",                 false, RECORD_KIND },
  { IN_RECORD,        "operation",            false, RECORD_OPERATION },
  { IN_RECORD,        "thread_id",            false, RECORD_THREAD },
  { IN_RECORD,        "start_timestamp",      false, RECORD_START },
  { IN_RECORD,        "end_timestamp",        false, RECORD_END },
  { IN_RECORD,        "bytes",                false, RECORD_BYTES },
  { IN_RECORD,        "allocation_size",      false, RECORD_ALLOCATION },
  { IN_RECORD,        "correlation_id",       true,  IN_CORRELATION },
  { IN_RECORD,        "dispatch_info",        true,  IN_DISPATCH },
  { IN_RECORD,        "dispatch_data",        true,  IN_DISPATCH_DATA },
  { IN_RECORD,        "stream_id",            true,  IN_STREAM },
  { IN_RECORD,        "agent_id",             true,  IN_AGENT },
  { IN_RECORD,        "queue_id",             true,  IN_QUEUE },
  { IN_RECORD,        "dst_agent_id",         true,  IN_DST },
  { IN_RECORD,        "src_agent_id",         true,  IN_SRC },
  { IN_DISPATCH_DATA, "correlation_id",       true,  IN_CORRELATION },
  { IN_DISPATCH_DATA, "dispatch_info",        true,  IN_DISPATCH },
  { IN_DISPATCH_DATA, "start_timestamp",      false, RECORD_START },
  { IN_DISPATCH_DATA, "end_timestamp",        false, RECORD_END },
  { IN_CORRELATION,   "internal",             false, RECORD_INTERNAL },
  { IN_CORRELATION,   "external",             false, RECORD_EXTERNAL },
  { IN_DISPATCH,      "agent_id",             true,  IN_AGENT },
  { IN_DISPATCH,      "queue_id",             true,  IN_QUEUE },
  { IN_DISPATCH,      "kernel_id",            false, RECORD_KERNEL },
  { IN_DISPATCH,      "dispatch_id",          false, RECORD_DISPATCH },
  { IN_DISPATCH,      "private_segment_size", false, RECORD_PRIVATE_BYTES },
  { IN_DISPATCH,      "group_segment_size",   false, RECORD_GROUP_BYTES },
  { IN_DISPATCH,      "workgroup_size",       true,  IN_BLOCK },
  { IN_DISPATCH,      "grid_size",            true,  IN_GRID },
  { IN_AGENT,         "handle",               false, RECORD_AGENT },
  { IN_QUEUE,         "handle",               false, RECORD_QUEUE },
  { IN_STREAM,        "handle",               false, RECORD_STREAM },
  { IN_DST,           "handle",               false, RECORD_DST },
  { IN_SRC,           "handle",               false, RECORD_SRC },
  { IN_BLOCK,         "x",                    false, RECORD_BLOCK_X },
  { IN_BLOCK,         "y",                    false, RECORD_BLOCK_Y },
  { IN_BLOCK,         "z",                    false, RECORD_BLOCK_Z },
  { IN_GRID,          "x",                    false, RECORD_GRID_X },
  { IN_GRID,          "y",                    false, RECORD_GRID_Y },
  { IN_GRID,          "z",                    false, RECORD_GRID_Z },
};
/* clang-format on */

static const Member *
member_of (ObjectKind in, const JsonValue *key)
{
  for (size_t i = 0; i < G_N_ELEMENTS (members); i++)
    if (members[i].in == in && strlen (members[i].key) == key->length
        && memcmp (members[i].key, key->text, key->length) == 0)
      return &members[i];
  return NULL;
}

/* Ids are unsigned. Those beyond the range of int64_t keep their bits, but no time can be there. Writers of JSON put numbers
 * of 64 bits between quotation marks where a reader would make doubles of them. */
static RocmNumber
number_of (const JsonValue *value, RecordNumber which)
{
  RocmNumber number = { ROCM_NUMBER_WRONG, 0 };
  uint64_t n = 0;
  bool is_number = value->type == JSON_NUMBER || (value->type == JSON_STRING && !value->has_escapes);
  bool is_plain = is_number && value->length > 0;
  bool is_time = which == RECORD_START || which == RECORD_END;

  if (value->type == JSON_LITERAL && value->length == 4 && memcmp (value->text, "null", 4) == 0)
    return (RocmNumber){ 0 };
  for (size_t i = 0; i < value->length && is_plain; i++)
    is_plain = g_ascii_isdigit (value->text[i]) && !__builtin_mul_overflow (n, UINT64_C (10), &n)
               && !__builtin_add_overflow (n, (uint64_t) (value->text[i] - '0'), &n);
  if (is_plain && (n <= INT64_MAX || !is_time))
    number = (RocmNumber){ ROCM_NUMBER_GIVEN, (int64_t) n };
  else if (!is_plain && is_number && memchr (value->text, '.', value->length) == NULL
           && decimal_to_integer (value->text, value->length, &number.value))
    number.state = ROCM_NUMBER_GIVEN;
  return number;
}

RocmNumber
rocprofv3_number (const JsonValue *value)
{
  return number_of (value, RECORD_THREAD);
}

/* ---- forms ---- */

/* What of the text has been put into the form. */
typedef struct
{
  Rocprofv3Form *form;
  const char *at;
  bool is_possible;
} Learning;

static bool
is_simple (const JsonValue *value)
{
  bool ok = value->length <= 18;

  if (value->type == JSON_STRING)
    return json_scan_plain_string (value->text) == value->text + value->length;
  if (value->type == JSON_ARRAY || value->type == JSON_OBJECT)
    return json_scan_plain_container (value->text) == value->text + value->length;
  for (size_t i = 0; i < value->length && ok; i++)
    ok = g_ascii_isdigit (value->text[i]);
  return ok && value->type == JSON_NUMBER;
}

/* The quotation marks of a string belong to what is before and behind it. */
static void
learn_value (Learning *learning, const JsonValue *value, int what)
{
  Rocprofv3Form *form = learning->form;
  size_t n_lead = (size_t) (value->text - learning->at);

  if (!learning->is_possible || form->n_steps == RECORD_FORM_STEPS || n_lead > JSON_LEAD_BYTES
      || !is_simple (value))
    {
      learning->is_possible = false;
      return;
    }
  json_lead_set (&form->leads[form->n_steps], learning->at, n_lead);
  form->what[form->n_steps++] = (uint8_t) what;
  learning->at = value->text + value->length;
}

/* Stores a value that is not a number. */
static void
set_value (Rocprofv3Record *record, int what, const JsonValue *value)
{
  if (what == RECORD_ARGS)
    record->args = *value;
  else if (what == RECORD_COUNTERS)
    record->counters = *value;
  else if (what == RECORD_ADDRESS)
    record->address = *value;
  record->has_args = record->has_args || what == RECORD_ARGS;
  record->has_counters = record->has_counters || what == RECORD_COUNTERS;
  record->has_address = record->has_address || what == RECORD_ADDRESS;
}

const char *
rocprofv3_record_read_form (Rocprofv3Record *record,
                            const Rocprofv3Form *form,
                            const char *at,
                            const char *end)
{
  if (form->n_steps == 0)
    return NULL;
  memset (record, 0, sizeof *record);
  for (unsigned i = 0; i < form->n_steps; i++)
    {
      uint8_t what = form->what[i];
      uint64_t number;

      if (!json_lead_is (at, &form->leads[i]))
        return NULL;
      at += form->leads[i].length;
      if (what <= RECORD_UNUSED)
        {
          unsigned n = json_scan_digits (&at, &number);

          if (n == 0 || n > 18)
            return NULL;
          if (what < RECORD_UNUSED)
            record->numbers[what] = (RocmNumber){ ROCM_NUMBER_GIVEN, (int64_t) number };
          continue;
        }
      JsonValue value = { .type = JSON_STRING, .text = at };
      if (what < RECORD_ARGS)
        at = json_scan_plain_string (at);
      else if (*at != '[' && (*at != '{' || what != RECORD_CONTAINER))
        return NULL;
      else
        {
          value.type = JSON_ARRAY;
          at = json_scan_plain_container (at);
        }
      if (at == NULL || at >= end)
        return NULL;
      value.length = (size_t) (at - value.text);
      set_value (record, what, &value);
    }
  if (!json_lead_is (at, &form->leads[form->n_steps]))
    return NULL;
  at += form->leads[form->n_steps].length;
  return at <= end ? at : NULL;
}

/* ---- token by token ---- */

/* Returns what a value is to a form. */
static int
what_of (ObjectKind in, const Member *member, const JsonValue *key, const JsonValue *value)
{
  if (value->type == JSON_OBJECT)
    return RECORD_CONTAINER;
  if (value->type == JSON_ARRAY)
    return in == IN_RECORD && json_is_text (key, "args")      ? RECORD_ARGS
           : in == IN_RECORD && json_is_text (key, "records") ? RECORD_COUNTERS
                                                        : RECORD_CONTAINER;
  if (value->type == JSON_STRING)
    return in == IN_RECORD && json_is_text (key, "address") ? RECORD_ADDRESS : RECORD_TEXT;
  return member != NULL && !member->is_object ? member->what : RECORD_UNUSED;
}

static void
read_object (Rocprofv3Record *record, ObjectKind in, const JsonValue *object, Learning *learning)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;

  while (json_next (&at, end, &key, &value))
    {
      const Member *member = member_of (in, &key);

      if (member != NULL && member->is_object && value.type == JSON_OBJECT)
        {
          /* The members name no object that holds itself. */
          read_object (record, (ObjectKind) member->what, &value, learning);
          continue;
        }
      if (member != NULL && !member->is_object)
        {
          record->numbers[member->what] = number_of (&value, (RecordNumber) member->what);
          /* A form has digits there. */
          learning->is_possible = learning->is_possible && value.type == JSON_NUMBER;
        }
      int what = what_of (in, member, &key, &value);
      learn_value (learning, &value, what);
      if (what > RECORD_UNUSED)
        set_value (record, what, &value);
    }
}

void
rocprofv3_record_read (Rocprofv3Record *record, Rocprofv3Form *form, const JsonValue *object)
{
  const char *end = object->text + object->length;

  if (rocprofv3_record_read_form (record, form, object->text, end) == end)
    return;
  memset (record, 0, sizeof *record);

  Learning learning = { form, object->text, true };
  form->n_steps = 0;
  read_object (record, IN_RECORD, object, &learning);
  size_t n_rest = (size_t) (end - learning.at);
  if (learning.is_possible && n_rest <= JSON_LEAD_BYTES)
    json_lead_set (&form->leads[form->n_steps], learning.at, n_rest);
  else
    form->n_steps = 0;
}
