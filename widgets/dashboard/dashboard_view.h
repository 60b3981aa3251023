/* SPDX-License-Identifier: Apache-2.0
 *
 * The dashboard on the screen: the cards in a page that scrolls, as the user arranged them. Shows figures that others
 * compute, and takes who clicks on one to the events behind it. Main thread.
 *
 * Property "panes" (GStrv): the arrangement, as pane_arrangement_entries ().
 * Signals: "arranged" (): other sections may be needed; "again" (): figures that may come out better are wanted; "save-pane" (PaneCard card); "add-histogram" (). */

#pragma once

#include <gtk/gtk.h>

#include "widgets/dashboard/pane_card.h"
#include "widgets/dashboard/sections/dashboard_data.h"
#include "widgets/state/view_state.h"

#define DASHBOARD_TYPE_VIEW (dashboard_view_get_type ())
G_DECLARE_FINAL_TYPE (DashboardView, dashboard_view, DASHBOARD, VIEW, GtkWidget)

/* state is referenced. */
GtkWidget *dashboard_view_new (ViewState *state);

/* Shows figures in the cards of which all sections are there; to be called again when there are more. The other cards
 * keep what they show, which is of the scope before, or turn grey. Cards that are scrolled away follow a little later, one
 * after the other. Referenced. */
void dashboard_view_show (DashboardView *view, DashboardData *data, bool keep_others);

/* What the cards need; and whether all of it is shown. */
SectionMask dashboard_view_sections (DashboardView *view);
bool dashboard_view_has_data (DashboardView *view);

/* What the cards need of which a part is on the screen, not scrolled away. */
SectionMask dashboard_view_sections_on_screen (DashboardView *view);

/* The annotations whose histograms are shown, and the names of the queries: what figures are to be begun with. Transfer
 * full. */
char **dashboard_view_annotations (DashboardView *view);
char **dashboard_view_queries (DashboardView *view);

/* Shows a histogram of that annotation, or the query of that name, and moves to it; false: there are as many as there may
 * be. */
bool dashboard_view_add_histogram (DashboardView *view, const char *annotation);
bool dashboard_view_add_query (DashboardView *view, const char *name);
