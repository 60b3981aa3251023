/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of an event as readable text. */

#pragma once

#include "trace/model/trace.h"

/* Decodes a JSON string: escapes are resolved, the result is valid UTF-8, and control characters other
 * than line feeds and tabs become U+FFFD. text excludes the quotes. Free with g_free (). */
char *argument_text_decode (const char *text, size_t length);

/* Returns the value of an argument: the content of a string, or else the JSON text as in the file. Free
 * with g_free (). */
char *argument_text_value (const Arg *arg);

/* Returns the value of the argument with that key, or NULL. O(arguments). */
char *argument_text_find (const Trace *trace, uint64_t slice, const char *key);

/* Returns all arguments as one JSON object with each value verbatim, for the clipboard; "{}" if there are
 * none. Free with g_free (). */
char *argument_text_json (const Trace *trace, uint64_t slice);
