/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks once through the names of a profile, so that slices are walked only if there is something to find. */

#pragma once

#include "trace/model/trace.h"

/* Returns an array by string id with 1 for each text of which is () is true, and one more entry; *ret_n is how many. Free it
 * with free (). Returns NULL when memory runs out. O(bytes of all texts). */
uint8_t *names_found_new (const Trace *trace, bool (*is) (const char *text, size_t length), uint64_t *ret_n);

/* Returns whether a text is a Python frame of a function in a file: "torch/x.py(12): f" is "f" of "torch/x.py", wherever
 * the folder torch is. O(length). */
bool names_found_is_frame (const char *text, const char *file, const char *function);
