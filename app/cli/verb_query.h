/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope query PATH SQL [--steps REGEX] [--json|--csv|--md] */

#pragma once

#include "app/cli/cli.h"

CliStatus verb_query_run (int argc, char **argv);
