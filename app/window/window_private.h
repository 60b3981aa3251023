/* SPDX-License-Identifier: Apache-2.0
 *
 * A window, for its three parts: the window itself (window.c), what is in view (window_view.c), and what is opened and
 * unloaded (window_opening.c). */

#pragma once

#include "app/library/library.h"
#include "app/opening/profile_opener.h"
#include "app/profiles/profile_list.h"
#include "app/window/window.h"

/* What stands in the page. */
typedef enum
{
  FACE_HOME,    /* the shown profile, or the start page */
  FACE_OPENING, /* of the first profile; beside others only the bar tells */
  FACE_FAILURE,
  FACE_INFORMATION,
} Face;

struct _AppWindow
{
  AdwApplicationWindow parent_instance;

  Library *library;
  ProfileList *list;
  ProfileOpener *opener;
  Face face;
  ViewPage page;    /* of whatever profile is shown: changing profile does not change it */
  char *retry_path; /* what was not opened last */

  LoadedProfile *shown;   /* whose page is, or was last, in view; NULL: none */
  LoadedProfile *partial; /* stands in the list for what is being read; NULL: nothing does */

  GtkWidget *header, *toasts;
  GtkWidget *commands; /* the list of commands, over the rest */
  GtkWidget *scope_bar;
  GtkWidget *opening; /* what is being read, whatever stands below it */
  GtkWidget *faces;   /* GtkStack: start, profiles, frames, failure, information */
  GtkWidget *start, *frames, *failure;
  GtkWidget *profiles; /* GtkStack of a ProfilePage per loaded profile */
};

/* Puts another face on the page, and all that goes with it. */
void window_show_face (AppWindow *window, Face face);

/* Call this after the list of profiles or the shown profile has changed; it updates the page. */
void window_follow_list (AppWindow *window);

/* Connects the window to its opener: from now on it shows progress, results and failures of opening. */
void window_follow_opener (AppWindow *window);
