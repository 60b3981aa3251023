/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that nobody else sees: they have no name, and are gone when nothing has them open or mapped any more. */

#pragma once

/* Empty, open for reading and writing, close-on-exec: in the cache directory, so that it takes disk and not memory;
 * where that cannot be written, in memory. -1: errno. */
int scratch_file_new (void);
