/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of all known profiles, and the folders in which profiles are looked for, in the library's database.
 *
 * Programs may share the database: library_changed_elsewhere () and revisions tell what others did. Threads, waiting and
 * databases that cannot be written are as of library.h. Every function that changes something returns whether the change
 * will be there after the end of the program; in a database that ends with the program it is made all the same. What the
 * user changes is words, removals and folders; library_tell_loss () reports it when such a change is lost. */

#pragma once

#include "app/library/library.h"
#include "app/library/library_entry.h"

/* Returns the entries (LibraryEntry) changed after the revision, in the order of the changes; all of them after 0.
 * Removed ones are among them, so that a list can be kept up to date. Transfer full. O(entries returned). */
GPtrArray *library_entries (Library *library, int64_t after_revision);

/* Returns the entry of that path, removed or not, or NULL. path is as of library_entry_path (). Transfer full. */
LibraryEntry *library_entry_find (Library *library, const char *path);

/* Stores what files tell: kind, status, reason, size and times of each entry, and what else is known of it. What is not
 * known stays as it is, unless the file has changed: then hardware, ranks, steps and key are not known either. What the user
 * wrote and when a profile was opened stay, and so does a removal. Leaves out entries that are not listed and lie in no
 * folder that is watched now, nor does the link by which they were found. */
bool library_put_found (Library *library, const GPtrArray *entries);

/* Stores that a profile was opened, at opened_ms, with what it told. It is back in the list if it was removed. */
bool library_put_opened (Library *library, const LibraryEntry *entry);

/* Adds entries of profiles that were opened before there was this list; those that are known, removed ones included,
 * stay as they are. */
bool library_put_recent (Library *library, const GPtrArray *entries);

/* Stores why a known profile cannot be opened. Does nothing if it is not known. */
bool library_put_failed (Library *library, const char *path, const char *reason);

/* Stores what the user wrote about a known profile; a text that is NULL stays as it is. tags is tidied
 * (library_tags_tidy ()). */
bool library_set_words (Library *library,
                        const char *path,
                        const char *display_name,
                        const char *tags,
                        const char *note);

/* Takes entries (char *: paths) off the list, or puts them back. Touches no file. */
bool library_set_removed (Library *library, const GPtrArray *paths, bool is_removed);

/* Takes entries (char *: paths) off the list because their files are gone; they come back with their files. Entries that
 * were opened meanwhile, or about which the user wrote something, stay. */
bool library_drop (Library *library, const GPtrArray *paths);

/* Returns the watched folders (char *: absolute paths) in the order in which they were added. Transfer full. */
GPtrArray *library_folders (Library *library);
bool library_add_folder (Library *library, const char *path);

/* Stops looking into the folder. Entries that lie in no other watched folder, were never opened, and about which the user
 * wrote nothing are taken off the list. */
bool library_remove_folder (Library *library, const char *path);

/* Returns whether the path is that of the folder or of something in it, at any depth. */
bool library_is_below (const char *path, const char *folder);

/* Returns whether the entry was never opened and the user wrote nothing about it. */
bool library_is_only_found (const LibraryEntry *entry);

/* Returns a number that changes whenever another connection, of this or of another program, has changed the database;
 * changes made through this library do not count. */
int64_t library_changed_elsewhere (Library *library);
