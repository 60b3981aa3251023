/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocpd.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/rocm/rocpd_events.h"
#include "trace/import/rocm/rocprof_process.h"
#include "trace/json/json_scan.h"

/* Any of these tables tells that a database is one of rocpd, and what the names of its tables end with. */
static const char *const telling[] = {
  "rocpd_info_process", "rocpd_info_agent",      "rocpd_info_thread", "rocpd_event",  "rocpd_kernel_dispatch",
  "rocpd_memory_copy",  "rocpd_memory_allocate", "rocpd_region",      "rocpd_sample",
};

/* When something happened that counters refer to. */
typedef struct
{
  RocmNumber start, agent;
} RocpdMoment;

COLUMN_DEFINE (RocpdMomentColumn, rocpd_moment_column, RocpdMoment)
COLUMN_IMPLEMENT (RocpdMomentColumn, rocpd_moment_column)

typedef struct
{
  RocpdEvents events;
  RocprofProcess process;
  RocpdMomentColumn moments;
  IdMap moment_of_event; /* index */
  IdMap agent_of_counter;
} Rocpd;

static const RocmNumber no_number;

static TraceBuilder *
builder_of (const Rocpd *rocpd)
{
  return rocpd->process.profile->builder;
}

static void
check (const Rocpd *rocpd, bool ok)
{
  if (!ok)
    trace_builder_set_failed (builder_of (rocpd));
}

static void
add_moment (Rocpd *rocpd, RocmNumber event, RocmNumber start, RocmNumber agent)
{
  if (event.state != ROCM_NUMBER_GIVEN)
    return;
  rocm_map_add (builder_of (rocpd), &rocpd->moment_of_event, event.value, rocpd->moments.n);
  check (rocpd, rocpd_moment_column_push (&rocpd->moments, (RocpdMoment){ start, agent }));
}

/* ---- what the process is ---- */

static void
read_process (Rocpd *rocpd)
{
  static const char *const process_columns[] = { "pid", "command" };
  static const char *const node_columns[] = { "hostname" };
  RocprofProcess *process = &rocpd->process;
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "info_process", process_columns, 2)
      && foreign_rows_next (&rows.rows))
    {
      const char *command;
      size_t length;

      process->pid = rocm_cell_number (&rows.rows, 0);
      /* The program is the first word. */
      if (foreign_rows_text (&rows.rows, 1, &command, &length))
        {
          const char *space = memchr (command, ' ', length);

          process->command = trace_builder_string (builder_of (rocpd), command,
                                                   space != NULL ? (size_t) (space - command) : length);
        }
    }
  rocpd_rows_end (&rows);
  if (rocpd_rows_begin (&rows, &rocpd->events, "info_node", node_columns, 1)
      && foreign_rows_next (&rows.rows))
    process->host = rocm_cell_string (builder_of (rocpd), &rows.rows, 0);
  rocpd_rows_end (&rows);
}

static void
read_threads (Rocpd *rocpd)
{
  static const char *const columns[] = { "id", "name" };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "info_thread", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        const RocprofThread thread = {
          rocpd_thread (&rocpd->events, rocm_cell_number (&rows.rows, 0)),
          rocm_cell_string (builder_of (rocpd), &rows.rows, 1),
        };

        if (thread.name != STRING_EMPTY)
          check (rocpd, rocprof_thread_column_push (&rocpd->process.threads, thread));
      }
  rocpd_rows_end (&rows);
}

static void
read_agents (Rocpd *rocpd)
{
  static const char *const columns[] = { "id", "type", "name", "product_name", "extdata" };
  TraceBuilder *builder = builder_of (rocpd);
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "info_agent", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);
        RocmAgent agent = rocm_agent_unknown (rocm_number_or (id, 0), false);
        uint32_t name = rocm_cell_string (builder, &rows.rows, 2);
        uint32_t product = rocm_cell_string (builder, &rows.rows, 3);
        const char *text;
        unsigned repairs = 0;
        size_t length;
        JsonValue object;

        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        if (foreign_rows_text (&rows.rows, 4, &text, &length))
          {
            char *copy = calloc (1, length + JSON_PADDING);
            const char *at = copy;

            check (rocpd, copy != NULL);
            if (copy != NULL)
              memcpy (copy, text, length);
            if (copy != NULL && (at = json_skip_space (copy, copy + length)) < copy + length
                && json_value (&at, copy + length, JSON_STRICT, &repairs, &object) == JSON_OK)
              rocm_agent_read (&agent, builder, &object);
            free (copy);
          }
        if (name != STRING_EMPTY || product != STRING_EMPTY)
          agent.name = product != STRING_EMPTY ? product : name;
        if (foreign_rows_text (&rows.rows, 1, &text, &length))
          agent.is_gpu = length == 3 && memcmp (text, "GPU", 3) == 0;
        rocm_agents_add (&rocpd->process.agents, builder, agent);
      }
  rocpd_rows_end (&rows);
}

static void
read_symbols (Rocpd *rocpd)
{
  static const char *const columns[] = { "id", "display_name", "kernel_name", "arch_vgpr_count" };
  RocprofProcess *process = &rocpd->process;
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "info_kernel_symbol", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);
        RocprofSymbol symbol = {
          .name = rocm_cell_string (builder_of (rocpd), &rows.rows, 1),
          .registers = rocm_cell_number (&rows.rows, 3),
        };

        if (symbol.name == STRING_EMPTY)
          symbol.name = rocm_cell_string (builder_of (rocpd), &rows.rows, 2);
        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder_of (rocpd), &process->symbol_of_kernel, id.value, process->symbols.n);
        check (rocpd, rocprof_symbol_column_push (&process->symbols, symbol));
      }
  rocpd_rows_end (&rows);
}

static void
read_counters (Rocpd *rocpd)
{
  static const char *const columns[] = { "id", "name", "symbol", "agent_id" };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "info_pmc", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0), agent = rocm_cell_number (&rows.rows, 3);
        uint32_t name = rocm_cell_string (builder_of (rocpd), &rows.rows, 1);

        if (name == STRING_EMPTY)
          name = rocm_cell_string (builder_of (rocpd), &rows.rows, 2);
        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder_of (rocpd), &rocpd->process.counter_names, id.value, name);
        if (agent.state == ROCM_NUMBER_GIVEN && agent.value != -1)
          rocm_map_add (builder_of (rocpd), &rocpd->agent_of_counter, id.value, (uint64_t) agent.value);
      }
  rocpd_rows_end (&rows);
}

/* ---- what happened ---- */

static void
add_host (Rocpd *rocpd, RocprofHostRow row, const RocpdEvent *event, RocmNumber bytes, RocmNumber address)
{
  row.internal = event->internal;
  if (row.domain == STRING_EMPTY)
    row.domain = event->category;
  if (event->message != STRING_EMPTY)
    row.name = event->message;
  row.kind = row.operation = -1;
  row.offset = HEALTH_NO_OFFSET;
  row.args = rocpd_event_args (&rocpd->events, event, bytes, address);
  check (rocpd, rocprof_host_column_push (&rocpd->process.hosts, row));
}

static void
read_regions (Rocpd *rocpd)
{
  static const char *const columns[] = { "tid", "start", "end", "name_id", "event_id" };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "region", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && !trace_builder_failed (builder_of (rocpd)))
      {
        const RocpdEvent event = rocpd_event (&rocpd->events, rocm_cell_number (&rows.rows, 4));
        const RocprofHostRow row = {
          .thread = rocpd_thread (&rocpd->events, rocm_cell_number (&rows.rows, 0)),
          .start = rocm_cell_number (&rows.rows, 1),
          .end = rocm_cell_number (&rows.rows, 2),
          .name = rocpd_string (&rocpd->events, rocm_cell_number (&rows.rows, 3)),
        };

        add_host (rocpd, row, &event, no_number, no_number);
      }
  rocpd_rows_end (&rows);
}

static void
read_allocations (Rocpd *rocpd)
{
  static const char *const columns[] = {
    "tid", "start", "end", "type", "level", "size", "address", "event_id"
  };
  TraceBuilder *builder = builder_of (rocpd);
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "memory_allocate", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && !trace_builder_failed (builder))
      {
        const RocpdEvent event = rocpd_event (&rocpd->events, rocm_cell_number (&rows.rows, 7));
        RocprofHostRow row = {
          .thread = rocpd_thread (&rocpd->events, rocm_cell_number (&rows.rows, 0)),
          .start = rocm_cell_number (&rows.rows, 1),
          .end = rocm_cell_number (&rows.rows, 2),
          .is_allocation = true,
        };
        const char *type = "", *level = "";
        size_t n_type = 0, n_level = 0;

        foreign_rows_text (&rows.rows, 3, &type, &n_type);
        foreign_rows_text (&rows.rows, 4, &level, &n_level);
        g_autofree char *name = g_strdup_printf ("%.*s%s%.*s", (int) MIN (n_type, 64), type,
                                                 n_level > 0 ? " " : "", (int) MIN (n_level, 64), level);
        row.name = trace_builder_string (builder, name, strlen (name));
        add_host (rocpd, row, &event, rocm_cell_number (&rows.rows, 5), rocm_cell_number (&rows.rows, 6));
      }
  rocpd_rows_end (&rows);
}

static void
read_kernels (Rocpd *rocpd)
{
  static const char *const columns[] = {
    "agent_id",
    "kernel_id",
    "dispatch_id",
    "queue_id",
    "stream_id",
    "start",
    "end",
    "event_id",
    "workgroup_size_x",
    "workgroup_size_y",
    "workgroup_size_z",
    "grid_size_x",
    "grid_size_y",
    "grid_size_z",
    "group_segment_size",
    "private_segment_size",
  };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "kernel_dispatch", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && !trace_builder_failed (builder_of (rocpd)))
      {
        RocmNumber event_id = rocm_cell_number (&rows.rows, 7);
        const RocpdEvent event = rocpd_event (&rocpd->events, event_id);
        RocprofKernelRow row = {
          .agent = rocm_cell_number (&rows.rows, 0),
          .kernel = rocm_cell_number (&rows.rows, 1),
          .dispatch = rocm_cell_number (&rows.rows, 2),
          .queue = rocm_cell_number (&rows.rows, 3),
          .stream = rocm_cell_number (&rows.rows, 4),
          .start = rocm_cell_number (&rows.rows, 5),
          .end = rocm_cell_number (&rows.rows, 6),
          .internal = event.internal,
          .external = event.external,
          .group_bytes = rocm_cell_number (&rows.rows, 14),
          .private_bytes = rocm_cell_number (&rows.rows, 15),
          .offset = HEALTH_NO_OFFSET,
        };

        for (unsigned i = 0; i < 3; i++)
          {
            row.block[i] = rocm_cell_number (&rows.rows, 8 + i);
            row.grid[i] = rocm_cell_number (&rows.rows, 11 + i);
          }
        add_moment (rocpd, event_id, row.start, row.agent);
        check (rocpd, rocprof_kernel_column_push (&rocpd->process.kernels, row));
      }
  rocpd_rows_end (&rows);
}

static void
read_copies (Rocpd *rocpd)
{
  static const char *const columns[] = {
    "start", "end", "name_id", "dst_agent_id", "src_agent_id", "size", "stream_id", "event_id",
  };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "memory_copy", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && !trace_builder_failed (builder_of (rocpd)))
      {
        const RocpdEvent event = rocpd_event (&rocpd->events, rocm_cell_number (&rows.rows, 7));
        const RocprofCopyRow row = {
          .start = rocm_cell_number (&rows.rows, 0),
          .end = rocm_cell_number (&rows.rows, 1),
          .name = rocpd_string (&rocpd->events, rocm_cell_number (&rows.rows, 2)),
          .dst = rocm_cell_number (&rows.rows, 3),
          .src = rocm_cell_number (&rows.rows, 4),
          .bytes = rocm_cell_number (&rows.rows, 5),
          .stream = rocm_cell_number (&rows.rows, 6),
          .internal = event.internal,
          .external = event.external,
          .kind = -1,
          .operation = -1,
          .offset = HEALTH_NO_OFFSET,
        };

        check (rocpd, rocprof_copy_column_push (&rocpd->process.copies, row));
      }
  rocpd_rows_end (&rows);
}

typedef struct
{
  RocmNumber thread;
  uint32_t name; /* string */
} RocpdTrack;

COLUMN_DEFINE (RocpdTrackColumn, rocpd_track_column, RocpdTrack)
COLUMN_IMPLEMENT (RocpdTrackColumn, rocpd_track_column)

static void
read_tracks (Rocpd *rocpd, RocpdTrackColumn *tracks, IdMap *track_of_id)
{
  static const char *const columns[] = { "id", "tid", "name_id" };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "track", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);
        const RocpdTrack track = {
          rocpd_thread (&rocpd->events, rocm_cell_number (&rows.rows, 1)),
          rocpd_string (&rocpd->events, rocm_cell_number (&rows.rows, 2)),
        };

        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder_of (rocpd), track_of_id, id.value, tracks->n);
        check (rocpd, rocpd_track_column_push (tracks, track));
      }
  rocpd_rows_end (&rows);
}

/* A sample is a moment: a mark, or one when counters were read. */
static void
read_samples (Rocpd *rocpd, const IdMap *counted_events)
{
  static const char *const columns[] = { "track_id", "timestamp", "event_id" };
  RocpdTrackColumn tracks = { 0 };
  IdMap track_of_id = { 0 };
  RocpdRows rows;

  read_tracks (rocpd, &tracks, &track_of_id);
  if (rocpd_rows_begin (&rows, &rocpd->events, "sample", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && !trace_builder_failed (builder_of (rocpd)))
      {
        RocmNumber track_id = rocm_cell_number (&rows.rows, 0), event_id = rocm_cell_number (&rows.rows, 2);
        const RocpdEvent event = rocpd_event (&rocpd->events, event_id);
        const uint64_t *index =
          track_id.state == ROCM_NUMBER_GIVEN ? id_map_find (&track_of_id, (uint64_t) track_id.value) : NULL;
        RocprofHostRow row = { .start = rocm_cell_number (&rows.rows, 1) };

        row.end = row.start;
        if (event_id.state == ROCM_NUMBER_GIVEN
            && id_map_find (counted_events, (uint64_t) event_id.value) != NULL)
          {
            add_moment (rocpd, event_id, row.start, no_number);
            continue;
          }
        if (index != NULL && *index < tracks.n)
          {
            row.thread = tracks.at[*index].thread;
            row.name = tracks.at[*index].name;
          }
        add_host (rocpd, row, &event, no_number, no_number);
      }
  rocpd_rows_end (&rows);
  rocpd_track_column_clear (&tracks);
  id_map_clear (&track_of_id);
}

static void
find_counted (Rocpd *rocpd, IdMap *counted_events)
{
  static const char *const columns[] = { "event_id" };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "pmc_event", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);

        if (id.state == ROCM_NUMBER_GIVEN)
          rocm_map_add (builder_of (rocpd), counted_events, id.value, 0);
      }
  rocpd_rows_end (&rows);
}

static void
read_counts (Rocpd *rocpd)
{
  static const char *const columns[] = { "event_id", "pmc_id", "value" };
  EventCounts *events = trace_builder_event_counts (builder_of (rocpd));
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, &rocpd->events, "pmc_event", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && !trace_builder_failed (builder_of (rocpd)))
      {
        RocmNumber event = rocm_cell_number (&rows.rows, 0), counter = rocm_cell_number (&rows.rows, 1);
        const uint64_t *moment = event.state == ROCM_NUMBER_GIVEN
                                   ? id_map_find (&rocpd->moment_of_event, (uint64_t) event.value)
                                   : NULL;
        const uint64_t *agent = counter.state == ROCM_NUMBER_GIVEN
                                  ? id_map_find (&rocpd->agent_of_counter, (uint64_t) counter.value)
                                  : NULL;
        RocprofCountRow row = { .counter = rocm_number_or (counter, 0), .offset = HEALTH_NO_OFFSET };

        if (!foreign_rows_number (&rows.rows, 2, &row.value) || row.value - row.value != 0)
          {
            trace_builder_add_health (builder_of (rocpd), HEALTH_COUNTER_VALUE_INVALID, 1, HEALTH_NO_OFFSET);
            events->total++;
            events->counters++;
            continue;
          }
        if (moment != NULL && *moment < rocpd->moments.n)
          {
            row.start = rocpd->moments.at[*moment].start;
            row.agent = rocpd->moments.at[*moment].agent;
          }
        if (row.agent.state != ROCM_NUMBER_GIVEN && agent != NULL)
          row.agent = (RocmNumber){ ROCM_NUMBER_GIVEN, (int64_t) *agent };
        check (rocpd, rocprof_count_column_push (&rocpd->process.counts, row));
      }
  rocpd_rows_end (&rows);
}

static void
import_process (ForeignDatabase *database, RocmProfile *profile, const char *suffix)
{
  Rocpd rocpd = { .process = { .profile = profile, .tool = "rocpd" } };
  IdMap counted_events = { 0 };

  rocpd_events_read (&rocpd.events, profile, database, suffix);
  read_process (&rocpd);
  read_threads (&rocpd);
  read_agents (&rocpd);
  read_symbols (&rocpd);
  read_counters (&rocpd);
  find_counted (&rocpd, &counted_events);
  read_kernels (&rocpd);
  read_copies (&rocpd);
  read_regions (&rocpd);
  read_samples (&rocpd, &counted_events);
  read_allocations (&rocpd);
  read_counts (&rocpd);
  if (!trace_builder_failed (profile->builder))
    rocprof_process_add (&rocpd.process);
  id_map_clear (&counted_events);
  rocpd_events_clear (&rocpd.events);
  rocprof_process_clear (&rocpd.process);
  rocpd_moment_column_clear (&rocpd.moments);
  id_map_clear (&rocpd.moment_of_event);
  id_map_clear (&rocpd.agent_of_counter);
}

/* ---- the file ---- */

/* Returns what a name ends with if it is that of a telling table; else NULL. */
static const char *
suffix_of (const char *table)
{
  for (size_t i = 0; i < G_N_ELEMENTS (telling); i++)
    if (g_str_has_prefix (table, telling[i]))
      {
        const char *suffix = table + strlen (telling[i]);

        if (*suffix == '\0' || *suffix == '_')
          return suffix;
      }
  return NULL;
}

static bool
see_any (const char *table, void *user_data)
{
  bool *is_rocpd = user_data;

  *is_rocpd = *is_rocpd || suffix_of (table) != NULL;
  return !*is_rocpd;
}

static bool
recognise (ForeignDatabase *database)
{
  bool is_rocpd = false;

  foreign_database_tables (database, see_any, &is_rocpd);
  return is_rocpd;
}

static bool
gather (const char *table, void *user_data)
{
  const char *suffix = suffix_of (table);

  if (suffix != NULL)
    g_hash_table_add (user_data, g_strdup (suffix));
  return true;
}

static int
compare_suffixes (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static bool
import (ForeignDatabase *database, const char *path, TraceBuilder *builder, GError **error)
{
  g_autoptr (GHashTable) suffixes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  RocmProfile profile;
  guint n;

  (void) path;
  (void) error;
  foreign_database_tables (database, gather, suffixes);
  g_autofree char **sorted = (char **) g_hash_table_get_keys_as_array (suffixes, &n);
  qsort (sorted, n, sizeof *sorted, compare_suffixes);
  if (rocm_profile_init (&profile, builder))
    {
      for (guint i = 0; i < n && !trace_builder_failed (builder); i++)
        import_process (database, &profile, sorted[i]);
      rocm_profile_finish (&profile, "rocpd");
    }
  rocm_profile_clear (&profile);
  return true;
}

const DatabaseImporter rocpd_importer = { "rocpd", recognise, import };
