/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens the files and folders of profiles for reading. A program that reads for somebody else can have each looked at once it
 * is open, when no link can lead elsewhere any more. */

#pragma once

#include <stdbool.h>

/* From here on, files of which may_read (fd, user_data) returns false cannot be opened (EACCES). It is called from any thread.
 * Set it before the first file is opened; NULL allows all. */
void input_file_set_guard (bool (*may_read) (int fd, void *user_data), void *user_data);

/* Does what openat () does for reading: close on exec, without waiting for a pipe or becoming the terminal of the process.
 * more_flags are added, such as O_DIRECTORY. Returns -1 with errno. The caller closes the descriptor. */
int input_file_open (int folder_fd, const char *name, int more_flags);
