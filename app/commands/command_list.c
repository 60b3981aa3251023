/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/command_list.h"

#include <glib/gi18n-lib.h>

#define N_TIMELINE (N_TIMELINE_COMMANDS - 1)

/* The actions of profiles, the timeline, then the actions of windows. */
static guint
n_before_timeline (void)
{
  unsigned n, i = 0;
  const WindowActionLine *lines = window_action_lines (&n);

  while (i < n && lines[i].group == ACTION_GROUP_PROFILES)
    i++;
  return i;
}

guint
command_list_n (void)
{
  unsigned n;

  window_action_lines (&n);
  return n + N_TIMELINE;
}

static Command
action_at (guint i)
{
  unsigned n;
  const WindowActionLine *line = &window_action_lines (&n)[i];

  return (Command){ .title = _ (line->title),
                    .group = window_action_group_title (line->group),
                    .keys = &line->keys,
                    .action_line = line };
}

/* The timeline's, by group, and in a group in the order of the table. Main thread: who asks for one asks for all. */
static TimelineCommand
timeline_at (guint i)
{
  static TimelineCommand order[N_TIMELINE];
  static guint n;

  for (int group = 0; group < N_TIMELINE_GROUPS && n < N_TIMELINE; group++)
    for (int command = 1; command < N_TIMELINE_COMMANDS; command++)
      if (timeline_command_line ((TimelineCommand) command)->group == (TimelineGroup) group)
        order[n++] = (TimelineCommand) command;
  g_assert (i < n);
  return order[i];
}

Command
command_list_get (guint i)
{
  guint before = n_before_timeline ();

  if (i < before)
    return action_at (i);
  if (i >= before + N_TIMELINE)
    return action_at (i - N_TIMELINE);
  TimelineCommand command = timeline_at (i - before);
  const TimelineCommandLine *line = timeline_command_line (command);
  return (Command){ .title = _ (line->title),
                    .group = timeline_group_title (line->group),
                    .keys = &line->keys,
                    .timeline = command };
}

char *
command_action (const Command *command)
{
  if (command->action_line != NULL)
    return g_strdup (command->action_line->action);
  return g_strconcat ("win.timeline::", timeline_command_line (command->timeline)->id, NULL);
}

void
command_run (const Command *command, GtkWidget *widget)
{
  g_autofree char *detailed = command_action (command), *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (detailed != NULL && g_action_parse_detailed_name (detailed, &name, &target, NULL))
    gtk_widget_activate_action_variant (widget, name, target);
}

/* ---- keys ---- */

static bool
is_over_pages (const Command *command)
{
  return command->action_line != NULL && command->action_line->is_over_pages;
}

bool
command_list_may_share (const Command *a, const Command *b)
{
  return (is_over_pages (a) && b->action_line == NULL) || (is_over_pages (b) && a->action_line == NULL);
}

/* Whether a preset gives the key to another command. */
static bool
is_taken (const KeyBinding *key, KeyPreset preset, const Command *from)
{
  for (guint i = 0; i < command_list_n (); i++)
    {
      Command other = command_list_get (i);

      if (other.keys != from->keys && key_binding_is_among (key, (*other.keys)[preset])
          && !command_list_may_share (from, &other))
        return true;
    }
  return false;
}

GArray *
command_keys (const Command *command, KeyPreset preset)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (KeyBinding));
  const char *own = (*command->keys)[preset], *at = own;
  KeyBinding key;

  while (key_binding_next (&at, &key))
    g_array_append_val (keys, key);
  if (preset == KEYS_DEFAULT)
    return keys;
  at = (*command->keys)[KEYS_DEFAULT];
  while (key_binding_next (&at, &key))
    if (!key_binding_is_among (&key, own) && !is_taken (&key, preset, command))
      g_array_append_val (keys, key);
  return keys;
}

bool
command_key_is_typed (const KeyBinding *key)
{
  return !key->control && !key->alt && gdk_keyval_to_unicode (key->keyval) > ' ';
}

static GdkModifierType
modifiers_of (const KeyBinding *key)
{
  return (key->shift ? GDK_SHIFT_MASK : 0) | (key->control ? GDK_CONTROL_MASK : 0)
         | (key->alt ? GDK_ALT_MASK : 0);
}

char *
command_key_accelerator (const KeyBinding *key)
{
  return gtk_accelerator_name (key->keyval, modifiers_of (key));
}

char *
command_key_label (const Command *command, const KeyBinding *key, GdkDisplay *display)
{
  /* The timeline's go by place; accelerators by what is printed. */
  guint keyval = command->action_line == NULL ? key_binding_printed (key, display) : key->keyval;

  return gtk_accelerator_get_label (keyval, modifiers_of (key));
}
