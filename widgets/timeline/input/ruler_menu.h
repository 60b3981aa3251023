/* SPDX-License-Identifier: Apache-2.0
 *
 * The ruler's menu, which chooses what it counts from. */

#pragma once

#include "widgets/timeline/scene/timeline_scene.h"

/* Opens it by the secondary button, a long press and the menu key. */
void ruler_menu_attach (GtkWidget *ruler, TimelineScene *scene);
