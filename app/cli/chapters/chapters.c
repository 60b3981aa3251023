/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/chapters.h"

#include "app/cli/chapters/chapter_steps.h"
#include "app/cli/document/document_records.h"
#include "app/cli/reports/report.h"
#include "trace/model/job_tables.h"

static bool
has_ranks (ReportFigures *figures)
{
  return trace_n_ranks (report_figures_scope (figures)->trace) > 1;
}

/* Of a job that is not known: its tables tell. */
static bool
has_communication (ReportFigures *figures)
{
  const DeviceStatsTable *devices =
    trace_is_job (report_figures_scope (figures)->trace) ? NULL : report_figures_devices (figures);

  for (uint32_t i = 0; devices != NULL && i < devices->n; i++)
    if (devices->devices[i].communication_ns > 0)
      return true;
  return devices == NULL;
}

/* clang-format off */
const Chapter chapters[] = {
  {
    .id = "summary", .title = "At a glance",
    .text = "Times are sums over the GPUs. GPU active is the time with a kernel, memcpy or memset running, as a share of the window.",
    .tables = { { .report = "summary" } },
  },
  {
    .id = "steps", .title = "Step times",
    .text = "A step lasts until the last work that it launched has ended. A last step that the end of the recording cut off is left out of the statistics.",
    .empty = "No steps were found. Name them with `--steps REGEX`.",
    .add = chapter_steps_add,
  },
  {
    .id = "breakdown", .title = "What a step consists of",
    .text = "Each moment of a step counts once: as a kernel, else as a copy, else as communication, and where the GPU is idle as what the host did then.",
    .empty = "No steps were found.",
    .tables = { { .report = "breakdown", .columns = "index,number,rank,wall_ns,kernel_ns,memcpy_ns,memset_ns,communication_ns,runtime_ns,dataloader_ns,operator_ns,other_ns", .n_rows = 12 },
                { .report = "breakdown", .columns = "index,number,rank,device_time_ns,compute_ns,exposed_communication_ns,exposed_copy_ns,idle_ns", .n_rows = 12, .title = "What GPUs did in steps" } },
  },
  {
    .id = "utilization", .title = "GPU utilization",
    .text = "A GPU is busy while a kernel, memcpy or memset runs on it; what runs at the same time counts once.",
    .empty = "The profile has no GPU activity.",
    .tables = { { .report = "devices", .columns = "rank,device,name,activities,busy_ns,kernel_busy_ns,memcpy_busy_ns,compute_ns,communication_ns,active_percent_of_window" },
                { .report = "gpu_samples" },
                { .report = "occupancy", .columns = "rank,device,multiprocessors,kernels,sm_efficiency_percent_of_window,sm_efficiency_percent_of_kernel_time,occupancy_percent_of_window,occupancy_percent_of_kernel_time" } },
  },
  {
    .id = "idle", .title = "Why GPUs were idle",
    .text = "Each gap in the work of a GPU is counted by what its next work waited for.",
    .empty = "The profile has no idle time of GPUs.",
    .tables = { { .report = "idle" },
                { .report = "idle_gaps", .columns = "rank,device,begin_ns,dur_ns,class,cause,host_name,next_name,launch_name", .n_rows = 10 } },
  },
  {
    .id = "kernels", .title = "Kernels",
    .text = "By exact name over all GPUs, the largest total first.",
    .empty = "The profile has no kernels.",
    .tables = { { .report = "kernels", .columns = "name,count,total_ns,percent_of_kernel_time,mean_ns,median_ns,p95_ns,max_ns,category,precision,tensor_core" } },
  },
  {
    .id = "precision", .title = "Precision and tensor cores",
    .text = "The number formats that kernels compute in, by what the launching operators and the kernels' names tell.",
    .empty = "The profile has no kernels whose precision is known.",
    .tables = { { .report = "precision" } },
  },
  {
    .id = "operators", .title = "Operators and calls of the host",
    .text = "Self time is the time of an operator without that of those within it.",
    .empty = "The profile has no operators, modules, annotations or calls of the host.",
    .tables = { { .report = "operators", .columns = "name,count,total_ns,self_ns,percent_of_self_time,mean_ns,median_ns,p95_ns,max_ns", .n_rows = 20 },
                { .report = "modules", .columns = "name,count,total_ns,self_ns,percent_of_self_time,mean_ns,median_ns,p95_ns,max_ns", .n_rows = 15 },
                { .report = "annotations", .columns = "name,count,total_ns,mean_ns,median_ns,p95_ns,max_ns", .n_rows = 15 },
                { .report = "runtime", .columns = "name,count,total_ns,self_ns,percent_of_self_time,mean_ns,median_ns,p95_ns,max_ns", .n_rows = 15 } },
  },
  {
    .id = "launches", .title = "Launches",
    .text = "The launch latency is the time from the begin of the launching call to the begin of its work. Long queues are good: the GPU has work.",
    .empty = "The profile has no launches.",
    .tables = { { .report = "launches" },
                { .report = "queue", .columns = "queued,queue_mean_ns,queue_p50_ns,queue_p95_ns,queue_max_ns,calls,call_mean_ns,call_p95_ns,calls_over_50us,short_kernels,percent_of_kernels_alone_short" } },
  },
  {
    .id = "memory", .title = "Memory",
    .text = "Copies between memories, and what the allocators of the GPUs recorded.",
    .empty = "The profile has no copies and no records of allocations.",
    .tables = { { .report = "memory" },
                { .report = "bandwidth", .columns = "kind,host_memory,count,total_ns,bytes,mean_gb_per_s,p50_gb_per_s,p95_gb_per_s,max_gb_per_s" },
                { .report = "allocations_peak", .columns = "rank,device,at_ns,allocated_bytes,allocations,reserved_bytes" },
                { .report = "allocations_by_category" },
                { .report = "allocations_by_line", .n_rows = 15 } },
  },
  {
    .id = "communication", .title = "Communication", .applies = has_communication,
    .text = "Communication is exposed while no compute kernel of its GPU runs. Bandwidths are those of the whole collective, from its bytes and time.",
    .empty = "No communication between GPUs was recorded.",
    .tables = { { .report = "overlap" },
                { .report = "collectives", .columns = "name,collective,process_group,group_size,dtype,count,total_ns,percent_of_communication_time,bytes,algorithm_gb_per_s,bus_gb_per_s,mean_ns,p95_ns,max_ns" },
                { .report = "collective_sizes", .n_rows = 15 },
                { .report = "process_groups", .columns = "process_group,description,parallelism,size,ranks,kernels,communication_ns,exposed_ns,collectives,wait_ns,bytes", .n_rows = 15 } },
  },
  {
    .id = "host", .title = "Processors and data loader",
    .text = "Samples of processors where the profile has them, else the time in which traced threads did something.",
    .empty = "Nothing is known of the host.",
    .tables = { { .report = "cpu" } },
    .add = chapter_steps_add_data_loader,
  },
  {
    .id = "initialization", .title = "Initialization",
    .text = "The time from the begin of the recording to the first step of each rank, and how long that step took.",
    .empty = "No steps were found.",
    .add = chapter_steps_add_initialization,
  },
  {
    .id = "critical", .title = "Critical path",
    .text = "The longest chain of recorded work in which each waited for the one before: of that work, only what lies on it can make the run shorter. Time in which nothing was recorded is in no chain.",
    .empty = "There is no critical path: the profile has no work of GPUs that calls of the host launched.",
    .tables = { { .report = "critical_path", .columns = "rank,class,count,total_ns,percent_of_path,path_ns,has_sync_events" },
                { .report = "critical_slices", .columns = "rank,class,name,count,total_ns,percent_of_path,longest_ns", .n_rows = 15 } },
  },
  {
    .id = "ranks", .title = "Ranks", .applies = has_ranks,
    .text = "Who waited for whom. Times of ranks are compared on their common clock; where that is not certain, it is said.",
    .empty = "The profile has one rank.",
    .tables = { { .report = "stragglers", .columns = "rank,steps,late_steps,lateness_ns,percent_of_step,cause,largest_excess_ns,is_certain" },
                { .report = "collective_waits" },
                { .report = "rank_steps", .columns = "rank,node,step,host_begin_ns,step_time_ns,exposed_communication_ns,lateness_ns,idle_ns,memory_peak_bytes" },
                { .report = "clocks", .columns = "rank,reference_rank,collectives,offset_ns,drift_ppm,residual_p50_ns,residual_p95_ns,is_certain" } },
  },
  {
    .id = "overhead", .title = "Overhead of the profiler",
    .text = "What the profiler itself did while it recorded.",
    .empty = "The profiler recorded no overhead of its own.",
    .tables = { { .report = "overhead" } },
  },
  {
    .id = "bookmarks", .title = "Bookmarks",
    .tables = { { .report = "bookmarks", .columns = "kind,title,begin_ns,end_ns,name,note" } },
  },
  { .id = NULL },
};
/* clang-format on */

/* What the records leave out, once in a chapter. */
static void
add_note (const StatsReport *report, Document *document, ReportFigures *figures, GHashTable *said)
{
  char *note = report->note != NULL ? report->note (figures) : NULL;

  if (note != NULL && !g_hash_table_contains (said, note))
    document_add_text (document, note);
  if (note != NULL)
    g_hash_table_add (said, note);
}

static bool
add_table (const ChapterTable *table, Document *document, ReportFigures *figures, GHashTable *said)
{
  const StatsReport *report = stats_report_find (table->report);

  if (!stats_report_is_known (report, report_figures_scope (figures)))
    return true;
  g_autoptr (GPtrArray) records = stats_report_records (report, figures, NULL);
  if (records == NULL)
    return false;
  g_autofree char *more =
    g_strdup_printf ("`stepscope stats PATH --report %s` prints all of them", report->name);

  const char *title = table->title != NULL ? table->title : report->title;
  if (report->is_object)
    document_add_facts (document, title, records->pdata[0]);
  else
    document_add_records (document, title, records, table->columns,
                          table->n_rows > 0 ? table->n_rows : CHAPTER_ROWS, more);
  if (records->len > 0)
    add_note (report, document, figures, said);
  return true;
}

bool
chapter_add_tables (const Chapter *chapter, Document *document, ReportFigures *figures)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (size_t i = 0; i < CHAPTER_TABLES_MAX && chapter->tables[i].report != NULL; i++)
    if (!add_table (&chapter->tables[i], document, figures, said))
      return false;
  return chapter->add == NULL || chapter->add (document, figures);
}
