/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/page/timeline_page.h"

#include "widgets/details/details_pane.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/timeline_canvas.h"
#include "widgets/timeline/canvas/timeline_frame.h"
#include "widgets/timeline/page/timeline_page_private.h"

#define HINT_ZOOMS 3

/* From this width on, the details are at the right. */
#define WIDE_PX         3000
#define DETAILS_WIDE_PX 440

/* The least height of an open pane below the timeline, without the row of tabs. A smaller height is not remembered. */
#define CONTENT_LEAST_PX 64
#define FOLD_PX          16

enum
{
  PROP_DETAILS_VISIBLE = 1,
  PROP_DETAILS_SIZE,
  PROP_HINT_ZOOMS_LEFT,
  PROP_LAYOUT_TEXT,
  PROP_ROWS_TEXT,
  PROP_KEYS,
  PROP_ALL_FLOWS,
  PROP_RULER_MODE,
  PROP_TABS_PX,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint command_signal;

G_DEFINE_TYPE (TimelinePage, timeline_page, GTK_TYPE_WIDGET)

/* ---- layout ---- */

bool
timeline_page_is_wide (const TimelinePage *self)
{
  return self->width_px >= WIDE_PX;
}

/* The height of the divider and the row of tabs: that of the folded details. */
static int
folded_px (TimelinePage *self)
{
  int tabs_px, divider_px = 0;

  gtk_widget_measure (self->details, GTK_ORIENTATION_VERTICAL, -1, &tabs_px, NULL, NULL, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (self->paned); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != self->frame && child != self->details)
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &divider_px, NULL, NULL, NULL);
  return tabs_px + divider_px;
}

/* The default height of the details for a height of the page: 216 at 1280x800 and 240 at 1920x1080. */
static int
details_default_px (TimelinePage *self)
{
  if (self->width_px >= WIDE_PX)
    return DETAILS_WIDE_PX;
  /* With large text, the details must not take most of the page. */
  return MIN (screen_style_scaled_px (GTK_WIDGET (self), self->height_px < 900 ? 216 : 240),
              self->height_px * 2 / 5);
}

/* The size of the details when they are open. */
static int
open_px (TimelinePage *self)
{
  if (self->details_size == 0)
    return details_default_px (self);
  return timeline_page_is_wide (self) ? self->details_size
                                      : MAX (self->details_size, folded_px (self) + CONTENT_LEAST_PX);
}

static void divider_moved (TimelinePage *self);

static void
place_divider (TimelinePage *self)
{
  int whole_px = timeline_page_is_wide (self) ? self->width_px : self->height_px;
  int details_px = self->is_open || timeline_page_is_wide (self) ? open_px (self) : folded_px (self);

  g_signal_handlers_block_by_func (self->paned, divider_moved, self);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), timeline_page_is_wide (self)
                                                                  ? GTK_ORIENTATION_HORIZONTAL
                                                                  : GTK_ORIENTATION_VERTICAL);
  /* Below, the row of tabs stays in view; at the right, tabs may be cut. */
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), timeline_page_is_wide (self));
  gtk_paned_set_position (GTK_PANED (self->paned), MAX (whole_px - details_px, 0));
  g_signal_handlers_unblock_by_func (self->paned, divider_moved, self);
}

static void
set_open (TimelinePage *self, bool is_open)
{
  self->is_open = is_open;
  details_pane_set_open (DETAILS_PANE (self->details), is_open || timeline_page_is_wide (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TABS_PX]);
}

/* At the right, the details are always open. GTK does not allow that change during layout. */
static gboolean
widen (gpointer user_data)
{
  TimelinePage *self = user_data;

  self->widen_source = 0;
  set_open (self, self->is_open);
  return G_SOURCE_REMOVE;
}

/* The user moved the divider. The size of the details is kept, not that of the timeline. Dragging it up from the row of
 * tabs opens the details; dragging it down to the row folds them. */
static void
divider_moved (TimelinePage *self)
{
  if (self->paned == NULL || self->width_px == 0)
    return;

  int whole_px = timeline_page_is_wide (self) ? self->width_px : self->height_px;
  int size = whole_px - gtk_paned_get_position (GTK_PANED (self->paned));

  if (!timeline_page_is_wide (self))
    {
      bool is_open = size > folded_px (self) + FOLD_PX;

      if (is_open != self->is_open)
        {
          set_open (self, is_open);
          if (is_open)
            details_pane_unfold (DETAILS_PANE (self->details));
          else
            {
              /* Heights that the drag passed on its way down are not remembered. */
              self->details_size = self->moved_from;
              g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DETAILS_SIZE]);
              details_pane_fold (DETAILS_PANE (self->details));
            }
        }
      if (size < folded_px (self) + CONTENT_LEAST_PX)
        return;
    }
  if (size == self->details_size || (self->details_size == 0 && size == details_default_px (self)))
    return;
  self->details_size = MAX (size, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DETAILS_SIZE]);
}

static void
timeline_page_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  TimelinePage *self = TIMELINE_PAGE (widget);
  bool is_resized = width_px != self->width_px || height_px != self->height_px;
  bool was_wide = timeline_page_is_wide (self);

  self->width_px = width_px;
  self->height_px = height_px;
  timeline_scene_set_room (self->scene, MAX (height_px - (timeline_page_is_wide (self) ? 0 : folded_px (self))
                                               - timeline_frame_top_px (TIMELINE_FRAME (self->frame)),
                                             1));
  g_signal_handlers_block_by_func (self->paned, divider_moved, self);
  if (is_resized)
    {
      place_divider (self);
      if (timeline_page_is_wide (self) != was_wide && self->widen_source == 0)
        self->widen_source = g_idle_add_full (G_PRIORITY_DEFAULT, widen, self, NULL);
      /* Moving the divider changes the requested size, and GTK must measure before it allocates. */
      gtk_widget_measure (self->paned, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    }
  gtk_widget_size_allocate (self->paned, &(GtkAllocation){ 0, 0, width_px, height_px }, baseline);
  g_signal_handlers_unblock_by_func (self->paned, divider_moved, self);
  if (self->go_to != NULL)
    gtk_popover_present (GTK_POPOVER (self->go_to));
  if (self->ranks != NULL)
    gtk_popover_present (GTK_POPOVER (self->ranks));
}

static void
timeline_page_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  gtk_widget_measure (TIMELINE_PAGE (widget)->paned, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

/* ---- opening and folding the details ---- */

static void
follow_details (TimelinePage *self)
{
  bool is_wanted = details_pane_is_wanted (DETAILS_PANE (self->details));

  if (is_wanted == self->is_open || timeline_scene_is_held (self->scene))
    return;
  set_open (self, is_wanted);
  place_divider (self);
}

static gboolean
open_after_click (gpointer user_data)
{
  TimelinePage *self = user_data;

  self->open_source = 0;
  follow_details (self);
  return G_SOURCE_REMOVE;
}

/* The second press of a double click would hit the details or another row. */
static bool
may_be_clicked_again (TimelinePage *self)
{
  return timeline_canvas_has_pointer (TIMELINE_CANVAS (self->canvas)) && !timeline_page_is_wide (self)
         && gtk_widget_get_visible (self->details)
         && timeline_scene_covers_selection (self->scene, open_px (self) - folded_px (self));
}

/* Immediately, unless the second press of a double click may follow. */
static void
wanted_changed (TimelinePage *self)
{
  bool opens = !self->is_open && details_pane_is_wanted (DETAILS_PANE (self->details));
  int after_ms;

  if (!opens || !may_be_clicked_again (self))
    {
      g_clear_handle_id (&self->open_source, g_source_remove);
      follow_details (self);
      return;
    }
  if (self->open_source != 0)
    return;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-double-click-time", &after_ms, NULL);
  self->open_source = g_timeout_add ((guint) after_ms, open_after_click, self);
}

/* ---- life ---- */

static void
show_hint (TimelinePage *self)
{
  timeline_frame_set_hint_visible (TIMELINE_FRAME (self->frame), self->hint_zooms_left > 0);
}

static void
zoomed (TimelinePage *self)
{
  if (self->hint_zooms_left > 0)
    g_object_set (self, "hint-zooms-left", self->hint_zooms_left - 1, NULL);
}

static void
layout_changed (TimelinePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAYOUT_TEXT]);
}

static void
rows_scrolled (TimelinePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROWS_TEXT]);
}

static void
scene_changed (TimelinePage *self, guint changes)
{
  if (changes & SCENE_CHANGED_HOLD)
    wanted_changed (self);
  if (changes & SCENE_CHANGED_FLOWS)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ALL_FLOWS]);
}

static void
ruler_mode_changed (TimelinePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RULER_MODE]);
}

static gboolean
timeline_page_grab_focus (GtkWidget *widget)
{
  timeline_frame_take_focus (TIMELINE_FRAME (TIMELINE_PAGE (widget)->frame));
  return TRUE;
}

/* The same when the focus comes from outside of the page: the timeline comes first. */
static gboolean
timeline_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  TimelinePage *self = TIMELINE_PAGE (widget);
  bool is_within = (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

  if (!is_within && direction == GTK_DIR_TAB_FORWARD && gtk_widget_child_focus (self->frame, direction))
    return TRUE;
  return GTK_WIDGET_CLASS (timeline_page_parent_class)->focus (widget, direction);
}

static void
timeline_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TimelinePage *self = TIMELINE_PAGE (object);

  switch (id)
    {
    case PROP_DETAILS_VISIBLE:
      g_value_set_boolean (value, gtk_widget_get_visible (self->details));
      break;
    case PROP_DETAILS_SIZE:
      g_value_set_int (value, self->details_size);
      break;
    case PROP_HINT_ZOOMS_LEFT:
      g_value_set_int (value, self->hint_zooms_left);
      break;
    case PROP_LAYOUT_TEXT:
      g_object_get_property (G_OBJECT (self->scene), "layout-text", value);
      break;
    case PROP_ROWS_TEXT:
      g_object_get_property (G_OBJECT (self->scene), "rows-text", value);
      break;
    case PROP_KEYS:
      g_value_set_string (value, key_preset_word (self->keys));
      break;
    case PROP_ALL_FLOWS:
      g_value_set_boolean (value, slice_relations_shows_flows (timeline_scene_relations (self->scene)));
      break;
    case PROP_RULER_MODE:
      g_object_get_property (G_OBJECT (self->scene), "ruler-mode", value);
      break;
    case PROP_TABS_PX:
      g_value_set_int (value, !self->is_open && !timeline_page_is_wide (self)
                                  && gtk_widget_get_visible (self->details)
                                ? folded_px (self)
                                : 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
timeline_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TimelinePage *self = TIMELINE_PAGE (object);

  switch (id)
    {
    case PROP_DETAILS_VISIBLE:
      gtk_widget_set_visible (self->details, g_value_get_boolean (value));
      g_object_notify_by_pspec (object, properties[PROP_TABS_PX]);
      break;
    case PROP_DETAILS_SIZE:
      self->details_size = g_value_get_int (value);
      place_divider (self);
      break;
    case PROP_HINT_ZOOMS_LEFT:
      self->hint_zooms_left = g_value_get_int (value);
      show_hint (self);
      break;
    case PROP_LAYOUT_TEXT:
      g_object_set_property (G_OBJECT (self->scene), "layout-text", value);
      break;
    case PROP_ROWS_TEXT:
      g_object_set_property (G_OBJECT (self->scene), "rows-text", value);
      break;
    case PROP_KEYS:
      self->keys = key_preset_find (g_value_get_string (value));
      break;
    case PROP_ALL_FLOWS:
      slice_relations_set_shows_flows (timeline_scene_relations (self->scene), g_value_get_boolean (value));
      break;
    case PROP_RULER_MODE:
      g_object_set_property (G_OBJECT (self->scene), "ruler-mode", value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
timeline_page_dispose (GObject *object)
{
  TimelinePage *self = TIMELINE_PAGE (object);

  g_clear_handle_id (&self->open_source, g_source_remove);
  g_clear_handle_id (&self->widen_source, g_source_remove);
  g_clear_pointer (&self->go_to, gtk_widget_unparent);
  g_clear_pointer (&self->ranks, gtk_widget_unparent);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (timeline_page_parent_class)->dispose (object);
}

static void
focus_rows (GtkWidget *widget, const char *name, GVariant *parameter)
{
  (void) name;
  (void) parameter;
  gtk_widget_grab_focus (widget);
}

static void
timeline_page_class_init (TimelinePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = timeline_page_dispose;
  object_class->get_property = timeline_page_get_property;
  object_class->set_property = timeline_page_set_property;
  widget_class->measure = timeline_page_measure;
  widget_class->size_allocate = timeline_page_size_allocate;
  widget_class->grab_focus = timeline_page_grab_focus;
  widget_class->focus = timeline_page_focus;
  properties[PROP_DETAILS_VISIBLE] = g_param_spec_boolean ("details-visible", NULL, NULL, TRUE, flags);
  properties[PROP_DETAILS_SIZE] = g_param_spec_int ("details-size", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_HINT_ZOOMS_LEFT] =
    g_param_spec_int ("hint-zooms-left", NULL, NULL, 0, G_MAXINT, HINT_ZOOMS, flags);
  properties[PROP_LAYOUT_TEXT] =
    g_param_spec_string ("layout-text", NULL, NULL, NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_ROWS_TEXT] =
    g_param_spec_string ("rows-text", NULL, NULL, NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_KEYS] = g_param_spec_string ("keys", NULL, NULL, key_preset_word (KEYS_DEFAULT), flags);
  properties[PROP_ALL_FLOWS] =
    g_param_spec_boolean ("all-flows", NULL, NULL, FALSE, flags | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_RULER_MODE] = g_param_spec_string ("ruler-mode", NULL, NULL, "step", flags);
  properties[PROP_TABS_PX] =
    g_param_spec_int ("tabs-px", NULL, NULL, 0, G_MAXINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, TIMELINE_FOCUS_ROWS, NULL, focus_rows);
  command_signal =
    g_signal_new ("command", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_INT);
}

static void
timeline_page_init (TimelinePage *self)
{
  self->hint_zooms_left = HINT_ZOOMS;
  timeline_page_listen (self);
}

/* Before a drag of the divider, and before each key that moves it. */
static void
remember_size (TimelinePage *self)
{
  self->moved_from = self->details_size;
}

static gboolean
move_handle (TimelinePage *self)
{
  remember_size (self);
  return FALSE;
}

static void
listen_to_divider (TimelinePage *self)
{
  GtkGesture *press = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (remember_size), self);
  gtk_widget_add_controller (self->paned, GTK_EVENT_CONTROLLER (press));
  g_signal_connect_object (self->paned, "move-handle", G_CALLBACK (move_handle), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (divider_moved), self,
                           G_CONNECT_SWAPPED);
}

bool
timeline_page_is_done_elsewhere (TimelinePage *self, TimelineCommand command)
{
  gboolean is_done = FALSE;

  g_signal_emit (self, command_signal, 0, (int) command, &is_done);
  return is_done;
}

TimelineScene *
timeline_page_scene (TimelinePage *self)
{
  return self->scene;
}

void
timeline_page_stand_beside (TimelinePage *self, GtkWidget *head, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  timeline_frame_stand_beside (TIMELINE_FRAME (self->frame), head);
  g_object_set (self, "details-visible", FALSE, "hint-zooms-left", 0, NULL);
}

GtkWidget *
timeline_page_new (ViewState *state)
{
  TimelinePage *self = g_object_new (TIMELINE_TYPE_PAGE, NULL);

  self->scene = timeline_scene_new (state);
  self->frame = timeline_frame_new (self->scene);
  self->canvas = timeline_frame_canvas (TIMELINE_FRAME (self->frame));
  self->details = details_pane_new (self->scene);
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), self->frame);
  gtk_paned_set_end_child (GTK_PANED (self->paned), self->details);
  /* GTK keeps the position of the divider; every resize moves it so that the details keep their size. */
  gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  listen_to_divider (self);
  g_signal_connect_object (self->details, "wanted-changed", G_CALLBACK (wanted_changed), self,
                           G_CONNECT_SWAPPED);
  self->is_open = details_pane_is_wanted (DETAILS_PANE (self->details));
  g_signal_connect_object (state, "changed", G_CALLBACK (timeline_page_recheck_refusal), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "zoomed", G_CALLBACK (zoomed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "notify::rows-text", G_CALLBACK (rows_scrolled), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "notify::layout-text", G_CALLBACK (layout_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "ranks-wanted", G_CALLBACK (timeline_page_ask_for_ranks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "notify::ruler-mode", G_CALLBACK (ruler_mode_changed), self,
                           G_CONNECT_SWAPPED);
  show_hint (self);
  return GTK_WIDGET (self);
}
