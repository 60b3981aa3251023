/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user decided about names of kernels, as the comparisons of a window use it. It is remembered in the library, and
 * each decision can be undone. Main thread, unless a function says otherwise.
 *
 * Signal "changed" (): something was decided, or undone. */

#pragma once

#include <gtk/gtk.h>

#include "app/library/library_pairs.h"
#include "trace/compare/matching/kernel_matching.h"

#define REMEMBERED_TYPE_PAIRS (remembered_pairs_get_type ())
G_DECLARE_FINAL_TYPE (RememberedPairs, remembered_pairs, REMEMBERED, PAIRS, GObject)

/* library must outlive it. */
RememberedPairs *remembered_pairs_new (Library *library);

/* Returns HandPair elements for a comparison, each decision in both directions: a kernel that replaced another may be that of
 * the baseline. Transfer full. Any thread; waits for the database. */
GArray *remembered_pairs_read (RememberedPairs *pairs);

/* Decides about two exact names, which differ. before: what was decided about them. A toast over widget says it, and its
 * Undo restores that. */
void remembered_pairs_decide (RememberedPairs *pairs,
                              GtkWidget *widget,
                              const char *name,
                              const char *other,
                              PairDecision decision,
                              PairDecision before);
