/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files of a directory are the ranks of one profile. */

#pragma once

#include <glib.h>

/* Names (char *) of the regular files in the directory that are called like traces, in the order of their ranks:
 * digits compare as numbers, so that worker10 comes after worker2. Nothing below folders in it. Owned; may be
 * empty. fd: of the directory, borrowed; path is for messages only. TRACE_ERROR_UNREADABLE. */
GPtrArray *rank_directory_list (int fd, const char *path, GError **error);
