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

/* Returns the value of a key of the rank as setting_value_text () does, or as it is if it is not JSON; NULL if the rank has
 * no such key. O(settings of the rank). */
char *setting_value_of (const Trace *trace, const TraceRank *rank, const char *key);
