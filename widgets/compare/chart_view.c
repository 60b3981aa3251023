/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/chart_view.h"

#include <math.h>

#include "widgets/look/screen_style.h"

#define PAD_PX              4 /* for the focus ring */
#define TOOLTIP_WIDTH_CHARS 90
#define WIDTH_MIN_PX        200

struct _ChartView
{
  GtkWidget parent_instance;

  const ChartFace *face;
  gpointer user_data;
  char *label;
  ChartMarks marks;
  ChartMap *map; /* of what was drawn last */
};

G_DEFINE_FINAL_TYPE (ChartView, chart_view, GTK_TYPE_WIDGET)

static guint part_activated_signal;

/* ---- parts ---- */

static void
describe (ChartView *self)
{
  g_autofree char *part =
    self->marks.focused >= 0 ? self->face->part_text (self->marks.focused, self->user_data) : NULL;
  g_autofree char *text = part != NULL ? g_steal_pointer (&part) : self->face->text (self->user_data);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
set_focused (ChartView *self, int part)
{
  if (self->marks.focused == part)
    return;
  self->marks.focused = part;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_hovered (ChartView *self, int part)
{
  if (self->marks.hovered == part)
    return;
  self->marks.hovered = part;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   part >= 0 && self->face->leads (part, self->user_data) ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
last_part (ChartView *self)
{
  int last = -1;

  for (int i = 0; i < self->map->n; i++)
    last = MAX (last, self->map->areas[i].part);
  return last;
}

static void
activate (ChartView *self, int part)
{
  if (part >= 0 && self->face->leads (part, self->user_data))
    g_signal_emit (self, part_activated_signal, 0, part);
}

/* ---- input ---- */

static void
on_motion (GtkEventControllerMotion *controller, double x_px, double y_px, ChartView *self)
{
  (void) controller;
  set_hovered (self, chart_map_find (self->map, x_px, y_px));
}

static void
on_leave (GtkEventControllerMotion *controller, ChartView *self)
{
  (void) controller;
  set_hovered (self, -1);
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x_px, double y_px, ChartView *self)
{
  (void) gesture;
  (void) n_press;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  activate (self, chart_map_find (self->map, x_px, y_px));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint keycode,
        GdkModifierType modifiers,
        ChartView *self)
{
  int last = last_part (self), focused = self->marks.focused;
  GdkModifierType held = modifiers & gtk_accelerator_get_default_mod_mask ();

  (void) controller;
  (void) keycode;
  if (held == GDK_CONTROL_MASK && (key == GDK_KEY_c || key == GDK_KEY_C || key == GDK_KEY_Insert))
    {
      chart_view_copy (self);
      return GDK_EVENT_STOP;
    }
  if (held != 0 || last < 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Left:
    case GDK_KEY_KP_Up:
    case GDK_KEY_KP_Left:
      set_focused (self, focused < 0 ? last : MAX (focused - 1, 0));
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_Right:
    case GDK_KEY_KP_Down:
    case GDK_KEY_KP_Right:
      set_focused (self, MIN (focused + 1, last));
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      set_focused (self, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      set_focused (self, last);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
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
on_focus_changed (GtkEventControllerFocus *controller, ChartView *self)
{
  if (!gtk_event_controller_focus_is_focus (controller))
    set_focused (self, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
chart_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  ChartView *self = CHART_VIEW (widget);
  int part = by_keyboard ? self->marks.focused : chart_map_find (self->map, x, y);
  g_autofree char *text = part >= 0 ? self->face->part_text (part, self->user_data) : NULL;

  if (text == NULL)
    return FALSE;
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOOLTIP_WIDTH_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_tooltip_set_custom (tooltip, label);
  return TRUE;
}

/* ---- drawing ---- */

static void
draw_focus (ChartView *self, cairo_t *cr, int width_px, int height_px, const DrawStyle *style)
{
  const double dashes[] = { 4, 3 };

  if (!gtk_widget_has_visible_focus (GTK_WIDGET (self)) || self->marks.focused >= 0)
    return;
  cairo_rectangle (cr, 1, 1, width_px - 2, height_px - 2);
  theme_set_source (cr, style->theme->accent);
  cairo_set_line_width (cr, 2);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (cr);
}

static void
chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ChartView *self = CHART_VIEW (widget);
  const DrawStyle *style = screen_style_get (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);
  const Rect rect = { PAD_PX, PAD_PX, width_px - 2 * PAD_PX, height_px - 2 * PAD_PX };

  if (rect.width_px <= 0 || rect.height_px <= 0)
    return;
  cairo_t *cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width_px, (float) height_px));
  self->face->draw (cr, &rect, style, &self->marks, self->map, self->user_data);
  draw_focus (self, cr, width_px, height_px, style);
  cairo_destroy (cr);
}

static void
chart_view_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  ChartView *self = CHART_VIEW (widget);

  (void) for_size;
  (void) minimum_baseline;
  (void) natural_baseline;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = WIDTH_MIN_PX;
  else
    *minimum = *natural =
      (int) ceil (self->face->height_px (screen_style_get (widget), self->user_data)) + 2 * PAD_PX;
}

static void
style_changed (GtkWidget *widget)
{
  chart_view_renew (CHART_VIEW (widget));
}

/* ---- the widget ---- */

static void
chart_view_finalize (GObject *object)
{
  ChartView *self = CHART_VIEW (object);

  g_free (self->map);
  g_free (self->label);
  G_OBJECT_CLASS (chart_view_parent_class)->finalize (object);
}

static void
chart_view_class_init (ChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = chart_view_finalize;
  widget_class->snapshot = chart_view_snapshot;
  widget_class->measure = chart_view_measure;
  widget_class->query_tooltip = chart_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  part_activated_signal = g_signal_new ("part-activated", CHART_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
chart_view_init (ChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->marks = CHART_NO_MARKS;
  self->map = g_new0 (ChartMap, 1);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (focus, "enter", G_CALLBACK (on_focus_changed), self);
  g_signal_connect (focus, "leave", G_CALLBACK (on_focus_changed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_click), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
chart_view_new (const char *label, const ChartFace *face, gpointer user_data)
{
  ChartView *self = g_object_new (CHART_TYPE_VIEW, NULL);

  self->label = g_strdup (label);
  self->face = face;
  self->user_data = user_data;
  screen_style_connect_changed (GTK_WIDGET (self), style_changed);
  describe (self);
  return GTK_WIDGET (self);
}

void
chart_view_renew (ChartView *self)
{
  self->marks.hovered = -1;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  describe (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
chart_view_copy (ChartView *self)
{
  g_autofree char *text = self->face->text (self->user_data);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}
