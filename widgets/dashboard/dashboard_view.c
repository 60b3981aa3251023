/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_view.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/dashboard_grid.h"

struct _DashboardView
{
  GtkWidget parent;

  ViewState *state;
  DashboardData *data;
  GtkWidget *scroller, *grid;
};

G_DEFINE_FINAL_TYPE (DashboardView, dashboard_view, GTK_TYPE_WIDGET)

/* ---- to the events ---- */

/* Shows a stretch of time with half of its length at both sides: what came before and after explains it. */
static void
fit_with_room (ViewState *state, int64_t begin_ns, int64_t end_ns)
{
  int64_t room_ns = (end_ns - begin_ns) / 2;

  view_state_fit (state, begin_ns - room_ns, end_ns + room_ns);
}

static void
go_to (ViewState *state, const PaneTarget *target)
{
  switch (target->kind)
    {
    case TARGET_NONE:
      return;
    case TARGET_GAP:
      view_state_select_gap (state, target->device, target->begin_ns, target->end_ns);
      fit_with_room (state, target->begin_ns, target->end_ns);
      break;
    case TARGET_SLICE:
      view_state_select_slice (state, target->id);
      fit_with_room (state, view_state_selection (state)->begin_ns, view_state_selection (state)->end_ns);
      break;
    case TARGET_SPAN:
      view_state_set_span (state, target->begin_ns, target->end_ns);
      break;
    case TARGET_STEP:
      view_state_go_to_step (state, target->id);
      break;
    }
  view_state_want_page (state, VIEW_PAGE_TIMELINE);
}

static void
on_part_activated (PaneCard *card, int part, DashboardView *self)
{
  if (self->data == NULL)
    return;
  PaneTarget target = pane_card_pane (card)->part_target (self->data, part);
  go_to (self->state, &target);
}

/* ---- life ---- */

static void
dashboard_view_dispose (GObject *object)
{
  DashboardView *self = DASHBOARD_VIEW (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->data, dashboard_data_free);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (dashboard_view_parent_class)->dispose (object);
}

static void
dashboard_view_class_init (DashboardViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dashboard_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dashboard_view_init (DashboardView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Dashboard"), -1);
}

GtkWidget *
dashboard_view_new (ViewState *state)
{
  DashboardView *self = g_object_new (DASHBOARD_TYPE_VIEW, NULL);
  PaneCard *card;

  self->state = g_object_ref (state);
  self->grid = dashboard_grid_new (view_state_profile (state));
  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (self->grid), i)) != NULL; i++)
    g_signal_connect (card, "part-activated", G_CALLBACK (on_part_activated), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->grid);
  gtk_widget_set_hexpand (self->scroller, TRUE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

void
dashboard_view_set_data (DashboardView *view, DashboardData *data)
{
  PaneCard *card;

  g_return_if_fail (DASHBOARD_IS_VIEW (view));
  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (view->grid), i)) != NULL; i++)
    pane_card_set_data (card, data);
  g_clear_pointer (&view->data, dashboard_data_free);
  view->data = data;
}

bool
dashboard_view_has_data (DashboardView *view)
{
  return view->data != NULL;
}
