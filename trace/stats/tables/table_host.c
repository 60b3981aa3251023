/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_host.h"

#include <string.h>

#include "trace/stats/tables/duration_table.h"

/* How PyTorch's profiler names the frames of modules. */
#define MODULE_PREFIX "nn.Module: "

#define HOST_COLUMNS(called, share_key, share_of, nsys_total, nsys_count, nsys_mean, nsys_median, nsys_min,  \
                     nsys_max, nsys_deviation)                                                               \
  {                                                                                                          \
    { { "name", "Name", called, STAT_NAME, STAT_OF_NOTHING, true }, FIELD_NAME },                            \
      { { "count", "Count", "How many begin in the window." nsys_count, STAT_COUNT, STAT_OF_NOTHING, true }, \
        FIELD_COUNT },                                                                                       \
      COLUMN_NESTED_TOTAL (nsys_total), COLUMN_SELF,                                                         \
      { { share_key, "% of Self Time", "Self time as a share of " share_of ".", STAT_PERCENT, STAT_OF_TOTAL, \
          true },                                                                                            \
        FIELD_SHARE },                                                                                       \
      { { "percent_of_window", "% of Window",                                                                \
          "The part of the window in which at least one is going on, averaged over the ranks.",              \
          STAT_PERCENT, STAT_OF_WINDOW, false },                                                             \
        FIELD_SHARE_OF_WINDOW },                                                                             \
      COLUMN_MEAN (nsys_mean), COLUMNS_PERCENTILES (nsys_median), COLUMNS_EXTREMES (nsys_min, nsys_max),     \
      COLUMN_DEVIATION (nsys_deviation), COLUMN_DISTRIBUTION                                                 \
  }

static const DurationColumn operator_columns[] = HOST_COLUMNS ("The operator's exact name.",
                                                               "percent_of_self_time",
                                                               "the self times of all operators",
                                                               "",
                                                               "",
                                                               "",
                                                               "",
                                                               "",
                                                               "",
                                                               "");
static const DurationColumn module_columns[] = HOST_COLUMNS ("The module as the profiler numbers it.",
                                                             "percent_of_self_time",
                                                             "the self times of all modules",
                                                             "",
                                                             "",
                                                             "",
                                                             "",
                                                             "",
                                                             "",
                                                             "");
static const DurationColumn python_columns[] = HOST_COLUMNS ("File, line and function.",
                                                             "percent_of_self_time",
                                                             "the self times of all Python functions",
                                                             "",
                                                             "",
                                                             "",
                                                             "",
                                                             "",
                                                             "",
                                                             "");
static const DurationColumn annotation_columns[] =
  HOST_COLUMNS ("The annotation's exact name. nsys nvtx_sum: Range",
                "percent_of_self_time",
                "the self times of all annotations",
                " nsys nvtx_sum: Total Time",
                " nsys nvtx_sum: Instances",
                " nsys nvtx_sum: Avg",
                " nsys nvtx_sum: Med",
                " nsys nvtx_sum: Min",
                " nsys nvtx_sum: Max",
                " nsys nvtx_sum: StdDev");
static const DurationColumn call_columns[] = HOST_COLUMNS ("The call. nsys cuda_api_sum: Name",
                                                           "percent_of_self_time",
                                                           "the self times of all calls",
                                                           " nsys cuda_api_sum: Total Time",
                                                           " nsys cuda_api_sum: Num Calls",
                                                           " nsys cuda_api_sum: Avg",
                                                           " nsys cuda_api_sum: Med",
                                                           " nsys cuda_api_sum: Min",
                                                           " nsys cuda_api_sum: Max",
                                                           " nsys cuda_api_sum: StdDev");

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

  *ret_key = length >= strlen (MODULE_PREFIX) && memcmp (text, MODULE_PREFIX, strlen (MODULE_PREFIX)) == 0
               ? modules->n_keys++
               : SLICE_KEY_NONE;
  return true;
}

/* A table of host slices by exact name. */
static bool
compute (const StatsScope *scope,
         DurationTable kind,
         bool (*is_wanted) (void *user_data),
         void *user_data,
         StatTable *ret_table)
{
  kind.is_nested = true;
  kind.is_by_name = true;
  kind.keys.has_kind[kind.kind] = 1;
  return duration_table_compute (scope, &kind, is_wanted, user_data, ret_table);
}

bool
operators_table_compute (const StatsScope *scope,
                         const StatTableOptions *options,
                         bool (*is_wanted) (void *user_data),
                         void *user_data,
                         StatTable *ret_table)
{
  DurationTable kind = {
    .title = "Operators",
    .kind = SLICE_OPERATOR,
    .columns = operator_columns,
    .n_columns = G_N_ELEMENTS (operator_columns),
    .sum_title = "self times of operators",
    .share_title = "the self times of all operators",
  };

  (void) options;
  return compute (scope, kind, is_wanted, user_data, ret_table);
}

bool
modules_table_compute (const StatsScope *scope,
                       const StatTableOptions *options,
                       bool (*is_wanted) (void *user_data),
                       void *user_data,
                       StatTable *ret_table)
{
  Modules modules = { .trace = scope->trace };
  DurationTable kind = {
    .title = "Modules",
    .kind = SLICE_PYTHON,
    .columns = module_columns,
    .n_columns = G_N_ELEMENTS (module_columns),
    .sum_title = "self times of modules",
    .share_title = "the self times of all modules",
    .keys = { .of_name = module_key, .user_data = &modules },
  };

  (void) options;
  return compute (scope, kind, is_wanted, user_data, ret_table);
}

bool
python_table_compute (const StatsScope *scope,
                      const StatTableOptions *options,
                      bool (*is_wanted) (void *user_data),
                      void *user_data,
                      StatTable *ret_table)
{
  DurationTable kind = {
    .title = "Python Functions",
    .kind = SLICE_PYTHON,
    .columns = python_columns,
    .n_columns = G_N_ELEMENTS (python_columns),
    .sum_title = "self times of Python functions",
    .share_title = "the self times of all Python functions",
  };

  (void) options;
  return compute (scope, kind, is_wanted, user_data, ret_table);
}

bool
annotations_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*is_wanted) (void *user_data),
                           void *user_data,
                           StatTable *ret_table)
{
  DurationTable kind = {
    .title = "Annotations",
    .kind = SLICE_ANNOTATION,
    .columns = annotation_columns,
    .n_columns = G_N_ELEMENTS (annotation_columns),
    .sum_title = "self times of annotations",
    .share_title = "the self times of all annotations",
  };

  (void) options;
  return compute (scope, kind, is_wanted, user_data, ret_table);
}

bool
calls_table_compute (const StatsScope *scope,
                     const StatTableOptions *options,
                     bool (*is_wanted) (void *user_data),
                     void *user_data,
                     StatTable *ret_table)
{
  DurationTable kind = {
    .title = "Runtime Calls",
    .kind = SLICE_CALL,
    .columns = call_columns,
    .n_columns = G_N_ELEMENTS (call_columns),
    .sum_title = "self times of calls",
    .share_title = "the self times of all calls",
  };

  (void) options;
  return compute (scope, kind, is_wanted, user_data, ret_table);
}
