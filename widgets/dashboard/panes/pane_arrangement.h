/* SPDX-License-Identifier: Apache-2.0
 *
 * Which panes the user sees, in which order, and what was chosen about each: the same for all profiles, of which each
 * shows the panes that apply to it. Any thread, one at a time. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

typedef struct
{
  const Pane *pane;
  PaneOptions options; /* the name is the item's */
  bool is_hidden;
} PaneItem;

typedef struct PaneArrangement PaneArrangement;

/* Histograms, and queries, that the user may add at most. */
#define PANE_ADDED_MAX 16

/* All panes, as they are in the table of panes.c. */
PaneArrangement *pane_arrangement_new (void);
void pane_arrangement_free (PaneArrangement *panes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaneArrangement, pane_arrangement_free)

/* As texts, to be remembered: for each item "id", with ",hidden", ",rows=20", ",other", and last ",name=..." where that is
 * so. Of the default arrangement there are none. Transfer full. */
char **pane_arrangement_entries (const PaneArrangement *panes);

/* Replaces the arrangement. Leaves out entries of unknown panes and repeated ones. Panes without an entry come after
 * those that they follow by default. entries NULL sets the default. Returns true if the arrangement changed. */
bool pane_arrangement_read (PaneArrangement *panes, const char *const *entries);
bool pane_arrangement_is_default (const PaneArrangement *panes);

size_t pane_arrangement_count (const PaneArrangement *panes);
const PaneItem *pane_arrangement_item (const PaneArrangement *panes, size_t i);

/* Returns the item of a pane with that name (NULL for panes that exist once), or pane_arrangement_count (). */
size_t pane_arrangement_find (const PaneArrangement *panes, const Pane *pane, const char *name);

/* The items that a profile shows, as indices in order; returns their number, at most DASHBOARD_PANES_MAX. */
size_t pane_arrangement_shown (const PaneArrangement *panes, const Profile *profile, size_t *ret_items);

/* Moves the item to where another one is, which makes room to the side that it comes from. */
void pane_arrangement_move (PaneArrangement *panes, size_t item, size_t to);

/* Returns the next shown item before (by < 0) or after the item, or pane_arrangement_count (). */
size_t pane_arrangement_neighbour (const PaneArrangement *panes, const Profile *profile, size_t item, int by);

void pane_arrangement_set_hidden (PaneArrangement *panes, size_t item, bool is_hidden);
void pane_arrangement_set_rows (PaneArrangement *panes, size_t item, uint32_t n_rows);
void pane_arrangement_set_other (PaneArrangement *panes, size_t item, bool is_other);

/* Adds a pane that can exist several times (Pane.knows), such as the histogram of an annotation, as the last item. If
 * it exists, it is shown again. Returns false if there are already as many as possible, or if the name is empty. */
bool pane_arrangement_add (PaneArrangement *panes, const Pane *pane, const char *name);

/* Of a pane that was added. */
void pane_arrangement_remove (PaneArrangement *panes, size_t item);

/* The names with which that pane is shown; NULL-terminated. Transfer full. */
char **pane_arrangement_names (const PaneArrangement *panes, const Pane *pane);
