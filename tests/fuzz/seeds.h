/* SPDX-License-Identifier: Apache-2.0
 *
 * What mutation begins with: the named cases of tests/import/chrome, as texts, compressed, and as the native files and
 * archives that they become; and short recordings of CUPTI records. */

#pragma once

#include <glib.h>

/* The texts of the .json files of a folder, ascending by name: a GPtrArray of GBytes (transfer full). */
GPtrArray *seeds_texts (const char *folder);

/* The databases of the .sql files of a folder (tests/import/database_text.h), likewise. */
GPtrArray *seeds_databases (const char *folder);

/* In a form that a harness ("json", "gzip", "native") takes; at least one of each text that makes one. For "cupti", which
 * takes no texts, recordings. Likewise. */
GPtrArray *seeds_for (const char *harness, const GPtrArray *texts);
