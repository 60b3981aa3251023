/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_bookmarks.h"

#include <glib/gi18n-lib.h>

#include "trace/model/slice_identity.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/screen_style.h"

static BookmarkList *
list_of (TimelineScene *scene)
{
  return view_state_bookmarks (timeline_scene_state (scene));
}

/* ---- setting ---- */

/* Returns an untitled bookmark on the selection or on a time, or NULL if the slice cannot be identified. */
static Bookmark *
bookmark_of_selection (TimelineScene *scene, double x_px)
{
  ViewState *state = timeline_scene_state (scene);
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);

  switch (selection->kind)
    {
    case SELECTED_SLICE:
      {
        g_autofree char *slice = slice_identity_text (profile->paths, selection->slice);

        return slice != NULL ? bookmark_new (BOOKMARK_SLICE, selection->begin_ns, selection->end_ns, slice)
                             : NULL;
      }
    case SELECTED_GAP:
    case SELECTED_AREA:
      return bookmark_new (BOOKMARK_RANGE, selection->begin_ns, selection->end_ns, NULL);
    default:
      {
        int64_t time_ns = timeline_view_ns (timeline_scene_view (scene), x_px);

        time_ns = CLAMP (time_ns, profile->begin_ns, profile->end_ns);
        return bookmark_new (BOOKMARK_TIME, time_ns, time_ns, NULL);
      }
    }
}

/* Returns the default name of a bookmark. */
static char *
title_of (TimelineScene *scene, const Bookmark *bookmark)
{
  ViewState *state = timeline_scene_state (scene);
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);

  if (bookmark->kind == BOOKMARK_SLICE)
    return g_strdup (
      trace_display_name (profile->trace, slice_name (trace_slices (profile->trace), selection->slice)));
  if (selection->kind == SELECTED_GAP)
    return g_strdup (_ ("Idle"));
  g_autofree char *step = slice_place_step (profile, view_state_step_rank (state), bookmark->begin_ns);
  if (step == NULL)
    return g_strdup (bookmark->kind == BOOKMARK_RANGE ? _ ("Range") : _ ("Time"));
  /* Translators: what a bookmark is called: in which step it is */
  return g_strdup_printf (bookmark->kind == BOOKMARK_RANGE ? _ ("Range in step %s") : _ ("Time in step %s"),
                          step);
}

BookmarkItem *
timeline_bookmarks_set (TimelineScene *scene, double x_px)
{
  BookmarkList *list = list_of (scene);
  g_autoptr (Bookmark) bookmark = bookmark_of_selection (scene, x_px);

  if (bookmark == NULL)
    return NULL;
  BookmarkItem *item =
    bookmark_list_find (list, bookmark->kind, bookmark->begin_ns, bookmark->end_ns, bookmark->slice);
  if (item == NULL)
    {
      g_autofree char *title = title_of (scene, bookmark);

      bookmark_set_title (bookmark, title);
      item = bookmark_list_add (list, g_steal_pointer (&bookmark));
    }
  bookmark_list_set_current (list, item);
  return item;
}

/* ---- going ---- */

void
timeline_bookmarks_go_to (TimelineScene *scene, BookmarkItem *item)
{
  ViewState *state = timeline_scene_state (scene);
  const Bookmark *bookmark = bookmark_item_get (item);
  uint64_t slice = bookmark_item_slice (item);

  bookmark_list_set_current (list_of (scene), item);
  if (slice != SLICE_NONE)
    {
      timeline_scene_go_to_slice (scene, slice);
      return;
    }
  if (bookmark->end_ns > bookmark->begin_ns)
    {
      view_state_select_area (state, bookmark->begin_ns, bookmark->end_ns);
      view_state_fit_selection (state);
      return;
    }
  view_state_clear_selection (state);
  view_state_centre (state, bookmark->begin_ns);
}

BookmarkItem *
timeline_bookmarks_next (TimelineScene *scene, int by)
{
  int64_t begin_ns, end_ns;

  view_state_span (timeline_scene_state (scene), &begin_ns, &end_ns);
  return bookmark_list_step (list_of (scene), begin_ns, end_ns, by);
}

bool
timeline_bookmarks_walk (TimelineScene *scene, int by)
{
  BookmarkItem *item = timeline_bookmarks_next (scene, by);

  if (item == NULL)
    return false;
  timeline_bookmarks_go_to (scene, item);
  return true;
}

/* ---- words ---- */

char *
timeline_bookmarks_place (TimelineScene *scene, BookmarkItem *item, const NumberStyle *numbers)
{
  ViewState *state = timeline_scene_state (scene);
  const Profile *profile = view_state_profile (state);
  const Bookmark *bookmark = bookmark_item_get (item);
  uint64_t slice = bookmark_item_slice (item);
  uint32_t rank =
    slice != SLICE_NONE ? slice_place_rank (profile->trace, slice) : view_state_step_rank (state);
  char length[NUMBER_TEXT_MAX];

  char *begin = slice_place_time (profile, rank, bookmark->begin_ns, numbers);
  if (bookmark->end_ns == bookmark->begin_ns)
    return begin;
  number_text_duration (numbers, (double) (bookmark->end_ns - bookmark->begin_ns), length);
  /* Translators: a duration, and where it begins: "12.50 ms at Step 1011 + 7.324 ms" */
  char *place = g_strdup_printf (_ ("%s at %s"), length, begin);
  g_free (begin);
  return place;
}
