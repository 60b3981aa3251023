/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads messages, each a line, from a descriptor. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* A longer line is passed over without being kept. */
#define MESSAGE_BYTES_MAX (1 << 20)

typedef struct MessageLines MessageLines;

/* Borrows fd. */
MessageLines *message_lines_new (int fd);
void message_lines_free (MessageLines *lines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MessageLines, message_lines_free)

typedef enum
{
  MESSAGE_LINE,
  MESSAGE_TOO_LONG,
  MESSAGE_END, /* of the input, or it cannot be read */
} MessageLine;

/* Waits for the next line that is not empty. *ret_text is valid until the next call; JSON_PADDING bytes of 0 follow it. A
 * last line needs no newline. */
MessageLine message_lines_next (MessageLines *lines, const char **ret_text, size_t *ret_length);
