/* SPDX-License-Identifier: Apache-2.0
 *
 * Markers and ranges of NVTX. A range is a begin and an end with the same id, in any order in the file. Both kinds of
 * NVTX ranges look alike in records; one that begins and ends on the same thread is shown there. */

#include "trace/import/cupti/cupti_decoder_private.h"

#include <stdio.h>

#define MARKER_START 2u
#define MARKER_END   4u

#define OBJECT_PROCESS 1
#define OBJECT_THREAD  2

/* CUpti_MetricValueKind, and 6 for NVTX's extended payloads. */
typedef enum
{
  PAYLOAD_DOUBLE,
  PAYLOAD_UNSIGNED,
  PAYLOAD_PERCENT,
  PAYLOAD_THROUGHPUT,
  PAYLOAD_SIGNED,
} PayloadKind;

static void
put_payload (RowArgs *args, uint32_t key, const CuptiMarkerData *data)
{
  double number;

  switch (data->payload_kind)
    {
    case PAYLOAD_DOUBLE:
    case PAYLOAD_PERCENT:
      memcpy (&number, &data->payload, sizeof number);
      row_args_number (args, key, number);
      break;
    case PAYLOAD_SIGNED:
      row_args_integer (args, key, (int64_t) data->payload);
      break;
    default:
      row_args_unsigned (args, key, data->payload);
      break;
    }
}

static uint64_t
arguments (CuptiDecoder *decoder, const CuptiMarkerEnd *marker)
{
  const CuptiMarkerData *data = cupti_facts_marker (decoder->facts, marker->id);
  const uint32_t *words = decoder->words;
  char color[16];
  RowArgs args;

  if (marker->domain == STRING_EMPTY && data == NULL)
    return ARGS_NONE;
  row_args_begin (&args, decoder->builder);
  if (marker->domain != STRING_EMPTY)
    {
      size_t length;
      const char *text = string_table_get (trace_builder_strings (decoder->builder), marker->domain, &length);

      row_args_text (&args, words[WORD_DOMAIN], text, length);
    }
  if (data != NULL)
    {
      if (data->category != 0)
        row_args_integer (&args, words[WORD_CATEGORY], data->category);
      if (data->flags & CUPTI_MARKER_HAS_COLOR)
        {
          int n = snprintf (color, sizeof color, "#%08x", data->color);

          row_args_text (&args, words[WORD_COLOR], color, (size_t) n);
        }
      if (data->payload != 0)
        put_payload (&args, words[WORD_PAYLOAD], data);
    }
  return row_args_end (&args);
}

/* ---- places ---- */

static uint32_t
process_of (const CuptiDecoder *decoder, const CuptiMarkerEnd *marker)
{
  return marker->object_kind == OBJECT_THREAD || marker->object_kind == OBJECT_PROCESS ? marker->object[0]
                                                                                       : decoder->pid;
}

/* Returns the row of a range. end may be NULL. Sets the category and kind that go with it. */
static uint32_t
row_of (CuptiDecoder *decoder, const CuptiMarkerEnd *start, const CuptiMarkerEnd *end, SliceInput *slice)
{
  slice->category = decoder->words[WORD_USER_ANNOTATION];
  slice->kind = SLICE_ANNOTATION;
  if (start->object_kind == OBJECT_THREAD
      && (end == NULL
          || (end->object_kind == OBJECT_THREAD && end->object[0] == start->object[0]
              && end->object[1] == start->object[1])))
    return decoder_host_row (decoder, SLICE_ANNOTATION, start->object[0], start->object[1]);
  return decoder_async_row (decoder, process_of (decoder, start), slice->category, start->name);
}

/* ---- ranges ---- */

static void
add_range (CuptiDecoder *decoder, const CuptiMarkerEnd *start, const CuptiMarkerEnd *end)
{
  SliceInput slice = {
    .name = start->name,
    .start_ns = start->time_ns,
    .flags = end != NULL ? SLICE_PAIRED : SLICE_UNFINISHED,
  };

  decoder->offset = start->offset;
  if (end != NULL)
    {
      if (end->time_ns < start->time_ns)
        decoder_note (decoder, HEALTH_EVENT_DURATION_NEGATIVE);
      else
        slice.dur_ns = end->time_ns - start->time_ns;
    }
  slice.track = row_of (decoder, start, end, &slice);
  slice.args = arguments (decoder, start);
  decoder_add_slice (decoder, &slice);
}

static bool
keep (CuptiDecoder *decoder, uint64_t *open, const CuptiMarkerEnd *marker)
{
  uint32_t index = decoder->free_marker;
  CuptiMarkerEnd kept = *marker;

  kept.is_used = true;
  kept.next = (uint32_t) *open;
  if (index != 0)
    {
      decoder->free_marker = decoder->marker_ends.at[index - 1].next;
      decoder->marker_ends.at[index - 1] = kept;
    }
  else if (decoder->marker_ends.n < UINT32_MAX - 1
           && cupti_marker_end_column_push (&decoder->marker_ends, kept))
    index = (uint32_t) decoder->marker_ends.n;
  else
    {
      trace_builder_set_failed (decoder->builder);
      return false;
    }
  *open = index;
  return true;
}

static bool
add_end (CuptiDecoder *decoder, const CuptiMarkerEnd *marker)
{
  uint64_t *open = id_map_add (&decoder->open_markers, marker->id, 0);
  if (open == NULL)
    {
      trace_builder_set_failed (decoder->builder);
      return true;
    }

  CuptiMarkerEnd *other = *open != 0 ? &decoder->marker_ends.at[*open - 1] : NULL;
  if (other == NULL || other->is_end == marker->is_end)
    return keep (decoder, open, marker);

  uint32_t index = (uint32_t) *open;
  *open = other->next;
  add_range (decoder, marker->is_end ? other : marker, marker->is_end ? marker : other);
  other->is_used = false;
  other->next = decoder->free_marker;
  decoder->free_marker = index;
  return true;
}

static void
add_mark (CuptiDecoder *decoder, const CuptiMarkerEnd *marker)
{
  TraceInstant instant = {
    .name = marker->name,
    .category = decoder->words[WORD_USER_ANNOTATION],
    .scope = marker->object_kind == OBJECT_THREAD ? 't' : 'p',
    .time_ns = marker->time_ns,
  };

  instant.track = decoder_thread_row (decoder, process_of (decoder, marker),
                                      marker->object_kind == OBJECT_THREAD ? marker->object[1]
                                                                           : process_of (decoder, marker));
  instant.args = arguments (decoder, marker);
  trace_builder_add_instant (decoder->builder, &instant);
  decoder->events->instants++;
}

bool
decode_marker (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint32_t flags = CUPTI_GET_U32 (record, MARKER, flags);
  uint64_t domain = CUPTI_GET (record, MARKER, domain);
  CuptiMarkerEnd marker = {
    .id = CUPTI_GET_U32 (record, MARKER, id),
    .is_end = (flags & (MARKER_START | MARKER_END)) == MARKER_END,
    .offset = decoder->offset,
    .object_kind = CUPTI_GET_U32 (record, MARKER, object_kind),
    .object = { CUPTI_GET_U32 (record, MARKER, process_id), CUPTI_GET_U32 (record, MARKER, thread_id),
                CUPTI_GET_U32 (record, MARKER, stream_id) },
  };

  if (!decoder_time (decoder, CUPTI_GET (record, MARKER, timestamp), &marker.time_ns))
    return false;
  /* The end of a range has no name. */
  if (!marker.is_end)
    marker.name = decoder_text (decoder, CUPTI_GET (record, MARKER, name), "marker");
  if (!marker.is_end && domain != 0)
    marker.domain = decoder_text (decoder, domain, "domain");
  if (flags & (MARKER_START | MARKER_END))
    add_end (decoder, &marker);
  else
    add_mark (decoder, &marker);
  return true;
}

void
decode_markers_finish (CuptiDecoder *decoder)
{
  for (size_t i = 0; i < decoder->marker_ends.n; i++)
    {
      const CuptiMarkerEnd *marker = &decoder->marker_ends.at[i];

      if (!marker->is_used)
        continue;
      decoder->offset = marker->offset;
      if (marker->is_end)
        decoder_note (decoder, HEALTH_SLICE_END_WITHOUT_BEGIN);
      else
        add_range (decoder, marker, NULL);
    }
}
