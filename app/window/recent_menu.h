/* SPDX-License-Identifier: Apache-2.0
 *
 * The recently opened profiles, as a section of the menu of Open. Main thread. */

#pragma once

#include <gio/gio.h>

/* Returns a menu that follows the list of recent files, last opened first. It never waits for a file: all profiles are
 * offered at first, and those that no longer exist go as soon as another thread has found that out. Transfer full. */
GMenu *recent_menu_new (void);
