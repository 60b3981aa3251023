/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query_source.h"

bool
query_source_init (QuerySource *source, const Trace *trace, const StepTable *steps)
{
  *source = (QuerySource){
    .trace = trace,
    .steps = steps,
    .text = query_text_new (trace),
    .correlations = correlation_index_new (trace),
    .step_at = step_at_new (steps),
    .deadline_us = INT64_MAX,
  };
  trace_span (trace, &source->begin_ns, &source->end_ns);
  return source->text != NULL && source->correlations != NULL && source->step_at != NULL;
}

void
query_source_clear (QuerySource *source)
{
  query_text_free (source->text);
  correlation_index_free (source->correlations);
  step_at_free (source->step_at);
  *source = (QuerySource){ 0 };
}

static bool
goes_on (void *source)
{
  return !query_source_is_over (source);
}

const KernelClasses *
query_source_classes (const QuerySource *source)
{
  return kernel_classes_get (source->trace, goes_on, (void *) source);
}

bool
query_source_is_over (const QuerySource *source)
{
  if (source->cancelled != NULL && atomic_load_explicit (source->cancelled, memory_order_relaxed))
    return true;
  if (source->should_continue != NULL && !source->should_continue (source->user_data))
    return true;
  return source->deadline_us != INT64_MAX && g_get_monotonic_time () >= source->deadline_us;
}
