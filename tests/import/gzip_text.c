/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/gzip_text.h"

#include <stdint.h>
#include <zlib.h>

#define GZIP_WINDOW_BITS (15 + 16)

void
gzip_text_append (GByteArray *out, const void *text, size_t length)
{
  z_stream stream = { 0 };
  guint n_before = out->len;

  g_assert_cmpint (
    deflateInit2 (&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW_BITS, 8, Z_DEFAULT_STRATEGY), ==,
    Z_OK);
  uLong bound = deflateBound (&stream, (uLong) length);
  g_byte_array_set_size (out, n_before + (guint) bound);
  stream.next_in = (Bytef *) (uintptr_t) text;
  stream.avail_in = (uInt) length;
  stream.next_out = out->data + n_before;
  stream.avail_out = (uInt) bound;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (out, n_before + (guint) stream.total_out);
  deflateEnd (&stream);
}

GByteArray *
gzip_text_inflate (const void *data, size_t length)
{
  GByteArray *out = g_byte_array_new ();
  z_stream stream = { .next_in = (Bytef *) (uintptr_t) data, .avail_in = (uInt) length };
  int status = Z_OK;

  g_assert_cmpint (inflateInit2 (&stream, GZIP_WINDOW_BITS), ==, Z_OK);
  while (status == Z_OK || (status == Z_STREAM_END && stream.avail_in > 0))
    {
      Bytef chunk[4096];

      if (status == Z_STREAM_END)
        inflateReset (&stream);
      stream.next_out = chunk;
      stream.avail_out = sizeof chunk;
      status = inflate (&stream, Z_NO_FLUSH);
      g_byte_array_append (out, chunk, (guint) (sizeof chunk - stream.avail_out));
    }
  inflateEnd (&stream);
  return out;
}
