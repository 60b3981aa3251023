/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/window_keys.h"

#include "app/commands/command_list.h"
#include "app/desktop/settings.h"

/* What the accelerators leave: keys that are typed as well, digits of a keyboard that has them above Shift, and letters
 * of one that has none of ours. */
static bool
is_left (const KeyBinding *key, guint keyval)
{
  bool is_digit = key->keyval >= GDK_KEY_0 && key->keyval <= GDK_KEY_9;

  return command_key_is_typed (key) || is_digit || gdk_keyval_to_unicode (keyval) > '~';
}

/* Of the actions of windows, by the preset in use: made anew when that changes, not with each key. Main thread. */
typedef struct
{
  guint command; /* of command_list_get () */
  KeyBinding key;
  char *written;
} ActionKey;

static GArray *action_keys;

static void
clear_action_key (gpointer key)
{
  g_free (((ActionKey *) key)->written);
}

static gboolean
key_pressed (GtkWidget *window, guint keyval, guint keycode, GdkModifierType held)
{
  PressedKey pressed = {
    .keycode = keycode,
    .keyval = keyval,
    .typed = keyval,
    .shift = (held & GDK_SHIFT_MASK) != 0,
    .control = (held & GDK_CONTROL_MASK) != 0,
    .alt = (held & GDK_ALT_MASK) != 0,
  };

  if (!pressed.control && !pressed.alt && key_focus_is_typing (window))
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < action_keys->len; i++)
    {
      const ActionKey *key = &g_array_index (action_keys, ActionKey, i);

      if (!is_left (&key->key, keyval) || key_binding_match (key->written, &pressed) == KEY_MATCHES_NOT)
        continue;
      Command command = command_list_get (key->command);
      command_run (&command, window);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
set_accelerators (gpointer application)
{
  KeyPreset preset = settings_keys ();

  g_array_set_size (action_keys, 0);
  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);

      if (command.action_line == NULL || command.action_line->action == NULL)
        continue;
      g_autoptr (GArray) keys = command_keys (&command, preset);
      g_autoptr (GStrvBuilder) accelerators = g_strv_builder_new ();
      for (guint j = 0; j < keys->len; j++)
        {
          ActionKey key = { .command = i, .key = g_array_index (keys, KeyBinding, j) };

          key.written = command_key_accelerator (&key.key);
          if (!command_key_is_typed (&key.key))
            g_strv_builder_add (accelerators, key.written);
          g_array_append_val (action_keys, key);
        }
      g_auto (GStrv) list = g_strv_builder_end (accelerators);
      gtk_application_set_accels_for_action (application, command.action_line->action,
                                             (const char *const *) list);
    }
}

void
window_keys_add_accelerators (GtkApplication *application)
{
  action_keys = g_array_new (FALSE, FALSE, sizeof (ActionKey));
  g_array_set_clear_func (action_keys, clear_action_key);
  settings_follow_keys (set_accelerators, application);
}

void
window_keys_add (GtkWidget *window)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), window);
  gtk_widget_add_controller (window, keys);
}
