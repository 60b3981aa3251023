/* SPDX-License-Identifier: Apache-2.0
 *
 * `check`: verifies a file and reports what was lost, repaired or left unmatched when it was read. */

#pragma once

#include "app/cli/out/cli_status.h"

CliStatus verb_check_run (int argc, char **argv);
