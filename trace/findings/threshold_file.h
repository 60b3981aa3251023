/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of rules (finding_thresholds.h), read and written. */

#pragma once

#include "trace/findings/finding_thresholds.h"

/* The largest file that is read. */
#define THRESHOLD_FILE_MAX_BYTES 65536

/* Adds what a file says to thresholds. Fails with TRACE_ERROR_UNREADABLE, or TRACE_ERROR_NO_SUCH for an unknown rule or key, or
 * a number that is none or out of range; the message names them and says which there are. Then thresholds is unchanged. */
bool threshold_file_read (const char *path, FindingThresholds *thresholds, GError **error);

/* Returns the text of a file with every rule and its thresholds; those that the user did not change stand in comments.
 * Transfer full. */
char *threshold_file_text (const FindingThresholds *thresholds);
