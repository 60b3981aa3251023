/* SPDX-License-Identifier: Apache-2.0
 *
 * The filter above the track column: an entry whose text selects the rows that contain it in their name, and the number
 * of these rows. It is shown while there is a text or while one is typed. Escape removes the filter, Enter goes to the
 * rows. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_TRACK_FILTER_BAR (track_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrackFilterBar, track_filter_bar, TIMELINE, TRACK_FILTER_BAR, GtkWidget)

/* Escape and Enter focus the widget rows. Takes no reference to it; it must outlive the bar. */
GtkWidget *track_filter_bar_new (TimelineScene *scene, GtkWidget *rows);
