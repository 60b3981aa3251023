/* SPDX-License-Identifier: Apache-2.0
 *
 * The cases of tests/import/xspace as bytes of a source file. */

#pragma once

#include <glib.h>

/* Returns the bytes of a case (transfer full); see protobuf_text.h. */
GByteArray *xspace_source_bytes (const char *path);

/* Returns the paths of all cases, ascending (transfer full). */
GPtrArray *xspace_source_cases (void);
