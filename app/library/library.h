/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user decided about profiles: views, step patterns, bookmarks. It is stored by profile key (trace/model/trace.h),
 * so that it is found wherever the file lies, in one SQLite database, $XDG_DATA_HOME/stepscope/library.sqlite. The list
 * of all known profiles is in it as well (library_entries.h).
 *
 * library.c opens and migrates the database; library_views.c, library_bookmarks.c, library_entries.c, library_pairs.c,
 * library_costs.c and library_later.c hold the rest.
 *
 * Any thread. A call blocks while another process writes, at most two seconds; make it from a worker thread. The first
 * call opens the database.
 * When the database cannot be written, is damaged or has a newer version, decisions last until the program ends. Views
 * and patterns are then lost silently; library_tell_loss () reports what else is lost. */

#pragma once

#include "trace/model/bookmark.h"
#include "trace/model/trace.h"

typedef struct Library Library;

/* path is NULL for the user's own database. Opens nothing yet; never returns NULL. */
Library *library_new (const char *path);

/* Returns a library that creates, migrates and writes nothing. A missing or unreadable database reads as empty. */
Library *library_new_read_only (const char *path);

void library_free (Library *library);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Library, library_free)

/* Returns the pattern that finds the profile's steps (trace/derive/step.h), or NULL for the default rule. Transfer full. */
char *library_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES]);

/* Stores the pattern; NULL restores the default rule. Nothing is stored under a key of zeros. */
void library_set_steps_pattern (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *pattern);

/* ---- views ---- */

/* Returns the text stored under a name that the caller chooses, such as the visible span; at most LIBRARY_VIEW_MAX bytes.
 * Returns NULL when none is stored. Transfer full. */
#define LIBRARY_VIEW_MAX (4 << 20)
char *library_view (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *what);

/* Stores a text; NULL removes it. A text that is too long is not stored and leaves the old one. Nothing is stored under a
 * key of zeros. */
void
library_set_view (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *what, const char *value);

/* Removes the views of all profiles. Bookmarks and step patterns stay. */
void library_forget_views (Library *library);

/* ---- bookmarks ---- */

/* Returns Bookmark elements in no order, repaired (trace/model/bookmark.h). Transfer full. */
GPtrArray *library_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES]);

/* Adds the bookmark, or replaces the one of the same id. Returns false when it will be lost at the end of the program,
 * which library_tell_loss () has reported; this includes a key of zeros. Waits for another process that writes: ten
 * seconds, or two after such a wait was in vain, until something is stored again. */
bool library_set_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const Bookmark *bookmark);

/* Adds several bookmarks in the same way, all or none. */
bool library_set_bookmarks (Library *library, const uint8_t key[TRACE_KEY_BYTES], const GPtrArray *bookmarks);

bool library_remove_bookmark (Library *library, const uint8_t key[TRACE_KEY_BYTES], const char *id);

/* Sets the function that is called when bookmarks, what the user changed in the list of profiles, pairs of kernels, or
 * prices and samples could not be stored, with a readable reason. It is called once, and again for a loss after something was stored. It runs on the thread that
 * tried. Call this before anything is written. */
void library_tell_loss (Library *library, void (*tell) (const char *reason, gpointer data), gpointer data);

/* ---- writing without waiting ---- */

/* Calls write (library, data) and then free_data (data) on a thread of the library, in the order of the calls. Never
 * blocks. */
void library_later (Library *library,
                    void (*write) (Library *library, gpointer data),
                    gpointer data,
                    GDestroyNotify free_data);

/* Blocks until all pending writes are done. Call this before the program ends, and before reading what may be pending. */
void library_settle (Library *library);

/* Returns whether decisions are kept after the program ends. */
bool library_is_stored (Library *library);
