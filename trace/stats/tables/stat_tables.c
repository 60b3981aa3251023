/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/stat_tables.h"

#include <string.h>

#include "trace/model/job_tables.h"
#include "trace/stats/tables/table_allocations.h"
#include "trace/stats/tables/table_collective_sizes.h"
#include "trace/stats/tables/table_collectives.h"
#include "trace/stats/tables/table_critical.h"
#include "trace/stats/tables/table_host.h"
#include "trace/stats/tables/table_kernels.h"
#include "trace/stats/tables/table_memory.h"
#include "trace/stats/tables/table_rank_steps.h"
#include "trace/stats/tables/table_rank_traffic.h"
#include "trace/stats/tables/table_steps.h"
#include "trace/text/marked_text.h"

const StatTableKind stat_tables[] = {
  {
    .id = "kernels",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .kinds = 1u << SLICE_KERNEL,
    .title = N_ ("Kernels"),
    .definition = N_ ("Kernels on the devices. Each row holds the launches of one kernel."),
    .needs = N_ (
      "The file has no kernels: it was recorded without CUDA or HIP activities, or nothing ran on a device."),
    .groupings = { N_ ("By exact name"), N_ ("By base name"), N_ ("By launch configuration") },
    .reports = { "kernels_by_name", "kernels_by_base", "kernels_by_launch" },
    .compute = kernels_table_compute,
  },
  {
    .id = "operators",
    .kinds = 1u << SLICE_OPERATOR,
    .title = N_ ("Operators"),
    .definition =
      N_ ("Operators on the host, by name. Operators nest: self times can be added up, totals cannot."),
    .needs = N_ ("The file has no operators: it was recorded without CPU activities."),
    .reports = { "operators" },
    .compute = operators_table_compute,
  },
  {
    .id = "modules",
    .kinds = 1u << SLICE_PYTHON,
    .some_kinds = 1u << SLICE_PYTHON,
    .title = N_ ("Modules"),
    .definition = N_ (
      "Calls of nn.Module, by module. Modules nest: self times, which leave out the modules inside, can be added up."),
    .needs = N_ ("The file has no modules. Record with with_stack=True to get them."),
    .reports = { "modules" },
    .compute = modules_table_compute,
  },
  {
    .id = "python",
    .kinds = 1u << SLICE_PYTHON,
    .title = N_ ("Python Functions"),
    .definition =
      N_ ("Frames of Python code, by function. Frames nest: self times can be added up, totals cannot."),
    .needs = N_ ("The file has no Python functions. Record with with_stack=True to get them."),
    .reports = { "python" },
    .compute = python_table_compute,
  },
  {
    .id = "annotations",
    .kinds = 1u << SLICE_ANNOTATION,
    .title = N_ ("Annotations"),
    .definition = N_ (
      "Annotations of the program, by name. Annotations nest: self times can be added up, totals cannot."),
    .needs = N_ ("The file has no annotations. torch.profiler.record_function () makes them."),
    .reports = { "annotations_by_name" },
    .compute = annotations_table_compute,
  },
  {
    .id = "memory",
    .kinds = 1u << SLICE_MEMCPY | 1u << SLICE_MEMSET | 1u << SLICE_KERNEL,
    .some_kinds = 1u << SLICE_KERNEL, /* AMD's tools label memcpys and memsets so */
    .title = N_ ("Memory Operations"),
    .definition = N_ ("Memcpys and memsets on the devices, by operation."),
    .needs = N_ ("The file has no memcpys or memsets on a device."),
    .reports = { "memory_by_name" },
    .compute = memory_table_compute,
  },
  {
    .id = "allocations",
    .title = N_ ("Live Allocations"),
    .definition = N_ ("What was allocated on the GPUs at an instant, by where the program asked for it."),
    .needs = N_ ("The file has no history of allocations. torch.cuda.memory._dump_snapshot () writes one, if "
                 "_record_memory_history () was called before."),
    .groupings = { N_ ("By call stack"), N_ ("By line of code"), N_ ("By category") },
    .has_instant = true,
    .reports = { "allocations_by_stack", "allocations_by_line", "allocations_by_category" },
    .compute = allocations_table_compute,
  },
  {
    .id = "collectives",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .kinds = 1u << SLICE_KERNEL,
    .some_kinds = 1u << SLICE_KERNEL,
    .title = N_ ("Collectives"),
    .definition = N_ ("Communication kernels, by kernel, collective and process group."),
    .needs = N_ ("The file has no communication kernels: one device worked alone."),
    .reports = { "collectives" },
    .compute = collectives_table_compute,
  },
  {
    .id = "collective_sizes",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .kinds = 1u << SLICE_KERNEL,
    .some_kinds = 1u << SLICE_KERNEL,
    .title = N_ ("Collectives by Size"),
    .definition = N_ ("The bandwidth of collectives, by what they do and by the size of their messages."),
    .needs = N_ (
      "The file does not tell the size of any collective. PyTorch's profiler records it with NCCL's kernels."),
    .reports = { "collective_sizes" },
    .compute = collective_sizes_table_compute,
  },
  {
    .id = "process_group_ranks",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .kinds = 1u << SLICE_KERNEL,
    .some_kinds = 1u << SLICE_KERNEL,
    .title = N_ ("Process Groups and Ranks"),
    .definition = N_ ("What each rank does in each of its process groups, and how long it waits there."),
    .needs = N_ ("The file has no communication kernels: one device worked alone."),
    .reports = { "process_group_ranks" },
    .compute = group_ranks_table_compute,
  },
  {
    .id = "rank_links",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .kinds = 1u << SLICE_KERNEL,
    .some_kinds = 1u << SLICE_KERNEL,
    .title = N_ ("Messages between Ranks"),
    .definition = N_ ("What ranks send to each other, by pair."),
    .needs = N_ (
      "The file has no messages from one rank to another: no kernel tells the rank that it sends to or receives from."),
    .reports = { "rank_links" },
    .compute = rank_links_table_compute,
  },
  {
    .id = "runtime",
    .kinds = 1u << SLICE_CALL,
    .title = N_ ("Runtime Calls"),
    .definition = N_ (
      "Calls of the CUDA or HIP runtime and driver APIs, by function. A runtime call may contain a driver call."),
    .needs = N_ ("The file has no runtime calls: it was recorded without CUDA or HIP activities."),
    .reports = { "runtime" },
    .compute = calls_table_compute,
  },
  {
    .id = "slices",
    .kinds = 1u << SLICE_OTHER,
    .title = N_ ("Other Slices"),
    .definition = N_ ("Slices that no other table counts, by name: they have no category, or one that is not "
                      "PyTorch's. They nest: self times can be added up, totals cannot."),
    .needs = N_ (
      "The file has no other slices: every slice has a category that another table or the timeline shows."),
    .reports = { "slices" },
    .compute = slices_table_compute,
  },
  {
    .id = "steps",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .title = N_ ("Steps"),
    .definition = N_ ("Training steps, one per row."),
    .needs = N_ (
      "The file has no steps. torch.profiler marks a step at each call of step (); --steps PATTERN finds steps by name."),
    .reports = { "step_times" },
    .compute = steps_table_compute,
  },
  {
    .id = "rank_steps",
    .groupings_of_job = 1u << STAT_BY_NAME,
    .title = N_ ("Ranks and Steps"),
    .definition =
      N_ ("What each rank did in each step, and whether it kept others waiting: the cells of the heat map."),
    .needs = N_ (
      "The file has no steps. torch.profiler marks a step at each call of step (); --steps PATTERN finds steps by name."),
    .reports = { "rank_steps" },
    .compute = rank_steps_table_compute,
  },
  {
    .id = "critical_slices",
    .title = N_ ("What Bounds the Time"),
    .definition = N_ ("What the critical path of a rank consists of, the chain of work and waits that decides how long the "
                      "scope takes. Choose one step as the scope to see what bounds it."),
    .needs = N_ ("The file has no critical path: no finished slices of the host or of devices, or more than 2,000,000 of "
                 "them in the scope; choose one step as the scope."),
    .reports = { "critical_slices" },
    .compute = critical_table_compute,
  },
  { 0 },
};

static bool
has_slices_of (unsigned kinds, const NameTotals *totals)
{
  for (SliceKind of = 0; of < N_SLICE_KINDS; of++)
    {
      size_t n = 0;

      if (kinds & 1u << of)
        name_totals_of_kind (totals, of, &n);
      if (n > 0)
        return true;
    }
  return false;
}

bool
stat_table_has_slices (const StatTableKind *kind, const NameTotals *totals)
{
  return kind->kinds == 0 || has_slices_of (kind->kinds, totals);
}

const StatTableKind *
stat_table_first_with_rows (const NameTotals *totals)
{
  for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
    if (has_slices_of (kind->kinds & ~kind->some_kinds, totals))
      return kind;
  return NULL;
}

bool
stat_table_is_known (const StatTableKind *kind, const Trace *trace, StatGrouping grouping)
{
  return !trace_is_job (trace) || (kind->groupings_of_job >> grouping & 1) != 0;
}

const StatTableKind *
stat_table_kind (const char *id)
{
  for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
    if (strcmp (kind->id, id) == 0)
      return kind;
  return NULL;
}
