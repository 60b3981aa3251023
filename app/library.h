/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user decided about profiles, kept by profile key (trace/trace.h), so that it is found again wherever the
 * file lies: one SQLite database, $XDG_DATA_HOME/stepscope/library.sqlite.
 *
 * Any thread; calls block for as long as another process writes, two seconds at most, so they belong in workers. The
 * first of them opens the database.
 * Nothing here fails visibly: where the database cannot be written, or is damaged, or of a newer version, decisions
 * last as long as the program runs. */

#pragma once

#include "trace/trace.h"

typedef struct Library Library;

/* path NULL: the user's own. Nothing is opened yet. Never NULL. */
Library *library_new (const char *path);
void library_free (Library *library);

/* The pattern that steps of the profile are found by (trace/step.h); NULL: the rule. Transfer full. */
char *library_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES]);

/* pattern NULL: back to the rule. A key of zeros is nobody's and is not stored. */
void library_set_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *pattern);

/* Whether decisions outlive the program. */
bool library_is_stored (Library *library);
