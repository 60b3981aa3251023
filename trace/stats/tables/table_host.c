/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_host.h"

#include "trace/model/slice_name_kind.h"
#include "trace/stats/tables/duration_table.h"
#include "trace/text/marked_text.h"

/* clang-format off */
#define HOST_COLUMNS(name_is, share_is, nsys_name, nsys_total, nsys_count, nsys_mean, nsys_median, nsys_min, nsys_max, nsys_deviation) \
  { { "name", N_ ("Name"), name_is, STAT_NAME, STAT_OF_NOTHING, true, nsys_name }, FIELD_NAME }, \
  { { "count", N_ ("Count"), N_ ("The number of slices that begin in the window."), STAT_COUNT, STAT_OF_NOTHING, true, nsys_count }, FIELD_COUNT }, \
  COLUMN_NESTED_TOTAL (nsys_total), \
  COLUMN_SELF, \
  { { "percent_of_self_time", /* xgettext:no-c-format */ N_ ("% of Self Time"), share_is, STAT_PERCENT, STAT_OF_TOTAL, true, NULL }, FIELD_SHARE }, \
  { { "percent_of_window", /* xgettext:no-c-format */ N_ ("% of Window"), N_ ("The share of the window in which at least one is running, averaged over the ranks."), STAT_PERCENT, STAT_OF_WINDOW, false, NULL }, FIELD_SHARE_OF_WINDOW }, \
  COLUMN_MEAN (nsys_mean), \
  COLUMNS_PERCENTILES (nsys_median), \
  COLUMNS_EXTREMES (nsys_min, nsys_max), \
  COLUMN_DEVIATION (nsys_deviation), \
  COLUMN_DISTRIBUTION

static const DurationColumn operator_columns[] = {
  HOST_COLUMNS (N_ ("The operator's exact name."), N_ ("Self time as a share of the self times of all operators."), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
};

static const DurationColumn module_columns[] = {
  HOST_COLUMNS (N_ ("The module, as numbered by the profiler."), N_ ("Self time as a share of the self times of all modules."), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
};

static const DurationColumn python_columns[] = {
  HOST_COLUMNS (N_ ("File, line and function."), N_ ("Self time as a share of the self times of all Python functions."), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
};

static const DurationColumn annotation_columns[] = {
  HOST_COLUMNS (N_ ("The annotation's exact name."), N_ ("Self time as a share of the self times of all annotations."), "nvtx_sum: Range", "nvtx_sum: Total Time", "nvtx_sum: Instances", "nvtx_sum: Avg", "nvtx_sum: Med", "nvtx_sum: Min", "nvtx_sum: Max", "nvtx_sum: StdDev")
};

static const DurationColumn call_columns[] = {
  HOST_COLUMNS (N_ ("The API function that is called."), N_ ("Self time as a share of the self times of all runtime calls."), "cuda_api_sum: Name", "cuda_api_sum: Total Time", "cuda_api_sum: Num Calls", "cuda_api_sum: Avg", "cuda_api_sum: Med", "cuda_api_sum: Min", "cuda_api_sum: Max", "cuda_api_sum: StdDev")
};

static const DurationColumn slice_columns[] = {
  HOST_COLUMNS (N_ ("The slice's exact name."), N_ ("Self time as a share of the self times of all slices of this table."), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
};
/* clang-format on */

typedef struct
{
  const Trace *trace;
  uint32_t n_keys;
} Modules;

static bool
module_key (void *user_data, uint32_t name, uint32_t *ret_key)
{
  Modules *modules = user_data;
  size_t length;
  const char *text = trace_string (modules->trace, name, &length);

  *ret_key = slice_name_is_module (text, length) ? modules->n_keys++ : SLICE_KEY_NONE;
  return true;
}

/* A table of host slices by exact name. */
static bool
compute (const StatsScope *scope,
         DurationTable kind,
         bool (*should_continue) (void *user_data),
         void *user_data,
         StatTable *ret_table)
{
  kind.is_nested = true;
  kind.is_by_name = true;
  kind.keys.has_kind[kind.kind] = 1;
  return duration_table_compute (scope, &kind, should_continue, user_data, ret_table);
}

bool
operators_table_compute (const StatsScope *scope,
                         const StatTableOptions *options,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         StatTable *ret_table)
{
  DurationTable kind = {
    .title = N_ ("Operators"),
    .kind = SLICE_OPERATOR,
    .columns = operator_columns,
    .n_columns = G_N_ELEMENTS (operator_columns),
    .sum_title = N_ ("self times of operators"),
    .share_title = N_ ("the self times of all operators"),
  };

  (void) options;
  return compute (scope, kind, should_continue, user_data, ret_table);
}

bool
modules_table_compute (const StatsScope *scope,
                       const StatTableOptions *options,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       StatTable *ret_table)
{
  Modules modules = { .trace = scope->trace };
  DurationTable kind = {
    .title = N_ ("Modules"),
    .kind = SLICE_PYTHON,
    .columns = module_columns,
    .n_columns = G_N_ELEMENTS (module_columns),
    .sum_title = N_ ("self times of modules"),
    .share_title = N_ ("the self times of all modules"),
    .keys = { .of_name = module_key, .user_data = &modules },
  };

  (void) options;
  return compute (scope, kind, should_continue, user_data, ret_table);
}

bool
python_table_compute (const StatsScope *scope,
                      const StatTableOptions *options,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      StatTable *ret_table)
{
  DurationTable kind = {
    .title = N_ ("Python Functions"),
    .kind = SLICE_PYTHON,
    .columns = python_columns,
    .n_columns = G_N_ELEMENTS (python_columns),
    .sum_title = N_ ("self times of Python functions"),
    .share_title = N_ ("the self times of all Python functions"),
  };

  (void) options;
  return compute (scope, kind, should_continue, user_data, ret_table);
}

bool
annotations_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table)
{
  DurationTable kind = {
    .title = N_ ("Annotations"),
    .kind = SLICE_ANNOTATION,
    .columns = annotation_columns,
    .n_columns = G_N_ELEMENTS (annotation_columns),
    .sum_title = N_ ("self times of annotations"),
    .share_title = N_ ("the self times of all annotations"),
  };

  (void) options;
  return compute (scope, kind, should_continue, user_data, ret_table);
}

bool
calls_table_compute (const StatsScope *scope,
                     const StatTableOptions *options,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     StatTable *ret_table)
{
  DurationTable kind = {
    .title = N_ ("Runtime Calls"),
    .kind = SLICE_CALL,
    .columns = call_columns,
    .n_columns = G_N_ELEMENTS (call_columns),
    .sum_title = N_ ("self times of runtime calls"),
    .share_title = N_ ("the self times of all runtime calls"),
  };

  (void) options;
  return compute (scope, kind, should_continue, user_data, ret_table);
}

bool
slices_table_compute (const StatsScope *scope,
                      const StatTableOptions *options,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      StatTable *ret_table)
{
  DurationTable kind = {
    .title = N_ ("Other Slices"),
    .kind = SLICE_OTHER,
    .columns = slice_columns,
    .n_columns = G_N_ELEMENTS (slice_columns),
    .sum_title = N_ ("self times of other slices"),
    .share_title = N_ ("the self times of all other slices"),
  };

  (void) options;
  return compute (scope, kind, should_continue, user_data, ret_table);
}
