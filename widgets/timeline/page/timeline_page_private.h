/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the files of the timeline page: timeline_page.c (layout and properties), timeline_page_keys.c (finds the
 * command of a key), timeline_page_commands.c (runs commands). */

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
  guint held_keycodes[N_TIMELINE_COMMANDS]; /* the held key of each command; 0: none */
  GtkWidget *paned, *frame, *canvas, *details;
  GtkWidget *go_to; /* NULL until first used */
  int details_size; /* set by the user; 0: the default */
  int pressed_size; /* details_size when a button was last pressed */
  bool is_open;     /* the details below the timeline are open, not only their row of tabs */
  guint widen_source;
  guint open_source; /* waits for the second press of a double click */
  int hint_zooms_left;
  int width_px, height_px;
  const char *said; /* the last reason why a command had no effect, or NULL */
  gint64 said_us;
};

/* Returns whether the details are at the right of the timeline, where they are always open. */
bool timeline_page_is_wide (const TimelinePage *page);

/* Connects keys and the thumb buttons of a mouse to their commands. */
void timeline_page_listen (TimelinePage *page);

/* Runs a command, except those that continue while a key is held. Returns false if it had no effect. */
bool timeline_page_do (TimelinePage *page, TimelineCommand command);

/* Starts a command that continues while a key is held, until timeline_scene_release (). */
void timeline_page_hold (TimelinePage *page, TimelineCommand command);
