/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be done in a window wherever one is: one line each, from which come accelerators, the window of shortcuts
 * and the list of commands. The timeline has a table of its own, widgets/timeline/scene/timeline_command_table.h. Pure. */

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
  const char *action; /* detailed: "win.page::timeline"; NULL: what GTK does by itself */
  const char *title;  /* to be translated */
  ActionGroup group;
  const char *refusal; /* to be translated: why the action is disabled when it is; NULL: it never is */
  bool is_over_pages;  /* it is enabled only while something lies over the pages, where these have no keys */
  PresetKeys keys; /* one without Ctrl or Alt that is typed as well works only while nothing is being typed */
} WindowActionLine;

const WindowActionLine *window_action_lines (unsigned *ret_n);

/* Translated. */
const char *window_action_group_title (ActionGroup group);
