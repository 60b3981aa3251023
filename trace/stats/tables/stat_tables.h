/* SPDX-License-Identifier: Apache-2.0
 *
 * All tables of statistics: the window's sidebar lists them, and stats --report prints them.
 *
 * Rows contain what starts in the window, with its whole duration. Shares of the window are those of unions clipped to
 * it. */

#pragma once

#include "trace/derive/name_totals.h"
#include "trace/stats/tables/stat_table.h"

/* How kernels are grouped into rows, or live allocations. */
typedef enum
{
  STAT_BY_NAME,   /* the exact name */
  STAT_BY_BASE,   /* the name without return type, template arguments and arguments */
  STAT_BY_LAUNCH, /* the exact name with grid, block, registers and shared memory */
  N_STAT_GROUPINGS,

  STAT_BY_STACK = STAT_BY_NAME,      /* the call stack, and the category if the program gave one */
  STAT_BY_PLACE = STAT_BY_BASE,      /* the line of code that a reader wants to see first */
  STAT_BY_CATEGORY = STAT_BY_LAUNCH, /* the category alone */
} StatGrouping;

typedef struct
{
  StatGrouping grouping;
  bool has_time; /* for tables with has_instant: that of at_ns, not that of the peak in the scope */
  int64_t at_ns;
} StatTableOptions;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out; then there is nothing to clear. */
typedef bool (*StatTableFunc) (const StatsScope *scope,
                               const StatTableOptions *options,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               StatTable *ret_table);

typedef struct
{
  const char *id;         /* "kernels"; stable */
  unsigned
    kinds; /* a bit for each SliceKind that rows are made of; 0 if the kinds do not tell whether there are rows */
  unsigned some_kinds;    /* those of kinds of which only some slices are in rows: modules are some Python frames */
  const char *title;      /* "Kernels" */
  const char *definition; /* describes the rows in a sentence or two */
  const char
    *needs; /* says what is missing if the whole profile gives no rows: "The file has no kernels: ..." */
  const char *groupings[N_STAT_GROUPINGS]; /* "By exact name"; NULL if options.grouping is not used */
  unsigned groupings_of_job; /* a bit for each grouping that a job merged from summaries has: it keeps few slices */
  bool has_instant;                        /* the rows are of an instant: options.has_time is used */
  const char
    *reports[N_STAT_GROUPINGS]; /* report names of the command line: "kernels_by_base"; NULL if none */
  StatTableFunc compute;
} StatTableKind;

/* In the order of the sidebar; ends with an entry without an id. */
extern const StatTableKind stat_tables[];

/* Returns whether a profile with these totals has slices of a kind that the table counts. If the table counts only some
 * slices of the kind (modules, collectives), it may still have no rows. O(log names). */
bool stat_table_has_slices (const StatTableKind *kind, const NameTotals *totals);

/* Returns the first table in the order of the sidebar that has rows for a profile with these totals, whatever the names of
 * its slices, or NULL. O(log names). */
const StatTableKind *stat_table_first_with_rows (const NameTotals *totals);

/* Returns whether the profile has the rows of the table. A job that was merged from summaries keeps few slices, so that rows of
 * others would be wrong. */
bool stat_table_is_known (const StatTableKind *kind, const Trace *trace, StatGrouping grouping);

/* Returns the kind with that id, or NULL. */
const StatTableKind *stat_table_kind (const char *id);
