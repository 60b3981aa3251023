/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/snapshot_pickle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/pickle/pickle_reader.h"
#include "trace/import/torch_memory/memory_history.h"
#include "trace/json/json_text.h"
#include "trace/text/trace_error.h"

/* What stands for a part that has been taken. */
enum
{
  TOKEN_FRAME, /* a string id */
  TOKEN_STACK, /* a string id; STRING_EMPTY also for a list of nothing */
  TOKEN_PART,  /* index of a block x 2, or of a device x 2 + 1 */
};

/* Keys are looked up once for each text among the first ones. */
#define KNOWN_TEXTS 4096

typedef struct
{
  MemoryHistory history;
  uint8_t fields[KNOWN_TEXTS]; /* of a text: MemoryField + 1 */
  MemoryFields object;
  U32Column list; /* the frames or blocks of one list */
  bool is_snapshot;
} Import;

static bool
is_token (PickleValue value, int kind)
{
  return value.type == PICKLE_TOKEN && value.kind == kind;
}

static MemoryField
field_of (Import *import, const PickleReader *reader, PickleValue key)
{
  size_t length;
  const char *text;

  if (key.type != PICKLE_TEXT && key.type != PICKLE_BYTES)
    return FIELD_OTHER;
  if (key.id < KNOWN_TEXTS && import->fields[key.id] != 0)
    return (MemoryField) (import->fields[key.id] - 1);
  text = pickle_reader_text (reader, key, &length);
  MemoryField field = memory_field_find (text, length);
  if (key.id < KNOWN_TEXTS)
    import->fields[key.id] = (uint8_t) (field + 1);
  return field;
}

static MemoryValue
value_of (const PickleReader *reader, PickleValue value, uint32_t item)
{
  MemoryValue result = { 0 };

  switch (value.type)
    {
    case PICKLE_INTEGER:
    case PICKLE_BOOL:
      result.type = VALUE_INTEGER;
      result.integer = value.integer;
      break;
    case PICKLE_REAL:
      /* Whole microseconds, as a program that went through JSON may have them. */
      if (value.real > -9e15 && value.real < 9e15)
        {
          result.type = VALUE_INTEGER;
          result.integer = (int64_t) value.real;
        }
      break;
    case PICKLE_TEXT:
    case PICKLE_BYTES:
      result.type = VALUE_TEXT;
      result.text = pickle_reader_text (reader, value, &result.length);
      break;
    case PICKLE_TOKEN:
    case PICKLE_LIST:
    case PICKLE_DICT:
    case PICKLE_TUPLE:
      result.type = VALUE_LIST;
      result.list = item;
      break;
    default:
      break;
    }
  return result;
}

/* Reads the items of a dictionary into import->object; a list in it is the index of its item. */
static void
take_fields (Import *import, const PickleReader *reader, const PickleItems *dict)
{
  import->object.has = 0;
  for (size_t i = 0; i + 1 < dict->n; i += 2)
    {
      MemoryField field = field_of (import, reader, dict->items[i]);

      if (field != FIELD_OTHER)
        memory_fields_set (&import->object, field, value_of (reader, dict->items[i + 1], (uint32_t) i + 1));
    }
}

/* Returns the call stack of an object. */
static uint32_t
stack_of (const Import *import, const PickleItems *dict)
{
  uint32_t item = memory_fields_list (&import->object, FIELD_FRAMES, UINT32_MAX);

  return item < dict->n && is_token (dict->items[item], TOKEN_STACK) ? dict->items[item].id : STRING_EMPTY;
}

static bool
has (const Import *import, MemoryField field)
{
  return memory_fields_has (&import->object, field);
}

/* ---- the parts ---- */

static PickleValue
token (int kind, uint32_t id)
{
  if (id >= PICKLE_IDS)
    return (PickleValue){ .type = PICKLE_NONE };
  return (PickleValue){ .type = PICKLE_TOKEN, .kind = (uint8_t) kind, .id = id };
}

static PickleValue
gone (void)
{
  return (PickleValue){ .type = PICKLE_GONE, .id = 1 };
}

static PickleValue
take_frame (Import *import)
{
  size_t n_name, n_filename;
  const char *name = memory_fields_text (&import->object, FIELD_NAME, &n_name);
  const char *filename = memory_fields_text (&import->object, FIELD_FILENAME, &n_filename);

  return token (TOKEN_FRAME, memory_stacks_frame (&import->history.stacks, name != NULL ? name : "", n_name,
                                                  filename != NULL ? filename : "", n_filename,
                                                  memory_fields_integer (&import->object, FIELD_LINE, 0)));
}

/* Until 2.0 a block has a list of what was allocated in it; the first one is the last one. */
static uint32_t
take_block_history (Import *import, const PickleReader *reader, const PickleItems *block)
{
  uint32_t item = memory_fields_list (&import->object, FIELD_HISTORY, UINT32_MAX);
  PickleItems history, first;

  if (item >= block->n || !pickle_reader_items (reader, block->items[item], &history) || history.n == 0
      || !pickle_reader_items (reader, history.items[0], &first) || first.type != PICKLE_DICT)
    return STRING_EMPTY;
  MemoryFields of_block = import->object;
  take_fields (import, reader, &first);
  uint32_t stack = stack_of (import, &first);
  int64_t real_size = memory_fields_integer (&import->object, FIELD_REAL_SIZE, -1);
  import->object = of_block;
  if (real_size >= 0)
    memory_fields_set (&import->object, FIELD_REAL_SIZE,
                       (MemoryValue){ .type = VALUE_INTEGER, .integer = real_size });
  return stack;
}

static PickleValue
take_block (Import *import, const PickleReader *reader, const PickleItems *block)
{
  uint32_t stack =
    has (import, FIELD_HISTORY) ? take_block_history (import, reader, block) : stack_of (import, block);

  return token (TOKEN_PART, 2 * memory_history_block (&import->history, &import->object, stack));
}

static bool
take_segment (Import *import, const PickleReader *reader, const PickleItems *segment)
{
  uint32_t item = memory_fields_list (&import->object, FIELD_BLOCKS, UINT32_MAX);
  PickleItems blocks = { 0 };

  if (item < segment->n)
    pickle_reader_items (reader, segment->items[item], &blocks);
  import->list.n = 0;
  for (size_t i = 0; i < blocks.n; i++)
    if (is_token (blocks.items[i], TOKEN_PART) && blocks.items[i].id % 2 == 0
        && !u32_column_push (&import->list, blocks.items[i].id / 2))
      return false;
  memory_history_segment (&import->history, &import->object, import->list.at, import->list.n);
  import->is_snapshot = true;
  return true;
}

static void
take_settings (Import *import, const PickleReader *reader, const PickleItems *settings)
{
  for (size_t i = 0; i + 1 < settings->n; i += 2)
    {
      PickleValue key = settings->items[i], value = settings->items[i + 1];
      size_t n_key, n;
      g_autofree char *json = NULL;

      if (key.type != PICKLE_TEXT)
        continue;
      const char *name = pickle_reader_text (reader, key, &n_key);
      if (value.type == PICKLE_BOOL)
        json = g_strdup (value.integer ? "true" : "false");
      else if (value.type == PICKLE_INTEGER)
        json = g_strdup_printf ("%" PRId64, value.integer);
      else if (value.type == PICKLE_REAL && value.real - value.real == 0)
        json = g_ascii_dtostr (g_malloc (G_ASCII_DTOSTR_BUF_SIZE), G_ASCII_DTOSTR_BUF_SIZE, value.real);
      else if (value.type == PICKLE_TEXT)
        {
          const char *text = pickle_reader_text (reader, value, &n);
          GString *quoted = g_string_new (NULL);

          json_append_text (quoted, n < 4096 ? text : "");
          json = g_string_free (quoted, FALSE);
        }
      if (json != NULL && n_key < 4096)
        memory_history_setting (&import->history, name, n_key, json, strlen (json));
    }
}

static bool
complete_dict (Import *import, const PickleReader *reader, const PickleItems *dict, PickleValue *stand_in)
{
  take_fields (import, reader, dict);
  *stand_in = gone ();
  if (has (import, FIELD_ACTION))
    {
      import->is_snapshot = true;
      memory_history_event (&import->history, dict->parent, &import->object, stack_of (import, dict));
    }
  else if (has (import, FIELD_FILENAME) && has (import, FIELD_LINE))
    *stand_in = take_frame (import);
  else if (has (import, FIELD_BLOCKS))
    return take_segment (import, reader, dict);
  else if (has (import, FIELD_STATE) && has (import, FIELD_SIZE))
    *stand_in = take_block (import, reader, dict);
  else if (has (import, FIELD_REAL_SIZE))
    *stand_in = (PickleValue){ .type = PICKLE_DICT }; /* part of a block, which reads it */
  else if (has (import, FIELD_TIME_US) && has (import, FIELD_DEVICE))
    memory_history_annotation (&import->history, &import->object);
  else if (has (import, FIELD_ALLOC_CONF) || has (import, FIELD_EXPANDABLE_SEGMENTS))
    take_settings (import, reader, dict);
  else
    {
      import->is_snapshot =
        import->is_snapshot || has (import, FIELD_SEGMENTS) || has (import, FIELD_DEVICE_TRACES);
      *stand_in = (PickleValue){ .type = PICKLE_NONE };
    }
  return true;
}

/* The list of the lists of events of each device. */
static void
number_traces (Import *import, const PickleItems *list)
{
  for (size_t i = 0; i < list->n; i++)
    if (is_token (list->items[i], TOKEN_PART) && list->items[i].id % 2 == 1)
      memory_history_set_device (&import->history, list->items[i].id / 2, (int64_t) i);
}

static bool
complete_list (Import *import, const PickleItems *list, PickleValue *stand_in)
{
  size_t n_frames = 0;
  bool has_traces = false, has_parts = false;

  for (size_t i = 0; i < list->n; i++)
    {
      n_frames += is_token (list->items[i], TOKEN_FRAME);
      has_parts = has_parts || is_token (list->items[i], TOKEN_PART) || list->items[i].type == PICKLE_DICT;
      has_traces = has_traces || (is_token (list->items[i], TOKEN_PART) && list->items[i].id % 2 == 1);
    }
  uint32_t device = list->n_gone > 0 ? memory_history_find (&import->history, list->serial) : UINT32_MAX;
  if (device != UINT32_MAX && list->n > 0)
    {
      trace_builder_event_counts (import->history.builder)->skipped += list->n;
      trace_builder_add_health (import->history.builder, HEALTH_MEMORY_EVENT_SKIPPED, list->n,
                                HEALTH_NO_OFFSET);
    }
  if (device != UINT32_MAX)
    *stand_in = token (TOKEN_PART, 2 * device + 1);
  else if (list->n == 0 && list->n_gone == 0)
    *stand_in = token (TOKEN_STACK, STRING_EMPTY);
  else if (list->n > 0 && n_frames == list->n)
    {
      import->list.n = 0;
      if (!u32_column_reserve (&import->list, list->n))
        return false;
      for (size_t i = 0; i < list->n; i++)
        import->list.at[i] = list->items[i].id;
      *stand_in = token (TOKEN_STACK, memory_stacks_add (&import->history.stacks, import->list.at, list->n));
    }
  else if (has_traces)
    {
      number_traces (import, list);
      *stand_in = gone ();
    }
  else if (!has_parts)
    *stand_in = gone ();
  return true;
}

static bool
complete (void *user_data, PickleReader *reader, const PickleItems *container, PickleValue *stand_in)
{
  Import *import = user_data;

  if (container->type == PICKLE_DICT)
    {
      PickleValue as_it_is = *stand_in;
      bool ok = complete_dict (import, reader, container, stand_in);

      if (stand_in->type == PICKLE_DICT)
        *stand_in = as_it_is;
      return ok;
    }
  if (container->type == PICKLE_LIST)
    return complete_list (import, container, stand_in);
  *stand_in = (PickleValue){ .type = PICKLE_NONE };
  return true;
}

/* ---- the whole ---- */

static bool
finish (Import *import,
        TraceBuilder *builder,
        const char *path,
        PickleEnd end,
        int64_t offset,
        GError **error)
{
  bool is_cut = end == PICKLE_READ_CUT;

  if (trace_builder_failed (builder))
    return true;
  if (!import->is_snapshot && !is_cut)
    {
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
        "%s: is a pickle, but no memory snapshot of PyTorch: it has neither segments nor device_traces.",
        path);
      return false;
    }
  if (import->history.devices.n == 0 && import->history.n_segments == 0
      && !trace_builder_is_partial (builder))
    {
      if (is_cut)
        g_set_error (
          error, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
          "%s: looks like a pickle, but ends before anything in it can be read. Copy the file again.", path);
      else
        g_set_error (
          error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
          "%s: is a memory snapshot without memory. Call torch.cuda.memory._record_memory_history () "
          "before the part to be recorded, and _dump_snapshot () behind it.",
          path);
      return false;
    }
  if (is_cut)
    {
      trace_builder_set_status (builder, PROFILE_STOPPED);
      if (!trace_builder_is_partial (builder))
        trace_builder_add_health (builder, HEALTH_MEMORY_TRUNCATED, 1, offset);
    }
  memory_history_finish (&import->history, is_cut);
  trace_builder_set_format (builder, "torch-memory");
  return true;
}

static bool
import_pickle (ByteSource *source,
               const char *path,
               TraceBuilder *builder,
               const ImportControl *control,
               GError **error)
{
  Import *import = calloc (1, sizeof *import);
  PickleReader *reader = pickle_reader_new (source, path, builder, control, complete, import);
  PickleEnd end = PICKLE_READ_CUT;
  bool ok = true;

  if (import == NULL || reader == NULL || !memory_history_init (&import->history, builder))
    trace_builder_set_failed (builder);
  else
    {
      ok = pickle_reader_run (reader, &end, error);
      int64_t offset = pickle_reader_offset (reader);

      pickle_reader_free (reader);
      reader = NULL;
      ok = ok && finish (import, builder, path, end, offset, error);
    }
  pickle_reader_free (reader);
  if (import != NULL)
    {
      memory_history_clear (&import->history);
      u32_column_clear (&import->list);
    }
  free (import);
  return ok;
}

/* Protocol 2 and later begin with their number; before, with what a snapshot is: a dictionary, or a list of segments. */
static bool
sniff (const char *text, size_t n)
{
  static const char *const begins[] = { "(dp", "(lp", "(d(", "}q", "]q", "}r", "(d." };

  if (n >= 2 && (unsigned char) text[0] == 0x80)
    return (unsigned char) text[1] >= 1 && (unsigned char) text[1] < 16;
  for (size_t i = 0; i < G_N_ELEMENTS (begins); i++)
    if (n >= strlen (begins[i]) && memcmp (text, begins[i], strlen (begins[i])) == 0)
      return true;
  return false;
}

const Importer snapshot_pickle_importer = { "torch-memory", sniff, import_pickle };
