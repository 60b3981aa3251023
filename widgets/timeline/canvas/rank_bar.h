/* SPDX-License-Identifier: Apache-2.0
 *
 * The bar above the rows that says which ranks are shown, while not all are shown: "4 of 64 ranks: 0-3", or what those ranks
 * are. Its buttons choose others, and show all. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define TIMELINE_TYPE_RANK_BAR (rank_bar_get_type ())
G_DECLARE_FINAL_TYPE (RankBar, rank_bar, TIMELINE, RANK_BAR, GtkWidget)

/* The widget rows gets the focus when the bar vanishes that has it. Takes no reference to it; it must outlive the bar. */
GtkWidget *rank_bar_new (TimelineScene *scene, GtkWidget *rows);
