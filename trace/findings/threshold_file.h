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

/* Does the same with the text of a file of rules, at most THRESHOLD_FILE_MAX_BYTES; name stands for its path in messages. */
bool threshold_text_read (
  const char *name, const char *text, size_t length, FindingThresholds *thresholds, GError **error);

/* Returns the text of a file with nothing but what the user changed; "" if that is nothing. Transfer full. */
char *threshold_text_of_changes (const FindingThresholds *thresholds);

/* Returns the text of a file with every rule and its thresholds; those that the user did not change stand in comments.
 * Transfer full. */
char *threshold_file_text (const FindingThresholds *thresholds);
