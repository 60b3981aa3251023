/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_unpack.h"

#include <glib.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#define PIECE_BYTES ((size_t) 256 * 1024)

/* Writers use windows of at most 8 MiB at their levels. */
#define ZSTD_WINDOW_LOG_MAX 23

/* Both zlib's header and that of gzip. */
#define ANY_HEADER (32 + MAX_WBITS)

/* Makes room for more. Returns false if it cannot. */
static bool
make_room (PerfettoUnpacked *out, size_t max)
{
  if (out->bytes.n >= max)
    out->is_damaged = true;
  else if (!u8_column_reserve (&out->bytes, MIN (PIECE_BYTES, max - out->bytes.n)))
    out->failed = true;
  return !out->is_damaged && !out->failed;
}

static size_t
room (const PerfettoUnpacked *out, size_t max)
{
  return MIN (out->bytes.cap, max) - out->bytes.n;
}

static void
inflate_all (PerfettoUnpacked *out, ProtobufSpan packed, size_t max)
{
  z_stream stream = { .next_in = (Bytef *) packed.at, .avail_in = (uInt) (packed.end - packed.at) };
  int state = inflateInit2 (&stream, ANY_HEADER);

  if (state != Z_OK)
    {
      out->failed = true;
      return;
    }
  while (state == Z_OK && make_room (out, max))
    {
      uInt n = (uInt) MIN (room (out, max), UINT_MAX);

      stream.next_out = out->bytes.at + out->bytes.n;
      stream.avail_out = n;
      state = inflate (&stream, Z_NO_FLUSH);
      out->bytes.n += n - stream.avail_out;
      if (state == Z_OK && stream.avail_in == 0 && stream.avail_out > 0)
        break; /* it ends early */
    }
  out->failed = out->failed || state == Z_MEM_ERROR;
  out->is_damaged = out->is_damaged || (state != Z_STREAM_END && !out->failed);
  inflateEnd (&stream);
}

static void
decompress_all (PerfettoUnpacked *out, ProtobufSpan packed, size_t max)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();
  ZSTD_inBuffer in = { packed.at, (size_t) (packed.end - packed.at), 0 };
  size_t left = 1;

  if (stream == NULL
      || ZSTD_isError (ZSTD_DCtx_setParameter (stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG_MAX)))
    {
      out->failed = true;
      ZSTD_freeDStream (stream);
      return;
    }
  while (left > 0 && make_room (out, max))
    {
      ZSTD_outBuffer to = { out->bytes.at + out->bytes.n, room (out, max), 0 };

      left = ZSTD_decompressStream (stream, &to, &in);
      out->bytes.n += to.pos;
      if (ZSTD_isError (left) || (in.pos == in.size && to.pos < to.size))
        break;
      if (left == 0 && in.pos < in.size)
        left = 1; /* another frame */
    }
  out->is_damaged = out->is_damaged || ZSTD_isError (left) || (left > 0 && !out->failed);
  ZSTD_freeDStream (stream);
}

PerfettoUnpacked
perfetto_unpack (ProtobufSpan packed, bool is_zstd, size_t max)
{
  PerfettoUnpacked out = { 0 };

  if ((size_t) (packed.end - packed.at) > UINT_MAX)
    out.is_damaged = true;
  else if (packed.at == packed.end)
    return out;
  else if (is_zstd)
    decompress_all (&out, packed, max);
  else
    inflate_all (&out, packed, max);
  return out;
}
