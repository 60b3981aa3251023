/* SPDX-License-Identifier: Apache-2.0
 *
 * BASE OTHER... [--step N|--steps A..B|--window A..B] [--rank R] [--align INSTANT]: the sides of a comparison.
 *
 * Each option is given once, for all sides, or once for each side, the baseline first; "all" leaves a side without it.
 * With one PATH the sides are parts of the same profile. */

#pragma once

#include <glib.h>

#include "app/cli/comparing/align_option.h"
#include "app/cli/out/cli_status.h"
#include "trace/compare/side/compare_steps.h"

/* As given; all NULL when not given. */
typedef struct
{
  char **step, **steps, **window, **rank; /* NULL-terminated */
  char *step_names, *align;
} SideOptions;

void side_options_add (SideOptions *options, GOptionContext *context);
void side_options_clear (SideOptions *options);

typedef struct
{
  const char *path;                         /* borrowed */
  const char *step, *steps, *window, *rank; /* borrowed; NULL if the side does not have it */
  Trace *trace;                             /* borrowed from CompareSides.traces */
  ComparePart part;
  const char *part_text; /* borrowed; instead of that of the options; NULL: none */
} SideAsked;

typedef struct
{
  SideAsked *sides;
  guint n;
  AlignOption align;          /* borrows from the options */
  GPtrArray *traces, *tables; /* one of each path */
} CompareSides;

/* Pairs paths with options; complains if they do not fit. Opens nothing. The options must outlive *ret_sides. */
CliStatus
compare_sides_plan (const SideOptions *options, char **paths, guint n_paths, CompareSides *ret_sides);

/* Opens the profiles and finds the parts; complains about what is not there. cache_use is as for profile_load (). */
CliStatus compare_sides_open (CompareSides *sides, const SideOptions *options, unsigned cache_use);
void compare_sides_clear (CompareSides *sides);

/* Describes the part of a side: "whole profile", "steps 3..9, rank 0". Transfer full (g_free ()). */
char *compare_side_text (const CompareSides *sides, guint side);

/* Returns the ids of the health rows that say that data of a profile is missing, such as "gzip.truncated". Transfer full
 * (g_strfreev ()). */
char **compare_side_losses (const Trace *trace);
