/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_chart.h"

#include <glib/gi18n-lib.h>

#include "widgets/charts/chart_map.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/frame_budget.h"
#include "widgets/look/screen_style.h"

/* A card without a header and a footer has its own inset. */
#define FOCUS_PAD_PX 6

#define TOOLTIP_WIDTH_CHARS 90
#define TOOLTIP_LINES       16

struct _PaneChart
{
  GtkWidget parent;

  const Pane *pane;
  const PaneOptions *options; /* borrowed */
  const DashboardData *data;  /* borrowed; NULL: being computed */
  ChartMarks marks;
  ChartMap *map; /* of what was drawn last */
  GskRenderNode *picture; /* likewise; NULL: nothing was */
  bool is_new;            /* it has other figures than the picture */
};

G_DEFINE_FINAL_TYPE (PaneChart, pane_chart, GTK_TYPE_WIDGET)

enum
{
  PART_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const NumberStyle *
numbers_of (PaneChart *self)
{
  return screen_style_get (GTK_WIDGET (self))->numbers;
}

static PaneContext
context_of (PaneChart *self)
{
  return (PaneContext){ self->pane, self->data, self->options, numbers_of (self) };
}

/* The pane is ready, and has that part. */
static bool
leads_somewhere (PaneChart *self, int part)
{
  const PaneContext pane = context_of (self);

  return self->pane->part_target (&pane, part).kind != TARGET_NONE;
}

static void
describe (PaneChart *self)
{
  const PaneContext pane = context_of (self);
  g_autofree char *text = NULL;

  if (self->data == NULL)
    text = g_strdup (_ ("Computing…"));
  else
    text = self->marks.focused >= 0 ? self->pane->part_text (&pane, self->marks.focused)
                                    : pane_alternative (&pane);
  g_autofree char *title = pane_title_of (&pane);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
set_focused (PaneChart *self, int part)
{
  if (self->marks.focused == part)
    return;
  self->marks.focused = part;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_hovered (PaneChart *self, int part)
{
  bool leads = part >= 0 && leads_somewhere (self, part);

  if (self->marks.hovered == part)
    return;
  self->marks.hovered = part;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), leads ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
part_at (PaneChart *self, double x_px, double y_px)
{
  const PaneContext pane = context_of (self);

  return self->data != NULL && self->map->grid.n_rows > 0 && self->pane->part_at != NULL
           ? self->pane->part_at (&pane, &self->map->grid, x_px, y_px)
           : chart_map_find (self->map, x_px, y_px);
}

/* ---- parts, in the order of their numbers ---- */

/* All cells of a grid, though only one of those that share a px is seen. */
static int
n_cells (PaneChart *self)
{
  return self->map->grid.n_rows * self->map->grid.n_columns;
}

static bool
is_drawn (PaneChart *self, int part)
{
  for (int i = 0; i < self->map->n; i++)
    if (self->map->areas[i].part == part)
      return true;
  return part < n_cells (self);
}

static int
last_part (PaneChart *self)
{
  int last = n_cells (self) - 1;

  for (int i = 0; i < self->map->n; i++)
    last = MAX (last, self->map->areas[i].part);
  return last;
}

/* The nearest drawn part from one on, by 1 or -1; -1: there is none that way. */
static int
walk (PaneChart *self, int part, int by)
{
  int last = last_part (self);

  while (part >= 0 && part <= last && !is_drawn (self, part))
    part += by;
  return part >= 0 && part <= last ? part : -1;
}

/* The cell that a key leads to from the focused one; -1: none, or not a key that does. */
static int
walk_cells (PaneChart *self, guint key)
{
  const ChartGrid *grid = &self->map->grid;
  int focused = self->marks.focused, row = MAX (focused, 0) / grid->n_columns, column = MAX (focused, 0) % grid->n_columns;
  /* From one screenful of labels to the next, as far as cells have any. */
  int page = MAX (grid->n_rows / 8, 1);

  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      column--;
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      column++;
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      row--;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      row++;
      break;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      row -= page;
      break;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      row += page;
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      column = 0;
      break;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      column = grid->n_columns - 1;
      break;
    default:
      return -1;
    }
  if (focused < 0) /* the first key shows where the cursor is */
    return 0;
  return CLAMP (row, 0, grid->n_rows - 1) * grid->n_columns + CLAMP (column, 0, grid->n_columns - 1);
}

static void
activate (PaneChart *self, int part)
{
  if (self->data != NULL && part >= 0)
    g_signal_emit (self, signals[PART_ACTIVATED], 0, part);
}

/* ---- input ---- */

static void
on_motion (GtkEventControllerMotion *controller, double x_px, double y_px, PaneChart *self)
{
  (void) controller;
  set_hovered (self, part_at (self, x_px, y_px));
}

static void
on_leave (GtkEventControllerMotion *controller, PaneChart *self)
{
  (void) controller;
  set_hovered (self, -1);
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x_px, double y_px, PaneChart *self)
{
  int part = part_at (self, x_px, y_px);

  (void) gesture;
  (void) n_press;
  if (self->data != NULL && part >= 0 && leads_somewhere (self, part))
    activate (self, part);
  else /* the page scrolls to what has the focus, which no one wants who is about to leave it */
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint keycode,
        GdkModifierType modifiers,
        PaneChart *self)
{
  int focused = self->marks.focused, next = -1;

  (void) controller;
  (void) keycode;
  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) == GDK_CONTROL_MASK
      && (key == GDK_KEY_c || key == GDK_KEY_C || key == GDK_KEY_Insert))
    {
      pane_chart_copy (self);
      return GDK_EVENT_STOP;
    }
  if (self->data == NULL || (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (n_cells (self) > 0 && (next = walk_cells (self, key)) >= 0)
    {
      set_focused (self, next);
      return GDK_EVENT_STOP;
    }
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Up:
    case GDK_KEY_KP_Left:
    case GDK_KEY_KP_Up:
      next = focused < 0 ? walk (self, last_part (self), -1) : walk (self, focused - 1, -1);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Right:
    case GDK_KEY_KP_Down:
      next = walk (self, focused + 1, 1);
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      next = walk (self, 0, 1);
      break;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      next = walk (self, last_part (self), -1);
      break;
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
  if (next >= 0)
    set_focused (self, next);
  return GDK_EVENT_STOP;
}

static void
on_focus_changed (GtkEventControllerFocus *controller, PaneChart *self)
{
  if (!gtk_event_controller_focus_is_focus (controller))
    set_focused (self, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
pane_chart_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  PaneChart *self = PANE_CHART (widget);
  int part = by_keyboard ? self->marks.focused : part_at (self, x, y);

  if (self->data == NULL || part < 0)
    return FALSE;
  const PaneContext pane = context_of (self);
  g_autofree char *text = self->pane->part_text (&pane, part);
  /* GTK's own label breaks lines early, often between a number and its unit. */
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), TOOLTIP_WIDTH_CHARS);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  /* Names have no end. */
  gtk_label_set_lines (GTK_LABEL (label), TOOLTIP_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_tooltip_set_custom (tooltip, label);
  return TRUE;
}

/* ---- drawing ---- */

/* The whole chart has the focus, none of its parts yet. */
static void
draw_focus (PaneChart *self, cairo_t *cr, int width_px, int height_px, const DrawStyle *style)
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

/* NULL: of nothing. Transfer full. */
static GskRenderNode *
draw (PaneChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const DrawStyle *style = screen_style_get (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);
  int pad_px = pane_chart_pad_px (self->pane);
  const Rect rect = {
    .x_px = pad_px,
    .y_px = pad_px,
    .width_px = width_px - 2 * pad_px,
    .height_px = height_px - 2 * pad_px,
  };

  if (rect.width_px > 0 && rect.height_px > 0)
    {
      cairo_t *cr =
        gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width_px, (float) height_px));
      const PaneContext pane = context_of (self);

      pane_draw_body (cr, &rect, style, &pane, &self->marks, self->map);
      draw_focus (self, cr, width_px, height_px, style);
      cairo_destroy (cr);
    }
  return gtk_snapshot_free_to_node (snapshot);
}

static void
pane_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PaneChart *self = PANE_CHART (widget);

  if (!self->is_new || frame_budget_has_left (widget))
    {
      frame_budget_begin (widget);
      g_clear_pointer (&self->picture, gsk_render_node_unref);
      self->picture = draw (self);
      self->is_new = false;
      frame_budget_end ();
    }
  if (self->picture != NULL)
    gtk_snapshot_append_node (snapshot, self->picture);
}

static void
on_style_changed (GtkWidget *widget)
{
  describe (PANE_CHART (widget));
  gtk_widget_queue_draw (widget);
}

static void
pane_chart_finalize (GObject *object)
{
  PaneChart *self = PANE_CHART (object);

  g_free (self->map);
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  G_OBJECT_CLASS (pane_chart_parent_class)->finalize (object);
}

static void
pane_chart_class_init (PaneChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = pane_chart_finalize;
  widget_class->snapshot = pane_chart_snapshot;
  widget_class->query_tooltip = pane_chart_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[PART_ACTIVATED] = g_signal_new ("part-activated", PANE_TYPE_CHART, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
pane_chart_init (PaneChart *self)
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
pane_chart_new (const Pane *pane, const PaneOptions *options)
{
  PaneChart *self = g_object_new (PANE_TYPE_CHART, NULL);

  self->pane = pane;
  self->options = options;
  screen_style_connect_changed (GTK_WIDGET (self), on_style_changed);
  describe (self);
  return GTK_WIDGET (self);
}

int
pane_chart_pad_px (const Pane *pane)
{
  return pane->footer != NULL ? FOCUS_PAD_PX : 0;
}

void
pane_chart_set_data (PaneChart *chart, const DashboardData *data)
{
  g_return_if_fail (PANE_IS_CHART (chart));

  chart->data = data;
  chart->is_new = true;
  chart->marks = CHART_NO_MARKS;
  chart_map_clear (chart->map);
  gtk_widget_set_cursor (GTK_WIDGET (chart), NULL);
  describe (chart);
  gtk_widget_queue_draw (GTK_WIDGET (chart));
}

void
pane_chart_refold (PaneChart *chart)
{
  g_return_if_fail (PANE_IS_CHART (chart));

  chart->marks.hovered = -1;
  describe (chart);
  gtk_widget_queue_draw (GTK_WIDGET (chart));
}

int
pane_chart_n_parts (PaneChart *chart)
{
  return last_part (chart) + 1;
}

int
pane_chart_focused (PaneChart *chart)
{
  return chart->marks.focused;
}

void
pane_chart_copy (PaneChart *chart)
{
  g_return_if_fail (PANE_IS_CHART (chart));

  if (chart->data == NULL)
    return;
  const PaneContext pane = context_of (chart);
  g_autofree char *text = pane_alternative (&pane);
  g_autofree char *title = pane_title_of (&pane);
  g_autofree char *titled = g_strjoin ("\n", title, text, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (chart)), titled);
}
