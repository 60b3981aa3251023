/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a Chrome trace as a whole: one document, or several one after another, however damaged.
 *
 * The root of a document is an object with a "traceEvents" array among other keys (chrome_members.h), or the
 * array itself, or a sequence of events without any array. chrome_events.h decides what an event is and what
 * is wrong with it. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/import/chrome/chrome_reader.h"
#include "trace/import/chrome/kineto_settings.h"

typedef struct
{
  const char *path;
  TraceBuilder *builder;
  ChromeReader reader;
  KinetoSettings settings;
  bool has_key; /* the root has the key of the events */
  bool is_cut;  /* the text ends inside its root */
} ChromeDocument;

/* Reads all of the text into the builder. path, builder, settings and reader must be set, and the reader's
 * window has the first bytes of the text. Returns false with TRACE_ERROR_NOT_A_TRACE, TRACE_ERROR_UNREADABLE,
 * TRACE_ERROR_NO_MEMORY or TRACE_ERROR_CANCELLED. */
bool chrome_document_read (ChromeDocument *doc, GError **error);
