/* SPDX-License-Identifier: Apache-2.0
 *
 * Parses the options of a verb. */

#pragma once

#include "app/cli/out/cli_status.h"

/* Parses the arguments of a verb, whose name is (*argv)[0], with GLib's option parser, and leaves the operands in argv.
 * Returns false when the verb must exit with *ret_status: --help has been answered, or an option is wrong, which has been
 * reported. Use G_OPTION_ARG_FILENAME for strings, since GLib never converts those. */
bool cli_parse (GOptionContext *context, int *argc, char ***argv, CliStatus *ret_status);
