/* SPDX-License-Identifier: Apache-2.0
 *
 * A place in a profile that a person marked, with their title and note. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The numbers are stored in files; add new kinds at the end. */
typedef enum
{
  BOOKMARK_TIME,
  BOOKMARK_RANGE,
  BOOKMARK_SLICE,
  N_BOOKMARK_KINDS
} BookmarkKind;

#define BOOKMARK_COLOURS   6
#define BOOKMARK_TITLE_MAX 512
#define BOOKMARK_NOTE_MAX  (64 * 1024)

typedef struct
{
  char *id; /* a UUID, which copies of the bookmark keep */
  BookmarkKind kind;
  int64_t begin_ns,
    end_ns;    /* end >= begin; equal for a time; for a slice its own times, even if the slice is not found */
  char *slice; /* trace/model/slice_identity.h; "" for none */
  unsigned colour;    /* below BOOKMARK_COLOURS */
  char *title, *note; /* valid UTF-8 of at most BOOKMARK_..._MAX bytes; only the note has several lines */
  int64_t created_ms, modified_ms; /* since 1970 */
} Bookmark;

/* Makes a bookmark with a new id and the current time. Title and note are empty. slice may be NULL; it is copied. */
Bookmark *bookmark_new (BookmarkKind kind, int64_t begin_ns, int64_t end_ns, const char *slice);
Bookmark *bookmark_copy (const Bookmark *bookmark);
void bookmark_free (Bookmark *bookmark);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Bookmark, bookmark_free)

/* Set a property. Texts are cut between characters when too long, and invalid UTF-8 is replaced. Return false if
 * nothing changed. */
bool bookmark_set_title (Bookmark *bookmark, const char *title);
bool bookmark_set_note (Bookmark *bookmark, const char *note);
bool bookmark_set_colour (Bookmark *bookmark, unsigned colour);

/* Makes a bookmark that was filled from an untrusted source valid, as promised above. Its texts may be NULL. */
void bookmark_repair (Bookmark *bookmark);

/* Convert between a kind and its word, "time", "range" or "slice". Finding returns false for any other word. */
const char *bookmark_kind_word (BookmarkKind kind);
bool bookmark_kind_find (const char *word, BookmarkKind *ret_kind);

/* Compares by begin, then end, then id. */
int bookmark_compare (const Bookmark *a, const Bookmark *b);
