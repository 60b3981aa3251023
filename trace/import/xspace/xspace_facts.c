/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_reading.h"

#include <stdio.h>

static void
take_integer (const XSpaceStat *stat, bool *ret_has, int64_t *ret_number)
{
  int64_t number;

  if (xspace_stat_integer (stat, &number))
    {
      *ret_has = true;
      *ret_number = number;
    }
}

static void
take_amount (const XSpaceStat *stat, int64_t *ret_number)
{
  int64_t number;

  if (xspace_stat_integer (stat, &number) && number >= 0)
    *ret_number = number;
}

/* Ids are numbers of any sign: what else is stored there links nothing. */
static void
take_id (const XSpaceStat *stat, bool *ret_has, uint64_t *ret_id)
{
  if (stat->kind == XSPACE_VALUE_UNSIGNED || stat->kind == XSPACE_VALUE_INTEGER)
    {
      *ret_has = true;
      *ret_id = stat->number;
    }
}

/* The name of a step is its number, behind the name of the kind of its graph or of its root if there is any: "train 120".
 * A text without a number names no step. */
static void
take_step_name (const XSpaceReading *line, const XSpaceStat *stat, XSpaceFacts *facts)
{
  XSpaceStat word = { .kind = XSPACE_VALUE_TEXT };
  const char *text;
  size_t length, begin;

  if (!xspace_stat_text (stat, line->plane, &text, &length))
    {
      take_integer (stat, &facts->has_step_name, &facts->step_name);
      return;
    }
  for (begin = length; begin > 0 && text[begin - 1] != ' ';)
    begin--;
  word.text = text + begin;
  word.length = length - begin;
  take_integer (&word, &facts->has_step_name, &facts->step_name);
}

static void
take_fact (XSpaceReading *line, const XSpaceStat *stat, XSpaceStatWord word, XSpaceFacts *facts)
{
  bool has;

  switch (word)
    {
    case XSPACE_STAT_CORRELATION:
      take_integer (stat, &has, &facts->correlation);
      break;
    case XSPACE_STAT_KERNEL_DETAILS:
      xspace_stat_text (stat, line->plane, &facts->kernel, &facts->n_kernel);
      facts->kernel_name = stat->kind == XSPACE_VALUE_REFERENCE
                             ? xspace_plane_stat (line->import, line->plane, (int64_t) stat->number)
                             : NULL;
      break;
    case XSPACE_STAT_MEMSET_DETAILS:
      facts->is_memset = true;
      xspace_stat_text (stat, line->plane, &facts->copy, &facts->n_copy);
      break;
    case XSPACE_STAT_MEMCPY_DETAILS:
      xspace_stat_text (stat, line->plane, &facts->copy, &facts->n_copy);
      break;
    case XSPACE_STAT_OCCUPANCY:
      if (stat->kind == XSPACE_VALUE_DOUBLE)
        facts->occupancy_percent = protobuf_double (stat->number);
      break;
    case XSPACE_STAT_STEP_NUMBER:
      take_integer (stat, &facts->has_step_number, &facts->step_number);
      break;
    case XSPACE_STAT_STEP_NAME:
      take_step_name (line, stat, facts);
      break;
    case XSPACE_STAT_GROUP:
      take_integer (stat, &facts->has_group, &facts->group);
      break;
    case XSPACE_STAT_PRODUCER_TYPE:
      take_integer (stat, &has, &facts->producer_type);
      break;
    case XSPACE_STAT_PRODUCER:
      take_id (stat, &facts->has_producer, &facts->producer);
      break;
    case XSPACE_STAT_CONSUMER_TYPE:
      take_integer (stat, &has, &facts->consumer_type);
      break;
    case XSPACE_STAT_CONSUMER:
      take_id (stat, &facts->has_consumer, &facts->consumer);
      break;
    case XSPACE_STAT_IS_EAGER:
      facts->is_eager = true;
      break;
    case XSPACE_STAT_ALLOCATOR:
      xspace_stat_text (stat, line->plane, &facts->allocator, &facts->n_allocator);
      break;
    case XSPACE_STAT_INDEX_ON_HOST:
      take_amount (stat, &facts->index_on_host);
      break;
    case XSPACE_STAT_BYTES_ALLOCATED:
      take_amount (stat, &facts->allocated);
      break;
    case XSPACE_STAT_BYTES_RESERVED:
      take_amount (stat, &facts->reserved);
      break;
    case XSPACE_STAT_ALLOCATION_BYTES:
      take_amount (stat, &facts->bytes);
      break;
    case XSPACE_STAT_ADDRESS:
      take_amount (stat, &facts->address);
      break;
    default:
      break;
    }
}

static void
put_stat (XSpaceReading *line, RowArgs *args, const XSpaceStat *stat, const XSpaceStatName *name)
{
  XSpaceImport *import = line->import;
  uint32_t key = name->word == XSPACE_STAT_CORRELATION ? import->keys[XSPACE_KEY_CORRELATION] : name->key;
  const XSpaceStatName *other;
  char text[40];

  switch (stat->kind)
    {
    case XSPACE_VALUE_DOUBLE:
      row_args_number (args, key, protobuf_double (stat->number));
      break;
    case XSPACE_VALUE_UNSIGNED:
      row_args_unsigned (args, key, stat->number);
      break;
    case XSPACE_VALUE_INTEGER:
      row_args_integer (args, key, (int64_t) stat->number);
      break;
    case XSPACE_VALUE_TEXT:
      row_args_text (args, key, stat->text, stat->length);
      break;
    case XSPACE_VALUE_REFERENCE:
      other = xspace_plane_stat (import, line->plane, (int64_t) stat->number);
      if (other != NULL)
        row_args_string (args, key, other->text);
      break;
    case XSPACE_VALUE_BYTES:
      snprintf (text, sizeof text, "%zu bytes", stat->length);
      row_args_text (args, key, text, strlen (text));
      break;
    case XSPACE_VALUE_NONE:
      break;
    }
}

/* A damaged one is left out. Returns whether it may tell something beside its argument. */
static bool
put_one (XSpaceReading *line, RowArgs *args, ProtobufSpan span, XSpaceFacts *facts)
{
  XSpaceStat stat;
  const XSpaceStatName *name;

  if (!xspace_stat_read (span, &stat)
      || (name = xspace_plane_stat (line->import, line->plane, stat.id)) == NULL)
    return false;
  if (name->word != XSPACE_STAT_OTHER)
    take_fact (line, &stat, name->word, facts);
  put_stat (line, args, &stat, name);
  return name->word != XSPACE_STAT_OTHER;
}

/* Writes the stats among the fields of a message, which have that number. Returns whether they may tell something. */
static bool
put_fields (XSpaceReading *line, RowArgs *args, ProtobufSpan span, uint32_t number, XSpaceFacts *facts)
{
  ProtobufField field;
  bool tells = false;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, number, PROTOBUF_BYTES))
      tells |= put_one (line, args, protobuf_inside (&field), facts);
  return tells;
}

void
xspace_facts_put_own (XSpaceReading *line, RowArgs *args, const XSpaceEvent *event, XSpaceFacts *facts)
{
  if (event->n_stats > XSPACE_STATS_MAX)
    put_fields (line, args, event->span, XSPACE_EVENT_STATS, facts);
  for (unsigned i = 0; i < event->n_stats && event->n_stats <= XSPACE_STATS_MAX; i++)
    put_one (line, args, event->stats[i], facts);
}

void
xspace_facts_put_named (XSpaceReading *line, RowArgs *args, XSpaceEventName *name, XSpaceFacts *facts)
{
  U8Column *kept = &line->plane->kept_args;
  const uint8_t *at = line->plane->texts.at + name->stats_at;

  if (name->n_stats == 0 || row_args_repeat (args, &name->stats, kept))
    return;
  RowArgsMark mark = row_args_mark (args);
  if (!put_fields (line, args, (ProtobufSpan){ at, at + name->n_stats }, XSPACE_NAMED_STATS, facts))
    row_args_keep (args, mark, &name->stats, kept);
}
