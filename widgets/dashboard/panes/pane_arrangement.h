/* SPDX-License-Identifier: Apache-2.0
 *
 * The panes that the user chose to see, their order, and their options. It is the same for all profiles; a profile shows
 * those panes that apply to it. Any thread, one at a time. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

typedef struct
{
  const Pane *pane;
  PaneOptions options; /* the name is owned by the item */
  bool is_hidden;
} PaneItem;

typedef struct PaneArrangement PaneArrangement;

/* The maximum number of histograms, and of queries, that the user may add. */
#define PANE_ADDED_MAX 16

/* Creates the default arrangement: all panes of the table in panes.c. */
PaneArrangement *pane_arrangement_new (void);
void pane_arrangement_free (PaneArrangement *panes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaneArrangement, pane_arrangement_free)

/* Returns the arrangement as texts, to be saved: for each item "id", followed where they apply by ",hidden", ",rows=20",
 * ",other", ",figure=idle" for each choice and, last, ",name=...". The default arrangement has no texts. NULL-terminated; free with g_strfreev (). */
char **pane_arrangement_entries (const PaneArrangement *panes);

/* Replaces the arrangement. Leaves out entries of unknown panes and repeated ones. Panes without an entry come after
 * those that they follow by default. entries NULL sets the default. Returns true if the arrangement changed. */
bool pane_arrangement_read (PaneArrangement *panes, const char *const *entries);
bool pane_arrangement_is_default (const PaneArrangement *panes);

size_t pane_arrangement_count (const PaneArrangement *panes);
const PaneItem *pane_arrangement_item (const PaneArrangement *panes, size_t i);

/* Returns the item of a pane with that name (NULL for panes that exist once), or pane_arrangement_count (). */
size_t pane_arrangement_find (const PaneArrangement *panes, const Pane *pane, const char *name);

/* Writes the indices of the items that a profile shows, in order. Returns their number, at most DASHBOARD_PANES_MAX. */
size_t pane_arrangement_shown (const PaneArrangement *panes, const Profile *profile, size_t *ret_items);

/* Moves an item to the position of another one. The items between them shift by one towards the old position. */
void pane_arrangement_move (PaneArrangement *panes, size_t item, size_t to);

/* Returns the next shown item before (by < 0) or after the item, or pane_arrangement_count (). */
size_t pane_arrangement_neighbour (const PaneArrangement *panes, const Profile *profile, size_t item, int by);

void pane_arrangement_set_hidden (PaneArrangement *panes, size_t item, bool is_hidden);
void pane_arrangement_set_rows (PaneArrangement *panes, size_t item, uint32_t n_rows);
void pane_arrangement_set_other (PaneArrangement *panes, size_t item, bool is_other);
void pane_arrangement_set_choice (PaneArrangement *panes, size_t item, unsigned choice, unsigned word);

/* Adds a pane that can exist several times (Pane.knows), such as the histogram of an annotation, as the last item. If
 * it exists, it is shown again. Returns false if there are already as many as possible, or if the name is empty. */
bool pane_arrangement_add (PaneArrangement *panes, const Pane *pane, const char *name);

/* Removes the item of an added pane. */
void pane_arrangement_remove (PaneArrangement *panes, size_t item);

/* Returns the names of the shown items of a pane. NULL-terminated; free with g_strfreev (). */
char **pane_arrangement_names (const PaneArrangement *panes, const Pane *pane);
