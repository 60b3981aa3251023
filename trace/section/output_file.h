/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that appears whole or not at all.
 *
 * It is written without a name where the file system has such files (O_TMPFILE), and takes its own name when it is
 * complete and on the disk. Until then what had that name keeps it. A process that is killed leaves nothing behind.
 *
 * Elsewhere, and for libraries that open files by name, it is written as ".NAME.xxxxxxxx.part" in the same folder. The
 * part is locked while its writer lives. One whose lock is free was left behind by a process that was killed; the next
 * that writes a file of the same name removes it. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct OutputFile OutputFile;

/* path: where the file will be; a symbolic link keeps pointing where it does. An existing file's permissions stay.
 * NULL: TRACE_ERROR_UNWRITABLE (no such folder, no permission, not a regular file), TRACE_ERROR_NO_SPACE,
 * TRACE_ERROR_NO_MEMORY. */
OutputFile *output_file_begin (const char *path, GError **error);

/* Empty at first, open for reading and writing; borrowed. */
int output_file_fd (const OutputFile *file);

/* As output_file_begin (), of a file that has a name while it is written. */
OutputFile *output_file_begin_named (const char *path, GError **error);

/* The absolute name of the part, for libraries that open files by name. NULL where the file has no name yet. */
const char *output_file_part (const OutputFile *file);

/* Syncs and renames. At most once. False: TRACE_ERROR_NO_SPACE, TRACE_ERROR_UNWRITABLE; nothing has changed. */
bool output_file_commit (OutputFile *file, GError **error);

/* Without a commit before, nothing is left of it. NULL is allowed. */
void output_file_free (OutputFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OutputFile, output_file_free)

/* Sets the error that an errno of writing means; what: the file, for the message. */
void output_file_set_error (GError **error, const char *what, int error_number);
