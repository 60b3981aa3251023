/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_batch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/text/decimal_time.h"

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

/* A text that does not occur in the piece. */
struct ScratchText
{
  ScratchText *next;
  char bytes[];
};

static atomic_uint stamps;

ChromeBatch *
chrome_batch_new (void)
{
  ChromeBatch *batch = calloc (1, sizeof *batch);

  if (batch == NULL)
    return NULL;
  batch->arg_keys = arg_keys_new ();
  if (batch->arg_keys == NULL || !item_index_init (&batch->string_index)
      || !item_index_init (&batch->place_index) || !item_index_init (&batch->row_index))
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
  item_index_clear (&batch->string_index);
  u8_column_clear (&batch->args);
  u32_column_clear (&batch->headers);
  u32_column_clear (&batch->wides);
  u32_column_clear (&batch->wide_strings);
  arg_keys_free (batch->arg_keys);
  batch_arg_node_column_clear (&batch->arg_nodes);
  batch_place_column_clear (&batch->places);
  batch_row_column_clear (&batch->rows);
  item_index_clear (&batch->place_index);
  item_index_clear (&batch->row_index);
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
  item_index_empty (&batch->string_index, batch->strings.n);
  item_index_empty (&batch->place_index, batch->places.n);
  item_index_empty (&batch->row_index, batch->rows.n);
  batch->strings.n = 0;
  batch->args.n = 0;
  batch->headers.n = 0;
  batch->wides.n = batch->wide_strings.n = 0;
  arg_keys_empty (batch->arg_keys);
  batch->arg_nodes.n = 0;
  batch->places.n = 0;
  batch->rows.n = 0;
  for (size_t i = 0; i < BATCH_LAST_PLACES; i++)
    batch->last_places[i].tid.length = NO_LAST_ID;
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
hash_of_string (const void *strings, uint32_t item)
{
  return ((const BatchString *) strings)[item].hash;
}

static uint32_t
own_string (ChromeBatch *batch, const char *text, size_t length, uint64_t hash)
{
  ItemSearch search = item_index_search (&batch->string_index, hash);
  uint32_t item;

  while (item_search_next (&search, &item))
    {
      const BatchString *string = &batch->strings.at[item];

      if (string->hash == hash && string->length == length && memcmp (string->text, text, length) == 0)
        return BATCH_STRING | item;
    }
  if (batch->strings.n >= BATCH_STRING - 1
      || !batch_string_column_push (&batch->strings, (BatchString){ text, length, hash })
      || !item_index_add (&batch->string_index, batch->strings.at, batch->strings.n, hash_of_string))
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
hash_of_place (const void *places, uint32_t item)
{
  const BatchPlace *place = (const BatchPlace *) places + item;

  return item_hash_mix (place->pid, place->tid);
}

static uint32_t
add_place (ChromeBatch *batch, uint32_t pid, uint32_t tid)
{
  BatchPlace place = { .pid = pid, .tid = tid, .thread_row = TRACE_NONE, .last_device_row = TRACE_NONE };

  memset (place.row_of_kind, 0xff, sizeof place.row_of_kind); /* TRACE_NONE */
  if (!batch_place_column_push (&batch->places, place)
      || !item_index_add (&batch->place_index, batch->places.at, batch->places.n, hash_of_place))
    {
      batch->failed = true;
      batch->places.n -= batch->places.n > 1;
    }
  return batch->places.n == 0 ? TRACE_NONE : (uint32_t) batch->places.n - 1;
}

static inline bool
is_last_id (const BatchLastId *last, const JsonValue *id)
{
  return last->length == id->length && memcmp (last->text, id->text, id->length) == 0;
}

static inline void
remember_id (BatchLastId *last, const JsonValue *id)
{
  last->length = id->length <= sizeof last->text ? id->length : NO_LAST_ID;
  if (last->length != NO_LAST_ID)
    memcpy (last->text, id->text, id->length);
}

uint32_t
chrome_batch_place (ChromeBatch *batch, const JsonValue *pid_text, const JsonValue *tid_text)
{
  for (size_t i = 0; i < BATCH_LAST_PLACES; i++)
    {
      const BatchLastPlace *last = &batch->last_places[i];

      if (is_last_id (&last->tid, tid_text) && is_last_id (&last->pid, pid_text))
        return last->place;
    }

  uint32_t pid = chrome_batch_string (batch, pid_text->text, pid_text->length);
  uint32_t tid = chrome_batch_string (batch, tid_text->text, tid_text->length);
  ItemSearch search = item_index_search (&batch->place_index, item_hash_mix (pid, tid));
  uint32_t place = TRACE_NONE, item;
  while (place == TRACE_NONE && item_search_next (&search, &item))
    if (batch->places.at[item].pid == pid && batch->places.at[item].tid == tid)
      place = item;
  if (place == TRACE_NONE)
    place = add_place (batch, pid, tid);

  BatchLastPlace *last = &batch->last_places[batch->next_last_place];
  batch->next_last_place = (batch->next_last_place + 1) % BATCH_LAST_PLACES;
  last->place = place;
  remember_id (&last->pid, pid_text);
  remember_id (&last->tid, tid_text);
  return place;
}

static uint64_t
row_hash (const ImportRow *row)
{
  return item_hash_mix (item_hash_mix ((uint64_t) row->a, (uint64_t) row->b),
                        (uint64_t) row->place << 16 | (unsigned) row->form << 8 | (unsigned) row->kind);
}

static uint64_t
hash_of_row (const void *rows, uint32_t item)
{
  return row_hash ((const ImportRow *) rows + item);
}

uint32_t
chrome_batch_row (ChromeBatch *batch, const ImportRow *row)
{
  if (row->place == TRACE_NONE)
    return TRACE_NONE;

  ItemSearch search = item_index_search (&batch->row_index, row_hash (row));
  uint32_t item;
  while (item_search_next (&search, &item))
    {
      const ImportRow *other = &batch->rows.at[item];

      if (other->form == row->form && other->kind == row->kind && other->place == row->place
          && other->a == row->a && other->b == row->b)
        return item;
    }
  if (batch->rows.n >= TRACE_NONE || !batch_row_column_push (&batch->rows, *row)
      || !item_index_add (&batch->row_index, batch->rows.at, batch->rows.n, hash_of_row))
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
      chrome_batch_row (batch, &(ImportRow){ .form = ROW_THREAD, .place = index });
  return batch->places.at[index].thread_row;
}

uint32_t
chrome_batch_host_row (ChromeBatch *batch, uint32_t index, SliceKind kind)
{
  if (index == TRACE_NONE)
    return TRACE_NONE;
  if (batch->places.at[index].row_of_kind[kind] == TRACE_NONE)
    batch->places.at[index].row_of_kind[kind] =
      chrome_batch_row (batch, &(ImportRow){ .form = ROW_HOST, .kind = kind, .place = index });
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
      batch, &(ImportRow){ .form = ROW_DEVICE, .kind = kind, .place = index, .a = device, .b = stream });
  return place->last_device_row = last;
}

/* Returns the number at the end of an id such as "stream 7", or -1 if there is none. */
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
