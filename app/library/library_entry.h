/* SPDX-License-Identifier: Apache-2.0
 *
 * One profile of the list of all known profiles: where it lies, what its file tells, and what the user wrote about it.
 *
 * A text is never NULL; "" stands for none. A number of -1 is not known. */

#pragma once

#include "trace/model/profile_format.h"
#include "trace/model/trace.h"

/* The format of a file is its kind. The database stores these numbers. */
typedef enum
{
  ENTRY_KIND_UNKNOWN = PROFILE_FORMAT_NONE,
  ENTRY_KIND_KINETO = PROFILE_FORMAT_KINETO, /* a trace of PyTorch */
  ENTRY_KIND_CHROME = PROFILE_FORMAT_CHROME, /* another Chrome JSON trace */
  ENTRY_KIND_NATIVE = PROFILE_FORMAT_NATIVE,
  ENTRY_KIND_ARCHIVE = PROFILE_FORMAT_ARCHIVE,
  ENTRY_KIND_RANKS = 5, /* a folder with a file per rank */
  N_ENTRY_KINDS = N_PROFILE_FORMATS
} EntryKind;

typedef enum
{
  ENTRY_STATUS_UNKNOWN,
  ENTRY_IN_PROGRESS, /* the file was written to a moment ago */
  ENTRY_COMPLETED,
  ENTRY_STOPPED, /* the file ends early */
  ENTRY_FAILED,  /* it cannot be opened, or is gone; reason says why */
  N_ENTRY_STATUSES
} EntryStatus;

typedef struct
{
  char *path; /* absolute, without links, in the encoding of file names; identifies the entry */

  /* What the user wrote. */
  char *display_name;
  char *note;
  char *tags; /* words separated by single spaces */

  /* What the file tells. */
  EntryKind kind;
  EntryStatus status;
  char *reason;        /* why the status is what it is, as a sentence in the language of its time */
  char *hardware;      /* "8 × A100-SXM4-40GB" */
  int64_t n_ranks;     /* -1 until a profile was opened, unless its name tells */
  int64_t n_steps;     /* -1 until a profile was opened */
  int64_t created_s;   /* since 1970; when the recording began, else when the file was written */
  int64_t size_bytes;  /* of the file, or of all files of the folder */
  int64_t modified_ns; /* since 1970; when the file, or the newest file of the folder, was last written */
  int64_t opened_ms;   /* since 1970; when it was last opened; 0 for never */
  uint8_t key[TRACE_KEY_BYTES]; /* of the profile (trace/model/trace.h); zeros until it was opened */

  char *link; /* in a watched folder, by which it was found; NULL: none. Not stored */

  bool is_removed;  /* it was taken off the list, by the user or because of comes_back */
  bool comes_back;  /* it went with its folder or its file, and comes back with it */
  int64_t revision; /* grows with every change of any entry */
} LibraryEntry;

/* Returns an entry about whose file nothing is known. path is copied. */
LibraryEntry *library_entry_new (const char *path);
void library_entry_free (LibraryEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LibraryEntry, library_entry_free)

/* Replaces an owned text. NULL stands for "". */
void library_entry_set (char **text, const char *value);

/* Returns the user's words without commas, each once, separated by single spaces. Transfer full. */
char *library_tags_tidy (const char *written);

/* Returns the path as entries have it: absolute and without links, or without dots alone where nothing exists at the
 * path. Transfer full. */
char *library_entry_path (const char *path);
