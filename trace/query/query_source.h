/* SPDX-License-Identifier: Apache-2.0
 *
 * The data that the tables of a query read: one profile and what is derived from it. All tables of a database share it;
 * the database lives in one thread. */

#pragma once

#include <stdatomic.h>

#include "trace/classify/kernel_classes.h"
#include "trace/derive/step.h"
#include "trace/model/trace.h"
#include "trace/query/correlation_index.h"
#include "trace/query/query_text.h"
#include "trace/query/step_at.h"

struct QuerySource
{
  const Trace *trace;
  const StepTable *steps;
  QueryText *text;
  CorrelationIndex *correlations;
  StepAt *step_at;
  int64_t begin_ns, end_ns;                  /* the results of scope_begin_ns () and scope_end_ns () */
  const atomic_bool *cancelled;              /* NULL if it cannot be cancelled */
  bool (*should_continue) (void *user_data); /* NULL to always continue */
  void *user_data;
  unsigned *uses;      /* borrowed; the parts that queries use are added, TRACE_USES_...; may be NULL */
  int64_t deadline_us; /* of g_get_monotonic_time (); INT64_MAX if none */
};

/* Returns false when memory runs out; call query_source_clear () in either case. */
bool query_source_init (QuerySource *source, const Trace *trace, const StepTable *steps);
void query_source_clear (QuerySource *source);

/* Returns the classes of the kernels, which the first call computes. Returns NULL if the query must end or memory runs
 * out. */
const KernelClasses *query_source_classes (const QuerySource *source);

/* Returns whether the query must end now. */
bool query_source_is_over (const QuerySource *source);
