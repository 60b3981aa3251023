/* SPDX-License-Identifier: Apache-2.0
 *
 * What may follow an option, as far as a shell can tell. */

#pragma once

#include "app/manual/program_help.h"

typedef enum
{
  VALUES_FREE,    /* nothing to propose */
  VALUES_PATHS,   /* any file or folder */
  VALUES_WORDS,   /* one of the words */
  VALUES_LIST,    /* several of the words, joined by commas; the option also stands alone */
  VALUES_STEPS,   /* numbers of steps of the profile, or one of the words */
  VALUES_KERNELS, /* names of kernels of the profile, and what follows them */
} ValueKind;

/* Returns the kind for an option with an argument, and the words in its text, NULL-terminated, transfer full. */
ValueKind option_values (const OptionHelp *option, char ***ret_words);

/* Returns the begin of an option's text, as long as a list of proposals has room for it. Transfer full. */
char *option_line (const OptionHelp *option);
