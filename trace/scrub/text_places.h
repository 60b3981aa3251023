/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds in any text what is a path or an address. Paths are absolute ("/data/a", "C:\a", "~/a"), addresses of the web and of
 * files, relative paths of several folders or with the ending of a file ("src/model.py"), and file names with such an ending
 * ("train.py"). Those of public packages ("torch/nn/modules/module.py") are none. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns the length of the path that begins at text[at], or 0 if none does. An absolute one runs on over blanks and brackets
 * to the last slash or ending of a file. O(length of the path). */
size_t text_path_at (const char *text, size_t length, size_t at);

/* Returns the length of the path, blanks and all, before the line of a Python frame: "/a b/c.py(12): f"; or 0. O(length). */
size_t text_frame_path (const char *text, size_t length);

/* Returns whether the whole text is an absolute path, however many blanks it has. */
bool text_is_path (const char *text, size_t length);

/* Returns the ending of a path that tells what kind of file it is, such as ".py", or "". */
const char *text_path_ending (const char *path, size_t length);

/* Returns the length of the IPv4 address that begins at text[at], or 0. */
size_t text_address_at (const char *text, size_t length, size_t at);
