/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/import_promises.h"
#include "tests/fuzz/packing.h"
#include "tests/fuzz/unnamed_file.h"
#include "tests/import/gzip_text.h"
#include "tests/import/packed_bytes.h"
#include "tests/oracle/trace_compare.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

/* ---- promises ---- */

#define FAST_ROOM_BYTES ((size_t) 64 * 1024)

static Trace *
import_text (const GByteArray *text, GError **error)
{
  int source_fd = unnamed_file_new (), fd = unnamed_file_new ();
  TraceSource source = { source_fd, "fuzz.json" };

  g_assert_cmpint (pwrite (source_fd, text->data, text->len, 0), ==, (gssize) text->len);
  g_assert_cmpint (lseek (source_fd, 0, SEEK_SET), ==, 0);
  Trace *trace = trace_import (&source, fd, NULL, error) ? trace_map (fd, "fuzz.json", error) : NULL;
  close (source_fd);
  close (fd);
  return trace;
}

static bool
is_intact (const Trace *trace)
{
  const HealthRow *rows = trace_health (trace)->rows;

  return rows[HEALTH_GZIP_DAMAGED].count == 0 && rows[HEALTH_GZIP_TRUNCATED].count == 0
         && rows[HEALTH_GZIP_TRAILING].count == 0;
}

/* A trace may have been in it of which nothing is left. */
static bool
may_have_held_more (const Unpacked *unpacked)
{
  return unpacked->text->len == 0 || unpacked->condition == BYTE_SOURCE_DAMAGED
         || unpacked->condition == BYTE_SOURCE_TRUNCATED;
}

/* Packed or not, the same events come out; where nothing is wrong with the packing, the same profile. */
static void
assert_is_as_its_text (const Trace *trace, const GError *refusal, const Unpacked *unpacked)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) plain = import_text (unpacked->text, &error);

  if (plain == NULL || trace == NULL)
    {
      g_assert_true (plain == NULL && trace == NULL);
      if (refusal->code != TRACE_ERROR_UNREADABLE || !may_have_held_more (unpacked))
        g_assert_cmpint (error->code, ==, refusal->code);
      return;
    }
  const EventCounts *a = trace_event_counts (trace), *b = trace_event_counts (plain);
  g_assert_true (memcmp (a, b, sizeof *a) == 0);
  if (is_intact (trace))
    {
      g_autofree char *difference = trace_compare (trace, plain, TRACE_COMPARE_OTHER_SOURCE);
      g_assert_cmpstr (difference, ==, NULL);
    }
}

/* What zlib gives, unless it only finds fault with how a text is written that ISA-L finds whole (fast_gzip_isal.c). */
static Unpacked
unpack_gzip (const uint8_t *bytes, size_t n)
{
  g_auto (Unpacked) exact = unpacked_by_zlib (bytes, n), fast = { 0 };
  const Unpacker *unpacker = gzip_packing.fast ();

  if (exact.condition == BYTE_SOURCE_DAMAGED && unpacker != NULL)
    fast = unpacked_by (&gzip_packing, unpacker, bytes, n, n, FAST_ROOM_BYTES);
  bool is_whole =
    fast.text != NULL && (fast.condition == BYTE_SOURCE_INTACT || fast.condition == BYTE_SOURCE_TRAILING);
  Unpacked *best = is_whole ? &fast : &exact;
  return (Unpacked){ g_steal_pointer (&best->text), best->condition };
}

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (packing_of (bytes, n) != PACKING_GZIP)
    return;
  g_auto (Unpacked) unpacked = unpack_gzip (bytes, n);
  const GByteArray *text = unpacked.text;

  allocation_bound_set (MAX (n, text->len), ALLOCATION_TIMES_OF_TEXT);
  g_autoptr (Trace) trace = import_promises_check (bytes, n, text->len, &error);
  if (packing_of (text->data, text->len) == PACKING_NONE)
    assert_is_as_its_text (trace, error, &unpacked);
  allocation_bound_lift ();
}

/* ---- mutation ---- */

/* The longest text that is packed again. */
#define TEXT_MAX ((size_t) 256 * 1024)

/* One member; 0: there is no room for it. */
static size_t
pack_member (uint8_t *out, size_t max, const uint8_t *text, size_t n, int level, int strategy)
{
  z_stream stream = {
    .next_in = (Bytef *) (uintptr_t) text, .avail_in = (uInt) n, .next_out = out, .avail_out = (uInt) max
  };

  g_assert_cmpint (deflateInit2 (&stream, level, Z_DEFLATED, 15 + 16, 8, strategy), ==, Z_OK);
  bool complete = deflate (&stream, Z_FINISH) == Z_STREAM_END;
  deflateEnd (&stream);
  return complete ? max - stream.avail_out : 0;
}

/* In one member or two, in any of the ways that a deflate stream can be written. */
static size_t
pack (uint8_t *out, size_t max, const uint8_t *text, size_t n, uint64_t seed)
{
  size_t n_first = (seed & 0x30) == 0 ? seed % (n + 1) : n;
  int level = (int) ((seed >> 8) % 10), strategy = (int) ((seed >> 12) % 5);
  size_t n_out = pack_member (out, max, text, n_first, level, strategy);

  if (n_out == 0 || n_first == n)
    return n_out;
  size_t n_more = pack_member (out + n_out, max - n_out, text + n_first, n - n_first, level, strategy);
  return n_more == 0 ? 0 : n_out + n_more;
}

static size_t
mutate_text (uint8_t *bytes, size_t n, size_t max, uint64_t seed, MutateFunc mutate, void *user_data)
{
  g_autoptr (GByteArray) text = gzip_text_inflate (bytes, n);
  size_t n_text = MIN (text->len, TEXT_MAX);

  g_byte_array_set_size (text, TEXT_MAX);
  n_text = mutate (text->data, n_text, TEXT_MAX, user_data);

  g_autofree uint8_t *packed = g_malloc (max);
  size_t n_packed = pack (packed, max, text->data, n_text, seed);
  memcpy (bytes, packed, n_packed);
  return n_packed > 0 ? n_packed : mutate (bytes, n, max, user_data);
}

/* The checksum and the length behind the first member become those of what it inflates to. */
static void
seal (uint8_t *bytes, size_t n)
{
  z_stream stream = { .next_in = bytes + 10, .avail_in = (uInt) (n - 10) };
  uLong crc = crc32 (0, NULL, 0);
  int status;

  g_assert_cmpint (inflateInit2 (&stream, -15), ==, Z_OK);
  do
    {
      Bytef chunk[4096];

      stream.next_out = chunk;
      stream.avail_out = sizeof chunk;
      status = inflate (&stream, Z_NO_FLUSH);
      crc = crc32 (crc, chunk, (uInt) (sizeof chunk - stream.avail_out));
    }
  while (status == Z_OK && stream.total_out <= TEXT_MAX);
  if (status == Z_STREAM_END && stream.avail_in >= 8)
    for (int i = 0; i < 4; i++)
      {
        stream.next_in[i] = (Bytef) (crc >> 8 * i);
        stream.next_in[4 + i] = (Bytef) (stream.total_out >> 8 * i);
      }
  inflateEnd (&stream);
}

static size_t
mutate_gzip (uint8_t *bytes, size_t n, size_t max, uint64_t seed, MutateFunc mutate, void *user_data)
{
  if (seed % 4 < 2 && packing_of (bytes, n) == PACKING_GZIP)
    return mutate_text (bytes, n, max, seed >> 2, mutate, user_data);
  n = mutate (bytes, n, max, user_data);
  /* A header without optional fields is where one looks for the deflate stream. */
  if (seed % 4 == 2 && n > 18 && packing_of (bytes, n) == PACKING_GZIP && bytes[3] == 0)
    seal (bytes, n);
  return n;
}

const Harness gzip_harness = { "gzip", check, mutate_gzip };
