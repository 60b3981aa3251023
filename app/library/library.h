/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user decided about profiles, kept by profile key (trace/model/trace.h), so that it is found again wherever the
 * file lies: one SQLite database, $XDG_DATA_HOME/stepscope/library.sqlite.
 *
 * library.c opens it and brings it up to date; library_views.c, library_bookmarks.c and library_later.c are the rest.
 *
 * Any thread; calls block for as long as another process writes, two seconds at most, so they belong in workers. The
 * first of them opens the database.
 * Where the database cannot be written, or is damaged, or of a newer version, decisions last as long as the program
 * runs. Views and patterns are lost without a word then; of bookmarks it is told: library_tell_loss (). */

#pragma once

#include "trace/model/bookmark.h"
#include "trace/model/trace.h"

typedef struct Library Library;

/* path NULL: the user's own. Nothing is opened yet. Never NULL. */
Library *library_new (const char *path);

/* For programs that only tell what is remembered: nothing is made, migrated or written, and nothing is remembered
 * where there is no database, or none that can be read. */
Library *library_new_read_only (const char *path);

void library_free (Library *library);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Library, library_free)

/* The pattern that steps of the profile are found by (trace/derive/step.h); NULL: the rule. Transfer full. */
char *library_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES]);

/* pattern NULL: back to the rule. A key of zeros is nobody's and is not stored. */
void library_set_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *pattern);

/* ---- how a profile was looked at ---- */

/* A text under a name of the caller's, such as what was in view, at most LIBRARY_VIEW_MAX bytes; NULL: none is
 * remembered. Transfer full. */
#define LIBRARY_VIEW_MAX (4 << 20)
char *library_view (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *what);

/* value NULL: nothing is remembered under that name. One that is too long leaves what is remembered as it is. A key of
 * zeros is nobody's. */
void
library_set_view (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *what, const char *value);

/* Of all profiles. Bookmarks and patterns for steps stay. */
void library_forget_views (Library *library);

/* ---- bookmarks ---- */

/* Of Bookmark, in no order; repaired (trace/model/bookmark.h). Transfer full. */
GPtrArray *library_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES]);

/* Adds it, or replaces the one of the same id. A key of zeros is nobody's. False: it will not outlive the program, which
 * was told (library_tell_loss ()). Another process that writes is waited for, ten seconds until one was in vain. */
bool library_set_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const Bookmark *bookmark);

/* Many likewise, of Bookmark: all, or none. */
bool library_set_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES], const GPtrArray *bookmarks);

bool library_remove_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *id);

/* Calls tell once, when bookmarks could not be stored for the first time, on the thread that tried, with a reason for
 * people. To be called before anything is written. */
void library_tell_loss (Library *library, void (*tell) (const char *reason, gpointer data), gpointer data);

/* ---- writing without waiting ---- */

/* Calls write (library, data) on a thread of the library's own, one after the other, then free_data (data). Never
 * blocks. */
void library_later (Library *library,
                    void (*write) (Library *library, gpointer data),
                    gpointer data,
                    GDestroyNotify free_data);

/* Blocks until all of those have been called: before the program ends, and before reading what may just be written. */
void library_settle (Library *library);

/* Whether decisions outlive the program. */
bool library_is_stored (Library *library);
