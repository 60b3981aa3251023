/* SPDX-License-Identifier: Apache-2.0
 *
 * All that can be done, of the window and of the timeline, as one list: for the window of shortcuts, the list of
 * commands and the accelerators. Made of app/commands/window_action_table.c and timeline_command_table.c. */

#pragma once

#include "app/commands/window_action_table.h"
#include "widgets/timeline/scene/timeline_command_table.h"

typedef struct
{
  const char *title, *group;           /* translated */
  const PresetKeys *keys;              /* in each preset, as in the tables */
  const WindowActionLine *action_line; /* NULL: it is a command of the timeline */
  TimelineCommand timeline;            /* TIMELINE_NO_COMMAND: it is an action */
} Command;

guint command_list_n (void);

/* Group by group. O(1). */
Command command_list_get (guint i);

/* The action that does it, with its target: "win.open", "win.timeline::fit-all". NULL: what GTK does by itself. */
char *command_action (const Command *command);

/* Does it, as if from this widget. */
void command_run (const Command *command, GtkWidget *widget);

/* The keys that do it: those of the preset first, then those of the default that the preset leaves to it. Elements are
 * KeyBindings. */
GArray *command_keys (const Command *command, KeyPreset preset);

/* Whether two commands may have the same keys: one has an effect only where the other has none. */
bool command_list_may_share (const Command *a, const Command *b);

/* Whether the key types something as well: such a key works only while nothing is being typed. */
bool command_key_is_typed (const KeyBinding *key);

/* As GTK writes accelerators ("<Control>k"): with what an American keyboard has there. */
char *command_key_accelerator (const KeyBinding *key);

/* As people read it ("Ctrl+K"): with what the display's keyboard has printed there, where the command goes by place. */
char *command_key_label (const Command *command, const KeyBinding *key, GdkDisplay *display);
