/* SPDX-License-Identifier: Apache-2.0
 *
 * The messages that the converter process sends to the window over a pipe. All records have one form and at most
 * CONVERSION_MESSAGE_MAX bytes, so that each is one atomic write (PIPE_BUF).
 *
 *     uint32 kind | uint32 text_bytes | uint64 position, size, n_events | uint32 number | uint32 zero | text
 *
 * The reader accepts any bytes, since the sending process has read an untrusted file. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum
{
  CONVERSION_PROGRESS = 1, /* position_bytes, size_bytes, n_events; number is the file of a folder, from 1 */
  CONVERSION_PARTIAL,      /* the same, up to the end of the partial file; number is that file's, from 0 */
  CONVERSION_FAILED,       /* number is a TraceErrorCode; text is the message */
  CONVERSION_DONE,         /* the native file is complete */
  CONVERSION_CONFINED,     /* number holds the SandboxWalls in force */
} ConversionMessageKind;

typedef struct
{
  ConversionMessageKind kind;
  uint32_t number;
  uint64_t position_bytes;
  uint64_t size_bytes; /* 0 when unknown */
  uint64_t n_events;
  const char *text; /* may be NULL; a received text lies in the reader until its next use, has no NUL and any encoding */
} ConversionMessage;

#define CONVERSION_MESSAGE_MAX  4096
#define CONVERSION_MESSAGE_HEAD 40

/* Sends a message; a longer text is cut. Blocks while the pipe is full. Returns false when the pipe has no reader. */
bool conversion_message_send (int fd, const ConversionMessage *message);

typedef struct
{
  size_t n; /* number of bytes received and not yet taken */
  uint8_t bytes[CONVERSION_MESSAGE_MAX];
  char text[CONVERSION_MESSAGE_MAX];
} ConversionReader;

/* Reads once, as much as is available and fits. Returns the number of bytes, 0 at the end, or -1 with errno set. Take
 * all messages between two calls. */
ssize_t conversion_reader_fill (ConversionReader *reader, int fd);

typedef enum
{
  CONVERSION_MESSAGE_TAKEN,
  CONVERSION_MESSAGE_INCOMPLETE, /* call conversion_reader_fill () first */
  CONVERSION_MESSAGE_BROKEN,     /* the bytes are no record; nothing more can be read */
} ConversionMessageState;

ConversionMessageState conversion_reader_take (ConversionReader *reader, ConversionMessage *ret_message);
