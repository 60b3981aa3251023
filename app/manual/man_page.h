/* SPDX-License-Identifier: Apache-2.0
 *
 * Man pages, section 1, as man(7) lays them out. They carry no date, so that the same sources make the same bytes. */

#pragma once

#include "app/manual/program_help.h"

/* Return the page of a program, and that of one of its verbs. Transfer full. */
GString *man_page_of_program (const ProgramHelp *help);
GString *man_page_of_verb (const ProgramHelp *help, const VerbHelp *verb);
