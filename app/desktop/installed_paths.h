/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the program's data files: in the installed place, else in the source tree that the program was built from. */

#pragma once

/* Returns the folder of the bundled sample profile, one file per rank, or NULL when it is missing. Transfer full. */
char *installed_sample_path (void);

/* Returns the folder of the user's guide in the language of the user, else in English, or NULL when it is missing. Transfer
 * full. */
char *installed_guide_path (void);

/* Returns the folder of translations. STEPSCOPE_LOCALEDIR in the environment overrides the installed one. Borrowed. */
const char *installed_locale_path (void);
