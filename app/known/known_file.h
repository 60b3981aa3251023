/* SPDX-License-Identifier: Apache-2.0
 *
 * What a file, or a folder of ranks, tells about a profile for its entry in the list. Everything here reads at most the
 * first bytes of a file (trace/open/first_look.h), or maps a native file. Blocks; any thread. */

#pragma once

#include "app/library/library_entry.h"
#include "widgets/state/profile.h"

/* A file that was written to this recently is in progress, since it is probably still growing; one whose JSON text ends
 * early and that has the name of an unfinished file (".tmp") is so for longer. */
#define KNOWN_FILE_GROWS_NS     (INT64_C (5) * 1000000000)
#define KNOWN_FILE_GROWS_TMP_NS (INT64_C (60) * 1000000000)

/* Returns the time now, in ns since 1970. */
int64_t known_file_now_ns (void);

/* Returns an entry with the kind, status, times and size of a file or folder of ranks, or NULL if it is no profile. The time
 * of writing stands for when it was recorded. path is that of the entry. */
LibraryEntry *known_file_look (const char *path, int64_t now_ns);

/* Returns whether the file has to be looked at again to bring the entry up to date: it has another size or time, is gone or
 * cannot be reached, or may have stopped growing. Costs a stat () of each file. */
bool known_file_is_stale (const LibraryEntry *entry, int64_t now_ns);

/* Returns the entry of a path at which there is no profile (any more): failed, with the reason. Sets *ret_is_unreachable if
 * nobody can say whether there is one. */
LibraryEntry *known_file_failed (const char *path, bool *ret_is_unreachable);

/* Sets hardware, ranks, steps, time and key to what a profile tells. steps may be NULL. */
void known_file_take_trace (LibraryEntry *entry, const Trace *trace, const StepTable *steps);

/* Returns the entry of a profile that was opened. */
LibraryEntry *known_file_of_profile (const Profile *profile, int64_t opened_ms);
