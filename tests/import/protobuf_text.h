/* SPDX-License-Identifier: Apache-2.0
 *
 * Protocol Buffers as text that a person can write, whole or broken: a subset of the language of protoscope
 * (https://github.com/protocolbuffers/protoscope).
 *
 *   1: {                      a message in field 1; its length is that of what is inside
 *     1: -7  2: "a\x00b"      a number, a text
 *     3: 1.5                  a double, because of the point
 *     4: 9i32  5: 9i64        numbers of fixed size
 *     6: !{ 7: 1 }            a group
 *   }
 *   `0aff`                    bytes as they are
 *   # to the end of the line is a comment */

#pragma once

#include <glib.h>

/* Returns the bytes of a text; a text that is not like this ends the program with the line (transfer full). */
GByteArray *protobuf_text_bytes (const char *text, const char *name);
