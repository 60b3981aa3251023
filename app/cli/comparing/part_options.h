/* SPDX-License-Identifier: Apache-2.0
 *
 * [--window A..B | --step N | --steps A..B] [--steps REGEX] [--rank R]...: the part of a profile that is written. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/out/cli_status.h"
#include "trace/cut/cut.h"

typedef struct
{
  char *window, *step; /* as given; NULL when not given */
  char **steps, **ranks;
} PartOptions;

/* Adds the options, with their help, to GLib's parser, which fills *options; borrows options. */
void part_options_add (PartOptions *options, GOptionContext *context);
void part_options_clear (PartOptions *options);

/* Returns whether only a part is asked for. */
bool part_options_are_given (const PartOptions *options);

/* Checks whether the options can be combined; complains if not. */
CliStatus part_options_check (const PartOptions *options);

/* Finds the part, and the steps by which it is found; complains if there is none. path is for messages. */
CliStatus part_options_find (const PartOptions *options,
                             const Trace *trace,
                             const char *path,
                             StepTable **ret_steps,
                             CutPart *ret_part);
