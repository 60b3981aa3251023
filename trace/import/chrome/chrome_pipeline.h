/* SPDX-License-Identifier: Apache-2.0
 *
 * The chunks of a text in order, read ahead by threads while their owner merges what is before them.
 *
 * Reading the source and inflating it is done by one thread at a time, in order; what was read is looked through for
 * events by whoever is free, on the assumption that it begins where an event may begin. The owner knows when it gets
 * there whether that was so, and otherwise reads the chunk again by itself. So what comes out is what one thread alone
 * would have made of the text, whatever the number of threads.
 *
 * A chunk is read against the strings that were known when the chunk CHROME_PIPELINE_CHUNKS before it had been merged:
 * late enough for threads to be ahead, and the same in every run. */

#pragma once

#include <glib.h>

#include "trace/import/chrome/chrome_events.h"

/* In memory at a time. */
#define CHROME_PIPELINE_CHUNKS 12

typedef struct
{
  TextChunk text;
  ChromeBatch *batch; /* what the chunk's events became, if it begins between two events: */
  EventsStatus status;
  EventsState state; /* at the end */
  size_t n_read;     /* bytes of it that are in the batch */
} ChromeChunk;

typedef struct ChromePipeline ChromePipeline;

/* strings: the table that the owner adds to. Both are borrowed. n_threads: at most, the owner included; 0: as many as
 * there are processors for. chunk_bytes: as of text_chunker_init (). NULL: out of memory. */
ChromePipeline *
chrome_pipeline_new (ByteSource *source, StringTable *strings, unsigned n_threads, size_t chunk_bytes);

/* Waits for what the threads are at. */
void chrome_pipeline_free (ChromePipeline *pipeline);

/* The text of the next chunk, in exchange for other memory; its n is 0 at the end. Nothing is read ahead. False:
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY. */
bool chrome_pipeline_next_text (ChromePipeline *pipeline, TextChunk *chunk, GError **error);

/* From the next chunk on there are events. */
void chrome_pipeline_start (ChromePipeline *pipeline, bool has_bracket);

/* The next chunk, looked through; NULL with *ret_ok at the end. The caller takes part in the work while there is
 * something to wait for. *ret_ok false: error is set, as above. */
ChromeChunk *chrome_pipeline_next (ChromePipeline *pipeline, bool *ret_ok, GError **error);

/* The chunk last given has been merged, or its text was taken. */
void chrome_pipeline_done (ChromePipeline *pipeline);

/* What was looked through ahead is forgotten; its text comes again. Waits for what the threads are at. */
void chrome_pipeline_stop (ChromePipeline *pipeline);

/* In a process that was forked off, where the threads are not: as if the text ended here. */
void chrome_pipeline_abandon (ChromePipeline *pipeline);
