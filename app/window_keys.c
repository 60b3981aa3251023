/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window_keys.h"

#include "app/command_list.h"
#include "app/settings.h"

/* What the accelerators leave: keys that are typed as well, digits of a keyboard that has them above Shift, and letters
 * of one that has none of ours. */
static bool
is_left (const KeyBinding *key, guint keyval)
{
  bool is_digit = key->keyval >= GDK_KEY_0 && key->keyval <= GDK_KEY_9;

  return command_key_is_typed (key) || is_digit || gdk_keyval_to_unicode (keyval) > '~';
}

static bool
is_pressed (const Command *command, const PressedKey *pressed)
{
  g_autoptr (GArray) keys = command_keys (command, settings_keys ());

  for (guint i = 0; i < keys->len; i++)
    {
      const KeyBinding *key = &g_array_index (keys, KeyBinding, i);
      g_autofree char *written = command_key_accelerator (key);

      if (is_left (key, pressed->keyval) && key_binding_match (written, pressed) != KEY_MATCHES_NOT)
        return true;
    }
  return false;
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
  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);

      if (command.action_line == NULL || command.action_line->action == NULL
          || !is_pressed (&command, &pressed))
        continue;
      command_run (&command, window);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
set_accelerators (gpointer application)
{
  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);
      g_autoptr (GArray) keys = command_keys (&command, settings_keys ());
      g_autoptr (GStrvBuilder) accelerators = g_strv_builder_new ();

      if (command.action_line == NULL || command.action_line->action == NULL)
        continue;
      for (guint j = 0; j < keys->len; j++)
        {
          const KeyBinding *key = &g_array_index (keys, KeyBinding, j);
          g_autofree char *accelerator = command_key_accelerator (key);

          if (!command_key_is_typed (key))
            g_strv_builder_add (accelerators, accelerator);
        }
      g_auto (GStrv) list = g_strv_builder_end (accelerators);
      gtk_application_set_accels_for_action (application, command.action_line->action,
                                             (const char *const *) list);
    }
}

void
window_keys_add_accelerators (GtkApplication *application)
{
  settings_follow_keys (set_accelerators, application);
}

void
window_keys_add (GtkWidget *window)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), window);
  gtk_widget_add_controller (window, keys);
}
