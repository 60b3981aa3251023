/* SPDX-License-Identifier: Apache-2.0
 *
 * The actions "win.*" of a window. app/window/window_keys.h has their keys. */

#pragma once

#include "app/window/window.h"

void window_actions_add (AppWindow *window);

/* Enables the actions that have an effect now and disables the others. */
void window_actions_update (AppWindow *window);
