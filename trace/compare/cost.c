/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/cost.h"

#include <string.h>

#include "trace/model/device_properties.h"

#define NS_PER_SECOND 1e9
#define NS_PER_HOUR   3.6e12

/* clang-format off */
static const struct
{
  const char *word;
  bool is_money;
} figures[N_COST_FIGURES] = {
  [COST_THROUGHPUT]               = { "samples_per_second",           false },
  [COST_PER_HOUR]                 = { "cost_per_hour",                true },
  [COST_PER_STEP]                 = { "cost_per_step",                true },
  [COST_PER_1000_STEPS]           = { "cost_per_1000_steps",          true },
  [COST_OF_IDLE]                  = { "idle_cost_per_1000_steps",     true },
  [COST_OF_EXPOSED_COMMUNICATION] = { "exposed_communication_cost_per_1000_steps", true },
  [COST_PER_MILLION_SAMPLES]      = { "cost_per_million_samples",     true },
  [COST_SCALING_EFFICIENCY]       = { "scaling_efficiency",           false },
};
/* clang-format on */

const char *
cost_figure_word (CostFigure figure)
{
  return figures[figure].word;
}

bool
cost_figure_is_money (CostFigure figure)
{
  return figures[figure].is_money;
}

static CostValue
lacking (CostLack lack)
{
  return (CostValue){ .lack = lack };
}

static CostValue
known (double value)
{
  return (CostValue){ .lack = COST_KNOWN, .value = value };
}

static uint64_t
n_nodes (const CostInput *input)
{
  if (input->n_gpus == 0)
    return 0;
  if (input->n_gpus == 1)
    return 1;
  return input->gpus_per_node > 0 ? (input->n_gpus - 1) / input->gpus_per_node + 1 : 0;
}

static CostValue
per_hour (const CostInput *input, uint64_t nodes)
{
  if (input->n_gpus == 0)
    return lacking (COST_NO_GPUS);
  if (nodes == 0)
    return lacking (COST_NO_NODE);
  if (!(input->price_per_hour >= 0))
    return lacking (COST_NO_PRICE);
  return known ((double) nodes * input->price_per_hour);
}

/* What this much time of all steps costs. */
static CostValue
of_time (const CostInput *input, CostValue hour, double ns, double n_steps)
{
  if (!input->has_steps)
    return lacking (COST_NO_STEPS);
  if (hour.lack != COST_KNOWN)
    return hour;
  return known (hour.value * n_steps * ns / NS_PER_HOUR);
}

static CostValue
of_gpu_time (const CostInput *input, CostValue hour, double ns)
{
  return input->has_steps && !input->has_gpus ? lacking (COST_NO_GPUS) : of_time (input, hour, ns, 1000);
}

static CostValue
throughput (const CostInput *input)
{
  if (!input->has_steps || !(input->step_ns > 0))
    return lacking (COST_NO_STEPS);
  if (!(input->samples_per_step > 0))
    return lacking (COST_NO_SAMPLES);
  return known (input->samples_per_step * NS_PER_SECOND / input->step_ns);
}

static CostValue
per_million_samples (const CostInput *input, CostValue step)
{
  if (step.lack != COST_KNOWN)
    return step;
  return input->samples_per_step > 0 ? known (step.value * 1e6 / input->samples_per_step)
                                     : lacking (COST_NO_SAMPLES);
}

/* ---- scaling ---- */

static bool
can_scale (const CostInput *input, const CostSheet *sheet)
{
  return input->n_gpus > 0 && sheet->figures[COST_THROUGHPUT].lack == COST_KNOWN;
}

static bool
is_same_hardware (const CostInput *a, const CostInput *b)
{
  return a->hardware_length == b->hardware_length
         && (a->hardware_length == 0 || memcmp (a->hardware, b->hardware, a->hardware_length) == 0);
}

/* Returns the first of the sides with the fewest GPUs; n if no side can be one. */
static uint32_t
find_reference (const CostInput *inputs, uint32_t n, const CostSheet *sheets)
{
  uint32_t reference = n;

  for (uint32_t i = 0; i < n; i++)
    if (can_scale (&inputs[i], &sheets[i]) && (reference == n || inputs[i].n_gpus < inputs[reference].n_gpus))
      reference = i;
  return reference;
}

static void
set_efficiency (const CostInput *inputs, uint32_t n, CostSheet *sheets)
{
  uint32_t reference = find_reference (inputs, n, sheets);
  bool have_all_one_size = true, have_such_one_size = true;

  for (uint32_t i = 0; i < n; i++)
    if (can_scale (&inputs[i], &sheets[i]) && inputs[i].n_gpus != inputs[reference].n_gpus)
      {
        have_all_one_size = false;
        have_such_one_size &= !is_same_hardware (&inputs[i], &inputs[reference]);
      }
  for (uint32_t i = 0; i < n; i++)
    {
      CostValue *efficiency = &sheets[i].figures[COST_SCALING_EFFICIENCY];
      CostValue rate = sheets[i].figures[COST_THROUGHPUT];

      if (!can_scale (&inputs[i], &sheets[i]))
        *efficiency = lacking (rate.lack != COST_KNOWN ? rate.lack : COST_NO_GPUS);
      else if (!have_all_one_size && !is_same_hardware (&inputs[i], &inputs[reference]))
        *efficiency = lacking (COST_OTHER_HARDWARE);
      else if (have_such_one_size)
        *efficiency = lacking (COST_ONE_SIZE);
      else
        *efficiency =
          known (rate.value * (double) inputs[reference].n_gpus
                 / ((double) inputs[i].n_gpus * sheets[reference].figures[COST_THROUGHPUT].value));
    }
}

void
cost_compute (const CostInput *inputs, uint32_t n, CostSheet *ret_sheets)
{
  for (uint32_t i = 0; i < n; i++)
    {
      const CostInput *input = &inputs[i];
      CostSheet *sheet = &ret_sheets[i];
      CostValue hour;

      *sheet = (CostSheet){ .n_nodes = n_nodes (input) };
      hour = per_hour (input, sheet->n_nodes);
      sheet->figures[COST_THROUGHPUT] = throughput (input);
      sheet->figures[COST_PER_HOUR] = hour;
      sheet->figures[COST_PER_STEP] = of_time (input, hour, input->step_ns, 1);
      sheet->figures[COST_PER_1000_STEPS] = of_time (input, hour, input->step_ns, 1000);
      sheet->figures[COST_OF_IDLE] = of_gpu_time (input, hour, input->idle_ns);
      sheet->figures[COST_OF_EXPOSED_COMMUNICATION] =
        of_gpu_time (input, hour, input->exposed_communication_ns);
      sheet->figures[COST_PER_MILLION_SAMPLES] = per_million_samples (input, sheet->figures[COST_PER_STEP]);
    }
  set_efficiency (inputs, n, ret_sheets);
}

/* ---- what a profile tells ---- */

uint64_t
cost_gpus_per_node (const Trace *trace)
{
  return trace_n_ranks (trace) > 0 ? device_properties_count (trace, trace_rank (trace, 0)) : 0;
}

/* A rank has a GPU of its own unless the file shows more of them. */
static uint64_t
n_gpus_of_job (const Trace *trace)
{
  uint64_t n_ranks = trace_n_ranks (trace), n_devices = trace_n_devices (trace);
  int64_t world_size = n_ranks > 0 ? trace_rank (trace, 0)->world_size : 0;

  if (n_devices == 0 || world_size <= 0)
    return n_devices;
  return MAX (n_devices, (uint64_t) world_size * MAX (n_devices / n_ranks, 1));
}

/* The name of the first GPU that has one; *ret_length is 0 if none has. */
static const char *
gpu_model (const Trace *trace, size_t *ret_length)
{
  const char *model = "";

  *ret_length = 0;
  for (uint32_t i = 0; i < trace_n_devices (trace) && *ret_length == 0; i++)
    model = trace_string (trace, trace_device (trace, i)->name, ret_length);
  return model;
}

CostInput
cost_input_of_side (const Comparison *comparison, uint32_t side)
{
  const CompareSide *of = &comparison->sides[side];
  SummaryCell *const *cells = comparison->summary.cells;
  size_t hardware_length;
  const char *hardware = gpu_model (of->trace, &hardware_length);

  return (CostInput){
    .has_steps = cells[SUMMARY_STEP_MEAN][side].has_value,
    .step_ns = cells[SUMMARY_STEP_MEAN][side].value,
    .has_gpus = of->steps.n_gpus > 0,
    .idle_ns = cells[SUMMARY_IDLE][side].value,
    .exposed_communication_ns = cells[SUMMARY_EXPOSED_COMMUNICATION][side].value,
    .hardware = hardware,
    .hardware_length = hardware_length,
    .n_gpus = n_gpus_of_job (of->trace),
    .gpus_per_node = cost_gpus_per_node (of->trace),
    .price_per_hour = -1,
  };
}

char *
cost_node_name (const Trace *trace)
{
  uint64_t n = cost_gpus_per_node (trace);
  size_t length;
  const char *model = gpu_model (trace, &length);
  g_autofree char *name = length > 0 ? g_utf8_make_valid (model, (gssize) length) : g_strdup ("GPU");
  return n > 1 ? g_strdup_printf ("%" G_GUINT64_FORMAT " × %s", n, name) : g_steal_pointer (&name);
}
