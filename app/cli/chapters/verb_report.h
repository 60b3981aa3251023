/* SPDX-License-Identifier: Apache-2.0
 *
 * `report PATH... -o OUT`: a report on a profile, or on a comparison of several, as one file. */

#pragma once

#include "app/cli/out/cli_status.h"

CliStatus verb_report_run (int argc, char **argv);
