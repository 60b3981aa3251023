/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a text of the Chrome trace format into a builder: a window for the text around the events, and the
 * events themselves, which several threads read ahead.
 *
 * Functions return false with error set: TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY or
 * TRACE_ERROR_CANCELLED. */

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
  bool was_read;     /* the array or an event was found */
  bool is_truncated; /* the text ends inside an event */

  ChromeEvents events; /* reads the window */
  ChromeBatch *batch;
  ChromeMerge *merge;
  ChromePipeline *pipeline;
} ChromeReader;

/* Initialises a reader without reading the text. Everything else is borrowed. Returns false if memory runs
 * out; there is then nothing to clear. */
bool chrome_reader_init (ChromeReader *reader,
                         ByteSource *source,
                         TraceBuilder *builder,
                         const ImportControl *control);
void chrome_reader_clear (ChromeReader *reader);

/* Appends more text to the window, or sets at_end. */
bool chrome_reader_more (ChromeReader *reader, GError **error);

/* Does the same, but also keeps the n_before bytes before the window's place. */
bool chrome_reader_more_behind (ChromeReader *reader, size_t n_before, GError **error);

/* Reads events from the window's place past the closing bracket, or to the end of the text. has_bracket says
 * whether a closing bracket is expected; *ret_closed says whether it was there. */
bool chrome_reader_events (ChromeReader *reader, bool has_bracket, bool *ret_closed, GError **error);

/* Call this after the bracket that closes events. If events follow it, because the bracket came too early, this reads
 * them. */
bool chrome_reader_stray_events (ChromeReader *reader, GError **error);

/* Returns whether a readable event begins at a place of the window, without adding it. JSON_MORE means that
 * more text is needed to decide. */
JsonStatus chrome_reader_probe (ChromeReader *reader, const char *place);

/* Returns whether an unreadable event begins there; otherwise like chrome_reader_probe (). */
JsonStatus chrome_reader_probe_broken (ChromeReader *reader, const char *place);

/* Finds out whether an event begins at the window's place, or after the bracket there. Reads on until that
 * can be decided, and keeps the n_before bytes before the place. A broken event counts if there is no
 * bracket. */
bool chrome_reader_probe_events (ChromeReader *reader,
                                 size_t n_before,
                                 bool behind_bracket,
                                 JsonStatus *ret_status,
                                 GError **error);

/* Moves from the window's place to the next readable event, or to the end of the text. */
bool chrome_reader_resynchronise (ChromeReader *reader, GError **error);

/* Moves to the next byte that is not white space. If at == end, the text has ended. */
bool chrome_reader_skip_space (ChromeReader *reader, GError **error);

/* Adds a health row, or one for each repair, at a place of the window. */
void chrome_reader_note (ChromeReader *reader, HealthId id, const char *place);
void chrome_reader_note_repairs (ChromeReader *reader, unsigned repairs, const char *place);
