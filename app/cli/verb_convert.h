/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/cli.h"

/* stepscope convert PATH -o OUT --to sqlite */
CliStatus verb_convert_run (int argc, char **argv);
