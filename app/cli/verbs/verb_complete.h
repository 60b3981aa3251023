/* SPDX-License-Identifier: Apache-2.0
 *
 * __complete steps|kernels PATH: what a shell proposes behind --step and --what-if, a line each. No user calls it, and help
 * does not list it. */

#pragma once

#include "app/cli/out/cli_status.h"

/* Prints nothing, and says nothing, unless the profile is a native file or in the cache: nothing is ever imported. Ends the
 * process after a second. */
CliStatus verb_complete_run (int argc, char **argv);
