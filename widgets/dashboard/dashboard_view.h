/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard on the screen: a scrolling page of cards as the user arranged them. It shows figures
 * computed elsewhere, and a click leads to the events behind a figure. Main thread.
 *
 * Property "panes" (GStrv): the arrangement, as in pane_arrangement_entries (). Property "group-names" (string): what the
 * user calls process groups (widgets/dashboard/pane/group_names.h); pass it on when computing figures. Signal "rename-group"
 * (int): the user wants to give the group of that index a name, or any if it is -1. Property "dismissed" (string): the
 * findings that the user does not want to see (widgets/dashboard/findings/dismissed_findings.h); pass it on, too. Signals
 * "dismiss" (string): the user wants to dismiss the finding of the rule of that id; "finding-rules": to change the rules. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane_card.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/state/view_state.h"

#define DASHBOARD_TYPE_VIEW (dashboard_view_get_type ())
G_DECLARE_FINAL_TYPE (DashboardView, dashboard_view, DASHBOARD, VIEW, GtkWidget)

/* Takes a reference to state. */
GtkWidget *dashboard_view_new (ViewState *state);

/* Shows figures in the cards whose sections are all there; call it again when more are there. Other cards
 * keep the figures of the previous scope or turn grey. Cards outside the visible part follow a little
 * later, one by one. Takes a reference. */
void dashboard_view_show (DashboardView *view, DashboardData *data, bool keep_others);

/* Returns the sections that the cards need, and whether all of them are shown. */
SectionMask dashboard_view_sections (DashboardView *view);
bool dashboard_view_has_data (DashboardView *view);

/* Returns the sections that the visible cards need, without findings: these may take so long that nothing waits for them. */
SectionMask dashboard_view_sections_on_screen (DashboardView *view);

/* Returns the annotations whose histograms are shown, and the names of the queries; pass them on when
 * computing figures. Transfer full. */
char **dashboard_view_annotations (DashboardView *view);
char **dashboard_view_queries (DashboardView *view);

/* Dismisses the finding of a rule, or with reason NULL shows it again. */
void dashboard_view_dismiss (DashboardView *view, const FindingRule *rule, const char *reason);

/* Adds a histogram of that annotation, or the query of that name, and scrolls to it. Returns false if the
 * number of panes is at its limit. */
bool dashboard_view_add_histogram (DashboardView *view, const char *annotation);
bool dashboard_view_add_query (DashboardView *view, const char *name);
