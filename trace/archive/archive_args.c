/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/archive_args.h"

#include <pthread.h>
#include <stdlib.h>

/* Number of blocks kept: a few places that a person looks at in turn. */
#define N_KEPT 8

typedef struct
{
  ArgsBlock *block; /* NULL if the place is free */
  uint64_t number;
  uint64_t used_at;
} Kept;

struct ArchiveArgs
{
  const BlockStream *stream;
  const ArgKeys *keys;
  ArchiveItems items;

  pthread_mutex_t lock; /* protects the fields below */
  Kept kept[N_KEPT];
  uint64_t clock;
};

ArchiveArgs *
archive_args_new (const BlockStream *stream, const ArgKeys *keys, const ArchiveItems *items)
{
  if (stream->n_items != items->slices->n + items->n_instants)
    return NULL;

  ArchiveArgs *args = calloc (1, sizeof *args);
  if (args == NULL)
    return NULL;
  args->stream = stream;
  args->keys = keys;
  args->items = *items;
  pthread_mutex_init (&args->lock, NULL);
  return args;
}

void
archive_args_free (ArchiveArgs *args)
{
  if (args == NULL)
    return;
  for (unsigned i = 0; i < N_KEPT; i++)
    args_block_unref (args->kept[i].block);
  pthread_mutex_destroy (&args->lock);
  free (args);
}

ArchiveStatus
archive_args_decode (const ArchiveArgs *args, uint64_t block, ArgsBlock **ret_block)
{
  ArchiveItemsScratch scratch = { 0 };
  ArchiveStatus status = ARCHIVE_NO_MEMORY;
  ArgsContext context;

  if (archive_items_context (&args->items, block * args->stream->items_per_block,
                             block_stream_n_items (args->stream, block), &scratch, &context))
    status = args_codec_decode (args->stream, block, args->keys, &context, ret_block);
  archive_items_scratch_clear (&scratch);
  return status;
}

/* Returns the block with a reference for the caller, or NULL if it is not kept. */
static ArgsBlock *
find_kept (ArchiveArgs *args, uint64_t number)
{
  ArgsBlock *block = NULL;

  pthread_mutex_lock (&args->lock);
  for (unsigned i = 0; i < N_KEPT; i++)
    if (args->kept[i].block != NULL && args->kept[i].number == number)
      {
        args->kept[i].used_at = ++args->clock;
        block = args_block_ref (args->kept[i].block);
        break;
      }
  pthread_mutex_unlock (&args->lock);
  return block;
}

/* Keeps the block in place of the least recently used one. */
static void
keep (ArchiveArgs *args, uint64_t number, ArgsBlock *block)
{
  pthread_mutex_lock (&args->lock);
  Kept *oldest = &args->kept[0];
  for (unsigned i = 1; i < N_KEPT; i++)
    if (args->kept[i].used_at < oldest->used_at)
      oldest = &args->kept[i];
  ArgsBlock *dropped = oldest->block;
  *oldest = (Kept){ args_block_ref (block), number, ++args->clock };
  pthread_mutex_unlock (&args->lock);
  args_block_unref (dropped);
}

ArchiveStatus
archive_args_get (ArchiveArgs *args, uint64_t item, ArgsBlock **ret_block, uint32_t *ret_i)
{
  if (item >= args->stream->n_items)
    return ARCHIVE_DAMAGED;

  uint64_t number = item / args->stream->items_per_block;
  ArgsBlock *block = find_kept (args, number);
  if (block == NULL)
    {
      /* The lock is not held here: two threads may decode the same block, but neither waits for the other's. */
      ArchiveStatus status = archive_args_decode (args, number, &block);
      if (status != ARCHIVE_OK)
        return status;
      keep (args, number, block);
    }
  *ret_block = block;
  *ret_i = (uint32_t) (item % args->stream->items_per_block);
  return ARCHIVE_OK;
}
