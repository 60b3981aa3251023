/* SPDX-License-Identifier: Apache-2.0
 *
 * The window's state, shared by its files: the window itself (window.c), what it shows (window_view.c), opening and
 * unloading (window_opening.c), the trace of a rank of a job
 * (window_rank.c), and showing several profiles of one run as one (window_together.c). */

#pragma once

#include "app/known/known_profiles.h"
#include "app/library/library.h"
#include "app/opening/profile_opener.h"
#include "app/profiles/profile_list.h"
#include "app/window/profile_page.h"
#include "app/window/window.h"

typedef struct RankWanted RankWanted;

/* What the window shows below its bars. */
typedef enum
{
  FACE_HOME,    /* the shown profile, or the start page */
  FACE_OPENING, /* opening the first profile; while others are loaded only the bar shows progress */
  FACE_FAILURE,
  FACE_INFORMATION,
  FACE_PROFILES, /* the start page, over a shown profile */
} Face;

struct _AppWindow
{
  AdwApplicationWindow parent_instance;

  Library *library;
  KnownProfiles *known;
  ProfileList *list;
  ProfileOpener *opener;
  Face face;
  ViewPage page;    /* the visible page; showing another profile does not change it */
  char *retry_path; /* the path that failed or was cancelled last */
  GStrv retry_more; /* those that were cancelled with it, or NULL */

  LoadedProfile *shown;   /* the profile whose page is, or was last, visible; may be NULL */
  LoadedProfile *partial; /* the list's entry for the profile being read; may be NULL */

  GPtrArray *together; /* the loaded profiles that are of one run with the shown one, and it; NULL: none */
  GCancellable *combining; /* what makes one profile of some; NULL: nothing does */
  GCancellable *aligning;  /* what puts the ranks of a profile on one clock; NULL: nothing does */
  RankWanted *rank_wanted; /* the rank whose trace is being opened; NULL: none */
  GCancellable *closing;   /* what reads files of counters and writes reports: cancelled when the window closes */

  GtkWidget *header, *toasts;
  GtkWidget *commands; /* the command list, above everything else */
  GtkWidget *scope_bar;
  GtkWidget *opening; /* the progress bar of opening */
  GtkWidget *faces;   /* GtkStack: start, profiles, frames, failure, information */
  GtkWidget *start, *frames, *failure;
  GtkWidget *profiles; /* GtkStack of a ProfilePage per loaded profile */
  GtkWidget *compare;  /* the Compare page, referenced: it moves among these */
};

/* Shows another face and updates everything that depends on it. */
void window_show_face (AppWindow *window, Face face);

/* Call this after the list of profiles or the shown profile has changed; it updates the page. */
void window_follow_list (AppWindow *window);

/* Finds again which profiles are of one run with the shown one, and offers on its page to show them as one. Call this after
 * the list of profiles or the shown profile has changed. page is that of the shown profile, or NULL. */
void window_offer_together (AppWindow *window, ProfilePage *page);

/* The user dismissed the offer: it is not made again for these profiles until the program ends. */
void window_dismiss_together (AppWindow *window);

/* Forgets the offer and cancels what is under way. Harmless if called again. */
void window_end_together (AppWindow *window);

/* Goes to the wanted step if the trace of a rank of a job was opened. */
void window_rank_opened (AppWindow *window, LoadedProfile *loaded);
void rank_wanted_free (RankWanted *wanted);

/* Connects the window to its opener: from now on it shows progress, results and failures of opening. */
void window_follow_opener (AppWindow *window);
