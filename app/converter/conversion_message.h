/* SPDX-License-Identifier: Apache-2.0
 *
 * What the converter process tells the window over a pipe: records of one form and at most
 * CONVERSION_MESSAGE_MAX bytes, so that each is one write that the kernel does not mix with another's (PIPE_BUF).
 *
 *     uint32 kind | uint32 text_bytes | uint64 position, size, n_events | uint32 number | uint32 zero | text
 *
 * The reader takes any bytes: the process that sends them has read a file that nobody vouches for. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum
{
  CONVERSION_PROGRESS = 1, /* position_bytes, size_bytes, n_events; number: which file of a folder, from 1 */
  CONVERSION_PARTIAL,      /* likewise, as far as the partial file goes; number: which one, from 0 */
  CONVERSION_FAILED,       /* number: TraceErrorCode; text: the sentence */
  CONVERSION_DONE,         /* the native file is complete */
  CONVERSION_CONFINED,     /* number: SandboxWalls that are up */
} ConversionMessageKind;

typedef struct
{
  ConversionMessageKind kind;
  uint32_t number;
  uint64_t position_bytes;
  uint64_t size_bytes; /* 0: not known */
  uint64_t n_events;
  const char
    *text; /* NULL: none. Received: in the reader, until its next use; without NUL, of any encoding */
} ConversionMessage;

#define CONVERSION_MESSAGE_MAX  4096
#define CONVERSION_MESSAGE_HEAD 40

/* Longer texts are cut. Blocks while the pipe is full. False: nobody reads it any more. */
bool conversion_message_send (int fd, const ConversionMessage *message);

typedef struct
{
  size_t n; /* of bytes: received and not taken yet */
  uint8_t bytes[CONVERSION_MESSAGE_MAX];
  char text[CONVERSION_MESSAGE_MAX];
} ConversionReader;

/* Reads once, as much as there is and fits. 0: the end; -1: errno. Take all messages between two calls. */
ssize_t conversion_reader_fill (ConversionReader *reader, int fd);

typedef enum
{
  CONVERSION_MESSAGE_TAKEN,
  CONVERSION_MESSAGE_INCOMPLETE, /* fill () first */
  CONVERSION_MESSAGE_BROKEN,     /* no record begins here, and none will */
} ConversionMessageState;

ConversionMessageState conversion_reader_take (ConversionReader *reader, ConversionMessage *ret_message);
