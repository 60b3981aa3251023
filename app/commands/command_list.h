/* SPDX-License-Identifier: Apache-2.0
 *
 * All commands of the window and of the timeline in one list. The shortcuts window, the command list and the
 * accelerators are made from it. Its rows come from app/commands/window_action_table.c and timeline_command_table.c. */

#pragma once

#include "app/commands/window_action_table.h"
#include "widgets/timeline/scene/timeline_command_table.h"

typedef struct
{
  const char *title, *group;           /* translated */
  const PresetKeys *keys;              /* the keys in each preset, as in the tables */
  const WindowActionLine *action_line; /* NULL for a command of the timeline */
  TimelineCommand timeline;            /* TIMELINE_NO_COMMAND for an action of the window */
} Command;

guint command_list_n (void);

/* Returns the command at place i; the commands of a group follow each other. O(1). */
Command command_list_get (guint i);

/* Returns the detailed action that runs the command ("win.open", "win.timeline::fit-all"), or NULL for what GTK does by
 * itself. Transfer full. */
char *command_action (const Command *command);

/* Runs the command as if it were activated from this widget. */
void command_run (const Command *command, GtkWidget *widget);

/* Returns the command's keys as KeyBinding elements: first those of the preset, then the default keys that the preset
 * does not use for another command. Transfer full. */
GArray *command_keys (const Command *command, KeyPreset preset);

/* Returns whether two commands may share a key, because one has an effect only where the other has none. */
bool command_list_may_share (const Command *a, const Command *b);

/* Returns whether the key also types a character. Such a key works only while no text is being typed. */
bool command_key_is_typed (const KeyBinding *key);

/* Returns the key as a GTK accelerator ("<Control>k"), by the letter that a US keyboard has there. Transfer full. */
char *command_key_accelerator (const KeyBinding *key);

/* Returns the key as people read it ("Ctrl+K"). For a command that goes by the key's position this is the label on the
 * display's own keyboard. Transfer full. */
char *command_key_label (const Command *command, const KeyBinding *key, GdkDisplay *display);
