/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_commands.h"
#include "widgets/timeline/page/timeline_page_private.h"
#include "widgets/timeline/scene/timeline_command_table.h"

/* As X11 and GDK number them. */
#define BUTTON_BACK    8
#define BUTTON_FORWARD 9

/* A held key reports only once why it has no effect. */
#define SAY_AGAIN_US (5 * G_USEC_PER_SEC)

/* The key without Shift and other levels, as printed at the bottom of the key. */
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

/* Returns whether a key belongs to the focused entry. Commands that open another entry still work. */
static bool
is_for_typing (GtkWidget *page, TimelineCommand command, GdkModifierType held)
{
  bool leads_elsewhere =
    command == TIMELINE_SEARCH || command == TIMELINE_FILTER_ROWS || command == TIMELINE_GO_TO;

  return key_focus_is_typing (page) && !(leads_elsewhere && (held & GDK_CONTROL_MASK));
}

/* Shows a message in the window of the page, if it supports that. */
static void
say_refusal (TimelinePage *self, TimelineCommand command)
{
  const char *reason = timeline_page_refusal (self, command);
  gint64 now_us = g_get_monotonic_time ();

  if (reason == NULL || (reason == self->said && now_us - self->said_us < SAY_AGAIN_US))
    return;
  self->said = reason;
  self->said_command = command;
  self->said_us = now_us;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", reason);
}

void
timeline_page_recheck_refusal (TimelinePage *self)
{
  const char *said = self->said;

  if (said == NULL || timeline_page_refusal (self, self->said_command) == said)
    return;
  self->said = NULL;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.unsay", "s", said);
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
      timeline_page_hold (self, command);
      return GDK_EVENT_STOP;
    }
  if (timeline_page_do (self, command))
    return GDK_EVENT_STOP;
  /* Where there is nothing to clear, the key belongs to what lies around the page. */
  if (command == TIMELINE_CLEAR)
    return GDK_EVENT_PROPAGATE;
  say_refusal (self, command);
  return GDK_EVENT_STOP;
}

/* Compares the key only, since its modifiers may have been released before. */
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

void
timeline_page_listen (TimelinePage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

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
