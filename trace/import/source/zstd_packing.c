/* SPDX-License-Identifier: Apache-2.0
 *
 * Zstandard (RFC 8878) by libzstd. */

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "trace/import/source/packing.h"

/* Frames of a larger window are refused, as by the zstd program where nobody asks for more. What a frame says of its
 * size is not believed either way: memory follows its window. */
#define WINDOW_LOG_MAX 27

#define FRAME_MAGIC         0xfd2fb528u
#define SKIPPABLE_MAGIC     0x184d2a50u /* the lowest four bits are free */
#define SKIPPABLE_MAGIC_BIT 0xfffffff0u

typedef struct
{
  ZSTD_DCtx *context;
  bool has_block; /* decoded, and perhaps not all given out */
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

/* A call that meets damage does not say what it had written before. So there are calls that take input and have no
 * room, which end with a block decoded and held, and calls that have room and no input, which give it out. */
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
