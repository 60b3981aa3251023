/* SPDX-License-Identifier: Apache-2.0
 *
 * Folders of SageMaker jobs as text, for tests. A line that begins with @ is one of these; other lines are the contents of the
 * file that was named last.
 *
 *   @file PATH           a file
 *   @gzip PATH           a file whose contents are compressed
 *   @cut N               the last N bytes of that file are missing
 *   @repeat N TEXT       N times TEXT, without an end of line
 *   @folder PATH         an empty folder
 *   @link PATH TARGET    a symbolic link
 *   @fifo PATH           a pipe
 *
 * Paths are below the folder; \xNN in one is a byte. What cannot be made is left out: a fuzzer writes these texts, too. */

#pragma once

#include <glib.h>

/* Makes the folder below a new one in the folder for temporary files. Returns its path; transfer full. */
char *job_folder_make (const char *text, gsize length);

/* Removes a folder with everything in it. Links are not followed. */
void job_folder_remove (const char *path);

/* Returns the paths of tests/import/sagemaker with that suffix, in their order. Transfer full. */
GPtrArray *job_folder_cases (void);
