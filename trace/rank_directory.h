/* SPDX-License-Identifier: Apache-2.0
 *
 * Which files of a directory are the ranks of one profile. */

#pragma once

#include <glib.h>

/* Paths (char *, path included) of the regular files of the directory that are named like traces, in the order of
 * their ranks: digits compare as numbers, so that worker10 comes after worker2. Nothing below folders in it. Owned;
 * may be empty. TRACE_ERROR_UNREADABLE. */
GPtrArray *rank_directory_list (const char *path, GError **error);
