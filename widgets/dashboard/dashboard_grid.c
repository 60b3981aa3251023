/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_grid.h"

#include "widgets/dashboard/panes/panes.h"
#include "widgets/look/screen_style.h"

/* The least height that a card is enlarged to. */
#define ENLARGED_MIN_PX 480

struct _DashboardGrid
{
  GtkWidget parent;

  const Profile *profile;
  GtkWidget *cards[DASHBOARD_PANES_MAX];
  size_t n_cards;
  GtkWidget *end;
  GtkWidget *enlarged; /* one of the cards; NULL: none */

  GtkWidget *dragged, *drop; /* cards; NULL: nothing is dragged, or it is over nothing */
  double drag_x_px, drag_y_px;
};

G_DEFINE_FINAL_TYPE (DashboardGrid, dashboard_grid, GTK_TYPE_WIDGET)

enum
{
  MOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- layout ---- */

static double
scale_of (GtkWidget *widget)
{
  return text_cache_scale (screen_style_get (widget)->text);
}

static int
place_cards (DashboardGrid *self, int width_px, PanePlace *ret_places)
{
  const Pane *panes[DASHBOARD_PANES_MAX];
  int own_px[DASHBOARD_PANES_MAX] = { 0 }, card_px = MAX (width_px, DASHBOARD_WIDTH_MIN_PX) - 2 * DASHBOARD_MARGIN_PX;

  for (size_t i = 0; i < self->n_cards; i++)
    {
      panes[i] = pane_card_pane (PANE_CARD (self->cards[i]));
      if (panes[i]->height_px != NULL)
        own_px[i] = pane_card_height_px (PANE_CARD (self->cards[i]), card_px);
    }
  return dashboard_panes_place (self->profile, panes, own_px, self->n_cards, width_px, scale_of (GTK_WIDGET (self)),
                                ret_places);
}

static int
end_height_px (DashboardGrid *self, int width_px)
{
  int height_px;

  gtk_widget_measure (self->end, GTK_ORIENTATION_VERTICAL, width_px - 2 * DASHBOARD_MARGIN_PX, NULL,
                      &height_px, NULL, NULL);
  return height_px;
}

static int
enlarged_height_px (DashboardGrid *self, int width_px)
{
  PaneCard *card = PANE_CARD (self->enlarged);
  int height_px = ENLARGED_MIN_PX;

  if (pane_card_pane (card)->height_px != NULL)
    height_px = MAX (height_px, pane_card_height_px (card, width_px - 2 * DASHBOARD_MARGIN_PX) + DASHBOARD_GAP_PX
                                  + DASHBOARD_MARGIN_PX);
  return height_px;
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
  int width_px = MAX (for_size, DASHBOARD_WIDTH_MIN_PX);

  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = DASHBOARD_WIDTH_MIN_PX;
  else if (self->enlarged != NULL)
    *minimum = *natural = enlarged_height_px (self, width_px);
  else
    *minimum = *natural =
      place_cards (self, width_px, places) + end_height_px (self, width_px) + DASHBOARD_MARGIN_PX;
}

static void
allocate_card (DashboardGrid *self, GtkWidget *card, int page_width_px, const PanePlace *place)
{
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int x_px = is_mirrored ? page_width_px - place->x_px - place->width_px : place->x_px;

  gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (card, &(GtkAllocation){ x_px, place->y_px, place->width_px, place->height_px },
                            -1);
}

static void
dashboard_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DashboardGrid *self = DASHBOARD_GRID (widget);
  PanePlace places[DASHBOARD_PANES_MAX];
  const PanePlace page = { DASHBOARD_MARGIN_PX, DASHBOARD_GAP_PX, width - 2 * DASHBOARD_MARGIN_PX,
                           height - DASHBOARD_GAP_PX - DASHBOARD_MARGIN_PX };

  (void) baseline;
  if (self->enlarged != NULL)
    {
      allocate_card (self, self->enlarged, width, &page);
      return;
    }
  int bottom_px = place_cards (self, width, places), end_px = end_height_px (self, width);
  for (size_t i = 0; i < self->n_cards; i++)
    allocate_card (self, self->cards[i], width, &places[i]);
  gtk_widget_measure (self->end, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->end,
                            &(GtkAllocation){ DASHBOARD_MARGIN_PX, bottom_px, page.width_px, end_px }, -1);
}

/* ---- moving cards ---- */

static GtkWidget *
card_at (DashboardGrid *self, double x_px, double y_px)
{
  for (size_t i = 0; i < self->n_cards; i++)
    {
      double card_x_px, card_y_px;

      if (gtk_widget_translate_coordinates (GTK_WIDGET (self), self->cards[i], x_px, y_px, &card_x_px,
                                            &card_y_px)
          && gtk_widget_contains (self->cards[i], card_x_px, card_y_px))
        return self->cards[i];
    }
  return NULL;
}

static void
set_drop (DashboardGrid *self, GtkWidget *drop)
{
  if (self->drop == drop)
    return;
  if (self->drop != NULL)
    gtk_widget_remove_css_class (self->drop, "drop");
  self->drop = drop;
  if (drop != NULL)
    gtk_widget_add_css_class (drop, "drop");
}

static void
end_drag (DashboardGrid *self)
{
  set_drop (self, NULL);
  if (self->dragged != NULL)
    gtk_widget_remove_css_class (self->dragged, "dragged");
  self->dragged = NULL;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x_px, double y_px, DashboardGrid *self)
{
  GtkWidget *card = self->enlarged == NULL ? card_at (self, x_px, y_px) : NULL;
  double card_x_px, card_y_px;

  end_drag (self);
  if (card == NULL
      || !gtk_widget_translate_coordinates (GTK_WIDGET (self), card, x_px, y_px, &card_x_px, &card_y_px)
      || !pane_card_is_handle (PANE_CARD (card), card_x_px, card_y_px))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->dragged = card;
  self->drag_x_px = x_px;
  self->drag_y_px = y_px;
}

static void
on_drag_update (GtkGestureDrag *gesture, double by_x_px, double by_y_px, DashboardGrid *self)
{
  if (self->dragged == NULL || !gtk_drag_check_threshold (self->dragged, 0, 0, (int) by_x_px, (int) by_y_px))
    return;
  GtkWidget *at = card_at (self, self->drag_x_px + by_x_px, self->drag_y_px + by_y_px);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_add_css_class (self->dragged, "dragged");
  set_drop (self, at != self->dragged ? at : NULL);
}

static void
on_drag_end (GtkGestureDrag *gesture, double by_x_px, double by_y_px, DashboardGrid *self)
{
  GtkWidget *dragged = self->dragged, *drop = self->drop;

  (void) gesture;
  (void) by_x_px;
  (void) by_y_px;
  end_drag (self);
  if (dragged != NULL && drop != NULL)
    g_signal_emit (self, signals[MOVED], 0, dragged, drop);
}

/* ---- life ---- */

static void
dashboard_grid_dispose (GObject *object)
{
  DashboardGrid *self = DASHBOARD_GRID (object);

  end_drag (self);
  self->enlarged = NULL;
  while (self->n_cards > 0)
    gtk_widget_unparent (self->cards[--self->n_cards]);
  g_clear_pointer (&self->end, gtk_widget_unparent);
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
  signals[MOVED] = g_signal_new ("moved", DASHBOARD_TYPE_GRID, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, PANE_TYPE_CARD, PANE_TYPE_CARD);
}

static void
dashboard_grid_init (DashboardGrid *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), GDK_BUTTON_PRIMARY);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

GtkWidget *
dashboard_grid_new (const Profile *profile, GtkWidget *end)
{
  DashboardGrid *self = g_object_new (DASHBOARD_TYPE_GRID, NULL);

  self->profile = profile_ref (profile);
  self->end = end;
  gtk_widget_set_parent (end, GTK_WIDGET (self));
  screen_style_connect_changed (GTK_WIDGET (self), gtk_widget_queue_resize);
  return GTK_WIDGET (self);
}

/* ---- arranging ---- */

/* Takes the card of an item out of those that are there; NULL: it has none. */
static GtkWidget *
take_card (DashboardGrid *self, const PaneItem *item)
{
  for (size_t i = 0; i < self->n_cards; i++)
    {
      PaneCard *card = PANE_CARD (self->cards[i]);

      if (pane_card_pane (card) == item->pane
          && g_strcmp0 (pane_card_options (card)->name, item->options.name) == 0)
        {
          self->cards[i] = self->cards[--self->n_cards];
          return GTK_WIDGET (card);
        }
    }
  return NULL;
}

static void
show_enlarged (DashboardGrid *self)
{
  for (size_t i = 0; i < self->n_cards; i++)
    {
      const PanePosition position = {
        .is_enlarged = self->cards[i] == self->enlarged,
        .is_first = i == 0,
        .is_last = i + 1 == self->n_cards,
      };

      gtk_widget_set_child_visible (self->cards[i], self->enlarged == NULL || position.is_enlarged);
      pane_card_set_position (PANE_CARD (self->cards[i]), &position);
    }
  gtk_widget_set_child_visible (self->end, self->enlarged == NULL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
dashboard_grid_arrange (DashboardGrid *grid,
                        const PaneArrangement *panes,
                        void (*added) (gpointer user_data, PaneCard *card),
                        gpointer user_data)
{
  size_t items[DASHBOARD_PANES_MAX], n = pane_arrangement_shown (panes, grid->profile, items);
  GtkWidget *cards[DASHBOARD_PANES_MAX];

  end_drag (grid);
  for (size_t i = 0; i < n; i++)
    {
      const PaneItem *item = pane_arrangement_item (panes, items[i]);

      cards[i] = take_card (grid, item);
      if (cards[i] == NULL)
        {
          cards[i] = pane_card_new (item->pane, &item->options);
          gtk_widget_set_parent (cards[i], GTK_WIDGET (grid));
          added (user_data, PANE_CARD (cards[i]));
        }
      pane_card_set_options (PANE_CARD (cards[i]), &item->options);
      /* The order of the children is that of Tab. */
      gtk_widget_insert_before (cards[i], GTK_WIDGET (grid), grid->end);
    }
  while (grid->n_cards > 0)
    {
      GtkWidget *card = grid->cards[--grid->n_cards];

      if (card == grid->enlarged)
        grid->enlarged = NULL;
      gtk_widget_unparent (card);
    }
  for (size_t i = 0; i < n; i++)
    grid->cards[i] = cards[i];
  grid->n_cards = n;
  show_enlarged (grid);
}

PaneCard *
dashboard_grid_card (DashboardGrid *grid, size_t i)
{
  g_return_val_if_fail (DASHBOARD_IS_GRID (grid), NULL);
  return i < grid->n_cards ? PANE_CARD (grid->cards[i]) : NULL;
}

void
dashboard_grid_enlarge (DashboardGrid *grid, PaneCard *card)
{
  grid->enlarged = card != NULL ? GTK_WIDGET (card) : NULL;
  show_enlarged (grid);
}

PaneCard *
dashboard_grid_enlarged (DashboardGrid *grid)
{
  return grid->enlarged != NULL ? PANE_CARD (grid->enlarged) : NULL;
}
