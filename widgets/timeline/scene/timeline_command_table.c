/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/timeline_command_table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A line each. */
/* clang-format off */
#define MOVING      TIMELINE_GROUP_MOVING
#define STEPS       TIMELINE_GROUP_STEPS
#define SELECTING   TIMELINE_GROUP_SELECTING
#define CONNECTIONS TIMELINE_GROUP_CONNECTIONS
#define AREAS       TIMELINE_GROUP_AREAS
#define ROWS        TIMELINE_GROUP_ROWS
#define BOOKMARKS   TIMELINE_GROUP_BOOKMARKS

/* The keys: default; also with Nsight Systems' keys; also with those of Perfetto and chrome://tracing. */
static const TimelineCommandLine lines[N_TIMELINE_COMMANDS] = {
  [TIMELINE_ZOOM_IN]            = { "zoom-in", N_ ("Zoom in at the pointer"), MOVING, NEEDS_NOTHING, { "w", "<Control>plus <Control>equal", "<Shift>w" } },
  [TIMELINE_ZOOM_OUT]           = { "zoom-out", N_ ("Zoom out at the pointer"), MOVING, NEEDS_NOTHING, { "s", "<Control>minus", "<Shift>s" } },
  [TIMELINE_PAN_EARLIER]        = { "earlier", N_ ("Move earlier"), MOVING, NEEDS_NOTHING, { "a", NULL, "<Shift>a" } },
  [TIMELINE_PAN_LATER]          = { "later", N_ ("Move later"), MOVING, NEEDS_NOTHING, { "d", NULL, "<Shift>d" } },
  [TIMELINE_WALK_LEFT]          = { "previous-slice", N_ ("Previous slice"), SELECTING, NEEDS_NOTHING, { "Left" } },
  [TIMELINE_WALK_RIGHT]         = { "next-slice", N_ ("Next slice"), SELECTING, NEEDS_NOTHING, { "Right" } },
  [TIMELINE_WALK_UP]            = { "slice-above", N_ ("Slice above"), SELECTING, NEEDS_NOTHING, { "Up" } },
  [TIMELINE_WALK_DOWN]          = { "slice-below", N_ ("Slice below"), SELECTING, NEEDS_NOTHING, { "Down" } },
  [TIMELINE_SCROLL_UP]          = { "rows-up", N_ ("Scroll rows up"), MOVING, NEEDS_NOTHING, { "Page_Up" } },
  [TIMELINE_SCROLL_DOWN]        = { "rows-down", N_ ("Scroll rows down"), MOVING, NEEDS_NOTHING, { "Page_Down" } },
  [TIMELINE_FIT_SELECTION]      = { "fit-selection", N_ ("Fit the selection"), MOVING, NEEDS_SELECTION, { "f", "<Shift>z" } },
  [TIMELINE_FIT_CONNECTION]     = { "fit-connection", N_ ("Fit the launch and its run"), MOVING, NEEDS_CONNECTION, { "<Shift>f" } },
  [TIMELINE_FIT_ALL]            = { "fit-all", N_ ("Show all"), MOVING, NEEDS_NOTHING, { "0", "<Control>0", "z" } },
  [TIMELINE_PREVIOUS_STEP]      = { "previous-step", N_ ("Previous step"), STEPS, NEEDS_STEPS, { "comma" } },
  [TIMELINE_NEXT_STEP]          = { "next-step", N_ ("Next step"), STEPS, NEEDS_STEPS, { "period" } },
  [TIMELINE_SLOWEST_STEP]       = { "slowest-step", N_ ("Slowest step"), STEPS, NEEDS_STEPS, { "<Shift>comma" } },
  [TIMELINE_MEDIAN_STEP]        = { "median-step", N_ ("Median step"), STEPS, NEEDS_STEPS, { "<Shift>period" } },
  [TIMELINE_SELECT_STEP]        = { "select-step", N_ ("Select the step of the selection"), STEPS, NEEDS_STEPS, { "x" } },
  [TIMELINE_FOLLOW_BACK]        = { "follow-back", N_ ("Go from a run to its launch"), CONNECTIONS, NEEDS_CONNECTION, { "bracketleft" } },
  [TIMELINE_FOLLOW_FORWARD]     = { "follow-forward", N_ ("Go from a launch to its run"), CONNECTIONS, NEEDS_CONNECTION, { "bracketright" } },
  [TIMELINE_OTHER_FLOW_BACK]    = { "other-flow-back", N_ ("Previous of several connections"), CONNECTIONS, NEEDS_CONNECTION, { "<Control>bracketleft" } },
  [TIMELINE_OTHER_FLOW_FORWARD] = { "other-flow-forward", N_ ("Next of several connections"), CONNECTIONS, NEEDS_CONNECTION, { "<Control>bracketright" } },
  [TIMELINE_NEXT_RANK]          = { "next-rank", N_ ("Next rank of the collective"), CONNECTIONS, NEEDS_SLICE, { "r" } },
  [TIMELINE_PREVIOUS_RANK]      = { "previous-rank", N_ ("Previous rank of the collective"), CONNECTIONS, NEEDS_SLICE, { "<Shift>r" } },
  [TIMELINE_LAST_RANK]          = { "last-rank", N_ ("Last rank to reach the collective"), CONNECTIONS, NEEDS_SLICE, { "u" } },
  [TIMELINE_SHOW_DETAILS]       = { "show-details", N_ ("Go to the details"), SELECTING, NEEDS_NOTHING, { "Return" } },
  [TIMELINE_CLEAR]              = { "clear", N_ ("Clear the selection, then the scope"), SELECTING, NEEDS_NARROWING, { "Escape" } },
  [TIMELINE_COPY]               = { "copy", N_ ("Copy the selection"), SELECTING, NEEDS_SELECTION, { "<Control>c" } },
  [TIMELINE_COPY_NAME]          = { "copy-name", N_ ("Copy the exact name"), SELECTING, NEEDS_SLICE, { "<Control><Shift>c" } },
  [TIMELINE_MARK_AREA]          = { "mark-area", N_ ("Make the selection an area"), AREAS, NEEDS_NOTHING, { "m" } },
  [TIMELINE_KEEP_AREA]          = { "keep-area", N_ ("Keep the area"), AREAS, NEEDS_NOTHING, { "<Shift>m" } },
  [TIMELINE_DROP_KEPT_AREAS]    = { "drop-areas", N_ ("Remove all kept areas"), AREAS, NEEDS_NOTHING, { "<Control>m" } },
  [TIMELINE_SET_MARKER_A]       = { "marker-a", N_ ("Set marker A"), AREAS, NEEDS_NOTHING, { "t" } },
  [TIMELINE_SET_MARKER_B]       = { "marker-b", N_ ("Set marker B"), AREAS, NEEDS_NOTHING, { "<Shift>t" } },
  [TIMELINE_CLEAR_MARKERS]      = { "clear-markers", N_ ("Clear the markers"), AREAS, NEEDS_NOTHING, { "<Control>t" } },
  [TIMELINE_AREA_END_EARLIER]   = { "area-end-earlier", N_ ("Move the end of the area earlier"), AREAS, NEEDS_SELECTION, { "<Shift>Left" } },
  [TIMELINE_AREA_END_LATER]     = { "area-end-later", N_ ("Move the end of the area later"), AREAS, NEEDS_SELECTION, { "<Shift>Right" } },
  [TIMELINE_AREA_BEGIN_EARLIER] = { "area-begin-earlier", N_ ("Move the begin of the area earlier"), AREAS, NEEDS_SELECTION, { "<Control><Shift>Left" } },
  [TIMELINE_AREA_BEGIN_LATER]   = { "area-begin-later", N_ ("Move the begin of the area later"), AREAS, NEEDS_SELECTION, { "<Control><Shift>Right" } },
  [TIMELINE_AREA_FEWER_ROWS]    = { "area-fewer-rows", N_ ("Remove a row from the area"), AREAS, NEEDS_SELECTION, { "<Shift>Up" } },
  [TIMELINE_AREA_MORE_ROWS]     = { "area-more-rows", N_ ("Add a row to the area"), AREAS, NEEDS_SELECTION, { "<Shift>Down" } },
  [TIMELINE_SEARCH]             = { "search", N_ ("Search"), SELECTING, NEEDS_NOTHING, { "<Control>f slash", NULL, "<Control>s" } },
  [TIMELINE_NEXT_FOUND]         = { "next-found", N_ ("Next match"), SELECTING, NEEDS_NOTHING, { "F3" } },
  [TIMELINE_PREVIOUS_FOUND]     = { "previous-found", N_ ("Previous match"), SELECTING, NEEDS_NOTHING, { "<Shift>F3" } },
  [TIMELINE_PIN_ROW]            = { "pin-row", N_ ("Pin a row to the top, or unpin it"), ROWS, NEEDS_NOTHING, { "p" } },
  [TIMELINE_FILTER_ROWS]        = { "filter-rows", N_ ("Filter rows by name"), ROWS, NEEDS_NOTHING, { "<Control><Shift>f" } },
  [TIMELINE_OPEN_ALL_ROWS]      = { "open-all-rows", N_ ("Expand all rows"), ROWS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_CLOSE_ALL_ROWS]     = { "close-all-rows", N_ ("Collapse all rows"), ROWS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_SHOW_HIDDEN_ROWS]   = { "show-hidden-rows", N_ ("Show hidden rows"), ROWS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_CHOOSE_RANKS]       = { "choose-ranks", N_ ("Choose the ranks that are shown"), ROWS, NEEDS_NOTHING, { "v" } },
  [TIMELINE_SLOWEST_RANKS_IN_STEP] = { "slowest-ranks-in-step", N_ ("Show the slowest ranks in the step"), ROWS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_SLOWEST_RANKS]      = { "slowest-ranks", N_ ("Show the slowest ranks over all steps"), ROWS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_RANK_PER_NODE]      = { "rank-per-node", N_ ("Show one rank per node"), ROWS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_ALL_RANKS]          = { "all-ranks", N_ ("Show all ranks"), ROWS, NEEDS_NOTHING, { "<Shift>v" } },
  [TIMELINE_COMPARE_RANKS]      = { "compare-ranks", N_ ("Compare with the median rank"), ROWS, NEEDS_NOTHING, { "<Shift>c" } },
  [TIMELINE_BOOKMARK]           = { "bookmark", N_ ("Bookmark the selection, or the time"), BOOKMARKS, NEEDS_NOTHING, { "b" } },
  [TIMELINE_NEXT_BOOKMARK]      = { "next-bookmark", N_ ("Next bookmark"), BOOKMARKS, NEEDS_NOTHING, { "<Control>b" } },
  [TIMELINE_PREVIOUS_BOOKMARK]  = { "previous-bookmark", N_ ("Previous bookmark"), BOOKMARKS, NEEDS_NOTHING, { "<Control><Shift>b" } },
  [TIMELINE_NEXT_SAME_NAME]     = { "next-same-name", N_ ("Next slice with the same name"), SELECTING, NEEDS_SLICE, { "n" } },
  [TIMELINE_PREVIOUS_SAME_NAME] = { "previous-same-name", N_ ("Previous slice with the same name"), SELECTING, NEEDS_SLICE, { "<Shift>n" } },
  [TIMELINE_DIM_OTHERS]         = { "dim-others", N_ ("Dim all other names"), SELECTING, NEEDS_NOTHING, { "h" } },
  [TIMELINE_EXPLAIN_GAP]        = { "explain-gap", N_ ("Explain the gap before a kernel"), SELECTING, NEEDS_SLICE, { "e" } },
  [TIMELINE_ALL_FLOWS]          = { "all-flows", N_ ("Show or hide all connections"), CONNECTIONS, NEEDS_NOTHING, { NULL } },
  [TIMELINE_LIST_VIEW]          = { "list-view", N_ ("Switch between timeline and list"), SELECTING, NEEDS_NOTHING, { "l" } },
  [TIMELINE_BACK]               = { "back", N_ ("Back to the previous view"), MOVING, NEEDS_NOTHING, { "<Alt>Left", "BackSpace" } },
  [TIMELINE_FORWARD]            = { "forward", N_ ("Forward to the next view"), MOVING, NEEDS_NOTHING, { "<Alt>Right" } },
  [TIMELINE_GO_TO]              = { "go-to", N_ ("Go to a time or step"), MOVING, NEEDS_NOTHING, { "<Control>g" } },
  [TIMELINE_COMPARE_STEPS]      = { "compare-steps", N_ ("Mark differences from the median step"), STEPS, NEEDS_STEPS, { "c" } },
  [TIMELINE_CRITICAL_PATH]      = { "critical-path", N_ ("Show or hide the critical path"), STEPS, NEEDS_NOTHING, { "k" } },
  [TIMELINE_COUNTERPART]        = { "counterpart", N_ ("Go to the counterpart on the next side"), CONNECTIONS, NEEDS_NOTHING, { "j" } },
};
/* clang-format on */

const TimelineCommandLine *
timeline_command_line (TimelineCommand command)
{
  return &lines[command];
}

TimelineCommand
timeline_command_find (const char *id)
{
  for (int i = 1; i < N_TIMELINE_COMMANDS; i++)
    if (strcmp (lines[i].id, id) == 0)
      return (TimelineCommand) i;
  return TIMELINE_NO_COMMAND;
}

const char *
timeline_group_title (TimelineGroup group)
{
  static const char *const titles[N_TIMELINE_GROUPS] = {
    [TIMELINE_GROUP_MOVING] = N_ ("Moving in the timeline"),
    [TIMELINE_GROUP_STEPS] = N_ ("Steps"),
    [TIMELINE_GROUP_SELECTING] = N_ ("Selecting in the timeline"),
    [TIMELINE_GROUP_CONNECTIONS] = N_ ("Connections"),
    [TIMELINE_GROUP_AREAS] = N_ ("Areas and markers"),
    [TIMELINE_GROUP_ROWS] = N_ ("Rows of the timeline"),
    [TIMELINE_GROUP_BOOKMARKS] = N_ ("Bookmarks"),
  };

  return _ (titles[group]);
}

/* The first with the best match among the keys of one preset alone. */
static TimelineCommand
command_in (KeyPreset preset, const PressedKey *key)
{
  TimelineCommand found = TIMELINE_NO_COMMAND;
  KeyMatch best = KEY_MATCHES_NOT;

  for (int i = 1; i < N_TIMELINE_COMMANDS; i++)
    {
      KeyMatch match = key_binding_match (lines[i].keys[preset], key);

      if (match > best)
        {
          best = match;
          found = (TimelineCommand) i;
        }
    }
  return found;
}

TimelineCommand
timeline_command_of_key (KeyPreset preset, const PressedKey *key)
{
  TimelineCommand command = command_in (preset, key);

  return command != TIMELINE_NO_COMMAND ? command : command_in (KEYS_DEFAULT, key);
}
