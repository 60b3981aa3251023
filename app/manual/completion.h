/* SPDX-License-Identifier: Apache-2.0
 *
 * Completions of a program for three shells: verbs, options, and what may follow these. Numbers of steps and names of kernels
 * come from the program itself (app/cli/verbs/verb_complete.h), of the first path on the line that exists. */

#pragma once

#include "app/manual/program_help.h"

/* Return the scripts. Transfer full. */
GString *completion_for_bash (const ProgramHelp *help);
GString *completion_for_zsh (const ProgramHelp *help);
GString *completion_for_fish (const ProgramHelp *help);
