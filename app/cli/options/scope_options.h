/* SPDX-License-Identifier: Apache-2.0
 *
 * [--window A..B | --step N [--rank R]] [--steps REGEX]: which part of a profile a verb is about. */

#pragma once

#include <glib.h>

#include "app/cli/out/cli_status.h"
#include "trace/stats/scope.h"

typedef struct
{
  char *window, *step, *rank, *steps_pattern; /* as given; NULL: not given */
} ScopeOptions;

/* The options for GLib's parser, which fills *options; borrows it. The texts are those of a verb's help. */
void scope_options_add (ScopeOptions *options, GOptionContext *context);
void scope_options_clear (ScopeOptions *options);

/* Whether they go together; else complains. */
CliStatus scope_options_check (const ScopeOptions *options);

/* What they ask for; else complains. */
CliStatus scope_options_find (const ScopeOptions *options,
                              const Trace *trace,
                              const StepTable *steps,
                              StatsScope *ret_scope);
