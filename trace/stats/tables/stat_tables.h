/* SPDX-License-Identifier: Apache-2.0
 *
 * All tables of statistics there are: what the sidebar of the window lists, and what stats --report knows.
 *
 * Rows hold what starts in the window, with its whole duration; shares of the window are of unions clipped to it. */

#pragma once

#include "trace/derive/name_totals.h"
#include "trace/stats/tables/stat_table.h"

/* How kernels are put into rows. */
typedef enum
{
  STAT_BY_NAME,   /* the exact name */
  STAT_BY_BASE,   /* the name without return type, template arguments and arguments */
  STAT_BY_LAUNCH, /* the exact name with grid, block, registers and shared memory */
  N_STAT_GROUPINGS
} StatGrouping;

typedef struct
{
  StatGrouping grouping;
} StatTableOptions;

/* is_wanted (user_data), asked every now and then, may be NULL. False: it was not, or out of memory; nothing to be
 * cleared. */
typedef bool (*StatTableFunc) (const StatsScope *scope,
                               const StatTableOptions *options,
                               bool (*is_wanted) (void *user_data),
                               void *user_data,
                               StatTable *ret_table);

typedef struct
{
  const char *id;         /* "kernels"; stable */
  unsigned kinds; /* bit per SliceKind that rows are made of; 0: no kind tells whether there are rows */
  const char *title;      /* "Kernels" */
  const char *definition; /* what the rows are, in a sentence or two */
  const char
    *needs; /* what a profile lacks when there are no rows in all of it: "No kernels were recorded: ..." */
  bool has_groupings;                    /* options.grouping says something */
  const char *reports[N_STAT_GROUPINGS]; /* of the command line: "kernels_by_base"; NULL: none */
  StatTableFunc compute;
} StatTableKind;

/* In the order of the sidebar; ends with an entry without id. */
extern const StatTableKind stat_tables[];

/* Whether the profile, of which these are the totals, has slices of a kind that the table is about. Tables
 * of some slices of a kind (modules, collectives) may have no rows all the same. O(log names). */
bool stat_table_has_slices (const StatTableKind *kind, const NameTotals *totals);

/* NULL: there is none with that id. */
const StatTableKind *stat_table_kind (const char *id);
