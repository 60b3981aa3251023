/* SPDX-License-Identifier: Apache-2.0
 *
 * What the library has about one profile, read at once when it is opened. */

#pragma once

#include "app/library/library.h"

/* How the profile was looked at; each is a text that only its owner understands. */
typedef enum
{
  REMEMBERED_SPAN,      /* app/memory/view_text.h */
  REMEMBERED_SELECTION, /* likewise */
  REMEMBERED_MARKS,     /* likewise */
  REMEMBERED_TREE,      /* what is folded, hidden, pinned, and in which order */
  REMEMBERED_ROWS,      /* widgets/timeline/rows/row_place.h */
  N_REMEMBERED
} RememberedView;

/* Under which name the library has it. */
const char *remembered_name (RememberedView view);

typedef struct
{
  uint8_t key[TRACE_KEY_BYTES];
  char *views[N_REMEMBERED]; /* NULL: as by default */
  GPtrArray *bookmarks;      /* of Bookmark */
} Remembered;

/* Blocks for the library; any thread. */
Remembered *remembered_read (Library *library, const uint8_t key[TRACE_KEY_BYTES]);
void remembered_free (Remembered *remembered);
