/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "app/cli/out/cli_status.h"

/* The verb "summarize": writes the figures of a trace, where it lies, into a small file for merge. */
CliStatus verb_summarize_run (int argc, char **argv);
