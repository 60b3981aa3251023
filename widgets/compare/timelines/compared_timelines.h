/* SPDX-License-Identifier: Apache-2.0
 *
 * The timelines of the first sides of a comparison, one above the other on one scale. Zoom, movement, selection and search
 * go in step; rows and their scrolling are each timeline's own. Main thread.
 *
 * Property "keys" (string): as of the timeline page.
 *
 * Signal "slice-wanted" (uint side, uint64 slice): the user wants to see all about a slice, on the timeline page. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "widgets/compare/compared.h"

#define COMPARED_TYPE_TIMELINES (compared_timelines_get_type ())
G_DECLARE_FINAL_TYPE (ComparedTimelines, compared_timelines, COMPARED, TIMELINES, GtkWidget)

/* At most so many sides have a timeline. */
#define COMPARED_TIMELINES_MAX 4

GtkWidget *compared_timelines_new (void);

/* Shows the sides of a comparison, which is referenced; NULL shows none. Timelines of the same profiles in the same places
 * keep their rows. What the sides can be aligned by, and which slices correspond, is computed on other threads once the
 * widget is seen. */
void compared_timelines_set (ComparedTimelines *timelines, Compared *compared);

/* Selects a slice on each side, by side, SLICE_NONE if it has none; aligns the timelines by their begins and shows them. */
void compared_timelines_show_slices (ComparedTimelines *timelines, const uint64_t *slices);

/* Returns whether timelines are shown that can be saved. */
bool compared_timelines_has_picture (ComparedTimelines *timelines);

/* Saves the timelines as they are aligned, zoomed and folded; there must be a picture. The suffix of path chooses PNG, SVG or
 * PDF. */
bool compared_timelines_save (ComparedTimelines *timelines, const char *path, GError **error);
