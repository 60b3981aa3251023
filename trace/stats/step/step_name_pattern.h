/* SPDX-License-Identifier: Apache-2.0
 *
 * The pattern (step_table_new () of trace/derive/step.h) that finds the slices of one name, or of names that differ in a
 * running number alone. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/model/trace.h"

/* Sets [*ret_begin, *ret_end) to the number of a name that may be a running one: its last run of digits, with neither a
 * letter nor a digit before or behind it. "conv2d" has none: false. O(length). */
bool step_name_number (const char *text, size_t length, size_t *ret_begin, size_t *ret_end);

/* How patterns for that profile end: "$", or "\\z" if a text of it ends with a line feed, before which "$" matches too.
 * Static. O(texts). */
const char *step_name_pattern_end (const Trace *trace);

/* Finds exactly this name, or with is_numbered this name with any number in the place of its own, where it has one. text
 * is valid UTF-8 of at most G_MAXINT bytes; end is of step_name_pattern_end (). Transfer full. O(length). */
char *step_name_pattern (const char *text, size_t length, bool is_numbered, const char *end);
