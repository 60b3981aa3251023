/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles opened from files that a test writes, as users open theirs. */

#pragma once

#include "widgets/state/profile.h"

/* A folder of the test's own; free and remove with opened_folder_remove (). */
char *opened_folder_new (void);
void opened_folder_remove (char *folder);

/* Writes text into the folder; the file's path, transfer full. */
char *opened_file (const char *folder, const char *name, const char *text);

/* The profile that a trace of that JSON text is; fails where it cannot be opened. */
const Profile *opened_text (const char *name, const char *json, const char *steps_pattern);
