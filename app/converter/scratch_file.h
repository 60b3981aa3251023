/* SPDX-License-Identifier: Apache-2.0
 *
 * Files without a name. They are freed when they are no longer open or mapped. */

#pragma once

/* Returns an empty file, open for reading and writing and close-on-exec, or -1 with errno set. It lies in the cache
 * directory, so that it uses disk and not memory; where that directory cannot be written, it lies in memory. */
int scratch_file_new (void);
