/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/window_action_table.h"

#include <glib/gi18n-lib.h>

/* A line each. */
/* clang-format off */
#define PROFILES ACTION_GROUP_PROFILES
#define WINDOWS  ACTION_GROUP_WINDOWS

static const char no_profile[] = N_ ("No profile is loaded");
static const char no_file[] = N_ ("No profile of a file is shown");
static const char not_together[] = N_ ("No other loaded profile is of the same run");
static const char not_ranks[] = N_ ("The profile has one rank");
static const char not_job[] = N_ ("The profile was not merged from summaries");
static const char not_savable[] = N_ ("No profile with its slices is loaded");
static const char no_timeline[] = N_ ("The timeline is not in view");
static const char no_comparison[] = N_ ("The comparison is not in view");
static const char not_opening[] = N_ ("Nothing is being opened");
static const char not_over[] = N_ ("No other page is open over this one");

/* The keys: default; also with Nsight Systems' keys; also with those of Perfetto and chrome://tracing. */
static const WindowActionLine lines[] = {
  { "win.open", N_ ("Open a profile"), PROFILES, NULL, false, { "<Control>o" } },
  { "win.open-folder", N_ ("Open a folder of ranks"), PROFILES, NULL, false, { "<Control><Shift>o" } },
  { "win.open-sample", N_ ("Open the sample profile"), PROFILES, NULL, false, { NULL } },
  { "win.all-profiles", N_ ("All profiles"), PROFILES, no_profile, false, { NULL } },
  { "win.cancel-opening", N_ ("Cancel opening"), PROFILES, not_opening, false, { NULL } },
  { "win.reload", N_ ("Reload the file"), PROFILES, no_file, false, { NULL } },
  { "win.show-together", N_ ("Show as one profile"), PROFILES, not_together, false, { NULL } },
  { "win.add-counters", N_ ("Add counters"), PROFILES, no_profile, false, { NULL } },
  { "win.save-part", N_ ("Save a part of the profile"), PROFILES, not_savable, false, { NULL } },
  { "win.align-ranks", N_ ("Put all ranks on one clock"), PROFILES, not_ranks, false, { NULL } },
  { "win.open-rank", N_ ("Open the trace of this rank"), PROFILES, not_job, false, { NULL } },
  { "win.close-profile", N_ ("Unload the profile"), PROFILES, NULL, false, { "<Control>w" } },
  { "win.information", N_ ("Information and health"), PROFILES, no_profile, false, { "<Control>i" } },
  { "win.choose-annotation", N_ ("Choose an annotation as step"), PROFILES, no_profile, false, { NULL } },
  { "win.export-bookmarks", N_ ("Export bookmarks"), PROFILES, no_profile, false, { NULL } },
  { "win.import-bookmarks", N_ ("Import bookmarks"), PROFILES, no_profile, false, { NULL } },
  { "win.page::dashboard", N_ ("Dashboard"), PROFILES, no_profile, false, { "<Alt>1" } },
  { "win.page::timeline", N_ ("Timeline"), PROFILES, no_profile, false, { "<Alt>2" } },
  { "win.page::tables", N_ ("Tables"), PROFILES, no_profile, false, { "<Alt>3" } },
  { "win.page::compare", N_ ("Compare"), PROFILES, no_profile, false, { "<Alt>4" } },
  { "win.save-report", N_ ("Save a report"), PROFILES, no_profile, false, { NULL } },
  { "win.save-comparison", N_ ("Save the comparison as a picture"), PROFILES, no_comparison, false, { NULL } },
  { "win.compare-step(uint64 18446744073709551615)", N_ ("Compare the step with the median step"), PROFILES, no_profile, false, { NULL } },
  { "win.back", N_ ("Go back to the page"), PROFILES, not_over, true, { "<Alt>Left Escape" } },
  { "win.details", N_ ("Show or hide the details"), PROFILES, no_timeline, false, { "<Control>F9" } },
  { "win.commands", N_ ("Commands"), WINDOWS, NULL, false, { "<Control>k <Control><Shift>p", NULL, "<Control>p" } },
  { "win.guide", N_ ("User's guide"), WINDOWS, NULL, false, { "F1" } },
  { "win.shortcuts", N_ ("Keyboard shortcuts"), WINDOWS, NULL, false, { "question <Control>question" } },
  { "win.preferences", N_ ("Preferences"), WINDOWS, NULL, false, { "<Control>comma" } },
  { NULL, N_ ("Main menu"), WINDOWS, NULL, false, { "F10" } },
  { "app.new-window", N_ ("New window"), WINDOWS, NULL, false, { "<Control>n" } },
  { "win.fullscreen", N_ ("Full screen"), WINDOWS, NULL, false, { "F11" } },
  { "win.about", N_ ("About Stepscope"), WINDOWS, NULL, false, { NULL } },
  { "app.quit", N_ ("Quit"), WINDOWS, NULL, false, { "<Control>q" } },
};
/* clang-format on */

const WindowActionLine *
window_action_lines (unsigned *ret_n)
{
  *ret_n = G_N_ELEMENTS (lines);
  return lines;
}

const char *
window_action_group_title (ActionGroup group)
{
  return group == ACTION_GROUP_PROFILES ? _ ("Profiles") : _ ("Windows");
}
