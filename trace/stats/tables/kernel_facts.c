/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/kernel_facts.h"

#include <stdlib.h>

#include "trace/classify/kernel_class.h"
#include "trace/stats/distribution.h"

COLUMN_IMPLEMENT (LaunchTimesColumn, launch_times_column)

bool
kernel_facts_init (KernelFacts *facts,
                   const Trace *trace,
                   bool (*should_continue) (void *user_data),
                   void *user_data)
{
  *facts = (KernelFacts){ .trace = trace, .classes = kernel_classes_get (trace, should_continue, user_data) };
  return facts->classes != NULL;
}

void
kernel_facts_clear (KernelFacts *facts)
{
  u32_column_clear (&facts->places);
  launch_times_column_clear (&facts->times);
}

static bool
make_place (KernelFacts *facts, uint32_t key)
{
  if (key >= facts->places.n)
    {
      size_t n = facts->places.n;

      if (!u32_column_reserve (&facts->places, (size_t) key + 1 - n))
        return false;
      for (facts->places.n = (size_t) key + 1; n <= key; n++)
        facts->places.at[n] = 0;
    }
  if (facts->places.at[key] != 0)
    return true;
  if (!launch_times_column_push (&facts->times, (LaunchTimes){ 0 }))
    return false;
  facts->places.at[key] = (uint32_t) facts->times.n;
  return true;
}

bool
kernel_facts_add (KernelFacts *facts, uint32_t key, uint64_t slice)
{
  int64_t dur_ns = slice_dur_ns (trace_slices (facts->trace), slice);
  LaunchClass launch = kernel_classes_launch (facts->classes, slice);
  Precision precision = launch.precision;
  TensorCore tensor_core = launch.tensor_core;

  if ((key >= facts->places.n || facts->places.at[key] == 0) && !make_place (facts, key))
    return false;
  LaunchTimes *times = &facts->times.at[facts->places.at[key] - 1];
  if (times->precisions.count[precision] == 0)
    times->first[precision] = slice;
  times->precisions.count[precision]++;
  times->precisions.ns[precision] = add_saturated (times->precisions.ns[precision], dur_ns);
  if (tensor_core < N_TENSOR_CORES)
    {
      times->tensor_core_count[tensor_core]++;
      times->tensor_core_ns[tensor_core] = add_saturated (times->tensor_core_ns[tensor_core], dur_ns);
    }
  return true;
}

/* Returns the known value that took most time. */
static int
tensor_core_of (const LaunchTimes *times)
{
  bool no = times->tensor_core_count[TENSOR_CORE_NO] > 0, yes = times->tensor_core_count[TENSOR_CORE_YES] > 0;

  if (!no && !yes)
    return -1;
  return yes && (!no || times->tensor_core_ns[TENSOR_CORE_YES] >= times->tensor_core_ns[TENSOR_CORE_NO]);
}

static StatReason
reason_of (const KernelFacts *facts, uint64_t slice)
{
  const NameClass *name =
    kernel_classes_name (facts->classes, slice_name (trace_slices (facts->trace), slice));
  const char *dtype = operand_element_dtype (kernel_classes_operands (facts->classes, slice));

  if (name == NULL)
    return (StatReason){ 0 };
  switch (kernel_classes_basis (facts->classes, slice))
    {
    case PRECISION_BY_TENSORS:
      {
        bool differs = name->precision != PRECISION_UNKNOWN
                       && name->precision != kernel_classes_precision (facts->classes, slice);
        return (StatReason){ STAT_REASON_TENSORS, dtype, differs ? precision_word (name->precision) : NULL };
      }
    case PRECISION_BY_NARROWER_NAME:
      return (StatReason){ STAT_REASON_NARROWER_NAME, name->precision_reason, dtype };
    case PRECISION_BY_RULE:
      return (StatReason){ STAT_REASON_RULE, name->precision_reason, NULL };
    case PRECISION_BY_NAME:
      return (StatReason){ STAT_REASON_NAME, name->precision_reason, NULL };
    case PRECISION_BY_NOTHING:
      break;
    }
  return (StatReason){ STAT_REASON_UNKNOWN, name->precision_reason, NULL };
}

KernelFact
kernel_facts_of (const KernelFacts *facts, uint32_t key, uint32_t name)
{
  size_t length;
  const char *text = trace_string (facts->trace, name, &length);
  KernelFact fact = { .category = kernel_class_word (kernel_class_of_name (text, length)),
                      .tensor_core = -1 };
  const LaunchTimes *times;
  Precision precision;

  if (key >= facts->places.n || facts->places.at[key] == 0)
    return fact;
  times = &facts->times.at[facts->places.at[key] - 1];
  precision = precision_times_largest (&times->precisions);
  if (precision != PRECISION_UNKNOWN)
    fact.precision = precision_word (precision);
  if (times->precisions.count[precision] > 0)
    fact.precision_reason = reason_of (facts, times->first[precision]);
  fact.tensor_core = tensor_core_of (times);
  return fact;
}
