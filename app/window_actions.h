/* SPDX-License-Identifier: Apache-2.0
 *
 * What one can do in a window: its actions "win.*", and the keys for them. */

#pragma once

#include "app/window.h"

void window_actions_add (AppWindow *window);

/* Which of them have an effect now. */
void window_actions_update (AppWindow *window);

/* The keys of the window's actions, as the settings have them now and later; once per application. */
void window_actions_add_keys (GtkApplication *application);
