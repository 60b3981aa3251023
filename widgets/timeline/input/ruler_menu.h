/* SPDX-License-Identifier: Apache-2.0
 *
 * The menu of the ruler, which chooses the origin of its times. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Opens the menu on the secondary button, a long press and the menu key. */
void ruler_menu_attach (GtkWidget *ruler, TimelineScene *scene);
