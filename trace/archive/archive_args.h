/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of an archive, decoded block by block: on demand for the event someone looks at, or one after the
 * other for all. */

#pragma once

#include "trace/archive/archive_items.h"

typedef struct ArchiveArgs ArchiveArgs;

/* All borrowed; the columns and instants must be decoded (their args are not looked at), and as many as the stream
 * has items. NULL: out of memory, or they are not as many. */
ArchiveArgs *archive_args_new (const BlockStream *stream, const ArgKeys *keys, const ArchiveItems *items);
void archive_args_free (ArchiveArgs *args);

/* The block that has the entry of an item, from the last few that were asked for, else decoded: some milliseconds.
 * *ret_i: the item within it. To be released with args_block_unref (). Any thread. */
ArchiveStatus archive_args_get (ArchiveArgs *args, uint64_t item, ArgsBlock **ret_block, uint32_t *ret_i);

/* Decodes a block of items and keeps nothing. Any thread. Item i of it is item block x ARGS_PER_BLOCK + i (or
 * whatever the stream has per block). */
ArchiveStatus archive_args_decode (const ArchiveArgs *args, uint64_t block, ArgsBlock **ret_block);
