/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome_batch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/decimal_time.h"
#include "trace/import/chrome_event.h"

COLUMN_IMPLEMENT (BatchArgNodeColumn, batch_arg_node_column)
COLUMN_IMPLEMENT (BatchStringColumn, batch_string_column)
COLUMN_IMPLEMENT (BatchPlaceColumn, batch_place_column)
COLUMN_IMPLEMENT (BatchRowColumn, batch_row_column)
COLUMN_IMPLEMENT (BatchSliceColumn, batch_slice_column)
COLUMN_IMPLEMENT (BatchFlowPointColumn, batch_flow_point_column)
COLUMN_IMPLEMENT (BatchInstantColumn, batch_instant_column)
COLUMN_IMPLEMENT (BatchSampleColumn, batch_sample_column)
COLUMN_IMPLEMENT (BatchPairEndColumn, batch_pair_end_column)
COLUMN_IMPLEMENT (BatchDescriptionColumn, batch_description_column)

/* A text that stands nowhere in the piece. */
struct ScratchText
{
  ScratchText *next;
  char bytes[];
};

#define FIRST_SLOTS 256

static atomic_uint stamps;

static bool
index_init (BatchIndex *index)
{
  index->n_slots = FIRST_SLOTS;
  index->slots = calloc (index->n_slots, sizeof *index->slots);
  return index->slots != NULL;
}

static void
index_put (BatchIndex *index, uint64_t hash, uint32_t item)
{
  size_t i = (size_t) hash & (index->n_slots - 1);

  while (index->slots[i] != 0)
    i = (i + 1) & (index->n_slots - 1);
  index->slots[i] = item + 1;
}

typedef uint64_t (*HashOf) (const ChromeBatch *batch, uint32_t item);

/* Adds item n - 1 of the column. */
static bool
index_add (const ChromeBatch *batch, BatchIndex *index, size_t n, HashOf hash_of)
{
  if (n * 2 >= index->n_slots)
    {
      BatchIndex grown = { .n_slots = index->n_slots * 2 };

      grown.slots = calloc (grown.n_slots, sizeof *grown.slots);
      if (grown.slots == NULL)
        return false;
      for (size_t i = 0; i + 1 < n; i++)
        index_put (&grown, hash_of (batch, (uint32_t) i), (uint32_t) i);
      free (index->slots);
      *index = grown;
    }
  index_put (index, hash_of (batch, (uint32_t) n - 1), (uint32_t) n - 1);
  return true;
}

/* n: items in it. A piece with few of them halves what one with many has left behind: emptying costs what was put in,
 * instead of the same again for every piece to come. */
static void
index_empty (BatchIndex *index, size_t n)
{
  if (n == 0)
    return;
  if (index->n_slots > FIRST_SLOTS && n < index->n_slots / 16)
    {
      uint32_t *smaller = realloc (index->slots, index->n_slots / 2 * sizeof *index->slots);

      if (smaller != NULL)
        {
          index->slots = smaller;
          index->n_slots /= 2;
        }
    }
  memset (index->slots, 0, index->n_slots * sizeof *index->slots);
}

ChromeBatch *
chrome_batch_new (void)
{
  ChromeBatch *batch = calloc (1, sizeof *batch);

  if (batch == NULL)
    return NULL;
  batch->arg_keys = arg_keys_new ();
  if (batch->arg_keys == NULL || !index_init (&batch->string_index) || !index_init (&batch->place_index)
      || !index_init (&batch->row_index))
    {
      chrome_batch_free (batch);
      return NULL;
    }
  return batch;
}

static void
free_scratch (ChromeBatch *batch)
{
  for (ScratchText *text = batch->scratch, *next; text != NULL; text = next)
    {
      next = text->next;
      free (text);
    }
  batch->scratch = NULL;
}

void
chrome_batch_free (ChromeBatch *batch)
{
  if (batch == NULL)
    return;
  free_scratch (batch);
  batch_string_column_clear (&batch->strings);
  free (batch->string_index.slots);
  u8_column_clear (&batch->args);
  u32_column_clear (&batch->headers);
  u32_column_clear (&batch->wides);
  u32_column_clear (&batch->wide_strings);
  arg_keys_free (batch->arg_keys);
  batch_arg_node_column_clear (&batch->arg_nodes);
  batch_place_column_clear (&batch->places);
  batch_row_column_clear (&batch->rows);
  free (batch->place_index.slots);
  free (batch->row_index.slots);
  batch_slice_column_clear (&batch->slices);
  batch_flow_point_column_clear (&batch->flow_points);
  batch_instant_column_clear (&batch->instants);
  batch_sample_column_clear (&batch->samples);
  batch_pair_end_column_clear (&batch->pair_ends);
  batch_description_column_clear (&batch->descriptions);
  free (batch);
}

void
chrome_batch_begin (ChromeBatch *batch, StringView view, uint64_t offset)
{
  batch->view = view;
  batch->offset = offset;
  batch->stamp = atomic_fetch_add (&stamps, 1) + 1;
  batch->failed = false;
  free_scratch (batch);
  index_empty (&batch->string_index, batch->strings.n);
  index_empty (&batch->place_index, batch->places.n);
  index_empty (&batch->row_index, batch->rows.n);
  batch->strings.n = 0;
  batch->args.n = 0;
  batch->headers.n = 0;
  batch->wides.n = batch->wide_strings.n = 0;
  arg_keys_empty (batch->arg_keys);
  batch->arg_nodes.n = 0;
  batch->places.n = 0;
  batch->rows.n = 0;
  batch->last_place = TRACE_NONE;
  batch->slices.n = 0;
  batch->flow_points.n = 0;
  batch->instants.n = 0;
  batch->samples.n = 0;
  batch->pair_ends.n = 0;
  batch->descriptions.n = 0;
  batch->events = (EventCounts){ 0 };
  health_table_init (&batch->health);
  batch->has_kineto_kinds = batch->has_epoch_base = false;
  batch->n_times = batch->n_epoch_times = 0;
}

/* ---- strings ---- */

static uint64_t
string_hash_of (const ChromeBatch *batch, uint32_t item)
{
  return batch->strings.at[item].hash;
}

static uint32_t
own_string (ChromeBatch *batch, const char *text, size_t length, uint64_t hash)
{
  const BatchIndex *index = &batch->string_index;

  for (size_t i = (size_t) hash & (index->n_slots - 1); index->slots[i] != 0;
       i = (i + 1) & (index->n_slots - 1))
    {
      const BatchString *string = &batch->strings.at[index->slots[i] - 1];

      if (string->hash == hash && string->length == length && memcmp (string->text, text, length) == 0)
        return BATCH_STRING | (index->slots[i] - 1);
    }
  if (batch->strings.n >= BATCH_STRING - 1
      || !batch_string_column_push (&batch->strings, (BatchString){ text, length, hash })
      || !index_add (batch, &batch->string_index, batch->strings.n, string_hash_of))
    {
      batch->failed = true;
      return STRING_EMPTY;
    }
  return BATCH_STRING | (uint32_t) (batch->strings.n - 1);
}

uint32_t
chrome_batch_string (ChromeBatch *batch, const char *text, size_t length)
{
  uint64_t hash = string_hash (text, length);
  uint32_t id;

  return string_view_find (&batch->view, text, length, hash, &id) ? id
                                                                  : own_string (batch, text, length, hash);
}

uint32_t
chrome_batch_decoded (ChromeBatch *batch, const JsonValue *string)
{
  if (!string->has_escapes)
    return chrome_batch_string (batch, string->text, string->length);

  ScratchText *text =
    string->length > SIZE_MAX - sizeof *text - 1 ? NULL : malloc (sizeof *text + string->length + 1);
  if (text == NULL)
    {
      batch->failed = true;
      return STRING_EMPTY;
    }

  size_t n_before = batch->strings.n;
  uint32_t id = chrome_batch_string (batch, text->bytes, json_string_decode (string, text->bytes));
  if (batch->strings.n == n_before)
    {
      free (text);
      return id;
    }
  text->next = batch->scratch;
  batch->scratch = text;
  return id;
}

const char *
chrome_batch_text (const ChromeBatch *batch, uint32_t id, size_t *ret_length)
{
  if (!(id & BATCH_STRING))
    return string_view_get (&batch->view, id, ret_length);

  const BatchString *string = &batch->strings.at[id & ~BATCH_STRING];
  *ret_length = string->length;
  return string->text;
}

/* ---- places and rows ---- */

static uint64_t
mix (uint64_t a, uint64_t b)
{
  uint64_t hash = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;

  return hash ^ hash >> 32;
}

static uint64_t
place_hash_of (const ChromeBatch *batch, uint32_t item)
{
  return mix (batch->places.at[item].pid, batch->places.at[item].tid);
}

static uint32_t
add_place (ChromeBatch *batch, uint32_t pid, uint32_t tid)
{
  BatchPlace place = { .pid = pid, .tid = tid, .thread_row = TRACE_NONE, .last_device_row = TRACE_NONE };

  for (int i = 0; i < N_SLICE_KINDS; i++)
    place.row_of_kind[i] = TRACE_NONE;
  if (!batch_place_column_push (&batch->places, place)
      || !index_add (batch, &batch->place_index, batch->places.n, place_hash_of))
    {
      batch->failed = true;
      batch->places.n -= batch->places.n > 1;
    }
  return batch->places.n == 0 ? TRACE_NONE : (uint32_t) batch->places.n - 1;
}

#define REMEMBER(last, value)                                 \
  do                                                          \
    {                                                         \
      (last).length = (value)->length;                        \
      if ((value)->length <= sizeof (last).text)              \
        memcpy ((last).text, (value)->text, (value)->length); \
    }                                                         \
  while (0)

#define IS_LAST(last, value)                                                 \
  ((last).length == (value)->length && (value)->length <= sizeof (last).text \
   && memcmp ((last).text, (value)->text, (value)->length) == 0)

uint32_t
chrome_batch_place (ChromeBatch *batch, const JsonValue *pid_text, const JsonValue *tid_text)
{
  const BatchIndex *index = &batch->place_index;

  if (batch->last_place != TRACE_NONE && IS_LAST (batch->last_tid, tid_text)
      && IS_LAST (batch->last_pid, pid_text))
    return batch->last_place;

  uint32_t pid = chrome_batch_string (batch, pid_text->text, pid_text->length);
  uint32_t tid = chrome_batch_string (batch, tid_text->text, tid_text->length);
  uint32_t place = TRACE_NONE;
  for (size_t i = (size_t) mix (pid, tid) & (index->n_slots - 1); index->slots[i] != 0;
       i = (i + 1) & (index->n_slots - 1))
    {
      const BatchPlace *other = &batch->places.at[index->slots[i] - 1];

      if (other->pid == pid && other->tid == tid)
        {
          place = index->slots[i] - 1;
          break;
        }
    }
  if (place == TRACE_NONE)
    place = add_place (batch, pid, tid);
  batch->last_place = place;
  REMEMBER (batch->last_pid, pid_text);
  REMEMBER (batch->last_tid, tid_text);
  return place;
}

static uint64_t
row_hash (const BatchRow *row)
{
  return mix (mix ((uint64_t) row->a, (uint64_t) row->b),
              (uint64_t) row->place << 16 | (unsigned) row->form << 8 | (unsigned) row->kind);
}

static uint64_t
row_hash_of (const ChromeBatch *batch, uint32_t item)
{
  return row_hash (&batch->rows.at[item]);
}

uint32_t
chrome_batch_row (ChromeBatch *batch, const BatchRow *row)
{
  const BatchIndex *index = &batch->row_index;

  if (row->place == TRACE_NONE)
    return TRACE_NONE;
  for (size_t i = (size_t) row_hash (row) & (index->n_slots - 1); index->slots[i] != 0;
       i = (i + 1) & (index->n_slots - 1))
    {
      const BatchRow *other = &batch->rows.at[index->slots[i] - 1];

      if (other->form == row->form && other->kind == row->kind && other->place == row->place
          && other->a == row->a && other->b == row->b)
        return index->slots[i] - 1;
    }
  if (batch->rows.n >= TRACE_NONE || !batch_row_column_push (&batch->rows, *row)
      || !index_add (batch, &batch->row_index, batch->rows.n, row_hash_of))
    {
      batch->failed = true;
      return TRACE_NONE;
    }
  return (uint32_t) batch->rows.n - 1;
}

uint32_t
chrome_batch_thread_row (ChromeBatch *batch, uint32_t index)
{
  if (index == TRACE_NONE)
    return TRACE_NONE;
  if (batch->places.at[index].thread_row == TRACE_NONE)
    batch->places.at[index].thread_row =
      chrome_batch_row (batch, &(BatchRow){ .form = ROW_THREAD, .place = index });
  return batch->places.at[index].thread_row;
}

uint32_t
chrome_batch_host_row (ChromeBatch *batch, uint32_t index, SliceKind kind)
{
  if (index == TRACE_NONE)
    return TRACE_NONE;
  if (batch->places.at[index].row_of_kind[kind] == TRACE_NONE)
    batch->places.at[index].row_of_kind[kind] =
      chrome_batch_row (batch, &(BatchRow){ .form = ROW_HOST, .kind = kind, .place = index });
  return batch->places.at[index].row_of_kind[kind];
}

uint32_t
chrome_batch_device_row (ChromeBatch *batch, uint32_t index, SliceKind kind, int64_t device, int64_t stream)
{
  if (index == TRACE_NONE)
    return TRACE_NONE;

  BatchPlace *place = &batch->places.at[index];
  uint32_t last = place->row_of_kind[kind];
  if (last == TRACE_NONE || batch->rows.at[last].a != device || batch->rows.at[last].b != stream)
    last = place->row_of_kind[kind] = chrome_batch_row (
      batch, &(BatchRow){ .form = ROW_DEVICE, .kind = kind, .place = index, .a = device, .b = stream });
  return place->last_device_row = last;
}

/* The number at the end of an id such as "stream 7"; -1 without one. */
static int64_t
number_of_id (const ChromeBatch *batch, uint32_t id)
{
  size_t length;
  const char *text = chrome_batch_text (batch, id, &length);
  int64_t number;
  size_t first = length;

  if (decimal_to_integer (text, length, &number))
    return number;
  while (first > 0 && text[first - 1] >= '0' && text[first - 1] <= '9')
    first--;
  return decimal_to_integer (text + first, length - first, &number) ? number : -1;
}

void
chrome_batch_numbers_of_place (ChromeBatch *batch, uint32_t index, int64_t *ret_device, int64_t *ret_stream)
{
  *ret_device = *ret_stream = -1;
  if (index == TRACE_NONE)
    return;

  BatchPlace *place = &batch->places.at[index];
  if (!place->has_numbers)
    {
      place->device = number_of_id (batch, place->pid);
      place->stream = number_of_id (batch, place->tid);
      place->has_numbers = true;
    }
  *ret_device = place->device;
  *ret_stream = place->stream;
}

/* ---- arguments ---- */

bool
chrome_batch_args_begin (ChromeBatch *batch, uint64_t *ret_at)
{
  if (batch->args.n > UINT32_MAX || !u8_column_reserve (&batch->args, ARGS_HEADER_BYTES)
      || !u32_column_push (&batch->headers, (uint32_t) batch->args.n))
    {
      batch->failed = true;
      return false;
    }
  *ret_at = batch->args.n;
  batch->args.n += ARGS_HEADER_BYTES;
  return true;
}

void
chrome_batch_args_end (ChromeBatch *batch, uint64_t at, uint32_t node)
{
  args_header_set (batch->args.at + at, node);
}

static bool
reserve_value (ChromeBatch *batch)
{
  if (batch->args.n <= UINT32_MAX && u8_column_reserve (&batch->args, ARGS_VALUE_BYTES + ARGS_INLINE_MAX))
    return true;
  batch->failed = true;
  return false;
}

static void
put_number (ChromeBatch *batch, ArgsType type, uint64_t number)
{
  batch->args.n = (size_t) (args_value_put (batch->args.at + batch->args.n, type, number) - batch->args.at);
}

bool
chrome_batch_args_put_integer (ChromeBatch *batch, int64_t integer)
{
  if (!reserve_value (batch))
    return false;
  batch->args.n =
    (size_t) (args_value_put_integer (batch->args.at + batch->args.n, integer) - batch->args.at);
  return true;
}

bool
chrome_batch_args_put_id (ChromeBatch *batch, ArgsType type, uint32_t id)
{
  if (!reserve_value (batch))
    return false;
  if (!(id & BATCH_STRING))
    {
      put_number (batch, type, id);
      return true;
    }
  if (!u32_column_push (&batch->wides, (uint32_t) batch->args.n)
      || !u32_column_push (&batch->wide_strings, id & ~BATCH_STRING))
    {
      batch->failed = true;
      return false;
    }
  batch->args.n = (size_t) (args_value_put_wide (batch->args.at + batch->args.n, type) - batch->args.at);
  return true;
}

static bool
put_text (ChromeBatch *batch, const JsonValue *value, ArgsType inline_type, ArgsType table_type)
{
  if (value->length > ARGS_INLINE_MAX)
    return chrome_batch_args_put_id (batch, table_type,
                                     chrome_batch_string (batch, value->text, value->length));
  if (!reserve_value (batch))
    return false;
  put_number (batch, inline_type, value->length);
  for (size_t i = 0; i < value->length; i++)
    batch->args.at[batch->args.n++] = (uint8_t) value->text[i];
  return true;
}

/* An integer whose text printing gives back: packed. */
static bool
is_canonical_integer (const JsonValue *value, int64_t *ret_value)
{
  const char *text = value->text;
  size_t n = value->length, first = n > 0 && text[0] == '-';
  uint64_t number = 0;

  if (n == first || n - first > 18 || (text[first] == '0' && n > 1))
    return false;
  for (size_t i = first; i < n; i++)
    {
      if (text[i] < '0' || text[i] > '9')
        return false;
      number = number * 10 + (unsigned) (text[i] - '0');
    }
  *ret_value = first ? -(int64_t) number : (int64_t) number;
  return true;
}

bool
chrome_batch_args_put (ChromeBatch *batch, const JsonValue *value)
{
  int64_t integer;

  switch (value->type)
    {
    case JSON_STRING:
      return put_text (batch, value, ARGS_QUOTED, ARGS_STRING);
    case JSON_LITERAL:
      if (!reserve_value (batch))
        return false;
      put_number (batch, ARGS_LITERAL, value->text[0] == 'n' ? 0 : value->text[0] == 'f' ? 1 : 2);
      return true;
    case JSON_NUMBER:
      if (is_canonical_integer (value, &integer))
        return chrome_batch_args_put_integer (batch, integer);
      return put_text (batch, value, ARGS_RAW, ARGS_TEXT);
    default:
      return put_text (batch, value, ARGS_RAW, ARGS_TEXT);
    }
}

/* O(BATCH_DEPTH_MAX), and at once for what is deeper. */
static bool
is_on_path (const ChromeBatch *batch, uint32_t node, uint32_t key)
{
  for (; node != 0; node = arg_keys_record (batch->arg_keys, node).parent)
    if (arg_keys_key (batch->arg_keys, node) == key)
      return true;
  return false;
}

/* There is room for it. */
static void
learn_node (ChromeBatch *batch, uint32_t node, const char *key, size_t length)
{
  uint32_t parent = arg_keys_record (batch->arg_keys, node).parent;
  BatchArgNode learned = { .known = (uint8_t) chrome_event_known_arg (key, length) };

  while (batch->arg_nodes.n <= node)
    batch->arg_nodes.at[batch->arg_nodes.n++] = (BatchArgNode){ 0 };
  learned.depth = batch->arg_nodes.at[parent].depth;
  learned.has_twice = batch->arg_nodes.at[parent].has_twice;
  if (learned.depth < BATCH_DEPTH_MAX)
    {
      learned.depth++;
      learned.has_twice =
        learned.has_twice || is_on_path (batch, parent, arg_keys_key (batch->arg_keys, node));
    }
  batch->arg_nodes.at[node] = learned;
}

bool
chrome_batch_args_key (ChromeBatch *batch, uint32_t node, const char *key, size_t length, uint32_t *ret_child)
{
  uint32_t likely = arg_keys_likely_child (batch->arg_keys, node);

  /* Events of one kind repeat their keys, so the likely child is nearly always the one, and comparing texts is cheaper
   * than hashing. */
  if (likely != 0)
    {
      size_t n;
      const char *text = chrome_batch_text (batch, arg_keys_key (batch->arg_keys, likely), &n);

      if (n == length && memcmp (text, key, length) == 0)
        {
          *ret_child = likely;
          return true;
        }
    }

  uint32_t id = chrome_batch_string (batch, key, length), n_before = arg_keys_count (batch->arg_keys);
  /* Room first, so that no node is without what is known of it. */
  if (batch->failed || !batch_arg_node_column_reserve (&batch->arg_nodes, n_before + 1 - batch->arg_nodes.n)
      || !arg_keys_child (batch->arg_keys, node, id, ret_child))
    {
      batch->failed = true;
      return false;
    }
  if (*ret_child >= n_before)
    learn_node (batch, *ret_child, key, length);
  return true;
}
