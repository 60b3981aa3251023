/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the events of a well-formed trace text stand: a second, simple-minded reading of it that
 * knows nothing of trace/import. */

#pragma once

#include <glib.h>

/* Half open, in bytes of the text. */
typedef struct
{
  size_t begin, end;
} EventSpan;

/* The objects of the array that is the root or the value of "traceEvents", ascending: a GArray of
 * EventSpan (transfer full). Meaningless for a text that is not valid JSON. O(length). */
GArray *event_spans_find (const char *text, size_t length);

/* How many of the spans end at or before end: those that a cut there leaves whole. O(log n). */
guint event_spans_count_before (const GArray *spans, size_t end);

/* How many share a byte with [begin, end). O(log n + result). */
guint event_spans_count_touching (const GArray *spans, size_t begin, size_t end);
