/* SPDX-License-Identifier: Apache-2.0
 *
 * [--scrub[=WHAT,...]] [--scrub-word WORD]... [--scrub-key FILE] [--scrub-list]: names that are replaced in what is
 * written (trace/scrub/scrub.h). */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/out/cli_status.h"
#include "trace/scrub/scrub.h"

typedef struct
{
  char *what, *key_file; /* NULL when not given */
  char **words;
  gboolean is_list;
} ScrubOption;

/* Adds the options, with their help, to GLib's parser, which fills *option; borrows option. */
void scrub_option_add (ScrubOption *option, GOptionContext *context);
void scrub_option_clear (ScrubOption *option);

/* Makes "--scrub" without a value, which GLib's parser would give the argument behind it, one with the usual value. Call this
 * before the arguments are parsed. */
void scrub_option_complete (char **arguments);

/* Returns whether anything is to be replaced, or listed. */
bool scrub_option_is_given (const ScrubOption *option);

/* Makes what replaces names; complains if the option is wrong. With trace NULL it checks the option alone. */
CliStatus scrub_option_make (const ScrubOption *option, const Trace *trace, Scrub **ret_scrub);

/* Prints on the standard error what was replaced and what was left; or all that was left, on the standard output. */
void scrub_option_tell (const Scrub *scrub);
bool scrub_option_print (const Scrub *scrub);
