/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of a verb. */

#pragma once

#include "app/cli/out/cli_status.h"

/* Parses the arguments of a verb, whose name is (*argv)[0], with GLib's option parser, and leaves the operands in argv.
 * Returns false when the verb is to exit with *ret_status: --help was given and has been answered, or an option is
 * wrong, which has been said. Strings must be G_OPTION_ARG_FILENAME, which are never converted. */
bool cli_parse (GOptionContext *context, int *argc, char ***argv, CliStatus *ret_status);
