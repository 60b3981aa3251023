/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rpd_calls.h"

#include <stdlib.h>
#include <string.h>

COLUMN_IMPLEMENT (RpdCallColumn, rpd_call_column)
COLUMN_IMPLEMENT (RpdCallPlaceColumn, rpd_call_place_column)
COLUMN_IMPLEMENT (RpdProcessColumn, rpd_process_column)

int64_t
rpd_correlation (int64_t id)
{
  return id != 0 ? id : INT64_MIN;
}

static void
read_table (RpdCalls *calls, RpdTables *tables, const char *table, bool is_of_hsa)
{
  static const char *const columns[] = { "id",  "pid",        "tid",     "start",
                                         "end", "apiName_id", "args_id", "domain_id" };
  TraceBuilder *builder = tables->profile->builder;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, table, columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        const RpdCall call = {
          .id = rocm_cell_number (&rows, 0),
          .pid = rocm_cell_number (&rows, 1),
          .tid = rocm_cell_number (&rows, 2),
          .start = rocm_cell_number (&rows, 3),
          .end = rocm_cell_number (&rows, 4),
          .name = rpd_string (tables, rocm_cell_number (&rows, 5)),
          .args = rpd_arg_string (tables, rocm_cell_number (&rows, 6)),
          .domain = rpd_string (tables, rocm_cell_number (&rows, 7)),
          .is_of_hsa = is_of_hsa,
        };

        if (call.id.state == ROCM_NUMBER_GIVEN && !is_of_hsa)
          rocm_map_add (builder, &calls->call_of_id, call.id.value, calls->calls.n);
        if (!rpd_call_column_push (&calls->calls, call))
          {
            trace_builder_set_failed (builder);
            break;
          }
      }
  foreign_rows_end (&rows);
}

bool
rpd_calls_find (const RpdCalls *calls, int64_t id, size_t *ret_index)
{
  const uint64_t *index = id_map_find (&calls->call_of_id, (uint64_t) id);

  if (index == NULL || *index >= calls->calls.n)
    return false;
  *ret_index = (size_t) *index;
  return true;
}

/* ---- processes ---- */

/* A missing process id is one of its own. */
static uint64_t
key_of (RocmNumber pid)
{
  return pid.state == ROCM_NUMBER_GIVEN ? (uint64_t) pid.value : UINT64_C (0xdead000000000000);
}

static RpdProcess *
process_of (RpdCalls *calls, TraceBuilder *builder, RocmNumber pid)
{
  uint64_t *index = id_map_add (&calls->process_of_pid, key_of (pid), calls->processes.n);

  if (index == NULL
      || (*index == calls->processes.n
          && !rpd_process_column_push (&calls->processes, (RpdProcess){ .pid = pid })))
    {
      trace_builder_set_failed (builder);
      return NULL;
    }
  return &calls->processes.at[*index];
}

static void
find_processes (RpdCalls *calls, const RpdTables *tables)
{
  TraceBuilder *builder = tables->profile->builder;
  RpdProcess *process;
  bool describes;
  size_t call;

  for (size_t i = 0; i < calls->calls.n && !trace_builder_failed (builder); i++)
    process_of (calls, builder, calls->calls.at[i].pid);
  for (size_t i = 0; i < tables->links.n && !trace_builder_failed (builder); i++)
    if (rpd_calls_find (calls, tables->links.at[i].call, &call)
        && (process = process_of (calls, builder, calls->calls.at[call].pid)) != NULL)
      process->uses_gpu = true;
  for (size_t i = 0; i < calls->processes.n && !trace_builder_failed (builder); i++)
    calls->processes.at[i].rank =
      rocm_profile_rank (tables->profile, calls->processes.at[i].uses_gpu, &describes);
}

/* ---- slices ---- */

/* Besides HIP's calls and the markers of roctx, the table has the ranges of RPD's Python interface, whose names are any. */
static RocmCategory
category_of (const RpdTables *tables, const RpdCall *call)
{
  const StringTable *strings = trace_builder_strings (tables->profile->builder);
  size_t n_name, n_domain;
  const char *name = string_table_get (strings, call->name, &n_name);
  const char *domain = string_table_get (strings, call->domain, &n_domain);

  if (call->is_of_hsa)
    return ROCM_CALL;
  if (call->name == tables->user_marker && call->name != STRING_EMPTY)
    return call->id.state == ROCM_NUMBER_GIVEN && rpd_operator (tables, call->id.value) != NULL
             ? ROCM_OPERATOR
             : ROCM_ANNOTATION;
  if (call->domain != STRING_EMPTY)
    {
      RocmCategory category = rocm_category_of_domain (domain, n_domain);

      if (category == ROCM_CALL || category == ROCM_PYTHON)
        return category;
    }
  return rocm_category_of_call (name, n_name);
}

static uint64_t
args_of (const RpdTables *tables, const RpdCall *call, RocmCategory category)
{
  RocmProfile *profile = tables->profile;
  bool has_id = call->id.state == ROCM_NUMBER_GIVEN && !call->is_of_hsa;
  const RpdLaunch *launch = has_id ? rpd_launch (tables, call->id.value) : NULL;
  const RpdCopy *copy = has_id ? rpd_copy (tables, call->id.value) : NULL;
  const RpdOperator *operator= has_id ? rpd_operator (tables, call->id.value) : NULL;
  size_t length;
  const char *name = string_table_get (trace_builder_strings (profile->builder), call->name, &length);
  bool counts_threads = rocm_call_counts_threads (name, length);
  RowArgs args;

  row_args_begin (&args, profile->builder);
  if (has_id && category == ROCM_CALL)
    rocm_put_number (profile, &args, ROCM_KEY_CORRELATION, call->id);
  if (category == ROCM_OPERATOR && operator!= NULL)
    {
      rocm_put_number (profile, &args, ROCM_KEY_SEQUENCE, operator->sequence);
      rocm_put_string (profile, &args, ROCM_KEY_DIMS, operator->sizes);
    }
  if (launch != NULL)
    {
      rocm_put_string (profile, &args, ROCM_KEY_KERNEL, launch->kernel);
      rocm_put_string (profile, &args, ROCM_KEY_STREAM, launch->stream);
      rocm_put_three (profile, &args, ROCM_KEY_GRID, launch->grid, counts_threads, launch->block);
      rocm_put_three (profile, &args, ROCM_KEY_BLOCK, launch->block, false, NULL);
      rocm_put_number (profile, &args, ROCM_KEY_SHARED, launch->shared_bytes);
    }
  if (copy != NULL)
    {
      rocm_put_string (profile, &args, ROCM_KEY_STREAM, copy->stream);
      rocm_put_string (profile, &args, ROCM_KEY_SRC, copy->src);
      rocm_put_string (profile, &args, ROCM_KEY_DST, copy->dst);
      rocm_put_number (profile, &args, ROCM_KEY_SIZE, copy->bytes);
      rocm_put_number (profile, &args, ROCM_KEY_KIND, copy->kind);
    }
  if (call->name != tables->user_marker)
    rocm_put_string (profile, &args, ROCM_KEY_ARGS, call->args);
  return row_args_end (&args);
}

static void
add_call (RpdCalls *calls, RpdTables *tables, size_t index)
{
  RocmProfile *profile = tables->profile;
  const RpdCall *call = &calls->calls.at[index];
  RpdCallPlace *where = &calls->places.at[index];
  const uint64_t *process = id_map_find (&calls->process_of_pid, key_of (call->pid));
  uint32_t rank = process != NULL ? calls->processes.at[*process].rank : 0;
  RocmCategory category = category_of (tables, call);
  bool is_marker = call->name == tables->user_marker && category != ROCM_CALL;
  SliceInput slice = { .name = is_marker ? call->args : call->name };
  uint32_t place;

  if (!rocm_take_span (profile, call->start, call->end, HEALTH_NO_OFFSET, &slice.start_ns, &slice.dur_ns))
    return;
  place = rocm_place (profile, rank, call->pid, call->tid);
  slice.args = args_of (tables, call, category);
  *where = (RpdCallPlace){
    .rank = rank,
    .flow_place = import_tracks_flow_place (profile->ranks.at[rank].tracks, place),
    .start_ns = slice.start_ns,
    .is_added = true,
    .is_call = category == ROCM_CALL && call->id.state == ROCM_NUMBER_GIVEN && !call->is_of_hsa,
  };
  /* roctxMark () writes a marker that ends where it begins. */
  if (category == ROCM_ANNOTATION && call->end.state == ROCM_NUMBER_GIVEN
      && call->end.value == slice.start_ns)
    {
      rocm_add_mark (profile, rank, place, slice.name, slice.start_ns, slice.args);
      return;
    }
  if (where->is_call)
    slice.correlation = rpd_correlation (call->id.value);
  rocm_add_host_slice (profile, rank, place, category, &slice);
}

void
rpd_calls_read (RpdCalls *calls, RpdTables *tables)
{
  TraceBuilder *builder = tables->profile->builder;

  *calls = (RpdCalls){ 0 };
  read_table (calls, tables, "rocpd_api", false);
  read_table (calls, tables, "rocpd_hsaApi", true);
  find_processes (calls, tables);
  if (!rpd_call_place_column_reserve (&calls->places, calls->calls.n))
    trace_builder_set_failed (builder);
  for (size_t i = 0; i < calls->calls.n && !trace_builder_failed (builder); i++)
    {
      calls->places.at[calls->places.n++] = (RpdCallPlace){ 0 };
      add_call (calls, tables, i);
    }
}

void
rpd_calls_clear (RpdCalls *calls)
{
  rpd_call_column_clear (&calls->calls);
  rpd_call_place_column_clear (&calls->places);
  rpd_process_column_clear (&calls->processes);
  id_map_clear (&calls->call_of_id);
  id_map_clear (&calls->process_of_pid);
}
