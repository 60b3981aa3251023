/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope stats PATH [--report NAME]... [--window A..B | --step N [--rank R]] [--steps REGEX]
 * [--json|--csv|--md] */
CliStatus verb_stats_run (int argc, char **argv);
