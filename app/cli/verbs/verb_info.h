/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope info PATH [--json] */
CliStatus verb_info_run (int argc, char **argv);
