/* SPDX-License-Identifier: Apache-2.0
 *
 * Unpacks gzip (RFC 1952) with zlib. By definition, a damaged file can be read as far as zlib decodes it. */

#include <stdlib.h>
#include <zlib.h>

#include "trace/import/source/fast_gzip.h"

/* zlib.h, inflateInit2 (): the largest window; gzip only, with its header and checksum. */
#define GZIP_WINDOW_BITS (MAX_WBITS + 16)

static bool
sniff (const uint8_t *head, size_t n)
{
  return n >= 2 && head[0] == 0x1f && head[1] == 0x8b;
}

static void *
create (void)
{
  z_stream *stream = calloc (1, sizeof *stream);

  if (stream != NULL && inflateInit2 (stream, GZIP_WINDOW_BITS) != Z_OK)
    {
      free (stream);
      return NULL;
    }
  return stream;
}

static void
destroy (void *state)
{
  if (state != NULL)
    inflateEnd (state);
  free (state);
}

static UnpackStatus
unpack (void *state, UnpackSpan *span)
{
  z_stream *stream = state;

  stream->next_in = (Bytef *) (uintptr_t) span->in; /* read only */
  stream->avail_in = (uInt) (span->in_end - span->in);
  stream->next_out = span->out;
  stream->avail_out = (uInt) (span->out_end - span->out);
  int status = inflate (stream, Z_NO_FLUSH);

  span->in = stream->next_in;
  span->out = stream->next_out;
  switch (status)
    {
    case Z_STREAM_END:
      inflateReset (stream);
      return UNPACK_END;
    case Z_OK:
    case Z_BUF_ERROR: /* no progress was possible */
      return stream->avail_out == 0 ? UNPACK_FULL : UNPACK_STARVED;
    case Z_MEM_ERROR:
      return UNPACK_NO_MEMORY;
    default:
      return UNPACK_DAMAGED;
    }
}

static const Unpacker exact = { create, destroy, unpack };

const Packing gzip_packing = {
  .damaged = HEALTH_GZIP_DAMAGED,
  .truncated = HEALTH_GZIP_TRUNCATED,
  .trailing = HEALTH_GZIP_TRAILING,
  .sniff = sniff,
  .exact = &exact,
  .fast = fast_gzip_unpacker,
};
