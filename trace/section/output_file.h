/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that appears whole or not at all.
 *
 * Where the file system supports unnamed files (O_TMPFILE), it is written without a name and gets its name when it is
 * complete and on the disk. Until then an existing file keeps that name. A process that is killed leaves nothing
 * behind.
 *
 * Elsewhere, and for libraries that open files by name, it is written as ".NAME.xxxxxxxx.part" in the same folder. The
 * part is locked while its writer runs. A part whose lock is free was left behind by a killed process; the next writer
 * of a file of that name removes it. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct OutputFile OutputFile;

/* Starts a file at path. If path is a symbolic link, the link stays and its target is replaced. The permissions of an
 * existing file are kept. Returns NULL with TRACE_ERROR_UNWRITABLE (no such folder, no permission, not a regular file),
 * TRACE_ERROR_NO_SPACE or TRACE_ERROR_NO_MEMORY. */
OutputFile *output_file_begin (const char *path, GError **error);

/* Returns the descriptor of the file, which is empty at first and open for reading and writing. Borrowed. */
int output_file_fd (const OutputFile *file);

/* Does what output_file_begin () does, for a file that has a name while it is written. */
OutputFile *output_file_begin_named (const char *path, GError **error);

/* Returns the absolute name of the part, for libraries that open files by name, or NULL if the file has no name yet. */
const char *output_file_part (const OutputFile *file);

/* Syncs the file and gives it its name. Call at most once. Returns false with TRACE_ERROR_NO_SPACE or
 * TRACE_ERROR_UNWRITABLE; then nothing has changed. */
bool output_file_commit (OutputFile *file, GError **error);

/* Frees the file; without a commit, nothing of it remains on the disk. NULL is allowed. */
void output_file_free (OutputFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OutputFile, output_file_free)

/* Sets the error for an errno of writing. what is the file's name in the message. */
void output_file_set_error (GError **error, const char *what, int error_number);

/* Puts the file's name before an error of writing whose message does not begin with it, because it names what was read. Other
 * errors stay as they are. */
void output_file_name_in_error (GError **error, const char *what);
