/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* The verb "merge": makes the profile of a job out of summaries of its ranks. */
CliStatus verb_merge_run (int argc, char **argv);
