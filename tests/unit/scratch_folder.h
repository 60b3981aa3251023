/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder of a test's own, empty to begin with. */

#pragma once

char *scratch_folder_new (void);

/* With all that is in it; frees the path. */
void scratch_folder_remove (char *folder);
