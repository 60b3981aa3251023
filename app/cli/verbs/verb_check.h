/* SPDX-License-Identifier: Apache-2.0
 *
 * `check`: whether a file is what it should be, and what was lost, repaired or left unmatched in reading it. */

#pragma once

#include "app/cli/out/cli_status.h"

CliStatus verb_check_run (int argc, char **argv);
