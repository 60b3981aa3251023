/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/tables.h"

const QueryTable *const query_tables[] = {
  &slice_table,   &track_table, &kernel_table, &flow_table, &step_table,
  &counter_table, &arg_table,   &health_table, NULL,
};
