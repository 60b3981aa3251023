/* SPDX-License-Identifier: Apache-2.0
 *
 * Begin and end events -> slices.
 *
 * B/E belong together within a thread, b/e within an id. They are collected first and matched in order of
 * time, since writers do not keep to it; within one time the file's order counts. What was begun last is ended
 * first. */

#pragma once

#include "trace/build/builder.h"

typedef struct ChromePairs ChromePairs;

ChromePairs *chrome_pairs_new (TraceBuilder *builder); /* NULL: out of memory */
void chrome_pairs_free (ChromePairs *pairs);

/* key: what both ends have in common. slice: track, name, category, kind, start_ns (here the time of this
 * end) and args. An end needs only its time and arguments, which are joined to those of the begin. */
void chrome_pairs_begin (ChromePairs *pairs, uint64_t key, const SliceInput *slice, int64_t offset);
void chrome_pairs_end (ChromePairs *pairs, uint64_t key, int64_t time_ns, uint64_t args, int64_t offset);

/* Adds the slices to the builder; a begin without an end becomes an unfinished slice. */
void chrome_pairs_finish (ChromePairs *pairs);
