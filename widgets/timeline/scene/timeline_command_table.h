/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of timeline commands, one line for each. Keys, the shortcuts window and the command list are made from it.
 * Pure. */

#pragma once

#include "widgets/controls/key_binding.h"
#include "widgets/timeline/scene/timeline_input.h"

typedef enum
{
  TIMELINE_GROUP_MOVING,
  TIMELINE_GROUP_STEPS,
  TIMELINE_GROUP_SELECTING,
  TIMELINE_GROUP_CONNECTIONS,
  TIMELINE_GROUP_AREAS,
  TIMELINE_GROUP_ROWS,
  TIMELINE_GROUP_BOOKMARKS,
  N_TIMELINE_GROUPS
} TimelineGroup;

/* The condition for a command to have an effect. */
typedef enum
{
  NEEDS_NOTHING, /* or a condition that only timeline_command_refusal () checks: kept areas, markers, bookmarks, a search */
  NEEDS_SELECTION,
  NEEDS_SLICE,      /* a selected slice */
  NEEDS_CONNECTION, /* a connection of the selected slice */
  NEEDS_STEPS,
  NEEDS_NARROWING, /* a selection, or a scope that is not the whole profile */
} TimelineNeed;

typedef struct
{
  const char *id;    /* for actions: "zoom-in" */
  const char *title; /* to be translated */
  TimelineGroup group;
  TimelineNeed need;
  PresetKeys keys;
} TimelineCommandLine;

/* Returns the line of a command, 1 <= command < N_TIMELINE_COMMANDS. Static. */
const TimelineCommandLine *timeline_command_line (TimelineCommand command);

/* Returns the command of that id, or TIMELINE_NO_COMMAND. */
TimelineCommand timeline_command_find (const char *id);

/* Returns the title of a group, translated. */
const char *timeline_group_title (TimelineGroup group);

/* Returns the command of a key. Letters and brackets are found by their position on the keyboard, all other keys by their
 * label (widgets/controls/key_binding.h). */
TimelineCommand timeline_command_of_key (KeyPreset preset, const PressedKey *key);
