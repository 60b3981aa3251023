/* SPDX-License-Identifier: Apache-2.0
 *
 * What is compared: a baseline and other sides, each a loaded profile and a part of it. Main thread.
 *
 * As long as the user has chosen nothing, the sides are the first loaded profiles. Sides whose profile is unloaded go; a side
 * whose file is reloaded gets the new profile, with the rank of the same number if there still is one. A profile that is still
 * being read is no side.
 *
 * Signal "changed" (): other sides, the part of one is another, or another profile is awaited. */

#pragma once

#include "app/profiles/profile_list.h"
#include "trace/compare/side/compare_steps.h"
#include "widgets/compare/compared.h"

/* Sides that are taken without the user choosing them. */
#define SIDES_TAKEN_MAX 4

typedef enum
{
  SIDE_SCOPE, /* what the profile's scope bar says */
  SIDE_WHOLE,
  SIDE_MEDIAN, /* the median step */
  SIDE_STEPS,  /* steps first to last, by number; by index if they have none */
  SIDE_WINDOW, /* a span of time that the scope bar had once */
} SideChoice;

typedef struct
{
  LoadedProfile *loaded; /* borrowed */
  SideChoice choice;
  int64_t first, last; /* of SIDE_STEPS, inclusive */
  uint32_t rank;       /* TRACE_NONE: all; not for SIDE_SCOPE, which has the rank of its scope */

  /* Of SIDE_WINDOW. */
  int64_t begin_ns, end_ns;
  uint32_t device; /* TRACE_NONE: all */
} Side;

#define SIDE_TYPE_LIST (side_list_get_type ())
G_DECLARE_FINAL_TYPE (SideList, side_list, SIDE, LIST, GObject)

/* References list. */
SideList *side_list_new (ProfileList *list);
ProfileList *side_list_profiles (SideList *sides);
guint side_list_count (SideList *sides);
const Side *side_list_get (SideList *sides, guint i); /* valid until the next change */

/* Change the sides as the user wishes. At most COMPARED_SIDES_MAX. */
void side_list_set (SideList *sides, const Side *chosen, guint n);
void side_list_replace (SideList *sides, guint i, const Side *side);
void side_list_remove (SideList *sides, guint i);

/* Adds a side: a loaded profile that is no side yet, else the last side once more. */
void side_list_add (SideList *sides);

/* Makes the second side the baseline and the baseline the second. */
void side_list_swap (SideList *sides);

/* Compares the profiles at these paths, in that order, as they are loaded; the first COMPARED_SIDES_MAX of them. Copied;
 * NULL-terminated. */
void side_list_want (SideList *sides, const char *const *paths);

/* Call this when a wanted profile could not be loaded: no one waits for it any more. NULL: nor for any other. */
void side_list_unwant (SideList *sides, const char *path);

/* Returns the path of a profile that will be a side when it has been read, or NULL. Valid until the next change. */
const char *side_list_awaited (SideList *sides);

/* Compares a step of a profile, which is not a partial one, with its median step. step is an index into the step table. */
void side_list_compare_step (SideList *sides, LoadedProfile *loaded, uint64_t step);

/* Makes a side of the window, rank and device that the scope of a side has now, which stays when the scope changes: so two
 * windows of one profile can be compared. Returns false where the side has another part, or its scope is the whole time. */
bool side_keep_window (const Side *side, Side *ret_kept);

/* Returns what a side is in words: "Whole profile", "Median step 8, rank 3". Translated, transfer full. O(steps log steps) for
 * the median step. */
char *side_text (const Side *side);

/* Returns what is added to an index where it is shown or typed: the window counts steps without numbers from 1. 0 if steps have
 * numbers. */
int64_t side_steps_from (const Side *side);

/* Finds the part of a side. Fails with TRACE_ERROR_NO_SUCH where it has no such steps. */
bool side_part (const Side *side, ComparePart *ret_part, GError **error);
