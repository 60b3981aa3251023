/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope compare BASE OTHER... [--step N|--steps A..B|--window A..B] [--rank R] [--align steps] [--pair NAMES]...
 * [--fail-if COND]... [--json|--csv|--md] */
CliStatus verb_compare_run (int argc, char **argv);
