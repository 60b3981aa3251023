/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_page.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/details_pane.h"
#include "widgets/details/selection_text.h"
#include "widgets/popover_place.h"
#include "widgets/screen_style.h"
#include "widgets/timeline/timeline_area.h"
#include "widgets/timeline/timeline_bookmarks.h"
#include "widgets/timeline/go_to_popover.h"
#include "widgets/timeline/timeline_canvas.h"
#include "widgets/timeline/timeline_command_table.h"
#include "widgets/timeline/timeline_commands.h"
#include "widgets/timeline/timeline_frame.h"

#define HINT_ZOOMS 3

/* A key that is held says only once why it does nothing. */
#define SAY_AGAIN_US (5 * G_USEC_PER_SEC)

/* From this width on the details are at the right. */
#define WIDE_PX         3000
#define DETAILS_WIDE_PX 440

/* As X11 and GDK number them. */
#define BUTTON_BACK    8
#define BUTTON_FORWARD 9

struct _TimelinePage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  FlowWalk walk;
  KeyPreset keys;
  guint held_keycodes[N_TIMELINE_COMMANDS]; /* which key a command goes on for; 0: none */
  GtkWidget *paned, *frame, *canvas, *details;
  GtkWidget *go_to; /* NULL until it is asked for */
  int details_size; /* as the user left it; 0: by the design */
  int hint_zooms_left;
  int width_px, height_px;
  const char *said; /* why a command had no effect, last; NULL */
  gint64 said_us;
};

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
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_TYPE (TimelinePage, timeline_page, GTK_TYPE_WIDGET)

/* ---- keys ---- */

static void
copy (TimelinePage *self, char *text)
{
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_free (text);
}

/* The first thing in the details pane that can have the focus. */
static void
focus_details (TimelinePage *self)
{
  g_object_set (self, "details-visible", TRUE, NULL);
  gtk_widget_child_focus (self->details, GTK_DIR_TAB_FORWARD);
}

static void
search (TimelinePage *self)
{
  g_object_set (self, "details-visible", TRUE, NULL);
  details_pane_search (DETAILS_PANE (self->details));
}

/* What has a bookmark already gets the focus on its title instead of another. */
static void
set_bookmark (TimelinePage *self)
{
  BookmarkList *list = view_state_bookmarks (timeline_scene_state (self->scene));
  guint n_before = bookmark_list_count (list);
  BookmarkItem *item =
    timeline_bookmarks_set (self->scene, timeline_canvas_key_x_px (TIMELINE_CANVAS (self->canvas)));

  if (item == NULL || bookmark_list_count (list) != n_before)
    return;
  g_object_set (self, "details-visible", TRUE, NULL);
  details_pane_edit_bookmark (DETAILS_PANE (self->details));
}

/* Over the middle of the ruler. */
static void
ask_where_to_go (TimelinePage *self)
{
  graphene_rect_t canvas;

  if (self->go_to == NULL)
    {
      self->go_to = go_to_popover_new (self->scene);
      gtk_widget_set_parent (self->go_to, GTK_WIDGET (self));
    }
  if (!gtk_widget_compute_bounds (self->canvas, GTK_WIDGET (self), &canvas))
    return;
  popover_place (GTK_POPOVER (self->go_to), canvas.origin.x + canvas.size.width / 2, canvas.origin.y, 1, 1);
  go_to_popover_ask (GO_TO_POPOVER (self->go_to));
}

/* Without Shift and the group's other levels: what is printed at the bottom of the key. */
static guint
unshifted_keyval (TimelinePage *self, guint keyval, guint keycode, GtkEventController *keys)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  GdkEvent *event = gtk_event_controller_get_current_event (keys);
  guint plain = 0;
  int group = event != NULL ? (int) gdk_key_event_get_layout (event) : 0;

  if (gdk_display_translate_key (display, keycode, 0, group, &plain, NULL, NULL, NULL))
    return plain;
  return gdk_keyval_to_lower (keyval);
}

static TimelineCommand
command_of (TimelinePage *self, guint keyval, guint keycode, GdkModifierType held, GtkEventController *keys)
{
  PressedKey key = {
    .keycode = keycode,
    .keyval = unshifted_keyval (self, keyval, keycode, keys),
    .typed = keyval,
    .shift = (held & GDK_SHIFT_MASK) != 0,
    .control = (held & GDK_CONTROL_MASK) != 0,
    .alt = (held & GDK_ALT_MASK) != 0,
  };

  /* Those are the desktop's. */
  if (held & (GDK_SUPER_MASK | GDK_HYPER_MASK | GDK_META_MASK))
    return TIMELINE_NO_COMMAND;
  return timeline_command_of_key (self->keys, &key);
}

static void
hold (TimelinePage *self, TimelineCommand command)
{
  timeline_scene_hold (self->scene, command, timeline_canvas_key_x_px (TIMELINE_CANVAS (self->canvas)));
}

/* In the window that has the page, if it says such things. */
static void
say_refusal (TimelinePage *self, TimelineCommand command)
{
  const char *reason = timeline_page_refusal (self, command);
  gint64 now_us = g_get_monotonic_time ();

  if (reason == NULL || (reason == self->said && now_us - self->said_us < SAY_AGAIN_US))
    return;
  self->said = reason;
  self->said_us = now_us;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", reason);
}

/* All but those that go on while a key is held. False: there was nothing to do it to. */
static bool
run (TimelinePage *self, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (self->scene);

  if ((command == TIMELINE_SET_MARKER_A || command == TIMELINE_SET_MARKER_B)
      && timeline_canvas_has_pointer (TIMELINE_CANVAS (self->canvas)))
    {
      timeline_area_set_marker_at (self->scene, command == TIMELINE_SET_MARKER_A ? MARKER_A : MARKER_B,
                                   timeline_canvas_key_x_px (TIMELINE_CANVAS (self->canvas)), true);
      return true;
    }
  timeline_canvas_forget_pointer (TIMELINE_CANVAS (self->canvas));
  switch (command)
    {
    case TIMELINE_COPY:
      copy (self, selection_text_to_copy (state, screen_style_get (GTK_WIDGET (self))->numbers));
      return true;
    case TIMELINE_COPY_NAME:
      copy (self, selection_text_exact_name (state));
      return true;
    case TIMELINE_BOOKMARK:
      set_bookmark (self);
      return true;
    case TIMELINE_SHOW_DETAILS:
      focus_details (self);
      return true;
    case TIMELINE_SEARCH:
      search (self);
      return true;
    case TIMELINE_NEXT_FOUND:
    case TIMELINE_PREVIOUS_FOUND:
      if (!details_pane_walk_found (DETAILS_PANE (self->details), command == TIMELINE_NEXT_FOUND ? 1 : -1))
        search (self);
      return timeline_page_refusal (self, command) == NULL;
    case TIMELINE_EXPLAIN_GAP:
      if (timeline_command_run (self->scene, &self->walk, command))
        g_object_set (self, "details-visible", TRUE, NULL);
      return true;
    case TIMELINE_GO_TO:
      ask_where_to_go (self);
      return true;
    case TIMELINE_LIST_VIEW:
      timeline_frame_set_shows_list (TIMELINE_FRAME (self->frame),
                                     !timeline_frame_shows_list (TIMELINE_FRAME (self->frame)));
      return true;
    case TIMELINE_CLEAR:
      if (timeline_frame_shows_list (TIMELINE_FRAME (self->frame)))
        {
          timeline_frame_set_shows_list (TIMELINE_FRAME (self->frame), false);
          return true;
        }
      gtk_widget_grab_focus (self->canvas);
      if (details_pane_clear_found (DETAILS_PANE (self->details)))
        return true;
      return timeline_command_run (self->scene, &self->walk, command);
    default:
      return timeline_command_run (self->scene, &self->walk, command);
    }
}

/* Of what has the focus while somebody types: another entry is wanted. */
static bool
is_for_typing (GtkWidget *page, TimelineCommand command, GdkModifierType held)
{
  bool leads_elsewhere =
    command == TIMELINE_SEARCH || command == TIMELINE_FILTER_ROWS || command == TIMELINE_GO_TO;

  return key_focus_is_typing (page) && !(leads_elsewhere && (held & GDK_CONTROL_MASK));
}

static gboolean
key_pressed (TimelinePage *self, guint keyval, guint keycode, GdkModifierType held, GtkEventController *keys)
{
  TimelineCommand command = command_of (self, keyval, keycode, held, keys);

  if (command == TIMELINE_NO_COMMAND || is_for_typing (GTK_WIDGET (self), command, held)
      || (timeline_command_is_of_canvas (command) && !gtk_widget_has_focus (self->canvas)))
    return GDK_EVENT_PROPAGATE;
  if (timeline_command_is_held (command))
    {
      self->held_keycodes[command] = keycode;
      hold (self, command);
      return GDK_EVENT_STOP;
    }
  if (run (self, command))
    return GDK_EVENT_STOP;
  /* Where there is nothing to clear, the key belongs to what lies around the page. */
  if (command == TIMELINE_CLEAR)
    return GDK_EVENT_PROPAGATE;
  say_refusal (self, command);
  return GDK_EVENT_STOP;
}

/* By the key alone: what was held with it may have been released before. */
static void
key_released (TimelinePage *self, guint keyval, guint keycode)
{
  (void) keyval;
  for (int command = 1; command < N_TIMELINE_COMMANDS; command++)
    if (self->held_keycodes[command] == keycode)
      {
        self->held_keycodes[command] = 0;
        timeline_scene_release (self->scene, (TimelineCommand) command);
      }
}

const char *
timeline_page_refusal (TimelinePage *self, TimelineCommand command)
{
  return timeline_command_refusal (self->scene, &self->walk, command);
}

void
timeline_page_run (TimelinePage *self, TimelineCommand command)
{
  timeline_frame_take_focus (TIMELINE_FRAME (self->frame));
  if (!timeline_command_is_held (command))
    {
      run (self, command);
      return;
    }
  /* As a tap of its key. */
  hold (self, command);
  timeline_scene_release (self->scene, command);
}

/* The buttons beside a mouse's thumb. */
static void
side_button_pressed (TimelinePage *self, int n_press, double x_px, double y_px, GtkGesture *gesture)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  (void) n_press;
  (void) x_px;
  (void) y_px;
  timeline_command_run (self->scene, &self->walk, button == BUTTON_BACK ? TIMELINE_BACK : TIMELINE_FORWARD);
}

static void
focus_left (TimelinePage *self)
{
  timeline_motion_release (timeline_scene_motion (self->scene), TIMELINE_NO_COMMAND);
}

/* ---- layout ---- */

/* Height of the details by the height of the page; 216 and 240 are the design's at 1280x800 and 1920x1080. */
static int
details_default_px (TimelinePage *self)
{
  if (self->width_px >= WIDE_PX)
    return DETAILS_WIDE_PX;
  /* Large text does not take most of the page. */
  return MIN (screen_style_scaled_px (GTK_WIDGET (self), self->height_px < 900 ? 216 : 240),
              self->height_px * 2 / 5);
}

static void
place_divider (TimelinePage *self)
{
  bool is_wide = self->width_px >= WIDE_PX;
  int whole_px = is_wide ? self->width_px : self->height_px;
  int details_px = self->details_size > 0 ? self->details_size : details_default_px (self);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned),
                                  is_wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_position (GTK_PANED (self->paned), MAX (whole_px - details_px, 0));
}

/* The user moved the divider: the size of the details is kept, not that of the timeline. */
static void
divider_moved (TimelinePage *self)
{
  bool is_wide = self->width_px >= WIDE_PX;
  int size = (is_wide ? self->width_px : self->height_px) - gtk_paned_get_position (GTK_PANED (self->paned));

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

  self->width_px = width_px;
  self->height_px = height_px;
  g_signal_handlers_block_by_func (self->paned, divider_moved, self);
  if (is_resized)
    {
      place_divider (self);
      /* Another divider asks for another size, and GTK wants to have asked before it allocates. */
      gtk_widget_measure (self->paned, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    }
  gtk_widget_size_allocate (self->paned, &(GtkAllocation){ 0, 0, width_px, height_px }, baseline);
  g_signal_handlers_unblock_by_func (self->paned, divider_moved, self);
  if (self->go_to != NULL)
    gtk_popover_present (GTK_POPOVER (self->go_to));
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

/* Likewise from outside of the page: first comes the timeline. */
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

  g_clear_pointer (&self->go_to, gtk_widget_unparent);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (timeline_page_parent_class)->dispose (object);
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
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
timeline_page_init (TimelinePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->hint_zooms_left = HINT_ZOOMS;
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (key_released), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  for (guint button = BUTTON_BACK; button <= BUTTON_FORWARD; button++)
    {
      GtkGesture *press = gtk_gesture_click_new ();

      gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), button);
      g_signal_connect_swapped (press, "pressed", G_CALLBACK (side_button_pressed), self);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
    }
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
  /* GTK leaves the divider where it is, and every resize puts it where the details keep their size. */
  gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (divider_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "zoomed", G_CALLBACK (zoomed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "notify::rows-text", G_CALLBACK (rows_scrolled), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "notify::layout-text", G_CALLBACK (layout_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scene, "notify::ruler-mode", G_CALLBACK (ruler_mode_changed), self,
                           G_CONNECT_SWAPPED);
  show_hint (self);
  return GTK_WIDGET (self);
}
