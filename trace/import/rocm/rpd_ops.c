/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rpd_ops.h"

#include <stdlib.h>
#include <string.h>

/* An operation that other rows refer to. A launch is found by the one correlation id that a slice has; any further row of
 * rocpd_api_ops becomes an arrow between two points. A counter was read while the operation ran. */
typedef struct
{
  int64_t start_ns;
  int64_t device;
  uint32_t rank, flow_place;
  SliceKind kind;
  bool is_added;
} LinkedOp;

COLUMN_DEFINE (LinkedOpColumn, linked_op_column, LinkedOp)
COLUMN_IMPLEMENT (LinkedOpColumn, linked_op_column)

typedef struct
{
  RocmNumber id, gpu, queue, sequence, start, end;
  uint32_t description, type; /* strings */
} Op;

typedef struct
{
  RpdTables *tables;
  const RpdCalls *calls;
  IdMap linked_of_id; /* index of linked, by id of the operation */
  LinkedOpColumn linked;
  IdMap rank_of_gpu; /* of the process that used it last */
  IdMap seen;        /* ids of operations that links name */
} Ops;

/* ---- launches ---- */

static bool
is_said_by_correlation (const Ops *ops, const RpdLink *link)
{
  size_t call;

  if (link->is_further)
    return false;
  return !rpd_calls_find (ops->calls, link->call, &call) || ops->calls->places.at[call].is_call
         || !ops->calls->places.at[call].is_added;
}

static void
refer_to (Ops *ops, int64_t op)
{
  uint64_t *index = id_map_add (&ops->linked_of_id, (uint64_t) op, ops->linked.n);

  if (index == NULL || (*index == ops->linked.n && !linked_op_column_push (&ops->linked, (LinkedOp){ 0 })))
    trace_builder_set_failed (ops->tables->profile->builder);
}

static void
find_linked (Ops *ops)
{
  static const char *const columns[] = { "op_id" };
  TraceBuilder *builder = ops->tables->profile->builder;
  ForeignRows rows;

  for (size_t i = 0; i < ops->tables->links.n && !trace_builder_failed (builder); i++)
    if (!is_said_by_correlation (ops, &ops->tables->links.at[i]))
      refer_to (ops, ops->tables->links.at[i].op);
  if (foreign_rows_begin (&rows, ops->tables->database, "rocpd_counter", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && !trace_builder_failed (builder))
      {
        RocmNumber op = rocm_cell_number (&rows, 0);

        if (op.state == ROCM_NUMBER_GIVEN)
          refer_to (ops, op.value);
      }
  foreign_rows_end (&rows);
}

static void
add_arrow (Ops *ops, const RpdCallPlace *call, const LinkedOp *op, uint64_t key)
{
  TraceBuilder *builder = ops->tables->profile->builder;
  FlowPoint point = {
    .key = key,
    .category = trace_builder_string (builder, "api_op", strlen ("api_op")),
    .place = call->flow_place,
    .time_ns = call->start_ns,
    .phase = FLOW_POINT_START,
    .prefer = SLICE_CALL,
  };

  trace_builder_add_flow_point (builder, &point);
  point.place = op->flow_place;
  point.time_ns = op->start_ns;
  point.phase = FLOW_POINT_END;
  point.prefer = op->kind;
  trace_builder_add_flow_point (builder, &point);
}

/* Adds the arrows that no correlation id says, and counts links that lead nowhere. */
static void
finish_links (Ops *ops)
{
  TraceBuilder *builder = ops->tables->profile->builder;
  uint64_t n_unmatched = 0;

  for (size_t i = 0; i < ops->tables->links.n && !trace_builder_failed (builder); i++)
    {
      const RpdLink *link = &ops->tables->links.at[i];
      const uint64_t *linked = id_map_find (&ops->linked_of_id, (uint64_t) link->op);
      size_t call;
      bool has_call = rpd_calls_find (ops->calls, link->call, &call) && ops->calls->places.at[call].is_added;

      if (id_map_find (&ops->seen, (uint64_t) link->op) == NULL)
        n_unmatched++;
      else if (!is_said_by_correlation (ops, link))
        {
          if (has_call && ops->linked.at[*linked].is_added
              && ops->linked.at[*linked].rank == ops->calls->places.at[call].rank)
            add_arrow (ops, &ops->calls->places.at[call], &ops->linked.at[*linked], i);
          else
            n_unmatched++;
        }
    }
  trace_builder_add_health (builder, HEALTH_FLOW_UNMATCHED, n_unmatched, HEALTH_NO_OFFSET);
}

/* ---- operations ---- */

static const RpdLink *
link_of (const Ops *ops, const Op *op)
{
  const uint64_t *index = op->id.state == ROCM_NUMBER_GIVEN
                            ? id_map_find (&ops->tables->link_of_op, (uint64_t) op->id.value)
                            : NULL;

  return index != NULL && *index < ops->tables->links.n ? &ops->tables->links.at[*index] : NULL;
}

/* An operation without a call belongs to the process that used its GPU last. */
static uint32_t
rank_of (Ops *ops, const Op *op, const RpdCallPlace *call)
{
  uint64_t *rank =
    id_map_add (&ops->rank_of_gpu, (uint64_t) rocm_number_or (op->gpu, -1), call != NULL ? call->rank : 0);

  if (rank == NULL)
    {
      trace_builder_set_failed (ops->tables->profile->builder);
      return 0;
    }
  if (call != NULL)
    *rank = call->rank;
  return (uint32_t) *rank;
}

/* Takes the direction from the memcpy's call where the operation does not have it. */
static RocmOperation
operation_of (const Ops *ops, const Op *op, const RpdCopy *copy)
{
  const StringTable *strings = trace_builder_strings (ops->tables->profile->builder);
  RocmOperation operation, described;
  size_t length;
  const char *text = string_table_get (strings, op->type, &length);

  rocm_operation_of_type (text, length, &operation);
  if (operation.kind != SLICE_MEMCPY || operation.copy != ROCM_COPY_UNKNOWN)
    return operation;
  text = string_table_get (strings, op->description, &length);
  rocm_operation_of_type (text, length, &described);
  operation.copy = described.copy;
  if (operation.copy == ROCM_COPY_UNKNOWN && copy != NULL)
    operation.copy = rocm_copy_of_number (rocm_number_or (copy->kind, -1));
  return operation;
}

static uint32_t
name_of (const Ops *ops, const Op *op, const RocmOperation *operation, const RpdLaunch *launch)
{
  const RocmProfile *profile = ops->tables->profile;

  if (operation->kind == SLICE_MEMCPY)
    return profile->copy_names[operation->copy];
  if (operation->kind == SLICE_MEMSET)
    return profile->memset_name;
  if (op->description != STRING_EMPTY)
    return op->description;
  return launch != NULL && launch->kernel != STRING_EMPTY ? launch->kernel : op->type;
}

/* rocprofiler-sdk numbers the dispatches and gives the grid in threads; roctracer does neither, except for the calls
 * that take a number of threads. */
static bool
counts_threads (const Ops *ops, const Op *op, const RpdLink *link)
{
  size_t call, length;

  if (rocm_number_or (op->sequence, 0) > 0)
    return true;
  if (link == NULL || !rpd_calls_find (ops->calls, link->call, &call))
    return false;
  const char *name = string_table_get (trace_builder_strings (ops->tables->profile->builder),
                                       ops->calls->calls.at[call].name, &length);
  return rocm_call_counts_threads (name, length);
}

static uint64_t
args_of (const Ops *ops, const Op *op, const RocmOperation *operation, const RpdLink *link)
{
  RocmProfile *profile = ops->tables->profile;
  const RpdLaunch *launch = link != NULL ? rpd_launch (ops->tables, link->call) : NULL;
  const RpdCopy *copy = link != NULL ? rpd_copy (ops->tables, link->call) : NULL;
  const char *kind = rocm_copy_kind (operation->copy);
  RowArgs args;

  row_args_begin (&args, profile->builder);
  rocm_put_number (profile, &args, ROCM_KEY_DEVICE, op->gpu);
  rocm_put_number (profile, &args, ROCM_KEY_STREAM, op->queue);
  if (link != NULL)
    row_args_integer (&args, profile->keys[ROCM_KEY_CORRELATION], link->call);
  if (operation->kind == SLICE_MEMCPY && *kind != '\0')
    row_args_text (&args, profile->keys[ROCM_KEY_KIND], kind, strlen (kind));
  if (operation->kind == SLICE_MEMCPY)
    {
      if (copy != NULL)
        rocm_put_number (profile, &args, ROCM_KEY_BYTES, copy->bytes);
      rocm_note_missing (profile, copy != NULL ? copy->bytes : (RocmNumber){ 0 });
    }
  if (operation->kind == SLICE_KERNEL && launch != NULL)
    {
      rocm_put_three (profile, &args, ROCM_KEY_GRID, launch->grid, counts_threads (ops, op, link),
                      launch->block);
      rocm_put_three (profile, &args, ROCM_KEY_BLOCK, launch->block, false, NULL);
      rocm_put_number (profile, &args, ROCM_KEY_SHARED, launch->shared_bytes);
    }
  return row_args_end (&args);
}

static void
add_op (Ops *ops, const Op *op)
{
  RocmProfile *profile = ops->tables->profile;
  const RpdLink *link = link_of (ops, op);
  size_t index;
  const RpdCallPlace *call =
    link != NULL && rpd_calls_find (ops->calls, link->call, &index) && ops->calls->places.at[index].is_added
      ? &ops->calls->places.at[index]
      : NULL;
  uint32_t rank = rank_of (ops, op, call);
  RocmOperation operation = operation_of (ops, op, link != NULL ? rpd_copy (ops->tables, link->call) : NULL);
  SliceInput slice = {
    .name = name_of (ops, op, &operation, link != NULL ? rpd_launch (ops->tables, link->call) : NULL),
  };

  if (!rocm_take_span (profile, op->start, op->end, HEALTH_NO_OFFSET, &slice.start_ns, &slice.dur_ns))
    return;
  rocm_note_missing (profile, op->gpu);
  rocm_note_missing (profile, op->queue);
  slice.args = args_of (ops, op, &operation, link);
  if (link != NULL && is_said_by_correlation (ops, link))
    slice.correlation = rpd_correlation (link->call);
  uint32_t flow_place =
    rocm_add_device_slice (profile, rank, rocm_category_of_operation (&operation),
                           rocm_number_or (op->gpu, -1), rocm_number_or (op->queue, -1), &slice);
  uint64_t *linked =
    op->id.state == ROCM_NUMBER_GIVEN ? id_map_find (&ops->linked_of_id, (uint64_t) op->id.value) : NULL;
  if (linked != NULL)
    ops->linked.at[*linked] = (LinkedOp){
      .start_ns = slice.start_ns,
      .device = rocm_number_or (op->gpu, -1),
      .rank = rank,
      .flow_place = flow_place,
      .kind = slice.kind,
      .is_added = true,
    };
  if (link != NULL)
    rocm_map_add (profile->builder, &ops->seen, op->id.value, 0);
}

static void
read_ops (Ops *ops)
{
  static const char *const columns[] = {
    "id", "gpuId", "queueId", "sequenceId", "start", "end", "description_id", "opType_id",
  };
  ForeignRows rows;

  if (foreign_rows_begin (&rows, ops->tables->database, "rocpd_op", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && !trace_builder_failed (ops->tables->profile->builder))
      {
        const Op op = {
          .id = rocm_cell_number (&rows, 0),
          .gpu = rocm_cell_number (&rows, 1),
          .queue = rocm_cell_number (&rows, 2),
          .sequence = rocm_cell_number (&rows, 3),
          .start = rocm_cell_number (&rows, 4),
          .end = rocm_cell_number (&rows, 5),
          .description = rpd_string (ops->tables, rocm_cell_number (&rows, 6)),
          .type = rpd_string (ops->tables, rocm_cell_number (&rows, 7)),
        };

        add_op (ops, &op);
      }
  foreign_rows_end (&rows);
}

/* Since version 3 of the schema. */
static void
read_counters (Ops *ops)
{
  static const char *const columns[] = { "op_id", "name_id", "value" };
  RocmProfile *profile = ops->tables->profile;
  EventCounts *events = trace_builder_event_counts (profile->builder);
  ForeignRows rows;

  if (foreign_rows_begin (&rows, ops->tables->database, "rocpd_counter", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows) && !trace_builder_failed (profile->builder))
      {
        RocmNumber id = rocm_cell_number (&rows, 0), no_time = { 0 };
        const uint64_t *index =
          id.state == ROCM_NUMBER_GIVEN ? id_map_find (&ops->linked_of_id, (uint64_t) id.value) : NULL;
        const LinkedOp *op = index != NULL && *index < ops->linked.n ? &ops->linked.at[*index] : NULL;
        int64_t time_ns;
        double value;

        if (op == NULL || !op->is_added)
          rocm_take_time (profile, no_time, HEALTH_NO_OFFSET, &time_ns);
        else if (foreign_rows_number (&rows, 2, &value) && value - value == 0)
          rocm_add_device_sample (profile, op->rank, op->device,
                                  rpd_string (ops->tables, rocm_cell_number (&rows, 1)), op->start_ns, value);
        else
          {
            trace_builder_add_health (profile->builder, HEALTH_COUNTER_VALUE_INVALID, 1, HEALTH_NO_OFFSET);
            events->total++;
            events->counters++;
          }
      }
  foreign_rows_end (&rows);
}

void
rpd_ops_read (RpdTables *tables, const RpdCalls *calls)
{
  Ops ops = { .tables = tables, .calls = calls };

  /* After memory ran out, not every call has its place. */
  if (trace_builder_failed (tables->profile->builder))
    return;
  find_linked (&ops);
  read_ops (&ops);
  read_counters (&ops);
  finish_links (&ops);
  id_map_clear (&ops.linked_of_id);
  linked_op_column_clear (&ops.linked);
  id_map_clear (&ops.rank_of_gpu);
  id_map_clear (&ops.seen);
}
