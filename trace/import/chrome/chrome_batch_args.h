/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a batch's events: entries are appended one after another, each key a node of the batch's tree of keys.
 * The newest may be taken back, as they are read before it is known that their event is whole. */

#pragma once

#include "trace/import/chrome/chrome_batch.h"

/* How far they have come, to go back to. */
typedef struct
{
  size_t n_args, n_headers, n_wides;
} BatchArgsMark;

static inline BatchArgsMark
chrome_batch_args_mark (const ChromeBatch *batch)
{
  return (BatchArgsMark){ batch->args.n, batch->headers.n, batch->wides.n };
}

static inline void
chrome_batch_args_rewind (ChromeBatch *batch, const BatchArgsMark *mark)
{
  batch->args.n = mark->n_args;
  batch->headers.n = mark->n_headers;
  batch->wides.n = batch->wide_strings.n = mark->n_wides;
}

/* Begins an entry; *ret_at is its offset. Each false: out of memory, and failed is set. */
bool chrome_batch_args_begin (ChromeBatch *batch, uint64_t *ret_at);
void chrome_batch_args_end (ChromeBatch *batch, uint64_t at, uint32_t node);
bool chrome_batch_args_put (ChromeBatch *batch, const JsonValue *value);

/* What chrome_batch_args_put () finds out for itself: an integer whose text printing gives back; the id of a string
 * (ARGS_STRING) or of any other JSON text (ARGS_TEXT). */
bool chrome_batch_args_put_integer (ChromeBatch *batch, int64_t integer);
bool chrome_batch_args_put_id (ChromeBatch *batch, ArgsType type, uint32_t id);

/* The child of node that adds a key, and what the importer wants it for (0, or KnownArg + 1). */
bool chrome_batch_args_key (ChromeBatch *batch,
                            uint32_t node,
                            const char *key,
                            size_t length,
                            uint32_t *ret_child);
