/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_reader.h"

static bool
supply_text (void *user_data, TextChunk *chunk, GError **error)
{
  return chrome_pipeline_next_text (user_data, chunk, error);
}

bool
chrome_reader_init (ChromeReader *reader,
                    ByteSource *source,
                    TraceBuilder *builder,
                    const ImportControl *control)
{
  *reader = (ChromeReader){ .builder = builder, .source = source, .control = control };
  reader->pipeline = chrome_pipeline_new (source, trace_builder_strings (builder), 0,
                                          control != NULL ? control->chunk_bytes : 0);
  reader->batch = chrome_batch_new ();
  reader->merge = chrome_merge_new (builder);
  text_stream_init (&reader->text, supply_text, reader->pipeline);
  if (reader->pipeline != NULL && reader->batch != NULL && reader->merge != NULL
      && chrome_events_init (&reader->events))
    return true;
  chrome_reader_clear (reader);
  return false;
}

void
chrome_reader_clear (ChromeReader *reader)
{
  chrome_pipeline_free (reader->pipeline);
  text_stream_clear (&reader->text);
  chrome_merge_free (reader->merge);
  chrome_batch_free (reader->batch);
  chrome_events_clear (&reader->events);
}

void
chrome_reader_note (ChromeReader *reader, HealthId id, const char *place)
{
  trace_builder_add_health (reader->builder, id, 1, text_span_offset (&reader->text.span, place));
}

void
chrome_reader_note_repairs (ChromeReader *reader, unsigned repairs, const char *place)
{
  for (unsigned bit = 1; bit <= repairs; bit <<= 1)
    if (repairs & bit)
      chrome_reader_note (reader, chrome_health_of_repair ((JsonRepair) bit), place);
}

/* Makes the text end at the window's place. */
static void
end_here (ChromeReader *reader)
{
  reader->text.span.at = reader->text.span.end;
  reader->text.span.at_end = true;
}

/* Reports progress. On return this may be a forked child, for which the text ends here. */
static bool
go_on (ChromeReader *reader, GError **error)
{
  bool was_partial = trace_builder_is_partial (reader->builder);

  if (!import_control_continue (reader->control, reader->source, reader->builder, error))
    return false;
  if (!was_partial && trace_builder_is_partial (reader->builder))
    {
      chrome_pipeline_abandon (reader->pipeline);
      reader->events.is_partial = true;
    }
  return true;
}

bool
chrome_reader_more (ChromeReader *reader, GError **error)
{
  return go_on (reader, error) && text_stream_more (&reader->text, error);
}

bool
chrome_reader_more_behind (ChromeReader *reader, size_t n_before, GError **error)
{
  TextSpan *text = &reader->text.span;

  text->at -= n_before;
  if (!chrome_reader_more (reader, error))
    return false;
  text->at += n_before;
  return true;
}

bool
chrome_reader_skip_space (ChromeReader *reader, GError **error)
{
  TextSpan *span = &reader->text.span;

  while ((span->at = json_skip_space (span->at, span->end)) == span->end && !span->at_end)
    if (!chrome_reader_more (reader, error))
      return false;
  return true;
}

/* The reader's own batch is empty except while these read. */
static void
begin_batch (ChromeReader *reader)
{
  const TextSpan *span = &reader->text.span;

  chrome_batch_begin (reader->batch, string_table_view (trace_builder_strings (reader->builder)),
                      (uint64_t) text_span_offset (span, span->at));
  chrome_events_use (&reader->events, reader->batch);
}

JsonStatus
chrome_reader_probe (ChromeReader *reader, const char *place)
{
  begin_batch (reader);
  return chrome_damage_probe (&reader->events.damage, &reader->text.span, place);
}

JsonStatus
chrome_reader_probe_broken (ChromeReader *reader, const char *place)
{
  begin_batch (reader);
  return chrome_damage_is_broken (&reader->events.damage, &reader->text.span, place);
}

bool
chrome_reader_probe_events (ChromeReader *reader,
                            size_t n_before,
                            bool behind_bracket,
                            JsonStatus *ret_status,
                            GError **error)
{
  const TextSpan *text = &reader->text.span;

  for (;;)
    {
      const char *place = behind_bracket ? json_skip_space (text->at + 1, text->end) : text->at;

      *ret_status = chrome_reader_probe (reader, place);
      if (*ret_status == JSON_BAD && !behind_bracket && *place == '{')
        *ret_status = chrome_reader_probe_broken (reader, place);
      if (*ret_status != JSON_MORE || text->at_end
          || (size_t) (text->end - text->at) > CHROME_EVENT_BYTES_MAX)
        return true;
      if (!chrome_reader_more_behind (reader, n_before, error))
        return false;
    }
}

bool
chrome_reader_resynchronise (ChromeReader *reader, GError **error)
{
  TextSpan *span = &reader->text.span;

  for (;;)
    {
      begin_batch (reader);
      if (chrome_events_search (&reader->events, span, BEGIN_OF_READABLE))
        return true;
      if (span->at_end)
        return true;
      if (!chrome_reader_more (reader, error))
        return false;
    }
}

/* Takes chunk after chunk, as long as each ends between two events; the rest of the last one then becomes the
 * window. */
static bool
read_ahead (ChromeReader *reader, EventsStatus *ret_status, GError **error)
{
  ChromeChunk *chunk;
  bool ok = true;

  chrome_pipeline_start (reader->pipeline, reader->events.state.has_bracket);
  while (!trace_builder_failed (reader->builder) && (ok = go_on (reader, error))
         && (chunk = chrome_pipeline_next (reader->pipeline, &ok, error)) != NULL)
    {
      chrome_merge_add (reader->merge, chunk->batch);
      /* If nothing could be read, the state is still that before the chunk. */
      if (chunk->n_read > 0)
        reader->events.state = chunk->state;
      *ret_status = chunk->status;
      bool is_used_up = chunk->status == EVENTS_MORE && chunk->n_read == chunk->text.n
                        && events_state_is_between (&chunk->state);
      if (is_used_up)
        text_stream_pass (&reader->text, chunk->text.offset + chunk->text.n);
      else
        text_stream_take (&reader->text, &chunk->text, chunk->n_read);
      chrome_pipeline_done (reader->pipeline);
      if (!is_used_up)
        break;
    }
  chrome_pipeline_stop (reader->pipeline);
  return ok;
}

bool
chrome_reader_events (ChromeReader *reader, bool has_bracket, bool *ret_closed, GError **error)
{
  TextSpan *span = &reader->text.span;
  ChromeEvents *events = &reader->events;
  EventsStatus status = EVENTS_MORE;

  reader->was_read = true;
  events->state = events_state_begin (has_bracket);
  while (status == EVENTS_MORE)
    {
      begin_batch (reader);
      status = chrome_events_read (events, span);
      chrome_merge_add (reader->merge, reader->batch);
      if (status == EVENTS_MORE)
        {
          if (span->at == span->end && events_state_is_between (&events->state)
              && !read_ahead (reader, &status, error))
            return false;
          if (trace_builder_failed (reader->builder))
            {
              /* The batch takes no more. A search for what follows would find the same event again and again. */
              byte_source_end_here (reader->source);
              end_here (reader);
              break;
            }
          if (status == EVENTS_MORE && !chrome_reader_more (reader, error))
            return false;
        }
    }
  reader->is_truncated = reader->is_truncated || events->state.is_truncated;
  *ret_closed = status == EVENTS_CLOSED;
  return true;
}

bool
chrome_reader_stray_events (ChromeReader *reader, GError **error)
{
  TextSpan *text = &reader->text.span;

  for (;;)
    {
      const char *at;
      bool closed;

      if (!chrome_reader_skip_space (reader, error))
        return false;
      at = text->at;
      if (at < text->end && *at == ',')
        at = json_skip_space (at + 1, text->end);
      int looks = at < text->end ? *at == '{' ? text_looks_like_event (at, text->end) : 0 : -1;
      if (looks == -1 && !text->at_end)
        {
          if (!chrome_reader_more (reader, error))
            return false;
          continue;
        }
      if (looks != 1)
        return true;
      chrome_reader_note (reader, HEALTH_JSON_SEPARATOR, text->at);
      text->at = at;
      if (!chrome_reader_events (reader, true, &closed, error))
        return false;
    }
}
