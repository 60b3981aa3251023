/* SPDX-License-Identifier: Apache-2.0
 *
 * A small entry over the timeline for going to a time or a step. It shows how it understood the text while
 * the user types; Enter goes there, Escape leaves everything as it was. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define GO_TO_TYPE_POPOVER (go_to_popover_get_type ())
G_DECLARE_FINAL_TYPE (GoToPopover, go_to_popover, GO_TO, POPOVER, GtkPopover)

/* Creates the popover, whose parent and position the caller sets. */
GtkWidget *go_to_popover_new (TimelineScene *scene);

/* Opens the entry, empty. */
void go_to_popover_ask (GoToPopover *popover);
