/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_importer.h"

#include <string.h>

#include "trace/import/chrome/kineto_settings.h"
#include "trace/import/nsys/nsys_calls.h"
#include "trace/import/nsys/nsys_copies.h"
#include "trace/import/nsys/nsys_kernels.h"
#include "trace/import/nsys/nsys_memory.h"
#include "trace/import/nsys/nsys_metrics.h"
#include "trace/import/nsys/nsys_names.h"
#include "trace/import/nsys/nsys_nvtx.h"
#include "trace/import/nsys/nsys_ranges.h"
#include "trace/import/nsys/nsys_samples.h"
#include "trace/import/nsys/nsys_scheduling.h"
#include "trace/import/nsys/nsys_settings.h"
#include "trace/text/trace_error.h"

/* nvprof's databases have tables of CUPTI too, but no StringIds. */
static bool
is_other (const char *table, void *user_data)
{
  static const char *const tables[] = {
    "META_DATA_EXPORT", "EXPORT_META_DATA", "NVTX_EVENTS", "OSRT_API", "GPU_METRICS", "SCHED_EVENTS",
  };
  bool *is_nsys = user_data;

  *is_nsys = g_str_has_prefix (table, "CUPTI_ACTIVITY_KIND_");
  for (size_t i = 0; i < G_N_ELEMENTS (tables); i++)
    *is_nsys = *is_nsys || strcmp (table, tables[i]) == 0;
  return !*is_nsys;
}

static bool
recognise (ForeignDatabase *database)
{
  bool is_nsys = false;

  foreign_database_tables (database, is_other, &is_nsys);
  return is_nsys && foreign_database_has_table (database, "StringIds");
}

/* Some databases that other programs made have no process in their tables of device work: it is that of the calls. */
static void
find_default_process (NsysImport *import)
{
  static const struct
  {
    const char *table, *column;
  } places[] = {
    { "CUPTI_ACTIVITY_KIND_RUNTIME", "globalTid" },
    { "CUPTI_ACTIVITY_KIND_KERNEL", "globalPid" },
    { "NVTX_EVENTS", "globalTid" },
    { "OSRT_API", "globalTid" },
  };
  ForeignRows rows;
  int64_t id;
  bool found = false;

  for (size_t i = 0; i < G_N_ELEMENTS (places) && !found; i++)
    {
      if (foreign_rows_begin (&rows, import->database, places[i].table, &places[i].column, 1))
        while (!found && foreign_rows_next (&rows))
          found = foreign_rows_integer (&rows, 0, &id);
      foreign_rows_end (&rows);
    }
  if (found)
    nsys_processes_set_default (import->processes, id);
}

typedef struct
{
  NsysImport *import;
  NsysSettings settings;
} Description;

static void
describe_rank (uint32_t process, void *user_data)
{
  static const char key[] = "deviceProperties";
  const Description *description = user_data;
  NsysImport *import = description->import;
  uint32_t properties =
    nsys_devices_describe (import->devices, nsys_processes_pid (import->processes, process));

  nsys_settings_add (&description->settings, import->builder);
  if (properties != STRING_EMPTY)
    trace_builder_add_setting (import->builder, trace_builder_string (import->builder, key, strlen (key)),
                               properties);
}

/* Device work comes first: it tells which processes use a GPU. */
static void
read_tables (NsysImport *import, NsysSyncs *syncs, const char *path)
{
  Description description = { .import = import };
  int64_t file_number = -1;

  find_default_process (import);
  nsys_kernels_read (import);
  nsys_graphs_read (import);
  nsys_copies_read (import);
  nsys_syncs_read (syncs);
  nsys_calls_read (import, syncs);
  nsys_syncs_add (syncs);
  nsys_nvtx_read (import);
  nsys_ranges_read (import);
  nsys_scheduling_read (import);
  nsys_samples_read (import);
  nsys_metrics_read (import);
  nsys_memory_read (import);
  nsys_page_faults_read (import);
  nsys_ranges_count_others (import);
  nsys_names_read (import);
  nsys_settings_read (import, &description.settings);
  kineto_rank_of_path (path, &file_number);
  nsys_processes_finish (import->processes, file_number, describe_rank, &description);
}

static bool
import (ForeignDatabase *database, const char *path, TraceBuilder *builder, GError **error)
{
  NsysImport import = { .database = database, .builder = builder };

  nsys_words_intern (builder, import.words);
  import.strings = nsys_strings_new (database, builder);
  import.processes = nsys_processes_new (builder);
  import.devices = nsys_devices_new (database, builder);
  import.contexts = nsys_contexts_new ();
  NsysSyncs *syncs = nsys_syncs_new (&import);
  bool ok = import.strings != NULL && import.processes != NULL && import.devices != NULL
            && import.contexts != NULL && syncs != NULL;

  if (ok)
    read_tables (&import, syncs, path);
  else
    trace_builder_set_failed (builder);
  nsys_syncs_free (syncs);
  nsys_contexts_free (import.contexts);
  nsys_devices_free (import.devices);
  nsys_processes_free (import.processes);
  nsys_strings_free (import.strings);
  if (!ok || trace_builder_failed (builder) || trace_builder_event_counts (builder)->total > 0)
    return true;
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: is an export of Nsight Systems without any event.", path);
  return false;
}

const DatabaseImporter nsys_importer = { "nsys-sqlite", recognise, import };
