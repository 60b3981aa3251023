/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* stepscope query PATH SQL [--steps REGEX] [--json|--csv|--md] */
CliStatus verb_query_run (int argc, char **argv);
