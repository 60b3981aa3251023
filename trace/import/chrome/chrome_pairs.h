/* SPDX-License-Identifier: Apache-2.0
 *
 * Matches begin and end events to slices.
 *
 * B/E belong together within a thread, b/e within an id. They are collected first and matched in order of
 * time, because programs do not always write them so; for equal times the order of the file counts. An end
 * matches the innermost open begin. */

#pragma once

#include "trace/build/builder.h"

typedef struct ChromePairs ChromePairs;

ChromePairs *chrome_pairs_new (TraceBuilder *builder); /* returns NULL if memory runs out */
void chrome_pairs_free (ChromePairs *pairs);

/* key is what both ends have in common. slice has track, name, category, kind, start_ns (here the time of
 * this end) and args. An end needs only its time and arguments, which are joined to those of the begin. */
void chrome_pairs_begin (ChromePairs *pairs, uint64_t key, const SliceInput *slice, int64_t offset);
void chrome_pairs_end (ChromePairs *pairs, uint64_t key, int64_t time_ns, uint64_t args, int64_t offset);

/* Adds the slices to the builder; a begin without an end becomes an unfinished slice. */
void chrome_pairs_finish (ChromePairs *pairs);
