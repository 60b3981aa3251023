/* SPDX-License-Identifier: Apache-2.0
 *
 * Unpacks Zstandard (RFC 8878) with libzstd. */

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "trace/import/source/packing.h"

/* Frames with a larger window are refused, as the zstd program does by default. The size that a frame states
 * is never trusted: memory depends on its window. */
#define WINDOW_LOG_MAX 27

#define FRAME_MAGIC         0xfd2fb528u
#define SKIPPABLE_MAGIC     0x184d2a50u /* the lowest four bits are free */
#define SKIPPABLE_MAGIC_BIT 0xfffffff0u

typedef struct
{
  ZSTD_DCtx *context;
  bool has_block; /* a block is decoded and may not have been written completely */
} Zstd;

static bool
sniff (const uint8_t *head, size_t n)
{
  uint32_t magic;

  if (n < sizeof magic)
    return false;
  memcpy (&magic, head, sizeof magic);
  return magic == FRAME_MAGIC || (magic & SKIPPABLE_MAGIC_BIT) == SKIPPABLE_MAGIC;
}

static void
destroy (void *state)
{
  Zstd *zstd = state;

  if (zstd == NULL)
    return;
  ZSTD_freeDCtx (zstd->context);
  free (zstd);
}

static void *
create (void)
{
  Zstd *zstd = calloc (1, sizeof *zstd);

  if (zstd != NULL
      && ((zstd->context = ZSTD_createDCtx ()) == NULL
          || ZSTD_isError (ZSTD_DCtx_setParameter (zstd->context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX))))
    {
      destroy (zstd);
      return NULL;
    }
  return zstd;
}

static UnpackStatus
status_of_error (size_t result)
{
  switch (ZSTD_getErrorCode (result))
    {
    case ZSTD_error_frameParameter_windowTooLarge:
      return UNPACK_TOO_LARGE;
    case ZSTD_error_memory_allocation:
      return UNPACK_NO_MEMORY;
    default:
      return UNPACK_DAMAGED;
    }
}

/* A call that meets damage does not report what it had written before. So calls alternate: one takes input
 * with no room for output, and ends with a decoded block that is held; the next has room and no input, and
 * writes the block. */
static UnpackStatus
unpack (void *state, UnpackSpan *span)
{
  Zstd *zstd = state;

  for (;;)
    {
      bool gives_out = zstd->has_block;
      ZSTD_inBuffer in = { span->in, gives_out ? 0 : (size_t) (span->in_end - span->in), 0 };
      ZSTD_outBuffer out = { span->out, gives_out ? (size_t) (span->out_end - span->out) : 0, 0 };

      if (gives_out ? out.size == 0 : in.size == 0)
        return gives_out ? UNPACK_FULL : UNPACK_STARVED;
      size_t left = ZSTD_decompressStream (zstd->context, &out, &in);

      span->in += in.pos;
      span->out += out.pos;
      if (ZSTD_isError (left))
        return status_of_error (left);
      zstd->has_block = left != 0 && (!gives_out || out.pos == out.size);
      if (left == 0)
        return UNPACK_END;
    }
}

static const Unpacker exact = { create, destroy, unpack };

const Packing zstd_packing = {
  .damaged = HEALTH_ZSTD_DAMAGED,
  .truncated = HEALTH_ZSTD_TRUNCATED,
  .trailing = HEALTH_ZSTD_TRAILING,
  .sniff = sniff,
  .exact = &exact,
};
