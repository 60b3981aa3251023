/* SPDX-License-Identifier: Apache-2.0
 *
 * What one can do in a window: its actions "win.*". Their keys: app/window/window_keys.h. */

#pragma once

#include "app/window/window.h"

void window_actions_add (AppWindow *window);

/* Which of them have an effect now. */
void window_actions_update (AppWindow *window);
