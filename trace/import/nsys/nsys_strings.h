/* SPDX-License-Identifier: Apache-2.0
 *
 * The table StringIds of an Nsight Systems export: names of kernels, calls, threads and ranges by number.
 *
 * A text becomes a string of the profile when it is first asked for, because an export holds each kernel's name three
 * times and names of many threads that have no event. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/sqlite/foreign_database.h"

typedef struct NsysStrings NsysStrings;

/* Reads the table; without one, no number has a text. Returns NULL if memory runs out. */
NsysStrings *nsys_strings_new (ForeignDatabase *database, TraceBuilder *builder);
void nsys_strings_free (NsysStrings *strings);

/* Sets *ret_text to the text of a number, which is borrowed. Returns false if the number has no text. O(1). */
bool nsys_strings_text (NsysStrings *strings, int64_t number, const char **ret_text, size_t *ret_length);

/* Sets *ret_id to the string id of the builder for the text of a number. Returns false if it has no text. O(1). */
bool nsys_strings_id (NsysStrings *strings, int64_t number, uint32_t *ret_id);

/* Does the same for the name of a call of an API, without the version that CUDA's runtime appends to its symbols:
 * "cudaLaunchKernel_v7000" is "cudaLaunchKernel". */
bool nsys_strings_call_id (NsysStrings *strings, int64_t number, uint32_t *ret_id);
