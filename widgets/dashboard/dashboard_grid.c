/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_grid.h"

#include "widgets/dashboard/panes.h"
#include "widgets/screen_style.h"

struct _DashboardGrid
{
  GtkWidget parent;

  const Profile *profile;
  GtkWidget *cards[DASHBOARD_PANES_MAX];
  size_t n_cards;
};

G_DEFINE_FINAL_TYPE (DashboardGrid, dashboard_grid, GTK_TYPE_WIDGET)

static double
scale_of (GtkWidget *widget)
{
  return text_cache_scale (screen_style_get (widget)->text);
}

static GtkSizeRequestMode
dashboard_grid_get_request_mode (GtkWidget *widget)
{
  (void) widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
dashboard_grid_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  DashboardGrid *self = DASHBOARD_GRID (widget);
  PanePlace places[DASHBOARD_PANES_MAX];

  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = DASHBOARD_WIDTH_MIN_PX;
  else
    *minimum = *natural = dashboard_panes_place (self->profile, MAX (for_size, DASHBOARD_WIDTH_MIN_PX),
                                                 scale_of (widget), places);
}

static void
dashboard_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DashboardGrid *self = DASHBOARD_GRID (widget);
  PanePlace places[DASHBOARD_PANES_MAX];

  (void) height;
  (void) baseline;
  bool is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  dashboard_panes_place (self->profile, width, scale_of (widget), places);
  for (size_t i = 0; i < self->n_cards; i++)
    {
      gtk_widget_measure (self->cards[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      int x_px = is_mirrored ? width - places[i].x_px - places[i].width_px : places[i].x_px;
      gtk_widget_size_allocate (
        self->cards[i], &(GtkAllocation){ x_px, places[i].y_px, places[i].width_px, places[i].height_px },
        -1);
    }
}

static void
dashboard_grid_dispose (GObject *object)
{
  DashboardGrid *self = DASHBOARD_GRID (object);

  while (self->n_cards > 0)
    gtk_widget_unparent (self->cards[--self->n_cards]);
  g_clear_pointer (&self->profile, profile_unref);
  G_OBJECT_CLASS (dashboard_grid_parent_class)->dispose (object);
}

static void
dashboard_grid_class_init (DashboardGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dashboard_grid_dispose;
  widget_class->get_request_mode = dashboard_grid_get_request_mode;
  widget_class->measure = dashboard_grid_measure;
  widget_class->size_allocate = dashboard_grid_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "dashboard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dashboard_grid_init (DashboardGrid *self)
{
  (void) self;
}

GtkWidget *
dashboard_grid_new (const Profile *profile)
{
  DashboardGrid *self = g_object_new (DASHBOARD_TYPE_GRID, NULL);
  const Pane *panes[DASHBOARD_PANES_MAX];

  self->profile = profile_ref (profile);
  self->n_cards = dashboard_panes_of (profile, panes);
  for (size_t i = 0; i < self->n_cards; i++)
    {
      self->cards[i] = pane_card_new (panes[i]);
      gtk_widget_set_parent (self->cards[i], GTK_WIDGET (self));
    }
  screen_style_connect_changed (GTK_WIDGET (self), gtk_widget_queue_resize);
  return GTK_WIDGET (self);
}

PaneCard *
dashboard_grid_card (DashboardGrid *grid, size_t i)
{
  g_return_val_if_fail (DASHBOARD_IS_GRID (grid), NULL);
  return i < grid->n_cards ? PANE_CARD (grid->cards[i]) : NULL;
}
