/* SPDX-License-Identifier: Apache-2.0
 *
 * [--kernel-rules FILE]: the user's rules for classifying kernels (trace/classify/kernel_rules.h). Without the option
 * $XDG_CONFIG_HOME/stepscope/kernels.rules is used, if it exists. */

#pragma once

#include <glib.h>

#include "app/cli/out/cli_status.h"

/* Adds the option to GLib's parser, which fills *path; borrows path. */
void kernel_rules_option_add (char **path, GOptionContext *context);

/* Installs the rules of the file; with NULL, those of the user's own file. Complains about errors in them. Call this before
 * a profile is opened, while there is only one thread. Blocks. Does nothing after kernel_rules_option_settle (). */
CliStatus kernel_rules_option_use (const char *path);

/* Keeps the installed rules for all verbs that this process runs from now on. */
void kernel_rules_option_settle (void);
