/* SPDX-License-Identifier: Apache-2.0
 *
 * Unpacks gzip without a library, for the static program. It calls intact what zlib does (tests/fuzz/test_gzip_mutants.c),
 * and, as ISA-L does, members whose header has flags of no known meaning. */

#include <glib.h>
#include <stdlib.h>

#include "trace/import/source/fast_gzip.h"
#include "trace/import/source/gzip_crc.h"
#include "trace/import/source/inflate_stream.h"

/* RFC 1952, 2.3.1 */
enum
{
  HAS_HEADER_CRC = 2,
  HAS_EXTRA = 4,
  HAS_NAME = 8,
  HAS_COMMENT = 16,
};

typedef enum
{
  FIXED_HEADER,
  EXTRA_SIZE,
  EXTRA,
  NAME,
  COMMENT,
  HEADER_CRC,
  TEXT,
  TRAILER,
} Part;

#define PART_BYTES_MAX 10

typedef struct
{
  InflateStream *inflate;
  Part part;
  unsigned flags;
  uint8_t bytes[PART_BYTES_MAX]; /* n of the part */
  size_t n, n_extra;
  uint32_t crc, n_text_bytes; /* of the header until there is text */
} FastGzip;

static void
begin_member (FastGzip *gzip)
{
  gzip->part = FIXED_HEADER;
  gzip->n = 0;
  gzip->crc = gzip->n_text_bytes = 0;
  inflate_stream_begin (gzip->inflate);
}

static void
destroy (void *state)
{
  FastGzip *gzip = state;

  if (gzip != NULL)
    inflate_stream_free (gzip->inflate);
  free (gzip);
}

static void *
create (void)
{
  FastGzip *gzip = calloc (1, sizeof *gzip);

  if (gzip == NULL || (gzip->inflate = inflate_stream_new ()) == NULL)
    {
      destroy (gzip);
      return NULL;
    }
  begin_member (gzip);
  return gzip;
}

/* Returns whether the part has n bytes. */
static bool
collect (FastGzip *gzip, UnpackSpan *span, size_t n)
{
  while (gzip->n < n && span->in < span->in_end)
    gzip->bytes[gzip->n++] = *span->in++;
  return gzip->n == n;
}

/* Returns whether the zero that ends a text has been passed. */
static bool
pass_text (UnpackSpan *span)
{
  while (span->in < span->in_end)
    if (*span->in++ == 0)
      return true;
  return false;
}

static bool
pass_extra (FastGzip *gzip, UnpackSpan *span)
{
  size_t n = MIN (gzip->n_extra, (size_t) (span->in_end - span->in));

  span->in += n;
  gzip->n_extra -= n;
  return gzip->n_extra == 0;
}

static uint32_t
number (const uint8_t *bytes, unsigned n)
{
  uint32_t sum = 0;

  for (unsigned i = 0; i < n; i++)
    sum |= (uint32_t) bytes[i] << 8 * i;
  return sum;
}

/* Returns UNPACK_END if the part is complete. */
static UnpackStatus
read_header_part (FastGzip *gzip, UnpackSpan *span)
{
  bool is_complete = true;

  switch (gzip->part)
    {
    case FIXED_HEADER:
      if (!collect (gzip, span, 10))
        return UNPACK_STARVED;
      gzip->flags = gzip->bytes[3];
      if (gzip->bytes[0] != 0x1f || gzip->bytes[1] != 0x8b || gzip->bytes[2] != 8)
        return UNPACK_DAMAGED;
      break;
    case EXTRA_SIZE:
      if ((gzip->flags & HAS_EXTRA) != 0)
        {
          is_complete = collect (gzip, span, 2);
          gzip->n_extra = number (gzip->bytes, 2);
        }
      break;
    case EXTRA:
      is_complete = (gzip->flags & HAS_EXTRA) == 0 || pass_extra (gzip, span);
      break;
    case NAME:
      is_complete = (gzip->flags & HAS_NAME) == 0 || pass_text (span);
      break;
    case COMMENT:
      is_complete = (gzip->flags & HAS_COMMENT) == 0 || pass_text (span);
      break;
    case HEADER_CRC:
    default:
      if ((gzip->flags & HAS_HEADER_CRC) != 0)
        {
          is_complete = collect (gzip, span, 2);
          if (is_complete && number (gzip->bytes, 2) != (gzip->crc & 0xffff))
            return UNPACK_DAMAGED;
        }
    }
  if (!is_complete)
    return UNPACK_STARVED;
  gzip->part++;
  gzip->n = 0;
  return UNPACK_END;
}

static UnpackStatus
read_text (FastGzip *gzip, UnpackSpan *span)
{
  const uint8_t *begin = span->out;
  UnpackStatus status = inflate_stream_read (gzip->inflate, span);
  size_t n = (size_t) (span->out - begin);

  gzip->crc = gzip_crc_add (gzip->crc, begin, n);
  gzip->n_text_bytes += (uint32_t) n;
  if (status == UNPACK_END)
    gzip->part = TRAILER;
  return status;
}

static UnpackStatus
read_trailer (FastGzip *gzip, UnpackSpan *span)
{
  if (!collect (gzip, span, 8))
    return UNPACK_STARVED;
  bool is_right = number (gzip->bytes, 4) == gzip->crc && number (gzip->bytes + 4, 4) == gzip->n_text_bytes;

  begin_member (gzip);
  return is_right ? UNPACK_END : UNPACK_DAMAGED;
}

static UnpackStatus
unpack (void *state, UnpackSpan *span)
{
  FastGzip *gzip = state;
  UnpackStatus status = UNPACK_END;

  while (gzip->part < TEXT && status == UNPACK_END)
    {
      const uint8_t *begin = span->in;
      bool is_counted = gzip->part != HEADER_CRC;

      status = read_header_part (gzip, span);
      if (is_counted)
        gzip->crc = gzip_crc_add (gzip->crc, begin, (size_t) (span->in - begin));
      else if (gzip->part == TEXT)
        gzip->crc = 0;
    }
  if (gzip->part == TEXT && status == UNPACK_END)
    status = read_text (gzip, span);
  return gzip->part == TRAILER && status == UNPACK_END ? read_trailer (gzip, span) : status;
}

const Unpacker *
fast_gzip_unpacker (void)
{
  static const Unpacker unpacker = { create, destroy, unpack };

  return &unpacker;
}
