/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/popover_place.h"
#include "widgets/details/details_pane.h"
#include "widgets/details/facts/selection_text.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/timeline_canvas.h"
#include "widgets/timeline/canvas/timeline_frame.h"
#include "widgets/timeline/input/go_to_popover.h"
#include "widgets/timeline/input/ranks_popover.h"
#include "widgets/timeline/input/timeline_commands.h"
#include "widgets/timeline/page/timeline_page_private.h"
#include "widgets/timeline/scene/timeline_area.h"
#include "widgets/timeline/scene/timeline_bookmarks.h"
#include "widgets/timeline/scene/timeline_command_table.h"

static void
copy (TimelinePage *self, char *text)
{
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_free (text);
}

/* Focuses the first focusable widget of the details pane. */
static void
focus_details (TimelinePage *self)
{
  g_object_set (self, "details-visible", TRUE, NULL);
  details_pane_unfold (DETAILS_PANE (self->details));
  gtk_widget_child_focus (self->details, GTK_DIR_TAB_FORWARD);
}

static void
search (TimelinePage *self)
{
  g_object_set (self, "details-visible", TRUE, NULL);
  details_pane_search (DETAILS_PANE (self->details));
}

void
timeline_page_search_names (TimelinePage *self, const char *text)
{
  g_object_set (self, "details-visible", TRUE, NULL);
  details_pane_search_names (DETAILS_PANE (self->details), text);
}

static bool
hide_path (TimelineScene *scene)
{
  gboolean is_shown;

  g_object_get (scene, "shows-path", &is_shown, NULL);
  if (is_shown)
    g_object_set (scene, "shows-path", FALSE, NULL);
  return is_shown;
}

/* Hides the critical path, else clears the search first, then the selection, then folds details that the user opened, then resets the scope. */
static bool
clear (TimelinePage *self)
{
  bool has_selection = view_state_selection (timeline_scene_state (self->scene))->kind != SELECTED_NOTHING;

  if (hide_path (self->scene))
    return true;
  bool has_found = details_pane_clear_found (DETAILS_PANE (self->details));
  if (has_found && has_selection)
    return true;
  if (has_selection)
    timeline_command_run (self->scene, &self->walk, TIMELINE_CLEAR);
  if ((details_pane_fold (DETAILS_PANE (self->details)) && !timeline_page_is_wide (self)) || has_selection
      || has_found)
    return true;
  return timeline_command_run (self->scene, &self->walk, TIMELINE_CLEAR);
}

/* If there already is a bookmark, its title gets the focus; no second one is added. */
static void
set_bookmark (TimelinePage *self)
{
  BookmarkList *list = view_state_bookmarks (timeline_scene_state (self->scene));
  guint n_before = bookmark_list_count (list);
  BookmarkItem *item =
    timeline_bookmarks_set (self->scene, timeline_canvas_key_x_px (TIMELINE_CANVAS (self->canvas)));

  if (item == NULL || bookmark_list_count (list) != n_before)
    return;
  g_object_set (self, "details-visible", TRUE, NULL);
  details_pane_edit_bookmark (DETAILS_PANE (self->details));
}

/* Over the middle of the ruler. */
static bool
place_above_rows (TimelinePage *self, GtkWidget *popover)
{
  graphene_rect_t canvas;

  if (gtk_widget_get_parent (popover) == NULL)
    gtk_widget_set_parent (popover, GTK_WIDGET (self));
  if (!gtk_widget_compute_bounds (self->canvas, GTK_WIDGET (self), &canvas))
    return false;
  popover_place (GTK_POPOVER (popover), canvas.origin.x + canvas.size.width / 2, canvas.origin.y, 1, 1);
  return true;
}

static void
ask_where_to_go (TimelinePage *self)
{
  if (self->go_to == NULL)
    self->go_to = go_to_popover_new (self->scene);
  if (place_above_rows (self, self->go_to))
    go_to_popover_ask (GO_TO_POPOVER (self->go_to));
}

void
timeline_page_ask_for_ranks (TimelinePage *self)
{
  if (self->ranks == NULL)
    self->ranks = ranks_popover_new (self->scene);
  if (place_above_rows (self, self->ranks))
    ranks_popover_ask (RANKS_POPOVER (self->ranks));
}

void
timeline_page_hold (TimelinePage *self, TimelineCommand command)
{
  timeline_scene_hold (self->scene, command, timeline_canvas_key_x_px (TIMELINE_CANVAS (self->canvas)));
}

bool
timeline_page_do (TimelinePage *self, TimelineCommand command)
{
  ViewState *state = timeline_scene_state (self->scene);

  if (timeline_page_is_done_elsewhere (self, command))
    return true;
  if ((command == TIMELINE_SET_MARKER_A || command == TIMELINE_SET_MARKER_B)
      && timeline_canvas_has_pointer (TIMELINE_CANVAS (self->canvas)))
    {
      timeline_area_set_marker_at (self->scene, command == TIMELINE_SET_MARKER_A ? MARKER_A : MARKER_B,
                                   timeline_canvas_key_x_px (TIMELINE_CANVAS (self->canvas)), true);
      return true;
    }
  timeline_canvas_forget_pointer (TIMELINE_CANVAS (self->canvas));
  switch (command)
    {
    case TIMELINE_COPY:
      copy (self, selection_text_to_copy (state, screen_style_get (GTK_WIDGET (self))->numbers));
      return true;
    case TIMELINE_COPY_NAME:
      copy (self, selection_text_exact_name (state));
      return true;
    case TIMELINE_BOOKMARK:
      set_bookmark (self);
      return true;
    case TIMELINE_SHOW_DETAILS:
      focus_details (self);
      return true;
    case TIMELINE_SEARCH:
      search (self);
      return true;
    case TIMELINE_NEXT_FOUND:
    case TIMELINE_PREVIOUS_FOUND:
      if (!details_pane_walk_found (DETAILS_PANE (self->details), command == TIMELINE_NEXT_FOUND ? 1 : -1))
        search (self);
      return timeline_page_refusal (self, command) == NULL;
    case TIMELINE_EXPLAIN_GAP:
      if (timeline_command_run (self->scene, &self->walk, command))
        g_object_set (self, "details-visible", TRUE, NULL);
      return true;
    case TIMELINE_GO_TO:
      ask_where_to_go (self);
      return true;
    case TIMELINE_LIST_VIEW:
      timeline_frame_set_shows_list (TIMELINE_FRAME (self->frame),
                                     !timeline_frame_shows_list (TIMELINE_FRAME (self->frame)));
      return true;
    case TIMELINE_CLEAR:
      if (timeline_frame_shows_list (TIMELINE_FRAME (self->frame)))
        {
          timeline_frame_set_shows_list (TIMELINE_FRAME (self->frame), false);
          return true;
        }
      gtk_widget_grab_focus (self->canvas);
      return clear (self);
    default:
      return timeline_command_run (self->scene, &self->walk, command);
    }
}

const char *
timeline_page_refusal (TimelinePage *self, TimelineCommand command)
{
  return timeline_command_refusal (self->scene, &self->walk, command);
}

void
timeline_page_run (TimelinePage *self, TimelineCommand command)
{
  timeline_frame_take_focus (TIMELINE_FRAME (self->frame));
  if (!timeline_command_is_held (command))
    {
      timeline_page_do (self, command);
      return;
    }
  /* The same as a short press of its key. */
  timeline_page_hold (self, command);
  timeline_scene_release (self->scene, command);
}
