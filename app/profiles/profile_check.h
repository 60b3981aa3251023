/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding out that what is shown of a profile cannot be trusted: its native file is not what was written, or loses
 * pages while it is open. Opening checks little of a file, so that it costs the same for any size; this reads all of it
 * in a thread that gives way to any other. Main thread.
 *
 * Signals: "found" (): there is something in profile_check_findings (), or more than before. */

#pragma once

#include <glib-object.h>

#include "trace/cache/source_identity.h"
#include "trace/file/verify.h"
#include "widgets/state/health_summary.h"
#include "widgets/state/profile.h"

typedef struct
{
  TraceDamage damage; /* n 0: none so far */
  bool was_cut;       /* then damage is not told: pages that are gone differ from what was written */
  bool was_cached;    /* what is damaged is only the copy in the cache */
} ProfileFindings;

#define PROFILE_TYPE_CHECK (profile_check_get_type ())
G_DECLARE_FINAL_TYPE (ProfileCheck, profile_check, PROFILE, CHECK, GObject)

/* cached_as: what the profile was found in the cache by, copied; a damaged file is removed from there, so that opening
 * the source again reads it. NULL: it is not from there; it is verified if its path is that of a native file. */
ProfileCheck *profile_check_new (const Profile *profile, const SourceIdentity *cached_as);

/* Stops the thread; no signal is emitted any more. The owner calls it last before g_object_unref (). */
void profile_check_end (ProfileCheck *check);

/* Looks now whether the file was cut, which is done each second as well. */
void profile_check_look (ProfileCheck *check);

const ProfileFindings *profile_check_findings (ProfileCheck *check);

/* "trace.stepscope is damaged: its section “slice.start” is not what was written. ..." NULL: nothing was found. Whether
 * opening it again may help is profile_findings_can_reload (). Translated, transfer full. */
char *profile_findings_sentence (const ProfileFindings *findings, const char *name);
bool profile_findings_can_reload (const ProfileFindings *findings);

/* In a word, for the pill and the scope bar. */
HealthDoubt profile_findings_doubt (const ProfileFindings *findings);
