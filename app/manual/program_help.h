/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program says of itself: its --help and that of each of its verbs, taken apart. Man pages and completions are made
 * of it, so that they cannot tell anything else than the tables of options do. */

#pragma once

#include <glib.h>

typedef struct
{
  char *short_name; /* one letter, or NULL */
  char *long_name;
  char *argument; /* NULL: it takes none */
  char *text;
} OptionHelp;

typedef struct
{
  char *name;
  char *summary;      /* a line */
  char *arguments;    /* what follows the options, such as "PATH" */
  char *text;         /* lines; indented ones are examples and tables */
  GPtrArray *options; /* of OptionHelp, without --help */
} VerbHelp;

typedef struct
{
  char *name;
  char *paths_usage; /* the second line of usage, without the name */
  char *reads;       /* which files it reads */
  GPtrArray *verbs;  /* of VerbHelp */
  char **statuses;   /* "0 done", ... */
} ProgramHelp;

/* Runs the program once, and once for each verb, in the C locale. Returns NULL with G_SPAWN_ERROR if it cannot be run, or
 * with G_SPAWN_ERROR_FAILED if it says something in another form than expected. */
ProgramHelp *program_help_ask (const char *path, GError **error);
void program_help_free (ProgramHelp *help);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProgramHelp, program_help_free)
