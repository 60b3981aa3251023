/* SPDX-License-Identifier: Apache-2.0
 *
 * Events of the Chrome trace format one after another, straight from the text.
 *
 * What goes wrong is confined to the event it happens in: it is tried again leniently, and if that fails it is
 * counted as skipped and reading goes on at the next place that looks like the begin of an event and can be read
 * as one. Every event of the text is counted, as read or as skipped.
 *
 * Functions that read return false with error set as text_stream_more () does. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/import/chrome_sink.h"
#include "trace/import/text_stream.h"

/* No event is larger than this: what is read so far is then given up. */
#define CHROME_EVENT_BYTES_MAX (256 * 1024 * 1024)

/* Borrows the builder; owns the rest. */
typedef struct
{
  TraceBuilder *builder;
  TextStream text;
  ChromeEventReader reader;
  ChromeSink sink;
  bool was_read;     /* the array was found, or an event */
  bool is_resumed;   /* the stream is on an event that was searched for: what is before it is not known */
  bool is_truncated; /* the text ends inside an event */
} ChromeEvents;

/* Events from the stream's place up to the closing bracket, which is passed, or to the end of the text.
 * has_bracket: there is one to expect. *ret_closed: it was there. */
bool chrome_events_read (ChromeEvents *events, bool has_bracket, bool *ret_closed, GError **error);

/* Whether an event that can be read begins at a place of the window, without adding it. JSON_MORE: more text is
 * needed to tell. */
JsonStatus chrome_events_probe (ChromeEvents *events, const char *place);

/* Gives up what begins at the stream's place and moves to the next event, or to the end of the text. */
bool chrome_events_resynchronise (ChromeEvents *events, GError **error);

/* Moves to the next byte that is not white space; at == end: the text has ended. */
bool chrome_events_skip_space (ChromeEvents *events, GError **error);

/* A health row, or one for each repair, about a place of the window. */
void chrome_events_note (ChromeEvents *events, HealthId id, const char *place);
void chrome_events_note_repairs (ChromeEvents *events, unsigned repairs, const char *place);
