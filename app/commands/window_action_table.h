/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of actions that work on every page of a window. Accelerators, the shortcuts window and the command list are
 * made from it. The timeline has a table of its own, widgets/timeline/scene/timeline_command_table.h. Pure. */

#pragma once

#include "widgets/controls/key_binding.h"

typedef enum
{
  ACTION_GROUP_PROFILES,
  ACTION_GROUP_WINDOWS,
  N_ACTION_GROUPS
} ActionGroup;

typedef struct
{
  const char *action; /* detailed action name, "win.page::timeline"; NULL for what GTK does by itself */
  const char *title;  /* untranslated */
  ActionGroup group;
  const char *refusal; /* untranslated; why the action is disabled; NULL when it is always enabled */
  bool is_over_pages;  /* enabled only while something covers the pages, whose own keys do not work then */
  PresetKeys keys;     /* a key without Ctrl or Alt that types a character works only while no text is being typed */
} WindowActionLine;

const WindowActionLine *window_action_lines (unsigned *ret_n);

/* Returns the group's title, translated. */
const char *window_action_group_title (ActionGroup group);
