/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_sniff.h"

#include <glib.h>
#include <string.h>

#include "trace/import/protobuf/protobuf_wire.h"

/* XSpace, XPlane */
#define SPACE_PLANES    0x0a /* the tag */
#define SPACE_ERRORS    2
#define SPACE_HOSTNAMES 4
#define PLANE_ID        1
#define PLANE_NAME      2
#define PLANE_STATS     6

#define NAME_BYTES_MAX 4096

/* A sound file may hold a few of these characters in its texts. */
#define REPLACED_MIN 3

static bool
is_name (const ProtobufField *field)
{
  if (field->value == 0 || field->value > NAME_BYTES_MAX
      || !g_utf8_validate ((const char *) field->bytes, (gssize) field->value, NULL))
    return false;
  for (uint64_t i = 0; i < field->value; i++)
    if (field->bytes[i] < 0x20)
      return false;
  return true;
}

/* Returns whether the first fields of a plane lie there: nothing but its number before its name. */
static bool
begins_plane (ProtobufSpan span)
{
  ProtobufField field;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    {
      if (protobuf_is (&field, PLANE_NAME, PROTOBUF_BYTES))
        {
          /* What follows, if that is here, is a field of a plane as well. */
          ProtobufSpan rest = span;
          bool is_plane = is_name (&field);

          if (is_plane && protobuf_next (&rest, &field) == PROTOBUF_FIELD)
            is_plane =
              field.number <= PLANE_STATS && (field.wire == PROTOBUF_BYTES || field.number == PLANE_ID);
          return is_plane;
        }
      if (!protobuf_is (&field, PLANE_ID, PROTOBUF_VARINT))
        return false;
    }
  return false;
}

/* Passes over texts of the file that come before the planes: complaints, and the names of hosts. */
static void
pass_texts (ProtobufSpan *span)
{
  ProtobufSpan rest = *span;
  ProtobufField field;

  while (protobuf_next (&rest, &field) == PROTOBUF_FIELD && field.wire == PROTOBUF_BYTES
         && field.number >= SPACE_ERRORS && field.number <= SPACE_HOSTNAMES && is_name (&field))
    *span = rest;
}

static bool
begins_space (const char *bytes, size_t n)
{
  ProtobufSpan span = { (const uint8_t *) bytes, (const uint8_t *) bytes + n };
  uint64_t length;

  pass_texts (&span);
  if (span.end - span.at < 2 || *span.at++ != SPACE_PLANES || !protobuf_take_varint (&span, &length)
      || length > INT64_MAX)
    return false;
  if (length < (uint64_t) (span.end - span.at))
    span.end = span.at + length;
  return begins_plane (span);
}

static size_t
count (const char *bytes, size_t n, const char *text)
{
  size_t length = strlen (text), n_found = 0;

  for (size_t i = 0; i + length <= n; i++)
    n_found += memcmp (bytes + i, text, length) == 0;
  return n_found;
}

bool
xspace_sniff_is_mangled (const char *bytes, size_t n)
{
  const char *end = bytes + n;

  if (n < 2 || bytes[0] != SPACE_PLANES || count (bytes, n, "\xef\xbf\xbd") <= REPLACED_MIN
      || count (bytes, n, "/device:") + count (bytes, n, "/host:") == 0)
    return false;
  /* The bytes may be cut within a character. Zeros are allowed in UTF-8, but not by GLib. */
  for (const char *at = bytes; at < end;)
    {
      if (!g_utf8_validate (at, end - at, &at) && *at != '\0' && end - at > 3)
        return false;
      at++;
    }
  return true;
}

bool
xspace_sniff (const char *bytes, size_t n)
{
  return begins_space (bytes, n) || xspace_sniff_is_mangled (bytes, n);
}
