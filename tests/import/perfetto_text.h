/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the bytes of a Perfetto trace from a text in the form that protoc reads (perfetto/README). The numbers of fields are
 * from Perfetto's public .proto files, and are kept apart from those of the importer. */

#pragma once

#include <glib.h>

/* Aborts, saying where, if the text is none. Transfer full. */
GByteArray *perfetto_text_bytes (const char *path);

/* Returns the number of events that the text says it has ("# events: N"), else of its packets, ends of arrows and further
 * values of counters. */
guint64 perfetto_text_events (const char *path);

/* Returns the paths of all cases, ascending (transfer full). */
GPtrArray *perfetto_text_cases (void);
