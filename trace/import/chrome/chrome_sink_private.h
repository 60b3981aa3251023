/* SPDX-License-Identifier: Apache-2.0
 *
 * The phases that are not slices (chrome_sink_points.c, chrome_sink_metadata.c), and functions used for all
 * phases. */

#pragma once

#include "trace/import/chrome/chrome_sink.h"
#include "trace/text/decimal_time.h"

/* Each handles events of one phase. Returns false if the event has been counted as skipped. */
bool chrome_sink_add_instant (ChromeSink *sink, const ChromeEvent *event, int64_t offset);
bool chrome_sink_add_counter (ChromeSink *sink, const ChromeEvent *event, int64_t offset);
bool chrome_sink_add_flow_point (ChromeSink *sink, const ChromeEvent *event, int64_t offset);
void chrome_sink_add_metadata (ChromeSink *sink, const ChromeEvent *event);

/* Return the hash of a field, and the hash of what the two ends of an asynchronous slice, or the points of an arrow,
 * have in common. */
uint64_t
chrome_sink_hash_text (const ChromeEvent *event, EventField field, const JsonValue *value, uint64_t seed);
uint64_t chrome_sink_hash_id (const ChromeEvent *event, uint64_t seed);

/* Returns the id of a string. node is its place in the event's shape, or NULL. */
static inline uint32_t
sink_string (ChromeSink *sink, const JsonValue *value, ShapeNode *node)
{
  uint32_t id = chrome_batch_decoded (sink->batch, value);

  if (node != NULL)
    shape_node_remember_string (node, sink->batch, value, id);
  return id;
}

static inline uint32_t
sink_name (ChromeSink *sink, const ChromeEvent *event)
{
  if (event->present & EVENT_NAME_READ)
    return event->name_id;
  return event->present & EVENT_NAME ? sink_string (sink, &event->name, event->name_node) : STRING_EMPTY;
}

static inline uint32_t
sink_category (ChromeSink *sink, const ChromeEvent *event)
{
  if (event->present & EVENT_CATEGORY_READ)
    return event->category_id;
  return event->present & EVENT_CATEGORY ? sink_string (sink, &event->category, event->category_node)
                                         : STRING_EMPTY;
}

static inline const JsonValue *
sink_field_or_empty (const ChromeEvent *event, EventField field, const JsonValue *value)
{
  static const JsonValue empty = { .type = JSON_STRING, .text = "" };

  return event->present & field ? value : &empty;
}

static inline uint32_t
sink_place (ChromeSink *sink, const ChromeEvent *event)
{
  const JsonValue *tid =
    event->present & EVENT_THREAD ? &event->thread : sink_field_or_empty (event, EVENT_TID, &event->tid);

  return chrome_batch_place (sink->batch, sink_field_or_empty (event, EVENT_PID, &event->pid), tid);
}

static inline bool
sink_is_numeric (const JsonValue *value)
{
  return value->type == JSON_NUMBER || value->type == JSON_STRING || value->type == JSON_WORD;
}

static inline void
sink_note (ChromeSink *sink, HealthId id, int64_t offset)
{
  chrome_batch_note (sink->batch, id, offset);
}

static inline void
sink_skip (ChromeSink *sink, HealthId id, int64_t offset)
{
  sink->batch->events.skipped++;
  sink_note (sink, id, offset);
}

/* Returns false if the event has been counted as skipped. */
static inline bool
sink_take_time (ChromeSink *sink, const ChromeEvent *event, int64_t offset, int64_t *ret_ns)
{
  bool rounded;

  if (event->present & EVENT_TIME_READ)
    {
      *ret_ns = event->time_ns;
      return true;
    }

  if (!(event->present & EVENT_TIME) || !sink_is_numeric (&event->time)
      || !decimal_us_to_ns (event->time.text, event->time.length, TRACE_TIME_MAX_NS, ret_ns, &rounded))
    {
      sink_skip (sink, HEALTH_EVENT_TIME_INVALID, offset);
      return false;
    }
  if (rounded)
    sink_note (sink, HEALTH_EVENT_TIME_ROUNDED, offset);
  if (*ret_ns < 0)
    sink_note (sink, HEALTH_EVENT_TIME_NEGATIVE, offset);
  return true;
}

static inline void
sink_note_time (ChromeSink *sink, int64_t time_ns)
{
  sink->batch->n_times++;
  sink->batch->n_epoch_times += time_ns >= CHROME_EPOCH_MIN_NS;
}
