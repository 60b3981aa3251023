/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the timeline page share: timeline_page.c (layout and properties), timeline_page_keys.c (which command
 * a key is), timeline_page_commands.c (what a command does on the page). */

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
  guint held_keycodes[N_TIMELINE_COMMANDS]; /* which key a command goes on for; 0: none */
  GtkWidget *paned, *frame, *canvas, *details;
  GtkWidget *go_to; /* NULL until it is asked for */
  int details_size; /* as the user left it; 0: by the design */
  int pressed_size; /* the same, when a button was last pressed */
  bool is_open;     /* the details are, below the timeline, and not the row of their tabs alone */
  guint widen_source;
  guint open_source; /* they wait for the second press of a double click */
  int hint_zooms_left;
  int width_px, height_px;
  const char *said; /* why a command had no effect, last; NULL */
  gint64 said_us;
};

/* The details are at the right of the timeline, where they are always open. */
bool timeline_page_is_wide (const TimelinePage *page);

/* Has keys, and the buttons beside a mouse's thumb, do their commands from now on. */
void timeline_page_listen (TimelinePage *page);

/* All commands but those that go on while a key is held. False: there was nothing to do it to. */
bool timeline_page_do (TimelinePage *page, TimelineCommand command);

/* Those: until timeline_scene_release (). */
void timeline_page_hold (TimelinePage *page, TimelineCommand command);
