/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a text of the Chrome trace format into a builder: a window for what stands around the events, and the events
 * themselves, which several threads read ahead.
 *
 * Functions return false with error set: TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/import/chrome/chrome_merge.h"
#include "trace/import/chrome/chrome_pipeline.h"
#include "trace/import/source/importer.h"

typedef struct
{
  TraceBuilder *builder;
  ByteSource *source;
  const ImportControl *control;
  TextStream text;
  bool was_read;     /* the array was found, or an event */
  bool is_truncated; /* the text ends inside an event */

  ChromeEvents events; /* reads the window */
  ChromeBatch *batch;
  ChromeMerge *merge;
  ChromePipeline *pipeline;
} ChromeReader;

/* The text is not looked at yet. All but itself is borrowed. False: out of memory; nothing to clear. */
bool chrome_reader_init (ChromeReader *reader,
                         ByteSource *source,
                         TraceBuilder *builder,
                         const ImportControl *control);
void chrome_reader_clear (ChromeReader *reader);

/* Makes more text follow in the window, or sets at_end. */
bool chrome_reader_more (ChromeReader *reader, GError **error);

/* The same, with the text that begins so much before the window's place kept as well. */
bool chrome_reader_more_behind (ChromeReader *reader, size_t n_before, GError **error);

/* Events from the window's place up to the closing bracket, which is passed, or to the end of the text.
 * has_bracket: there is one to expect. *ret_closed: it was there. */
bool chrome_reader_events (ChromeReader *reader, bool has_bracket, bool *ret_closed, GError **error);

/* Behind the bracket that closes events. It may have come too early: events that go on behind it are read. */
bool chrome_reader_stray_events (ChromeReader *reader, GError **error);

/* Whether an event that can be read begins at a place of the window, without adding it. JSON_MORE: more text is
 * needed to tell. */
JsonStatus chrome_reader_probe (ChromeReader *reader, const char *place);

/* Whether one begins there that cannot be read; likewise. */
JsonStatus chrome_reader_probe_broken (ChromeReader *reader, const char *place);

/* Whether an event begins at the window's place, or behind the bracket there; reads on until that can be told, with the
 * n_before bytes before the place kept. A broken one counts where there is no bracket. */
bool chrome_reader_probe_events (ChromeReader *reader,
                                 size_t n_before,
                                 bool behind_bracket,
                                 JsonStatus *ret_status,
                                 GError **error);

/* Moves from the window's place on to the next event that can be read, or to the end of the text. */
bool chrome_reader_resynchronise (ChromeReader *reader, GError **error);

/* Moves to the next byte that is not white space; at == end: the text has ended. */
bool chrome_reader_skip_space (ChromeReader *reader, GError **error);

/* A health row, or one for each repair, about a place of the window. */
void chrome_reader_note (ChromeReader *reader, HealthId id, const char *place);
void chrome_reader_note_repairs (ChromeReader *reader, unsigned repairs, const char *place);
