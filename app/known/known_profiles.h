/* SPDX-License-Identifier: Apache-2.0
 *
 * All known profiles, in step with the library, with other programs that write to it, and with the files. There is one for
 * the program. Main thread; it never blocks: the library and the files are read and written on other threads.
 *
 * While it is watched, changes by other programs show within half a second, and those of files in watched folders within a
 * second or two of when the system tells of them, or later where a look at all files takes long; a file that grows is looked
 * at every two seconds. Where the system tells of no changes,
 * as on network file systems, files are looked at when watching begins.
 *
 * Signal "changed" (): the list or the folders are others. */

#pragma once

#include <gio/gio.h>

#include "app/known/known_profile.h"
#include "app/library/library.h"
#include "widgets/state/profile.h"

#define KNOWN_TYPE_PROFILES (known_profiles_get_type ())
G_DECLARE_FINAL_TYPE (KnownProfiles, known_profiles, KNOWN, PROFILES, GObject)

/* The library must outlive the program's worker threads. */
KnownProfiles *known_profiles_new (Library *library);

/* Calls are counted: it watches from the first known_profiles_watch () until each was undone. */
void known_profiles_watch (KnownProfiles *known);
void known_profiles_unwatch (KnownProfiles *known);

/* Returns whether the library was read, which takes a moment after watching began. */
bool known_profiles_is_read (KnownProfiles *known);

/* Returns KnownProfile elements in no order. Borrowed; valid until "changed". */
const GPtrArray *known_profiles_list (KnownProfiles *known);

/* Returns the profile of that path (library_entry_path ()), borrowed, or NULL. */
KnownProfile *known_profiles_find (KnownProfiles *known, const char *path);

/* Returns the watched folders (char *: paths). Borrowed; valid until "changed". */
const GPtrArray *known_profiles_folders (KnownProfiles *known);

/* Returns whether folders are looked into that were not looked into before: profiles may be missing in the list. "changed"
 * tells when that is over. */
bool known_profiles_is_looking (KnownProfiles *known);

/* Returns whether a watched folder has more in it than is looked at (app/known/folder_scan.h). */
bool known_profiles_was_bounded (KnownProfiles *known);

/* Returns whether changes are kept after the program ends. */
bool known_profiles_is_stored (KnownProfiles *known);

/* The user's changes. library_tell_loss () reports one that cannot be stored. */
void known_profiles_add_folder (KnownProfiles *known, const char *path);
void known_profiles_remove_folder (KnownProfiles *known, const char *path);

/* A text that is NULL stays as it is. Texts that cannot be stored are kept for another try, as known_profiles_unsaved ()
 * returns them. */
void known_profiles_set_words (KnownProfiles *known,
                               const char *path,
                               const char *display_name,
                               const char *tags,
                               const char *note);

/* What the user wrote about a profile; NULL for what could be stored, or was not written. */
typedef struct
{
  char *display_name, *tags, *note;
} KnownWords;

/* Returns what could not be stored when it was last written, or NULL if there is nothing. Borrowed; valid until the main
 * loop runs. */
const KnownWords *known_profiles_unsaved (KnownProfiles *known, const char *path);

/* Takes profiles (char *: paths) off the list, or puts them back. No file is touched. */
void known_profiles_set_removed (KnownProfiles *known, const GPtrArray *paths, bool is_removed);

/* Stores that a profile was opened now, or why a known one cannot be opened. */
void known_profiles_note_opened (KnownProfiles *known, const Profile *profile);
void known_profiles_note_failed (KnownProfiles *known, const char *path, const char *reason);

/* Adds profiles that were opened before there was a library: LibraryEntry elements with opened_ms and a path, which may have
 * links. Those that are known stay as they are, and those that no longer exist are left out. */
void known_profiles_add_recent (KnownProfiles *known, GPtrArray *entries);
