/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rpd_tables.h"

#include <stdlib.h>
#include <string.h>

COLUMN_IMPLEMENT (RpdLaunchColumn, rpd_launch_column)
COLUMN_IMPLEMENT (RpdCopyColumn, rpd_copy_column)
COLUMN_IMPLEMENT (RpdOperatorColumn, rpd_operator_column)
COLUMN_IMPLEMENT (RpdLinkColumn, rpd_link_column)

/* ---- cells ---- */

RocmNumber
rocm_cell_number (const ForeignRows *rows, unsigned column)
{
  RocmNumber number = { ROCM_NUMBER_WRONG, 0 };
  const char *text;
  size_t length;

  if (foreign_rows_integer (rows, column, &number.value))
    number.state = ROCM_NUMBER_GIVEN;
  else if (foreign_rows_is_null (rows, column)
           || (foreign_rows_text (rows, column, &text, &length) && length == 0))
    number.state = ROCM_NUMBER_MISSING;
  return number;
}

uint32_t
rocm_cell_string (TraceBuilder *builder, const ForeignRows *rows, unsigned column)
{
  const char *text;
  size_t length;

  return foreign_rows_text (rows, column, &text, &length) ? trace_builder_string (builder, text, length)
                                                          : STRING_EMPTY;
}

void
rocm_map_add (TraceBuilder *builder, IdMap *map, int64_t id, uint64_t value)
{
  if (id_map_add (map, (uint64_t) id, value) == NULL)
    trace_builder_set_failed (builder);
}

/* ---- tables ---- */

static void
read_strings (RpdTables *tables, const char *table, IdMap *map)
{
  static const char *const columns[] = { "id", "string" };
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, table, columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        RocmNumber id = rocm_cell_number (&rows, 0);

        if (id.state == ROCM_NUMBER_GIVEN)
          rocm_map_add (tables->profile->builder, map, id.value,
                        rocm_cell_string (tables->profile->builder, &rows, 1));
      }
  foreign_rows_end (&rows);
}

static void
read_launches (RpdTables *tables)
{
  static const char *const columns[] = {
    "api_ptr_id", "stream",           "gridX",         "gridY", "gridZ", "workgroupX", "workgroupY",
    "workgroupZ", "groupSegmentSize", "kernelName_id",
  };
  TraceBuilder *builder = tables->profile->builder;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, "rocpd_kernelapi", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        RocmNumber id = rocm_cell_number (&rows, 0);
        RpdLaunch launch = {
          .shared_bytes = rocm_cell_number (&rows, 8),
          .stream = rocm_cell_string (builder, &rows, 1),
          .kernel = rpd_string (tables, rocm_cell_number (&rows, 9)),
        };

        for (unsigned i = 0; i < 3; i++)
          {
            launch.grid[i] = rocm_cell_number (&rows, 2 + i);
            launch.block[i] = rocm_cell_number (&rows, 5 + i);
          }
        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder, &tables->launch_of_call, id.value, tables->launches.n);
        if (!rpd_launch_column_push (&tables->launches, launch))
          trace_builder_set_failed (builder);
      }
  foreign_rows_end (&rows);
}

static void
read_copies (RpdTables *tables)
{
  static const char *const columns[] = { "api_ptr_id", "size", "kind", "stream", "src", "dst" };
  TraceBuilder *builder = tables->profile->builder;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, "rocpd_copyapi", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        RocmNumber id = rocm_cell_number (&rows, 0);
        const RpdCopy copy = {
          .bytes = rocm_cell_number (&rows, 1),
          .kind = rocm_cell_number (&rows, 2),
          .stream = rocm_cell_string (builder, &rows, 3),
          .src = rocm_cell_string (builder, &rows, 4),
          .dst = rocm_cell_string (builder, &rows, 5),
        };

        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder, &tables->copy_of_call, id.value, tables->copies.n);
        if (!rpd_copy_column_push (&tables->copies, copy))
          trace_builder_set_failed (builder);
      }
  foreign_rows_end (&rows);
}

static void
read_operators (RpdTables *tables)
{
  static const char *const columns[] = { "api_ptr_id", "seq", "sizes" };
  TraceBuilder *builder = tables->profile->builder;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, "ext_autogradapi", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        RocmNumber id = rocm_cell_number (&rows, 0);
        const RpdOperator operator= { rocm_cell_number (&rows, 1), rocm_cell_string (builder, &rows, 2) };

        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder, &tables->operator_of_call, id.value, tables->operators.n);
        if (!rpd_operator_column_push (&tables->operators, operator))
          trace_builder_set_failed (builder);
      }
  foreign_rows_end (&rows);
}

static void
read_links (RpdTables *tables)
{
  static const char *const columns[] = { "api_id", "op_id" };
  TraceBuilder *builder = tables->profile->builder;
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, "rocpd_api_ops", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        RocmNumber call = rocm_cell_number (&rows, 0), op = rocm_cell_number (&rows, 1);

        rocm_count_link (tables->profile);
        if (call.state != ROCM_NUMBER_GIVEN || op.state != ROCM_NUMBER_GIVEN)
          {
            trace_builder_add_health (builder, HEALTH_FLOW_UNMATCHED, 1, HEALTH_NO_OFFSET);
            continue;
          }
        uint64_t *first = id_map_add (&tables->link_of_op, (uint64_t) op.value, tables->links.n);
        const RpdLink link = { call.value, op.value, first != NULL && *first != tables->links.n };
        if (first == NULL || !rpd_link_column_push (&tables->links, link))
          trace_builder_set_failed (builder);
      }
  foreign_rows_end (&rows);
}

static void
read_metadata (RpdTables *tables)
{
  static const char *const columns[] = { "tag", "value" };
  ForeignRows rows;

  if (foreign_rows_begin (&rows, tables->database, "rocpd_metadata", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      {
        const char *tag, *value;
        size_t n_tag, n_value;

        if (foreign_rows_text (&rows, 0, &tag, &n_tag) && n_tag == strlen ("schema_version")
            && memcmp (tag, "schema_version", n_tag) == 0 && foreign_rows_text (&rows, 1, &value, &n_value))
          tables->schema_version = g_ascii_strtoll (value, NULL, 10);
      }
  foreign_rows_end (&rows);
}

void
rpd_tables_read (RpdTables *tables, RocmProfile *profile, ForeignDatabase *database)
{
  *tables = (RpdTables){
    .profile = profile,
    .database = database,
    .user_marker = trace_builder_string (profile->builder, "UserMarker", strlen ("UserMarker")),
  };
  read_metadata (tables);
  read_strings (tables, "rocpd_string", &tables->strings);
  read_strings (tables, "rocpd_ustring", &tables->arg_strings);
  read_launches (tables);
  read_copies (tables);
  read_operators (tables);
  read_links (tables);
}

void
rpd_tables_clear (RpdTables *tables)
{
  id_map_clear (&tables->strings);
  id_map_clear (&tables->arg_strings);
  rpd_launch_column_clear (&tables->launches);
  rpd_copy_column_clear (&tables->copies);
  rpd_operator_column_clear (&tables->operators);
  id_map_clear (&tables->launch_of_call);
  id_map_clear (&tables->copy_of_call);
  id_map_clear (&tables->operator_of_call);
  rpd_link_column_clear (&tables->links);
  id_map_clear (&tables->link_of_op);
}

/* ---- looking up ---- */

static uint32_t
string_of (const IdMap *map, RocmNumber id)
{
  const uint64_t *string = id.state == ROCM_NUMBER_GIVEN ? id_map_find (map, (uint64_t) id.value) : NULL;

  return string != NULL ? (uint32_t) *string : STRING_EMPTY;
}

uint32_t
rpd_string (const RpdTables *tables, RocmNumber id)
{
  return string_of (&tables->strings, id);
}

uint32_t
rpd_arg_string (const RpdTables *tables, RocmNumber id)
{
  return string_of (tables->arg_strings.n > 0 ? &tables->arg_strings : &tables->strings, id);
}

const RpdLaunch *
rpd_launch (const RpdTables *tables, int64_t call)
{
  const uint64_t *index = id_map_find (&tables->launch_of_call, (uint64_t) call);

  return index != NULL && *index < tables->launches.n ? &tables->launches.at[*index] : NULL;
}

const RpdCopy *
rpd_copy (const RpdTables *tables, int64_t call)
{
  const uint64_t *index = id_map_find (&tables->copy_of_call, (uint64_t) call);

  return index != NULL && *index < tables->copies.n ? &tables->copies.at[*index] : NULL;
}

const RpdOperator *
rpd_operator (const RpdTables *tables, int64_t call)
{
  const uint64_t *index = id_map_find (&tables->operator_of_call, (uint64_t) call);

  return index != NULL && *index < tables->operators.n ? &tables->operators.at[*index] : NULL;
}
