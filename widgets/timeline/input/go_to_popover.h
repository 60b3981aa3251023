/* SPDX-License-Identifier: Apache-2.0
 *
 * A small entry over the timeline that takes one to a time or a step: it says what it understood while one types,
 * Enter goes there, Escape leaves everything as it was. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

#define GO_TO_TYPE_POPOVER (go_to_popover_get_type ())
G_DECLARE_FINAL_TYPE (GoToPopover, go_to_popover, GO_TO, POPOVER, GtkPopover)

/* To be given a parent, and pointed at a place of it, by the caller. */
GtkWidget *go_to_popover_new (TimelineScene *scene);

/* Opens it, empty. */
void go_to_popover_ask (GoToPopover *popover);
