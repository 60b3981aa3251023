/* SPDX-License-Identifier: Apache-2.0
 *
 * A place in a profile that somebody wants to come back to, with what they wrote about it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* The numbers are stored: new ones come last. */
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
  char *id; /* a UUID: the same bookmark wherever it is copied to */
  BookmarkKind kind;
  int64_t begin_ns,
    end_ns;           /* end >= begin; equal for a time; of a slice its own, also where it is not found */
  char *slice;        /* trace/model/slice_identity.h; "" for none */
  unsigned colour;    /* below BOOKMARK_COLOURS */
  char *title, *note; /* plain text in valid UTF-8, at most so many bytes; only the note has lines */
  int64_t created_ms, modified_ms; /* since 1970 */
} Bookmark;

/* With a new id, made now. Title and note are empty. slice may be NULL, and is copied. */
Bookmark *bookmark_new (BookmarkKind kind, int64_t begin_ns, int64_t end_ns, const char *slice);
Bookmark *bookmark_copy (const Bookmark *bookmark);
void bookmark_free (Bookmark *bookmark);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Bookmark, bookmark_free)

/* Cut where a character ends; what is no text is replaced. False: nothing became another. */
bool bookmark_set_title (Bookmark *bookmark, const char *title);
bool bookmark_set_note (Bookmark *bookmark, const char *note);
bool bookmark_set_colour (Bookmark *bookmark, unsigned colour);

/* Of numbers and texts from anywhere, what is promised above. Texts may be NULL. */
void bookmark_repair (Bookmark *bookmark);

/* "time", "range", "slice". False: no such kind. */
const char *bookmark_kind_word (BookmarkKind kind);
bool bookmark_kind_find (const char *word, BookmarkKind *ret_kind);

/* By begin, end, id. */
int bookmark_compare (const Bookmark *a, const Bookmark *b);
