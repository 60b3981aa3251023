/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads read the chunks of a text ahead, in order, while their owner merges earlier ones.
 *
 * One thread at a time reads the source and inflates it, in order. Any free thread then reads the events of a
 * chunk, assuming that it begins where an event may begin. When the owner gets there, it knows whether that
 * was true, and otherwise reads the chunk again itself. So the result is the same as that of a single thread,
 * whatever the number of threads.
 *
 * A chunk is read against the strings that were known when the chunk CHROME_PIPELINE_CHUNKS before it had
 * been merged: that is late enough for threads to be ahead, and the same in every run. */

#pragma once

#include <glib.h>

#include "trace/import/chrome/chrome_events.h"

/* Number of chunks in memory at a time. */
#define CHROME_PIPELINE_CHUNKS 12

typedef struct
{
  TextChunk text;
  ChromeBatch *batch; /* the chunk's events, if it begins between two events: */
  EventsStatus status;
  EventsState state; /* the state at the end */
  size_t n_read;     /* bytes of the text that are in the batch */
} ChromeChunk;

typedef struct ChromePipeline ChromePipeline;

/* strings is the table that the owner adds to; it and source are borrowed. n_threads is the maximum including
 * the owner; 0 means as many as there are processors. chunk_bytes is as in text_chunker_init (). Returns NULL
 * if memory runs out. */
ChromePipeline *
chrome_pipeline_new (ByteSource *source, StringTable *strings, unsigned n_threads, size_t chunk_bytes);

/* Waits for the threads' current work, then frees everything. */
void chrome_pipeline_free (ChromePipeline *pipeline);

/* Returns the text of the next chunk in exchange for other memory; its n is 0 at the end. Nothing is read
 * ahead. Returns false with TRACE_ERROR_UNREADABLE or TRACE_ERROR_NO_MEMORY. */
bool chrome_pipeline_next_text (ChromePipeline *pipeline, TextChunk *chunk, GError **error);

/* Starts reading events from the next chunk on. */
void chrome_pipeline_start (ChromePipeline *pipeline, bool has_bracket);

/* Returns the next chunk with its events read, or NULL with *ret_ok at the end. While it has to wait, the
 * caller takes part in the work. If *ret_ok is false, error is set, as above. */
ChromeChunk *chrome_pipeline_next (ChromePipeline *pipeline, bool *ret_ok, GError **error);

/* Call this when the last returned chunk has been merged or its text was taken. */
void chrome_pipeline_done (ChromePipeline *pipeline);

/* Discards what was read ahead; its text will be returned again. Waits for the threads' current work. */
void chrome_pipeline_stop (ChromePipeline *pipeline);

/* For a forked child, where the threads do not exist: behaves as if the text ended here. */
void chrome_pipeline_abandon (ChromePipeline *pipeline);
