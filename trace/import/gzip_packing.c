/* SPDX-License-Identifier: Apache-2.0
 *
 * Gzip (RFC 1952): what stands around the compressed text of a member, and whether the text is what it was. */

#include <libdeflate.h>
#include <stdlib.h>

#include "trace/import/inflater.h"
#include "trace/import/packing.h"

/* RFC 1952, 2.3.1: FLG. The upper three bits have to be 0. */
#define HAS_HEADER_CHECK 0x02
#define HAS_EXTRA        0x04
#define HAS_NAME         0x08
#define HAS_COMMENT      0x10
#define FLAGS_UNKNOWN    0xe0

typedef enum
{
  STAGE_MAGIC,
  STAGE_METHOD, /* and flags */
  STAGE_TIME,
  STAGE_SYSTEM, /* and how well it was compressed */
  STAGE_EXTRA_SIZE,
  STAGE_EXTRA,
  STAGE_NAME,
  STAGE_COMMENT,
  STAGE_HEADER_CHECK,
  STAGE_TEXT,
  STAGE_CHECK,
  STAGE_SIZE,
} Stage;

typedef struct
{
  Inflater *inflater;
  Stage stage;
  UnpackStatus status;

  unsigned flags, n_extra;
  uint32_t header_check, check, size; /* CRC-32 of the header and of the text, its bytes modulo 2^32 */

  uint32_t number; /* the field that is being read: its first n_bytes */
  unsigned n_bytes;
} Gzip;

static bool
sniff (const uint8_t *head, size_t n)
{
  return n >= 2 && head[0] == 0x1f && head[1] == 0x8b;
}

static void *
create (void)
{
  Gzip *gzip = calloc (1, sizeof *gzip);

  if (gzip != NULL && (gzip->inflater = inflater_new ()) == NULL)
    {
      free (gzip);
      return NULL;
    }
  return gzip;
}

static void
destroy (void *state)
{
  Gzip *gzip = state;

  if (gzip == NULL)
    return;
  inflater_free (gzip->inflater);
  free (gzip);
}

static bool
stop (Gzip *gzip, UnpackStatus status)
{
  gzip->status = status;
  return false;
}

static bool
go_on (Gzip *gzip, Stage stage)
{
  gzip->stage = stage;
  return true;
}

/* A number of that many bytes, the least significant first. */
static bool
read_number (Gzip *gzip, UnpackSpan *span, unsigned n_bytes, uint32_t *ret)
{
  const uint8_t *begin = span->in;

  for (; gzip->n_bytes < n_bytes && span->in < span->in_end; gzip->n_bytes++)
    gzip->number |= (uint32_t) *span->in++ << (8 * gzip->n_bytes);
  if (gzip->stage < STAGE_HEADER_CHECK)
    gzip->header_check = libdeflate_crc32 (gzip->header_check, begin, (size_t) (span->in - begin));
  if (gzip->n_bytes < n_bytes)
    return stop (gzip, UNPACK_STARVED);
  *ret = gzip->number;
  gzip->number = gzip->n_bytes = 0;
  return true;
}

static bool
skip_extra (Gzip *gzip, UnpackSpan *span)
{
  size_t n = (size_t) (span->in_end - span->in);

  if (n > gzip->n_extra)
    n = gzip->n_extra;
  gzip->header_check = libdeflate_crc32 (gzip->header_check, span->in, n);
  span->in += n;
  gzip->n_extra -= (unsigned) n;
  return gzip->n_extra == 0 ? go_on (gzip, STAGE_NAME) : stop (gzip, UNPACK_STARVED);
}

/* A name or comment, up to its 0. */
static bool
skip_string (Gzip *gzip, UnpackSpan *span, unsigned flag)
{
  const uint8_t *begin = span->in;
  bool at_end = (gzip->flags & flag) == 0;

  while (!at_end && span->in < span->in_end)
    at_end = *span->in++ == 0;
  gzip->header_check = libdeflate_crc32 (gzip->header_check, begin, (size_t) (span->in - begin));
  return at_end ? go_on (gzip, gzip->stage + 1) : stop (gzip, UNPACK_STARVED);
}

static bool
inflate_text (Gzip *gzip, UnpackSpan *span)
{
  const uint8_t *begin = span->out;
  UnpackStatus status = inflater_run (gzip->inflater, span);
  size_t n = (size_t) (span->out - begin);

  gzip->check = libdeflate_crc32 (gzip->check, begin, n);
  gzip->size += (uint32_t) n;
  return status == UNPACK_END ? go_on (gzip, STAGE_CHECK) : stop (gzip, status);
}

/* The fields in their order; each may begin in one call and end in a later one. */
static bool
step (Gzip *gzip, UnpackSpan *span)
{
  uint32_t number = 0;

  switch (gzip->stage)
    {
    case STAGE_MAGIC:
      if (!read_number (gzip, span, 2, &number))
        return false;
      return number == 0x8b1f ? go_on (gzip, STAGE_METHOD) : stop (gzip, UNPACK_DAMAGED);
    case STAGE_METHOD:
      if (!read_number (gzip, span, 2, &number))
        return false;
      gzip->flags = number >> 8;
      if ((number & 0xff) != 8 || (gzip->flags & FLAGS_UNKNOWN) != 0)
        return stop (gzip, UNPACK_DAMAGED);
      return go_on (gzip, STAGE_TIME);
    case STAGE_TIME:
      return read_number (gzip, span, 4, &number) && go_on (gzip, STAGE_SYSTEM);
    case STAGE_SYSTEM:
      return read_number (gzip, span, 2, &number) && go_on (gzip, STAGE_EXTRA_SIZE);
    case STAGE_EXTRA_SIZE:
      if ((gzip->flags & HAS_EXTRA) != 0 && !read_number (gzip, span, 2, &number))
        return false;
      gzip->n_extra = number;
      return go_on (gzip, STAGE_EXTRA);
    case STAGE_EXTRA:
      return skip_extra (gzip, span);
    case STAGE_NAME:
      return skip_string (gzip, span, HAS_NAME);
    case STAGE_COMMENT:
      return skip_string (gzip, span, HAS_COMMENT);
    case STAGE_HEADER_CHECK:
      if ((gzip->flags & HAS_HEADER_CHECK) == 0)
        return go_on (gzip, STAGE_TEXT);
      if (!read_number (gzip, span, 2, &number))
        return false;
      return number == (gzip->header_check & 0xffff) ? go_on (gzip, STAGE_TEXT) : stop (gzip, UNPACK_DAMAGED);
    case STAGE_TEXT:
      return inflate_text (gzip, span);
    case STAGE_CHECK:
      if (!read_number (gzip, span, 4, &number))
        return false;
      return number == gzip->check ? go_on (gzip, STAGE_SIZE) : stop (gzip, UNPACK_DAMAGED);
    case STAGE_SIZE:
      if (!read_number (gzip, span, 4, &number))
        return false;
      if (number != gzip->size)
        return stop (gzip, UNPACK_DAMAGED);
      gzip->header_check = gzip->check = gzip->size = 0;
      gzip->stage = STAGE_MAGIC;
      return stop (gzip, UNPACK_END);
    }
  return stop (gzip, UNPACK_DAMAGED);
}

static UnpackStatus
unpack (void *state, UnpackSpan *span)
{
  Gzip *gzip = state;

  while (step (gzip, span))
    continue;
  return gzip->status;
}

const Packing gzip_packing = {
  .damaged = HEALTH_GZIP_DAMAGED,
  .truncated = HEALTH_GZIP_TRUNCATED,
  .trailing = HEALTH_GZIP_TRAILING,
  .sniff = sniff,
  .create = create,
  .destroy = destroy,
  .unpack = unpack,
};
