/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a batch's events. Entries are appended one after another; each key is a node of the
 * batch's tree of keys. The newest entries may be taken back, because they are read before it is known that
 * their event is complete. */

#pragma once

#include "trace/import/chrome/chrome_batch.h"

/* A position to go back to. */
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

/* Makes room for any value. */
static inline bool
chrome_batch_args_reserve_value (ChromeBatch *batch)
{
  if (batch->args.n <= UINT32_MAX && u8_column_reserve (&batch->args, ARGS_VALUE_BYTES + ARGS_INLINE_MAX))
    return true;
  batch->failed = true;
  return false;
}

/* Begins an entry; *ret_at is its offset. Each function returns false, with failed set, if memory runs out. */
bool chrome_batch_args_begin (ChromeBatch *batch, uint64_t *ret_at);
void chrome_batch_args_end (ChromeBatch *batch, uint64_t at, uint32_t node);
bool chrome_batch_args_put (ChromeBatch *batch, const JsonValue *value);

/* Do the same for values whose form is known already, which saves finding it out. One takes an integer that prints as
 * the same text, the other the id of a string (ARGS_STRING) or of any other JSON text (ARGS_TEXT). */
bool chrome_batch_args_put_id (ChromeBatch *batch, ArgsType type, uint32_t id);

static inline bool
chrome_batch_args_put_integer (ChromeBatch *batch, int64_t integer)
{
  if (!chrome_batch_args_reserve_value (batch))
    return false;
  batch->args.n =
    (size_t) (args_value_put_integer (batch->args.at + batch->args.n, integer) - batch->args.at);
  return true;
}

/* Sets *ret_child to the child of node that adds a key. */
bool chrome_batch_args_key (ChromeBatch *batch,
                            uint32_t node,
                            const char *key,
                            size_t length,
                            uint32_t *ret_child);
