/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/work_kind.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/derive/name_totals.h"
#include "trace/model/job_tables.h"

struct WorkKinds
{
  Trace *trace;
  const SliceColumns *slices; /* the trace's */
  uint8_t *
    of_name; /* WorkKind of a kernel by string id; N_WORK_KINDS for others, and for kernels that never ended */
};

/* The ways ROCm's runtime names the kernels with which it sets memory. */
static bool
is_set (const char *name, size_t length)
{
  return memmem (name, length, "Fill", 4) != NULL || memmem (name, length, "fill", 4) != NULL
         || memmem (name, length, "emset", 5) != NULL;
}

static WorkKind
classify (const char *name, size_t length)
{
  switch (kernel_work_of_name (name, length))
    {
    case KERNEL_WORK_GEMM_CONV:
      return WORK_GEMM;
    case KERNEL_WORK_ATTENTION:
      return WORK_ATTENTION;
    case KERNEL_WORK_COMMUNICATION:
      return WORK_COMMUNICATION;
    case KERNEL_WORK_MEMORY:
      return is_set (name, length) ? WORK_MEMSET : WORK_MEMCPY;
    case KERNEL_WORK_OTHER_COMPUTE:
    case N_KERNEL_WORKS:
      break;
    }
  return WORK_COMPUTE;
}

static WorkKind
classify_name (const Trace *trace, uint32_t name)
{
  size_t length;
  const char *text = trace_string (trace, name, &length);

  return classify (text, length);
}

WorkKinds *
work_kinds_new (const Trace *trace)
{
  uint32_t n_names = trace_n_strings (trace);
  WorkKinds *kinds = calloc (1, sizeof *kinds);
  NameTotals totals;

  if (kinds == NULL)
    return NULL;
  kinds->of_name = malloc (n_names > 0 ? n_names : 1);
  if (kinds->of_name == NULL || !name_totals_of (trace, &totals))
    {
      free (kinds->of_name);
      free (kinds);
      return NULL;
    }
  memset (kinds->of_name, N_WORK_KINDS, n_names);
  kinds->trace = trace_ref ((Trace *) trace);
  kinds->slices = trace_slices (trace);

  for (size_t i = 0; i < totals.n; i++)
    if (totals.totals[i].kind == SLICE_KERNEL || totals.totals[i].kind == SLICE_ACCELERATOR)
      kinds->of_name[totals.totals[i].name] = (uint8_t) classify_name (trace, totals.totals[i].name);
  name_totals_clear (&totals);
  /* A job that was merged from summaries has kernels without slices. */
  for (uint64_t i = 0; i < trace_job (trace)->n_rows; i++)
    {
      JobRowRecord row = trace_job_row (trace, i);

      if (row.what == JOB_KERNEL && row.name < n_names && kinds->of_name[row.name] == N_WORK_KINDS)
        kinds->of_name[row.name] = (uint8_t) classify_name (trace, row.name);
    }
  return kinds;
}

void
work_kinds_free (WorkKinds *kinds)
{
  if (kinds == NULL)
    return;
  trace_unref (kinds->trace);
  free (kinds->of_name);
  free (kinds);
}

WorkKind
work_kind_of_kernel_name (const WorkKinds *kinds, uint32_t name)
{
  return kinds->of_name[name] < N_WORK_KINDS ? (WorkKind) kinds->of_name[name] : WORK_COMPUTE;
}

WorkKind
work_kind_of_slice (const WorkKinds *kinds, uint64_t slice)
{
  switch ((SliceKind) kinds->slices->kind[slice])
    {
    case SLICE_KERNEL:
    case SLICE_ACCELERATOR:
      {
        uint32_t name = slice_name (kinds->slices, slice);
        uint8_t kind = kinds->of_name[name];

        return kind < N_WORK_KINDS ? (WorkKind) kind : classify_name (kinds->trace, name);
      }
    case SLICE_MEMCPY:
      return WORK_MEMCPY;
    case SLICE_MEMSET:
      return WORK_MEMSET;
    case SLICE_SYNC:
      return WORK_SYNC;
    case SLICE_CALL:
      return WORK_CALL;
    case SLICE_ANNOTATION:
    case SLICE_DEVICE_ANNOTATION:
      return WORK_ANNOTATION;
    case SLICE_PYTHON:
      return WORK_PYTHON;
    case SLICE_OPERATOR:
    case SLICE_OVERHEAD:
    case SLICE_COUNTER_RANGE:
    case SLICE_PROFILER_SPAN:
    case SLICE_OTHER:
    case N_SLICE_KINDS:
      break;
    }
  return WORK_OPERATOR;
}

const char *
work_kind_label (WorkKind kind)
{
  static const char *const labels[N_WORK_KINDS] = {
    [WORK_GEMM] = N_ ("GEMM and convolution"),
    [WORK_ATTENTION] = N_ ("Attention"),
    [WORK_COMPUTE] = N_ ("Other compute"),
    [WORK_COMMUNICATION] = N_ ("Communication"),
    [WORK_MEMCPY] = N_ ("Memcpy"),
    [WORK_MEMSET] = N_ ("Memset"),
    [WORK_SYNC] = N_ ("Synchronization"),
    [WORK_OPERATOR] = N_ ("Host operator"),
    [WORK_CALL] = N_ ("Runtime call"),
    [WORK_ANNOTATION] = N_ ("Annotation"),
    [WORK_PYTHON] = N_ ("Python"),
  };

  return _ (labels[kind]);
}
