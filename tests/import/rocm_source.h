/* SPDX-License-Identifier: Apache-2.0
 *
 * The cases of tests/import/rocm as bytes of a source file. */

#pragma once

#include <glib.h>

/* Returns the bytes of a case (transfer full). That of a .json file is the file; that of a .sql file is a
 * database (database_text.h). */
GByteArray *rocm_source_bytes (const char *path);

/* Returns the paths of all cases, ascending (transfer full). */
GPtrArray *rocm_source_cases (void);
