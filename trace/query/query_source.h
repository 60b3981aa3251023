/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tables of a query read: one profile and what is derived from it. Shared by all tables of a database,
 * which lives in one thread. */

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
  int64_t begin_ns, end_ns;            /* what scope_begin_ns () and scope_end_ns () return */
  const atomic_bool *cancelled;        /* NULL: nobody can */
  bool (*is_wanted) (void *user_data); /* NULL: it always is */
  void *user_data;
  unsigned *uses;  /* borrowed; gets what queries use, TRACE_USES_...; may be NULL */
  int64_t deadline_us; /* of g_get_monotonic_time (); INT64_MAX: none */
};

/* False: out of memory; to be cleared nevertheless. */
bool query_source_init (QuerySource *source, const Trace *trace, const StepTable *steps);
void query_source_clear (QuerySource *source);

/* Classes of the kernels, computed when they are first asked for. NULL: the query is to end, or out of memory. */
const KernelClasses *query_source_classes (const QuerySource *source);

/* Whether the query is to end now. */
bool query_source_is_over (const QuerySource *source);
