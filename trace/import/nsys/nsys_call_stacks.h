/* SPDX-License-Identifier: Apache-2.0
 *
 * The call stacks of an export: a row per frame, in no particular order. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

typedef struct NsysCallStacks NsysCallStacks;

/* Reads a table such as SAMPLING_CALLCHAINS. Returns NULL if memory runs out. */
NsysCallStacks *nsys_call_stacks_new (NsysImport *import, const char *table);
void nsys_call_stacks_free (NsysCallStacks *stacks);

/* Writes the argument "Call stack" for the stack with that number, if there is one: names of functions, innermost first,
 * with a ";" between two. O(log frames + length). */
void nsys_call_stacks_put (NsysCallStacks *stacks, RowArgs *args, int64_t number);
