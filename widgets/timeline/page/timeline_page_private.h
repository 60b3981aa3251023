/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files of the timeline page: timeline_page.c (layout and properties), timeline_page_keys.c (the command
 * of each key) and timeline_page_commands.c (the effects of the commands). */

#pragma once

#include "widgets/controls/key_binding.h"
#include "widgets/timeline/links/flow_walk.h"
#include "widgets/timeline/page/timeline_page.h"
#include "widgets/timeline/scene/timeline_scene.h"

struct _TimelinePage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  FlowWalk walk;
  KeyPreset keys;
  guint held_keycodes[N_TIMELINE_COMMANDS]; /* by command: the key that is held for it, or 0 */
  GtkWidget *paned, *frame, *canvas, *details;
  GtkWidget *go_to, *ranks; /* popovers; NULL until they are needed */
  int details_size;         /* as the user left it, or 0 for the default */
  int moved_from;           /* details_size before the last move of the divider: a drag, or a key */
  bool is_open;             /* the details below the timeline show more than the row of their tabs */
  guint widen_source;
  guint open_source; /* both wait for the second press of a double click */
  int hint_zooms_left;
  int width_px, height_px;
  const char *said; /* why said_command had no effect, or NULL */
  TimelineCommand said_command;
  gint64 said_us;
};

/* Returns whether the details are at the right of the timeline, where they are always open. */
bool timeline_page_is_wide (const TimelinePage *page);

/* Makes keys, and the thumb buttons of a mouse, run their commands from now on. */
void timeline_page_listen (TimelinePage *page);

/* Takes back the message why a command had no effect once that is not true any more, for example when a slice has been
 * selected. */
void timeline_page_recheck_refusal (TimelinePage *page);

/* Returns whether a handler of "command" has done it. */
bool timeline_page_is_done_elsewhere (TimelinePage *page, TimelineCommand command);

/* Runs a command, except those that continue while a key is held. Returns false if the command had no effect. */
bool timeline_page_do (TimelinePage *page, TimelineCommand command);

/* Asks which ranks are to be shown. */
void timeline_page_ask_for_ranks (TimelinePage *page);

/* Starts a command that continues until timeline_scene_release (). */
void timeline_page_hold (TimelinePage *page, TimelineCommand command);
