/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area/area_view.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/ink_node.h"
#include "widgets/look/screen_style.h"

#define MIN_WIDTH_PX        360
#define TOOLTIP_WIDTH_CHARS 90

struct _AreaView
{
  GtkWidget parent_instance;

  AreaSheet *sheet;
  ChartMarks marks;
  ChartMap *map; /* of what was drawn last */
};

G_DEFINE_TYPE (AreaView, area_view, GTK_TYPE_WIDGET)

enum
{
  SLICE_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
describe (AreaView *self)
{
  g_autofree char *text =
    self->sheet == NULL ? g_strdup (_ ("Computing…")) : area_sheet_text (self->sheet, self->marks.focused);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Scrolls as little as shows the row. */
static void
reveal (AreaView *self, int part)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);
  graphene_point_t top;

  if (viewport == NULL
      || !gtk_widget_compute_point (GTK_WIDGET (self), gtk_viewport_get_child (GTK_VIEWPORT (viewport)),
                                    graphene_point_zero (), &top))
    return;
  for (int i = 0; i < self->map->n; i++)
    if (self->map->areas[i].part == part)
      {
        const Rect *rect = &self->map->areas[i].rect;
        double y_px = (double) top.y + rect->y_px;

        gtk_adjustment_clamp_page (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport)), y_px,
                                   y_px + rect->height_px);
        return;
      }
}

static void
set_focused (AreaView *self, int part)
{
  if (self->marks.focused == part)
    return;
  self->marks.focused = part;
  reveal (self, part);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static bool
leads (AreaView *self, int part)
{
  return self->sheet != NULL && area_sheet_slice (self->sheet, part) != SLICE_NONE;
}

static void
set_hovered (AreaView *self, int part)
{
  if (self->marks.hovered == part)
    return;
  self->marks.hovered = part;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), leads (self, part) ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
activate (AreaView *self, int part)
{
  if (leads (self, part))
    g_signal_emit (self, signals[SLICE_ACTIVATED], 0, (guint64) area_sheet_slice (self->sheet, part));
}

static void
moved (AreaView *self, double x_px, double y_px)
{
  set_hovered (self, chart_map_find (self->map, x_px, y_px));
}

static void
left (AreaView *self)
{
  set_hovered (self, -1);
}

static void
clicked (AreaView *self, int n_press, double x_px, double y_px)
{
  int part = chart_map_find (self->map, x_px, y_px);

  (void) n_press;
  if (leads (self, part))
    activate (self, part);
  else /* what has the focus is scrolled to, and who clicks a row wants to see where it leads */
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static gboolean
key_pressed (AreaView *self, guint key, guint keycode, GdkModifierType held)
{
  int n = self->sheet == NULL ? 0 : area_sheet_n_parts (self->sheet), focused = self->marks.focused;

  (void) keycode;
  if (n == 0 || (held & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      set_focused (self, focused > 0 ? focused - 1 : focused < 0 ? n - 1 : 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      set_focused (self, MIN (focused + 1, n - 1));
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      set_focused (self, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      set_focused (self, n - 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      activate (self, focused);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (focused < 0)
        return GDK_EVENT_PROPAGATE;
      set_focused (self, -1);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
focus_changed (AreaView *self, GtkEventControllerFocus *focus)
{
  if (!gtk_event_controller_focus_is_focus (focus))
    set_focused (self, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
area_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AreaView *self = DETAILS_AREA_VIEW (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);

  if (width_px <= 0 || height_px <= 0)
    return;
  cairo_t *cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width_px, (float) height_px));
  area_sheet_draw (cr, width_px, screen_style_get (widget), self->sheet, &self->marks, self->map);
  cairo_destroy (cr);
  if (gtk_widget_has_visible_focus (widget) && self->marks.focused < 0)
    {
      GskRenderNode *ring = ink_node_focus_ring (widget);

      gtk_snapshot_append_node (snapshot, ring);
      gsk_render_node_unref (ring);
    }
}

/* Name, value and share, also of a sector of a ring. */
static gboolean
area_view_query_tooltip (GtkWidget *widget, int x_px, int y_px, gboolean by_keyboard, GtkTooltip *tooltip)
{
  AreaView *self = DETAILS_AREA_VIEW (widget);
  int part = by_keyboard ? self->marks.focused : chart_map_find (self->map, x_px, y_px);

  if (self->sheet == NULL || part < 0)
    return FALSE;
  g_autofree char *text = area_sheet_text (self->sheet, part);
  /* GTK's own label breaks lines early, often between a number and its unit. */
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOOLTIP_WIDTH_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_tooltip_set_custom (tooltip, label);
  return TRUE;
}

static GtkSizeRequestMode
area_view_get_request_mode (GtkWidget *widget)
{
  (void) widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
area_view_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  int min_px = screen_style_scaled_px (widget, MIN_WIDTH_PX);

  (void) minimum_baseline;
  (void) natural_baseline;
  *minimum = *natural =
    orientation == GTK_ORIENTATION_HORIZONTAL
      ? min_px
      : area_sheet_height_px (screen_style_get (widget), for_size < 0 ? min_px : for_size);
}

static void
style_changed (GtkWidget *widget)
{
  gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

static void
area_view_finalize (GObject *object)
{
  AreaView *self = DETAILS_AREA_VIEW (object);

  area_sheet_free (self->sheet);
  g_free (self->map);
  G_OBJECT_CLASS (area_view_parent_class)->finalize (object);
}

static void
area_view_class_init (AreaViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = area_view_finalize;
  widget_class->snapshot = area_view_snapshot;
  widget_class->query_tooltip = area_view_query_tooltip;
  widget_class->get_request_mode = area_view_get_request_mode;
  widget_class->measure = area_view_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SLICE_ACTIVATED] = g_signal_new ("slice-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
}

static void
area_view_init (AreaView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->marks = CHART_NO_MARKS;
  self->map = g_new0 (ChartMap, 1);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (left), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_changed), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_changed), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Kernels and rows"), -1);
}

GtkWidget *
area_view_new (void)
{
  AreaView *self = g_object_new (DETAILS_TYPE_AREA_VIEW, NULL);

  screen_style_connect_changed (GTK_WIDGET (self), style_changed);
  describe (self);
  return GTK_WIDGET (self);
}

void
area_view_set_sheet (AreaView *self, AreaSheet *sheet)
{
  if (sheet == NULL && self->sheet == NULL)
    return;
  area_sheet_free (self->sheet);
  self->sheet = sheet;
  self->marks = CHART_NO_MARKS;
  self->map->n = 0;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
