/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a Chrome trace as a whole: one document, or several one behind another, however damaged.
 *
 * The root of a document is an object with a "traceEvents" array among other keys (chrome_members.h), or the array
 * itself, or events one after another without any array. What is an event and what is wrong with it is the matter of
 * chrome_events.h. */

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
  bool has_key; /* of the events */
  bool is_cut;  /* the text ends inside its root */
} ChromeDocument;

/* Reads all of the text into the builder. Path, builder, settings and reader are set, and the reader's window has the first
 * bytes of the text. False: TRACE_ERROR_NOT_A_TRACE, TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
bool chrome_document_read (ChromeDocument *doc, GError **error);
