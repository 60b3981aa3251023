/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the files that come with the program lie: where they were installed, or else in the source tree that it was
 * built from. */

#pragma once

/* The folder of the bundled sample profile, a rank per file; NULL: it is not there. Transfer full. */
char *installed_sample_path (void);

/* The folder of translations. The environment's STEPSCOPE_LOCALEDIR goes before the installed one. Borrowed. */
const char *installed_locale_path (void);
