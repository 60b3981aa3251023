/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that the library stores about one profile, read in one go when the profile is opened. */

#pragma once

#include "app/library/library.h"

/* The parts of a view; each is a text in its owner's own form. */
typedef enum
{
  REMEMBERED_SPAN,      /* app/memory/view_text.h */
  REMEMBERED_SELECTION, /* app/memory/view_text.h */
  REMEMBERED_MARKS,     /* app/memory/view_text.h */
  REMEMBERED_RANKS,     /* widgets/state/rank_choice.h */
  REMEMBERED_TREE,      /* folded, hidden and pinned rows, and their order */
  REMEMBERED_ROWS,      /* widgets/timeline/rows/row_place.h */
  REMEMBERED_GROUPS,    /* widgets/dashboard/pane/group_names.h */
  REMEMBERED_DISMISSED, /* widgets/dashboard/findings/dismissed_findings.h */
  N_REMEMBERED
} RememberedView;

/* Returns the name under which the library stores this part. */
const char *remembered_name (RememberedView view);

typedef struct
{
  uint8_t key[TRACE_KEY_BYTES];
  char *views[N_REMEMBERED]; /* NULL for the default */
  GPtrArray *bookmarks;      /* of Bookmark */
} Remembered;

/* Blocks while it reads the library; any thread. */
Remembered *remembered_read (Library *library, const uint8_t key[TRACE_KEY_BYTES]);
void remembered_free (Remembered *remembered);
