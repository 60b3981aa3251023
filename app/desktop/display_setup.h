/* SPDX-License-Identifier: Apache-2.0
 *
 * Initializes GTK without the parts that this program does not use, which halves the time it takes. On a machine without a
 * graphics card Cairo draws, unless GSK_RENDERER says otherwise. */

#pragma once

#include <stdbool.h>

/* Call this instead of gtk_init_check (), before any thread exists, since it changes the environment. Returns false when
 * there is no display. */
bool display_setup (void);
