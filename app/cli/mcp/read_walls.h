/* SPDX-License-Identifier: Apache-2.0
 *
 * Has the system itself refuse what a server for agents never needs (Landlock, Linux 5.13): reading outside the allowed
 * folders and the program's own places (libraries, fonts, configuration, cache), running programs, and writing outside the
 * cache and the folders of temporary files. It adds to app/cli/mcp/allowed_paths.h, which decides what a client may open. */

#pragma once

#include <stdbool.h>

/* Puts up the walls for this thread and all that it starts from now on. folders end with NULL. writes_cache says whether the
 * cache of profiles may be written. Returns false where the system has no Landlock; nothing is refused then. It cannot be
 * undone. */
bool read_walls_put_up (const char *const *folders, bool writes_cache);
