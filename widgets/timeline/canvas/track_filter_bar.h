/* SPDX-License-Identifier: Apache-2.0
 *
 * Above the track column: an entry, by whose text the rows are chosen, and how many have it in their name. It is there
 * while there is a text, or while one is typed; Escape takes it away, and Enter goes to the rows. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_TRACK_FILTER_BAR (track_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrackFilterBar, track_filter_bar, TIMELINE, TRACK_FILTER_BAR, GtkWidget)

/* rows: what Escape and Enter give the focus to; not referenced, it outlives the bar. */
GtkWidget *track_filter_bar_new (TimelineScene *scene, GtkWidget *rows);
