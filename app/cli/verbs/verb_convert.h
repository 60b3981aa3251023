/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope convert PATH -o OUT [--archive] [--to stepscope|sqlite|chrome]
 *                              [--window A..B | --step N | --steps A..B] [--rank R]...
 *                              [--scrub[=WHAT,...]] */
CliStatus verb_convert_run (int argc, char **argv);
