/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of an archive, decoded block by block: on demand for the event that a person looks at, or one
 * block after the other for all events. */

#pragma once

#include "trace/archive/archive_items.h"

typedef struct ArchiveArgs ArchiveArgs;

/* Borrows all its arguments. The columns and instants must be decoded (their args fields are not read), and
 * there must be as many as the stream has items. Returns NULL if there are not, or if memory runs out. */
ArchiveArgs *archive_args_new (const BlockStream *stream, const ArgKeys *keys, const ArchiveItems *items);
void archive_args_free (ArchiveArgs *args);

/* Sets *ret_block to the block with the entry of an item, and *ret_i to the index of the item within it. The
 * block comes from the few last used, or is decoded, which takes some milliseconds. Release it with
 * args_block_unref (). Any thread. */
ArchiveStatus archive_args_get (ArchiveArgs *args, uint64_t item, ArgsBlock **ret_block, uint32_t *ret_i);

/* Decodes a block of items without keeping it. Item i of the block is item block x ARGS_PER_BLOCK + i (or the
 * stream's own number of items per block). Any thread. */
ArchiveStatus archive_args_decode (const ArchiveArgs *args, uint64_t block, ArgsBlock **ret_block);
