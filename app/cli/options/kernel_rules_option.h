/* SPDX-License-Identifier: Apache-2.0
 *
 * [--kernel-rules FILE]: rules of the user's that kernels are classified by (trace/classify/kernel_rules.h). Without it those of
 * $XDG_CONFIG_HOME/stepscope/kernels.rules, where there is such a file. */

#pragma once

#include <glib.h>

#include "app/cli/out/cli_status.h"

/* The option for GLib's parser, which fills *path; borrows it. */
void kernel_rules_option_add (char **path, GOptionContext *context);

/* Installs the rules of the file, or, of NULL, those of the user's own file; to be called before a profile is opened, on
 * the only thread. What is wrong with them is complained about. Blocks. */
CliStatus kernel_rules_option_use (const char *path);
