/* SPDX-License-Identifier: Apache-2.0
 *
 * [--cupti=RELEASE]: the CUDA release that wrote bare CUPTI records (trace/import/cupti/FORMAT.md), where their sizes fit
 * several. One choice for all files that the program opens; the cache of native files is not used then, because it knows
 * nothing of the choice. */

#pragma once

#include <glib.h>

/* Adds the option to GLib's parser. */
void cupti_option_add (GOptionContext *context);

/* Returns the release, such as "12.4", or NULL. */
const char *cupti_option_release (void);
