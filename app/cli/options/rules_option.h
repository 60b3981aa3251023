/* SPDX-License-Identifier: Apache-2.0
 *
 * [--rules FILE]...: thresholds of findings (trace/findings/threshold_file.h). */

#pragma once

#include "app/cli/out/cli_status.h"
#include "trace/findings/finding_thresholds.h"

/* Adds what the files say, in their order, to thresholds; complains about the first that is wrong. files ends with NULL, and may
 * be NULL. */
CliStatus rules_option_read (char **files, FindingThresholds *thresholds);
