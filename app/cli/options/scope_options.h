/* SPDX-License-Identifier: Apache-2.0
 *
 * [--window A..B | --step N [--rank R]] [--steps REGEX]: the part of a profile that a verb works on. */

#pragma once

#include <glib.h>

#include "app/cli/out/cli_status.h"
#include "trace/stats/scope.h"

typedef struct
{
  char *window, *step, *rank, *steps_pattern; /* as given; NULL when not given */
} ScopeOptions;

/* Adds the options, with their help, to GLib's parser, which fills *options; borrows options. */
void scope_options_add (ScopeOptions *options, GOptionContext *context);
void scope_options_clear (ScopeOptions *options);

/* Checks whether the options can be combined; complains if not. */
CliStatus scope_options_check (const ScopeOptions *options);

/* Finds the scope that the options describe; complains if there is none. */
CliStatus scope_options_find (const ScopeOptions *options,
                              const Trace *trace,
                              const StepTable *steps,
                              StatsScope *ret_scope);
