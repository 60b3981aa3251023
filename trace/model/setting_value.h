/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of settings (TraceSetting), which are JSON text as in the file and are not trusted. Any thread; returned texts are
 * valid UTF-8, transfer full. */

#pragma once

#include "trace/json/json_token.h"
#include "trace/model/trace.h"

/* Reads a value. Returns false if the text is not JSON. */
bool setting_value_parse (const char *text, size_t length, JsonValue *ret_value);

/* Returns a string of JSON without quotes and escapes; other values stay as they are. */
char *setting_value_text (const JsonValue *value);

/* Returns the next value of a key of the rank, as it is, and its length; NULL when there is none. Start with *place = 0.
 * Borrowed from the trace. All of them together: O(settings of the rank). */
const char *setting_value_next (
  const Trace *trace, const TraceRank *rank, const char *key, uint64_t *place, size_t *ret_length);

/* Returns the value of a key of the rank as setting_value_text () does, or as it is if it is not JSON; NULL if the rank has
 * no such key. O(settings of the rank). */
char *setting_value_of (const Trace *trace, const TraceRank *rank, const char *key);
