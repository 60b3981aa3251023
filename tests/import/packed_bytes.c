/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/packed_bytes.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define GZIP_WINDOW_BITS (15 + 16)

GByteArray *
packed_text (size_t n, bool is_noisy)
{
  GByteArray *text = g_byte_array_new ();
  GRand *random = g_rand_new_with_seed (11);

  for (int i = 0; text->len < n; i++)
    {
      g_autofree char *event = g_strdup_printf (
        "{\"ph\": \"X\", \"name\": \"op %08x\", \"pid\": 1, \"ts\": %d},\n", g_rand_int (random), i * 10);

      g_byte_array_append (text, (const guint8 *) event, (guint) strlen (event));
      for (int j = 0; is_noisy && j < 40; j++)
        g_byte_array_append (text, &(guint8){ (guint8) g_rand_int (random) }, 1);
    }
  g_byte_array_set_size (text, (guint) n);
  g_rand_free (random);
  return text;
}

static void
deflate_into (GByteArray *out, z_stream *stream, int flush)
{
  int status;

  do
    {
      Bytef chunk[4096];

      stream->next_out = chunk;
      stream->avail_out = sizeof chunk;
      status = deflate (stream, flush);
      g_assert_cmpint (status, !=, Z_STREAM_ERROR);
      g_byte_array_append (out, chunk, (guint) (sizeof chunk - stream->avail_out));
    }
  while (stream->avail_out == 0);
}

static void
gzip_into (GByteArray *out,
           const GByteArray *text,
           int level,
           int strategy,
           size_t block_bytes,
           gz_header *header)
{
  z_stream stream = { 0 };

  g_assert_cmpint (deflateInit2 (&stream, level, Z_DEFLATED, GZIP_WINDOW_BITS, 9, strategy), ==, Z_OK);
  if (header != NULL)
    g_assert_cmpint (deflateSetHeader (&stream, header), ==, Z_OK);
  for (size_t at = 0; at < text->len;)
    {
      size_t n = block_bytes > 0 && block_bytes < text->len - at ? block_bytes : text->len - at;

      stream.next_in = text->data + at;
      stream.avail_in = (uInt) n;
      deflate_into (out, &stream, block_bytes > 0 ? Z_FULL_FLUSH : Z_NO_FLUSH);
      at += n;
    }
  deflate_into (out, &stream, Z_FINISH);
  deflateEnd (&stream);
}

void
packed_gzip (GByteArray *out, const GByteArray *text, int level, int strategy, size_t block_bytes)
{
  gzip_into (out, text, level, strategy, block_bytes, NULL);
}

void
packed_gzip_with_fields (GByteArray *out, const GByteArray *text)
{
  gz_header header = { .text = 1,
                       .time = 1700000000,
                       .os = 3,
                       .extra = (Bytef *) (char[]){ "extra\0field" },
                       .extra_len = 11,
                       .name = (Bytef *) (char[]){ "trace.json" },
                       .comment = (Bytef *) (char[]){ "of rank 0" },
                       .hcrc = 1 };

  gzip_into (out, text, Z_DEFAULT_COMPRESSION, Z_DEFAULT_STRATEGY, 0, &header);
}

void
packed_zstd (GByteArray *out, const GByteArray *text, size_t block_bytes, bool says_size, GArray *ret_ends)
{
  ZSTD_CCtx *context = ZSTD_createCCtx ();

  ZSTD_CCtx_setParameter (context, ZSTD_c_checksumFlag, 1);
  if (says_size)
    ZSTD_CCtx_setPledgedSrcSize (context, text->len);
  for (size_t at = 0, n; at <= text->len; at += n)
    {
      uint8_t chunk[16 * 1024];
      n = MIN (block_bytes, text->len - at);
      ZSTD_inBuffer in = { text->data + at, n, 0 };
      size_t left;

      do
        {
          ZSTD_outBuffer room = { chunk, sizeof chunk, 0 };

          left = ZSTD_compressStream2 (context, &room, &in, n > 0 ? ZSTD_e_flush : ZSTD_e_end);
          g_assert_false (ZSTD_isError (left));
          g_byte_array_append (out, chunk, (guint) room.pos);
        }
      while (left > 0);
      if (n == 0)
        break;
      if (ret_ends != NULL)
        g_array_append_val (ret_ends, ((size_t){ out->len }));
    }
  ZSTD_freeCCtx (context);
}

void
packed_zstd_skippable (GByteArray *out, size_t n)
{
  static const guint8 magic[] = { 0x57, 0x2a, 0x4d, 0x18 };
  guint32 size = (guint32) n;

  g_byte_array_append (out, magic, sizeof magic);
  g_byte_array_append (out, (const guint8 *) &size, sizeof size);
  for (size_t i = 0; i < n; i++)
    g_byte_array_append (out, (const guint8 *) "?", 1);
}

void
packed_zeros (GByteArray *gzip, GByteArray *zstd, size_t n)
{
  static uint8_t zeros[64 * 1024];
  ZSTD_CCtx *context = ZSTD_createCCtx ();
  z_stream stream = { 0 };

  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, GZIP_WINDOW_BITS, 9, Z_DEFAULT_STRATEGY), ==, Z_OK);
  for (size_t at = 0; at <= n; at += sizeof zeros)
    {
      ZSTD_inBuffer in = { zeros, MIN (sizeof zeros, n - at), 0 };
      size_t left;

      stream.next_in = zeros;
      stream.avail_in = (uInt) in.size;
      deflate_into (gzip, &stream, at < n ? Z_NO_FLUSH : Z_FINISH);
      do
        {
          uint8_t chunk[4096];
          ZSTD_outBuffer room = { chunk, sizeof chunk, 0 };

          left = ZSTD_compressStream2 (context, &room, &in, at < n ? ZSTD_e_continue : ZSTD_e_end);
          g_byte_array_append (zstd, chunk, (guint) room.pos);
        }
      while (in.pos < in.size || (at == n && left > 0));
    }
  deflateEnd (&stream);
  ZSTD_freeCCtx (context);
}

void
unpacked_clear (Unpacked *unpacked)
{
  g_clear_pointer (&unpacked->text, g_byte_array_unref);
}

Unpacked
unpacked_by_zlib (const uint8_t *bytes, size_t n)
{
  Unpacked unpacked = { g_byte_array_new (), BYTE_SOURCE_INTACT };
  z_stream stream = { .next_in = (Bytef *) (uintptr_t) bytes, .avail_in = (uInt) n };
  int status = Z_OK;

  g_assert_cmpint (inflateInit2 (&stream, GZIP_WINDOW_BITS), ==, Z_OK);
  while (status == Z_OK)
    {
      Bytef chunk[8192];

      stream.next_out = chunk;
      stream.avail_out = sizeof chunk;
      status = inflate (&stream, Z_NO_FLUSH);
      g_byte_array_append (unpacked.text, chunk, (guint) (sizeof chunk - stream.avail_out));
      if (status == Z_STREAM_END && stream.avail_in >= 2 && stream.next_in[0] == 0x1f
          && stream.next_in[1] == 0x8b)
        status = inflateReset (&stream);
    }
  unpacked.condition = status == Z_STREAM_END
                         ? stream.avail_in > 0 ? BYTE_SOURCE_TRAILING : BYTE_SOURCE_INTACT
                       : status == Z_BUF_ERROR ? BYTE_SOURCE_TRUNCATED
                                               : BYTE_SOURCE_DAMAGED;
  inflateEnd (&stream);
  return unpacked;
}

#define GUARDED_BYTES ((size_t) 1 << 20)

/* The end of so much memory, where the next byte is none: a library's assembler, which no sanitizer looks into, is held
 * to it as well. For good. */
static uint8_t *
guarded_end (void)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  uint8_t *map =
    mmap (NULL, GUARDED_BYTES + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  g_assert_true (map != MAP_FAILED);
  g_assert_cmpint (mprotect (map + GUARDED_BYTES, page, PROT_NONE), ==, 0);
  return map + GUARDED_BYTES;
}

Unpacked
unpacked_by (const Packing *packing,
             const Unpacker *unpacker,
             const uint8_t *bytes,
             size_t n,
             size_t in_bytes,
             size_t out_bytes)
{
  Unpacked unpacked = { g_byte_array_new (), BYTE_SOURCE_INTACT };
  void *state = unpacker->create ();
  const uint8_t *at = bytes, *end = bytes + n;
  static uint8_t *in_end, *room_end;
  UnpackSpan span = { 0 };

  if (in_end == NULL)
    {
      in_end = guarded_end ();
      room_end = guarded_end ();
    }
  g_assert_cmpuint (MAX (n, out_bytes), <=, GUARDED_BYTES);
  for (;;)
    {
      if (span.in == span.in_end)
        {
          size_t n_in = MIN (in_bytes, (size_t) (end - at));

          span.in = memcpy (in_end - n_in, at, n_in);
          span.in_end = in_end;
        }
      const uint8_t *begin = span.in;
      span.out = room_end - out_bytes;
      span.out_end = room_end;
      UnpackStatus status = unpacker->unpack (state, &span);

      g_assert_true (span.in <= span.in_end && span.out <= span.out_end);
      g_byte_array_append (unpacked.text, room_end - out_bytes, (guint) (span.out - (room_end - out_bytes)));
      at += span.in - begin;
      if (status == UNPACK_FULL)
        g_assert_true (span.out == span.out_end);
      else if (status == UNPACK_STARVED)
        g_assert_true (span.in == span.in_end);
      if (status == UNPACK_STARVED && at == end)
        unpacked.condition = BYTE_SOURCE_TRUNCATED;
      else if (status == UNPACK_END && !packing->sniff (at, (size_t) (end - at)))
        unpacked.condition = at < end ? BYTE_SOURCE_TRAILING : BYTE_SOURCE_INTACT;
      else if (status > UNPACK_END)
        unpacked.condition = BYTE_SOURCE_DAMAGED;
      else
        continue;
      unpacker->destroy (state);
      return unpacked;
    }
}

/* False: in vain. */
static bool
read_file (int fd, ByteSourceWay way, size_t out_bytes, Unpacked *unpacked)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *room = g_malloc (out_bytes);
  bool ok = true;

  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  ByteSource *source = byte_source_new (fd, "packed", way, &error);
  g_assert_no_error (error);
  for (size_t n_read = 1; ok && n_read > 0;)
    {
      ok = byte_source_read (source, room, out_bytes, &n_read, &error);
      if (ok)
        g_byte_array_append (unpacked->text, (const guint8 *) room, (guint) n_read);
    }
  unpacked->condition = byte_source_condition (source);
  g_assert_cmpint (byte_source_is_certain (source), ==, ok);
  byte_source_free (source);
  return ok;
}

Unpacked
unpacked_from_file (const uint8_t *bytes, size_t n, size_t out_bytes)
{
  Unpacked unpacked = { g_byte_array_new (), BYTE_SOURCE_INTACT };
  int fd = memfd_create ("packed", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
  if (!read_file (fd, BYTE_SOURCE_FAST, out_bytes, &unpacked))
    {
      g_byte_array_set_size (unpacked.text, 0);
      g_assert_true (read_file (fd, BYTE_SOURCE_EXACT, out_bytes, &unpacked));
    }
  close (fd);
  return unpacked;
}
