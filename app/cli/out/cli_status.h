/* SPDX-License-Identifier: Apache-2.0
 *
 * How a verb ends, and how it says what went wrong. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* The exit statuses of both executables. Scripts rely on the numbers. */
typedef enum
{
  CLI_DONE = 0,
  CLI_USAGE = 1,
  CLI_UNREADABLE = 2,
  CLI_DATA_LOSS = 3, /* only with --strict */
  CLI_CANCELLED = 4,
  CLI_NO_RESOURCE = 5,
  CLI_CONDITION_FAILED = 6,
} CliStatus;

/* Prints "PROGRAM: MESSAGE" on the standard error. What a terminal would take for a command is replaced. */
void cli_complain (const char *message);

/* Complains of the error, and returns the status that belongs to it. */
CliStatus cli_fail (const GError *error);

/* Writes text to the standard output. Returns false, after a complaint, when it cannot be written. */
bool cli_print (const GString *text);
