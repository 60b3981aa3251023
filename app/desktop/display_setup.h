/* SPDX-License-Identifier: Apache-2.0
 *
 * Bringing up GTK without what this program has no use for, which is half of the time it would take. */

#pragma once

#include <stdbool.h>

/* Instead of gtk_init_check (), before there is any thread: changes the environment. False: there is no display. */
bool display_setup (void);
