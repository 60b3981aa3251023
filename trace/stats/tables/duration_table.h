/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of tables whose rows are groups of slices: columns of durations, shares and distribution. */

#pragma once

#include "trace/stats/tables/group_figures.h"
#include "trace/stats/tables/stat_table.h"

typedef enum
{
  FIELD_NAME,
  FIELD_COUNT,
  FIELD_TOTAL,
  FIELD_SELF,
  FIELD_MEAN,
  FIELD_MEDIAN,
  FIELD_P95,
  FIELD_P99,
  FIELD_MIN,
  FIELD_MAX,
  FIELD_DEVIATION,
  FIELD_SHARE,           /* share of the sum over all rows: of totals, for nested rows of self times */
  FIELD_SHARE_OF_WINDOW, /* share of the window that the slices cover */
  FIELD_DISTRIBUTION,
  FIELD_OWN, /* filled by the table itself */
} DurationField;

typedef struct
{
  StatColumnInfo info;
  DurationField field;
} DurationColumn;

/* Rows of columns that mean the same in every table. nsys is the name of NVIDIA's column, with its report. */
/* clang-format off */
#define COLUMN_TOTAL(nsys) \
  { { "total_ns", N_ ("Total"), N_ ("The sum of the durations. Overlapping durations all count."), STAT_DURATION, STAT_OF_NOTHING, true, nsys }, FIELD_TOTAL }

#define COLUMN_NESTED_TOTAL(nsys) \
  { { "total_ns", N_ ("Total"), N_ ("The sum of the durations, which include the slices inside. Totals of different rows overlap, so they must not be added up."), STAT_DURATION, STAT_OF_NOTHING, true, nsys }, FIELD_TOTAL }

#define COLUMN_SELF \
  { { "self_ns", N_ ("Self"), N_ ("The total minus the durations of slices directly inside that are also in this table."), STAT_DURATION, STAT_OF_NOTHING, true, NULL }, FIELD_SELF }

#define COLUMN_MEAN(nsys) \
  { { "mean_ns", N_ ("Mean"), N_ ("The total divided by the count."), STAT_DURATION_REAL, STAT_OF_NOTHING, true, nsys }, FIELD_MEAN }

#define COLUMNS_PERCENTILES(nsys) \
  { { "median_ns", N_ ("Median"), N_ ("Half of the durations are at most this long."), STAT_DURATION_REAL, STAT_OF_NOTHING, true, nsys }, FIELD_MEDIAN }, \
  { { "p95_ns", N_ ("p95"), N_ ("95 of 100 durations are at most this long. Interpolated linearly between two durations."), STAT_DURATION_REAL, STAT_OF_NOTHING, true, NULL }, FIELD_P95 }, \
  { { "p99_ns", N_ ("p99"), N_ ("99 of 100 durations are at most this long. Interpolated linearly between two durations."), STAT_DURATION_REAL, STAT_OF_NOTHING, false, NULL }, FIELD_P99 }

#define COLUMNS_EXTREMES(nsys_min, nsys_max) \
  { { "min_ns", N_ ("Min"), N_ ("The shortest duration."), STAT_DURATION, STAT_OF_NOTHING, false, nsys_min }, FIELD_MIN }, \
  { { "max_ns", N_ ("Max"), N_ ("The longest duration."), STAT_DURATION, STAT_OF_NOTHING, true, nsys_max }, FIELD_MAX }

#define COLUMN_DEVIATION(nsys) \
  { { "stddev_ns", N_ ("Deviation"), N_ ("The sample standard deviation, with n - 1 in the denominator; 0 for one duration."), STAT_DURATION_REAL, STAT_OF_NOTHING, false, nsys }, FIELD_DEVIATION }

#define COLUMN_DISTRIBUTION \
  { { "distribution", N_ ("Distribution"), N_ ("The number of durations in each of 16 bins from the shortest to the longest, on a logarithmic axis."), STAT_HISTOGRAM, STAT_OF_NOTHING, true, NULL }, FIELD_DISTRIBUTION }
/* clang-format on */

typedef struct DurationTable DurationTable;

struct DurationTable
{
  const char *title;
  SliceKind kind;  /* kind of the slices */
  bool is_nested;  /* slices nest, so there are self times */
  bool is_by_name; /* all slices of a row have one exact name */
  const DurationColumn *columns;
  uint32_t n_columns;
  const char *sum_title; /* as in StatTable */
  const char
    *share_title;     /* of STAT_OF_TOTAL: "the sum of all kernel durations"; NULL if no column uses it */
  bool is_of_devices; /* the window counts once per device, else once per rank */
  SliceKeys keys;

  /* Sets the text of a row's first cell (stat_table_add_text (), or a string of the trace). Returns false when memory
   * runs out. Gets keys.user_data. May be NULL; then the cell is the exact name of the row's slices. */
  bool (*text) (void *user_data, StatTable *table, const GroupFigures *figures, uint32_t *ret_text);

  /* Sets a cell of FIELD_OWN. Returns false when memory runs out. */
  bool (
    *fill) (void *user_data, StatTable *table, StatColumn *column, uint64_t row, const GroupFigures *figures);
};

/* A StatTableFunc for this kind of table. O(slices of the window + strings + rows log rows). */
bool duration_table_compute (const StatsScope *scope,
                             const DurationTable *kind,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             StatTable *ret_table);
