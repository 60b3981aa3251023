/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a sequence of events of the Chrome trace format from the text into a batch.
 *
 * An error affects only the event in which it occurs. The event is tried again leniently; if that fails, it
 * is counted as skipped, and reading continues after it if its brackets can be trusted, or else where the
 * next event begins (chrome_damage.h). Every event of the text is counted, as read or as skipped.
 *
 * The text may end anywhere. Reading then stops in a state from which it can continue once there is more
 * text. */

#pragma once

#include <stdbool.h>

#include "trace/import/chrome/chrome_damage.h"
#include "trace/import/chrome/chrome_sink.h"
#include "trace/import/chrome/text_stream.h"

/* The largest event; a longer one is given up. */
#define CHROME_EVENT_BYTES_MAX (256 * 1024 * 1024)

/* The state between two events. */
typedef struct
{
  bool has_bracket;   /* a closing bracket is expected; else events follow one another without commas */
  bool is_first;      /* no event has been read */
  bool is_resumed;    /* the text is on an event that was searched for; what comes before it is not known */
  bool is_searching;  /* searching for such an event; the one that could not be read has been counted */
  bool is_in_rubbish; /* the text is inside something that is not an event, which has been noted */
  uint64_t n_commas;  /* commas since the last event */
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
  bool is_partial; /* the text ends before the file does, so an event cut there is not lost */
} ChromeEvents;

bool chrome_events_init (ChromeEvents *events); /* returns false if memory runs out */
void chrome_events_clear (ChromeEvents *events);

/* Sets the batch to read into from now on. */
void chrome_events_use (ChromeEvents *events, ChromeBatch *batch);

/* Returns the state after the opening bracket, or at the first of events without one. */
EventsState events_state_begin (bool has_bracket);

/* Returns the state where one event has ended and another may begin, as is usual at the end of a chunk. */
EventsState events_state_between (bool has_bracket);
bool events_state_is_between (const EventsState *state);

typedef enum
{
  EVENTS_MORE,   /* more text is needed at span->at; from there on, only what state records was counted */
  EVENTS_CLOSED, /* past the closing bracket */
  EVENTS_END,    /* the text has ended and was read completely */
} EventsStatus;

/* Reads events from span->at on, in the current state. Returns EVENTS_MORE if the batch has failed. */
EventsStatus chrome_events_read (ChromeEvents *events, TextSpan *span);

/* Moves to the next event from span->at on. Returns false if the span has none; span->at is then where to
 * continue the search. */
bool chrome_events_search (ChromeEvents *events, TextSpan *span, BeginKind kind);

/* Returns the health row that counts a repair. */
HealthId chrome_health_of_repair (JsonRepair repair);
