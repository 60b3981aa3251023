/* SPDX-License-Identifier: Apache-2.0
 *
 * Events of the Chrome trace format one after another, straight from the text, into a batch.
 *
 * What goes wrong is confined to the event it happens in: it is tried again leniently, and if that fails it is
 * counted as skipped and reading goes on behind it, where its brackets can be trusted, or else where the next event
 * begins (chrome_damage.h). Every event of the text is counted, as read or as skipped.
 *
 * The text may end anywhere. Reading then stops in a state from which it goes on when more of it is there. */

#pragma once

#include <stdbool.h>

#include "trace/import/chrome/chrome_damage.h"
#include "trace/import/chrome/chrome_sink.h"
#include "trace/import/chrome/text_stream.h"

/* No event is larger than this: what is read so far is then given up. */
#define CHROME_EVENT_BYTES_MAX (256 * 1024 * 1024)

/* Between two events. */
typedef struct
{
  bool
    has_bracket;   /* there is a closing one to expect; else events stand one after another, without commas */
  bool is_first;   /* no event was read yet */
  bool is_resumed; /* the text is on an event that was searched for: what is before it is not known */
  bool is_searching;  /* for such an event; the one that could not be read has been counted */
  bool is_in_rubbish; /* the text is inside something that is no event, and that has been noted */
  uint64_t n_commas;  /* since the last event */
  int64_t comma_offset;
  bool is_truncated; /* the text ended inside an event */
} EventsState;

/* One per thread. */
typedef struct
{
  ChromeEventReader reader;
  ChromeSink sink;
  ChromeDamage damage;
  EventsState state;
  bool is_partial; /* the end of the text is not that of the file: what is cut there is not lost */
} ChromeEvents;

bool chrome_events_init (ChromeEvents *events); /* false: out of memory */
void chrome_events_clear (ChromeEvents *events);

/* From now on into this batch. */
void chrome_events_use (ChromeEvents *events, ChromeBatch *batch);

/* The state behind the opening bracket, or at the first of events without one. */
EventsState events_state_begin (bool has_bracket);

/* The state where one event has ended and another one may begin, as it mostly is where a chunk ends. */
EventsState events_state_between (bool has_bracket);
bool events_state_is_between (const EventsState *state);

typedef enum
{
  EVENTS_MORE,   /* more text is needed at span->at; nothing from there on was counted, but what state says */
  EVENTS_CLOSED, /* the closing bracket has been passed */
  EVENTS_END,    /* the text has ended, and was read to its end */
} EventsStatus;

/* Events from span->at on, in the state of events. When the batch has failed, EVENTS_MORE. */
EventsStatus chrome_events_read (ChromeEvents *events, TextSpan *span);

/* Moves to the next event from span->at on. False: there is none in the span, and span->at is where to go on looking. */
bool chrome_events_search (ChromeEvents *events, TextSpan *span, BeginKind kind);

/* The health row that counts a repair. */
HealthId chrome_health_of_repair (JsonRepair repair);
