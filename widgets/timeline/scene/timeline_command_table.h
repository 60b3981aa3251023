/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that can be done on the timeline without a pointer: one line each, from which come the keys, the window of
 * shortcuts and the list of commands. Pure. */

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

/* What has to be there for a command to have an effect. */
typedef enum
{
  NEEDS_NOTHING, /* or what timeline_command_refusal () alone knows: kept areas, markers, bookmarks, a search */
  NEEDS_SELECTION,
  NEEDS_SLICE,      /* selected */
  NEEDS_CONNECTION, /* of the selected slice, which leads somewhere */
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

/* For 1 <= command < N_TIMELINE_COMMANDS. */
const TimelineCommandLine *timeline_command_line (TimelineCommand command);

/* TIMELINE_NO_COMMAND: there is none of that name. */
TimelineCommand timeline_command_find (const char *id);

/* Translated. */
const char *timeline_group_title (TimelineGroup group);

/* What the key does; letters and brackets by where they are on the keyboard, everything else by what is printed on it
 * (widgets/controls/key_binding.h). */
TimelineCommand timeline_command_of_key (KeyPreset preset, const PressedKey *key);
