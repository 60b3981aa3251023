/* SPDX-License-Identifier: Apache-2.0
 *
 * What a user changed of the rules: thresholds, and rules that are switched off. A team shares them as a file:
 *
 *   [launch_bound]
 *   share_percent=30
 *   enabled=false
 *
 * The text is that of GLib's key files (UTF-8, # begins a comment). Numbers have the decimal point of the C locale. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* All 0: nothing is changed. */
typedef struct
{
  GHashTable *
    values; /* "launch_bound.share_percent" to a double; "launch_bound.enabled" to 0 or 1; NULL without any */
} FindingThresholds;

void finding_thresholds_clear (FindingThresholds *thresholds);

/* Sets a value. The key must exist and value must be in its range; finding_thresholds_read () checks that. */
void finding_thresholds_set (FindingThresholds *thresholds, const char *rule, const char *key, double value);

/* Takes a change away. */
void finding_thresholds_unset (FindingThresholds *thresholds, const char *rule, const char *key);

/* Returns whether the user changed it. ret_value may be NULL. O(1). */
bool finding_thresholds_get (const FindingThresholds *thresholds,
                             const char *rule,
                             const char *key,
                             double *ret_value);
