/* SPDX-License-Identifier: Apache-2.0
 *
 * The cases of tests/import/rocm as bytes of a source file. */

#pragma once

#include <glib.h>

/* Returns the bytes of a case (transfer full). That of a .json file is the file; a .sql file is run over an empty database,
 * behind the file that its first line names: "-- base: NAME". */
GByteArray *rocm_source_bytes (const char *path);

/* Returns the paths of all cases, ascending (transfer full). */
GPtrArray *rocm_source_cases (void);
