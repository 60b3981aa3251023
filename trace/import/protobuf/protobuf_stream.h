/* SPDX-License-Identifier: Apache-2.0
 *
 * A file in the wire format of Protocol Buffers, field by field, with a buffer of about 1 MiB: a message of any size can be
 * entered, and read field by field as well; one that is small enough can be had as bytes.
 *
 *   while ((state = protobuf_stream_next (stream, &field)) == PROTOBUF_STREAM_FIELD)
 *     if (field.number == 1 && field.wire == PROTOBUF_BYTES)
 *       {
 *         state = protobuf_stream_bytes (stream, MAX, &span);        its bytes, all in memory
 *         ... or protobuf_stream_enter (stream), then next () until PROTOBUF_STREAM_END ...
 *       }                                                            neither: it is passed over
 *
 * The buffer grows for protobuf_stream_bytes () only, as bytes really arrive, never because a length says so. What is
 * passed over in a seekable source is not read. Times are in proportion to the bytes that are read. One thread. */

#pragma once

#include "trace/import/protobuf/protobuf_wire.h"
#include "trace/import/source/byte_source.h"

#define PROTOBUF_STREAM_DEPTH_MAX 16 /* messages entered, one in another */

typedef struct ProtobufStream ProtobufStream;

typedef enum
{
  PROTOBUF_STREAM_FIELD,
  PROTOBUF_STREAM_END,       /* of the message last entered, which is left by that, or of the file */
  PROTOBUF_STREAM_DAMAGED,   /* no field follows: leave () the message, or give up the file */
  PROTOBUF_STREAM_TRUNCATED, /* the file ends inside a field; all messages end there */
  PROTOBUF_STREAM_TOO_LARGE, /* of bytes () alone: the field is longer than permitted. It can be entered or passed over. */
  PROTOBUF_STREAM_FAILED, /* error is set; call nothing but free () */
} ProtobufStreamState;

typedef struct
{
  uint32_t number;
  ProtobufWire wire; /* no group: groups are passed over */
  uint64_t value;    /* of a number; of PROTOBUF_BYTES their count, as the file says */
  uint64_t offset;   /* of its tag, in the decoded file */
} ProtobufStreamField;

/* Called before each piece of at most 1 MiB is read or passed over. Returns false, with error set, to end the reading. */
typedef bool (*ProtobufKeepsOn) (void *user_data, GError **error);

/* Returns a stream over the bytes from where the source was read to: in order, or in a source that has been made seekable
 * from begin. source and user_data are borrowed; keeps_on may be NULL. NULL if memory runs out. */
ProtobufStream *protobuf_stream_new (ByteSource *source, ProtobufKeepsOn keeps_on, void *user_data);
ProtobufStream *
protobuf_stream_new_at (ByteSource *source, uint64_t begin, ProtobufKeepsOn keeps_on, void *user_data);
void protobuf_stream_free (ProtobufStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProtobufStream, protobuf_stream_free)

/* Takes the next field of the message last entered, of the file if none is. Passes over the bytes of the last one if they
 * were neither taken nor entered. Returns FIELD, END, DAMAGED, TRUNCATED (for PROTOBUF_BYTES only once their end is missed)
 * or FAILED. */
ProtobufStreamState
protobuf_stream_next (ProtobufStream *stream, ProtobufStreamField *ret_field, GError **error);

/* Passes over the fields that follow in the message last entered, as long as they are bytes with that number below 16
 * and lie in the buffer. Returns how many. */
uint64_t protobuf_stream_pass_run (ProtobufStream *stream, uint32_t number);

/* Takes the next field together with its bytes if it is like that; else returns false, with nothing changed. */
bool protobuf_stream_take_run (ProtobufStream *stream,
                               uint32_t number,
                               ProtobufSpan *ret_span,
                               uint64_t *ret_offset);

/* Gives the bytes of the field that next () returned last, borrowed until the next call. Returns FIELD, TOO_LARGE if there
 * are more than max, TRUNCATED (with *ret_span what there is) or FAILED. */
ProtobufStreamState
protobuf_stream_bytes (ProtobufStream *stream, size_t max, ProtobufSpan *ret_span, GError **error);

/* Does the same, but with TOO_LARGE gives the first max bytes; the next call passes over the rest. */
ProtobufStreamState
protobuf_stream_first_bytes (ProtobufStream *stream, size_t max, ProtobufSpan *ret_span, GError **error);

/* Makes the field that next () returned last the message whose fields next () takes. Returns false if it is longer than
 * the message around it, or too many are entered. */
bool protobuf_stream_enter (ProtobufStream *stream);

/* Goes on behind the message last entered, whatever is left of it. Does nothing if none is. */
void protobuf_stream_leave (ProtobufStream *stream);

/* Returns how many messages are entered. */
unsigned protobuf_stream_depth (const ProtobufStream *stream);

/* Returns where the next byte comes from, in the decoded file. */
uint64_t protobuf_stream_offset (const ProtobufStream *stream);

/* Goes to another place of a seekable source, as if the stream had been made there: nothing is entered. */
void protobuf_stream_seek (ProtobufStream *stream, uint64_t offset);
