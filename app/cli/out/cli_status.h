/* SPDX-License-Identifier: Apache-2.0
 *
 * Exit statuses, complaints and output of a verb. */

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

/* Prints "PROGRAM: MESSAGE" on standard error. Control sequences in the message are replaced. */
void cli_complain (const char *message);

/* The same for what is wrong with the command line. Returns CLI_USAGE. */
CliStatus cli_usage (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Complains about the error and returns its exit status. */
CliStatus cli_fail (const GError *error);

/* Writes text to standard output. Returns false, after a complaint, when it cannot be written. */
bool cli_print (const GString *text);

/* What a verb prints and complains of, for a caller that answers in another form. */
typedef struct
{
  GString *printed;    /* all that cli_print () was given */
  GString *complaints; /* all messages, a line each, without the name of the program */
} CliCapture;

/* From here on, cli_print () and cli_complain () of the calling thread append to *capture, which is borrowed, and write
 * nothing; NULL ends it. */
void cli_capture (CliCapture *capture);
bool cli_is_captured (void);
