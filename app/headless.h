/* SPDX-License-Identifier: Apache-2.0
 *
 * What `stepscope PATH` does where there is no display: the window's numbers as text, its pages as pictures. */

#pragma once

#include "app/cli/out/cli_status.h"

/* argv as main () got it: PATHs. Prints the statistics of each, writes its dashboard and timeline into a folder of its
 * own below $TMPDIR, and says where. The status is that of the first that failed. */
CliStatus headless_run (int argc, char **argv);
