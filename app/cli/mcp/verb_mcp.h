/* SPDX-License-Identifier: Apache-2.0
 *
 * `mcp --allow FOLDER...`: answers agents that speak the Model Context Protocol. */

#pragma once

#include "app/cli/out/cli_status.h"

CliStatus verb_mcp_run (int argc, char **argv);
