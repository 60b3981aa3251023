/* SPDX-License-Identifier: Apache-2.0
 *
 * `stepscope PATH` without a display: prints the statistics and draws the pages as pictures. */

#pragma once

#include "app/cli/out/cli_status.h"

/* argv holds the paths, as main () got it. Prints the statistics of each, writes its dashboard and timeline into a folder
 * of its own below $TMPDIR, and prints where they are. Returns the status of the first path that failed. */
CliStatus headless_run (int argc, char **argv);
