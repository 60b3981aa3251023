/* SPDX-License-Identifier: Apache-2.0
 *
 * Detects damage to an open native file: sections that differ from what was written, or a file that was cut while it is
 * mapped. Opening verifies little, so that it costs the same at any size; this reads the whole file in a thread of idle
 * priority. Main thread.
 *
 * Signal "found" (): profile_check_findings () has something, or more than before. */

#pragma once

#include <glib-object.h>

#include "trace/cache/source_identity.h"
#include "trace/file/verify.h"
#include "widgets/state/health_summary.h"
#include "widgets/state/profile.h"

typedef struct
{
  TraceDamage damage; /* n is 0 while none was found */
  bool was_cut;       /* the file was cut; damage is then empty, since lost pages differ anyway */
  bool was_cached;    /* only the copy in the cache is damaged */
} ProfileFindings;

#define PROFILE_TYPE_CHECK (profile_check_get_type ())
G_DECLARE_FINAL_TYPE (ProfileCheck, profile_check, PROFILE, CHECK, GObject)

/* cached_as is the identity by which the profile was found in the cache, copied. A damaged file is removed from the
 * cache, so that opening the source again imports it. Pass NULL for a profile from elsewhere; it is verified if its path
 * is that of a native file. */
ProfileCheck *profile_check_new (const Profile *profile, const SourceIdentity *cached_as);

/* Stops the thread; no signal is emitted after this. Call it before the last g_object_unref (). */
void profile_check_end (ProfileCheck *check);

/* Checks now whether the file was cut. This also happens once a second. */
void profile_check_look (ProfileCheck *check);

const ProfileFindings *profile_check_findings (ProfileCheck *check);

/* Returns "trace.stepscope is damaged: its section “slice.start” differs from what was written. ...", or NULL when nothing was
 * found. profile_findings_can_reload () tells whether reloading may help. Translated, transfer full. */
char *profile_findings_sentence (const ProfileFindings *findings, const char *name);
bool profile_findings_can_reload (const ProfileFindings *findings);

/* Returns the findings as one word for the health pill and the scope bar. */
HealthDoubt profile_findings_doubt (const ProfileFindings *findings);
