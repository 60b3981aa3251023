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

/* Ids are unsigned. Those beyond the range of int64_t keep their bits, but no time can be there. */
static RocmNumber
number_of (const JsonValue *value, RecordNumber which)
{
  RocmNumber number = { ROCM_NUMBER_WRONG, 0 };
  uint64_t n = 0;
  bool is_plain = value->type == JSON_NUMBER && value->length > 0;
  bool is_time = which == RECORD_START || which == RECORD_END;

  if (value->type == JSON_LITERAL && value->length == 4 && memcmp (value->text, "null", 4) == 0)
    return (RocmNumber){ 0 };
  for (size_t i = 0; i < value->length && is_plain; i++)
    is_plain = g_ascii_isdigit (value->text[i]) && !__builtin_mul_overflow (n, UINT64_C (10), &n)
               && !__builtin_add_overflow (n, (uint64_t) (value->text[i] - '0'), &n);
  if (is_plain && (n <= INT64_MAX || !is_time))
    number = (RocmNumber){ ROCM_NUMBER_GIVEN, (int64_t) n };
  else if (!is_plain && value->type == JSON_NUMBER && memchr (value->text, '.', value->length) == NULL
           && decimal_to_integer (value->text, value->length, &number.value))
    number.state = ROCM_NUMBER_GIVEN;
  return number;
}

/* ---- forms ---- */

/* What of the text has been put into the form. */
typedef struct
{
  Rocprofv3Form *form;
  const char *at;
  bool is_possible;
} Learning;

static void
learn_number (Learning *learning, const JsonValue *value, int which)
{
  Rocprofv3Form *form = learning->form;
  size_t n_lead = (size_t) (value->text - learning->at);

  for (size_t i = 0; i < value->length; i++)
    learning->is_possible = learning->is_possible && g_ascii_isdigit (value->text[i]);
  if (!learning->is_possible || form->n_steps == RECORD_FORM_STEPS || n_lead > JSON_LEAD_BYTES
      || value->length > 18)
    {
      learning->is_possible = false;
      return;
    }
  json_lead_set (&form->leads[form->n_steps], learning->at, n_lead);
  form->numbers[form->n_steps++] = (uint8_t) which;
  learning->at = value->text + value->length;
}

/* Reads a record of the remembered form. Returns false if it has another one. */
static bool
read_by_form (Rocprofv3Record *record, const Rocprofv3Form *form, const JsonValue *object)
{
  const char *at = object->text;

  for (unsigned i = 0; i < form->n_steps; i++)
    {
      uint64_t number;

      if (!json_lead_is (at, &form->leads[i]))
        return false;
      at += form->leads[i].length;
      unsigned n = json_scan_digits (&at, &number);
      if (n == 0 || n > 18)
        return false;
      if (form->numbers[i] < N_RECORD_NUMBERS)
        record->numbers[form->numbers[i]] = (RocmNumber){ ROCM_NUMBER_GIVEN, (int64_t) number };
    }
  return json_lead_is (at, &form->leads[form->n_steps])
         && at + form->leads[form->n_steps].length == object->text + object->length;
}

/* ---- token by token ---- */

static void
read_object (Rocprofv3Record *record, ObjectKind in, const JsonValue *object, Learning *learning)
{
  const char *at = object->text, *end = at + object->length;
  JsonValue key, value;

  while (json_next (&at, end, &key, &value))
    {
      const Member *member = member_of (in, &key);
      bool is_number = value.type == JSON_NUMBER;

      if (member != NULL && member->is_object && value.type == JSON_OBJECT)
        {
          /* The members name no object that holds itself. */
          read_object (record, (ObjectKind) member->what, &value, learning);
          continue;
        }
      if (member != NULL && !member->is_object)
        record->numbers[member->what] = number_of (&value, (RecordNumber) member->what);
      if (is_number)
        learn_number (learning, &value,
                      member != NULL && !member->is_object ? member->what : N_RECORD_NUMBERS);
      else
        learning->is_possible = false;
      if (in != IN_RECORD || member != NULL)
        continue;
      if (value.type == JSON_ARRAY && key.length == 4 && memcmp (key.text, "args", 4) == 0)
        {
          record->args = value;
          record->has_args = true;
        }
      else if (value.type == JSON_ARRAY && key.length == 7 && memcmp (key.text, "records", 7) == 0)
        {
          record->counters = value;
          record->has_counters = true;
        }
      else if (value.type == JSON_STRING && key.length == 7 && memcmp (key.text, "address", 7) == 0)
        {
          record->address = value;
          record->has_address = true;
        }
    }
}

void
rocprofv3_record_read (Rocprofv3Record *record, Rocprofv3Form *form, const JsonValue *object)
{
  memset (record, 0, sizeof *record);
  if (form->n_steps > 0)
    {
      if (read_by_form (record, form, object))
        return;
      memset (record, 0, sizeof *record);
    }

  Learning learning = { form, object->text, true };
  form->n_steps = 0;
  read_object (record, IN_RECORD, object, &learning);
  size_t n_rest = (size_t) (object->text + object->length - learning.at);
  if (learning.is_possible && n_rest <= JSON_LEAD_BYTES)
    json_lead_set (&form->leads[form->n_steps], learning.at, n_rest);
  else
    form->n_steps = 0;
}
