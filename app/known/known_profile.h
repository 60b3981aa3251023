/* SPDX-License-Identifier: Apache-2.0
 *
 * A known profile as it is listed and searched: its entry in the library with the texts that are shown. Immutable,
 * reference-counted; any thread. */

#pragma once

#include "app/library/library_entry.h"

/* The texts that a search looks in, without case; each field for itself, and in any of them. */
typedef enum
{
  KNOWN_NAME, /* the shown name and that of the file */
  KNOWN_TAG,  /* " nightly h100 ", so that whole tags can be told */
  KNOWN_NOTE,
  KNOWN_STATUS, /* its English word and the shown one */
  KNOWN_DATE,   /* "2022-08-22 21:24" */
  KNOWN_GPU,
  KNOWN_KIND,
  KNOWN_FOLDER, /* the whole path */
  N_KNOWN_FIELDS
} KnownField;

typedef struct
{
  LibraryEntry *entry;
  char *name;    /* the user's name for it, else that of the file without its endings */
  char *folder;  /* that it lies in, with "~" for the home directory */
  char *created; /* "2022-08-22 21:24" in local time; "" when it is not known */
  char *fields[N_KNOWN_FIELDS];
} KnownProfile;

/* Takes the entry. */
KnownProfile *known_profile_new (LibraryEntry *entry);
KnownProfile *known_profile_ref (KnownProfile *profile);
void known_profile_unref (KnownProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KnownProfile, known_profile_unref)

/* Translated and static. Both are "" for what is not known. */
const char *known_status_word (EntryStatus status);
const char *known_kind_word (EntryKind kind);

/* Returns a text without case and composition, as the fields are. Transfer full. */
char *known_folded (const char *text);
