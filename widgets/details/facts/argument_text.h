/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of an event as people read them. Pure. */

#pragma once

#include "trace/model/trace.h"

/* What a JSON string says: escapes decoded, valid UTF-8, control characters other than line feeds and tabs replaced by
 * U+FFFD. text: what stands between the quotes. A new string. */
char *argument_text_decode (const char *text, size_t length);

/* An argument's value: a string's content, of everything else the JSON text as in the file. A new string. */
char *argument_text_value (const Arg *arg);

/* The value of the argument with that key, or NULL. O(arguments). */
char *argument_text_find (const Trace *trace, uint64_t slice, const char *key);

/* All of them as one JSON object, each value verbatim: for the clipboard. "{}" without any. A new string. */
char *argument_text_json (const Trace *trace, uint64_t slice);
