/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of an RPD database that describe its calls and operations: texts, launch shapes, memcpys, operators of
 * PyTorch, and which call launched which operation. All in memory, by the ids that the database gives them. */

#pragma once

#include "trace/container/id_map.h"
#include "trace/import/rocm/rocm_profile.h"
#include "trace/import/sqlite/foreign_database.h"

typedef struct
{
  RocmNumber grid[3], block[3];
  RocmNumber shared_bytes;
  uint32_t stream, kernel; /* strings */
} RpdLaunch;

typedef struct
{
  RocmNumber bytes, kind;
  uint32_t stream, src, dst; /* strings */
} RpdCopy;

typedef struct
{
  RocmNumber sequence;
  uint32_t sizes; /* string */
} RpdOperator;

/* One row of rocpd_api_ops. */
typedef struct
{
  int64_t call, op;
  bool is_further; /* the operation has an earlier link */
} RpdLink;

COLUMN_DEFINE (RpdLaunchColumn, rpd_launch_column, RpdLaunch)
COLUMN_DEFINE (RpdCopyColumn, rpd_copy_column, RpdCopy)
COLUMN_DEFINE (RpdOperatorColumn, rpd_operator_column, RpdOperator)
COLUMN_DEFINE (RpdLinkColumn, rpd_link_column, RpdLink)

typedef struct
{
  RocmProfile *profile;
  ForeignDatabase *database;
  int64_t schema_version; /* 0 if the database does not say */
  uint32_t user_marker;   /* string: the name of a call that is a marker of roctx */
  IdMap strings,
    arg_strings; /* string id of the builder, by id; those of arguments are apart since version 3 */
  RpdLaunchColumn launches;
  RpdCopyColumn copies;
  RpdOperatorColumn operators;
  IdMap launch_of_call, copy_of_call, operator_of_call; /* index, by id of the call */
  RpdLinkColumn links;
  IdMap link_of_op; /* index of the first link, by id of the operation */
} RpdTables;

/* Reads the tables. A missing one is empty. Clear in any case; look for errors in the database and the builder. */
void rpd_tables_read (RpdTables *tables, RocmProfile *profile, ForeignDatabase *database);
void rpd_tables_clear (RpdTables *tables);

/* Returns the string of an id, or "" if there is none. */
uint32_t rpd_string (const RpdTables *tables, RocmNumber id);

/* Returns the string of an id that a row of calls has in its arguments. */
uint32_t rpd_arg_string (const RpdTables *tables, RocmNumber id);

/* Each returns NULL if the call has none. */
const RpdLaunch *rpd_launch (const RpdTables *tables, int64_t call);
const RpdCopy *rpd_copy (const RpdTables *tables, int64_t call);
const RpdOperator *rpd_operator (const RpdTables *tables, int64_t call);

/* ---- cells ---- */

/* Reads a whole number. An empty text is a missing number: so RPD writes it. */
RocmNumber rocm_cell_number (const ForeignRows *rows, unsigned column);

/* Returns a string of the builder; "" if the cell holds no text. */
uint32_t rocm_cell_string (TraceBuilder *builder, const ForeignRows *rows, unsigned column);

/* Adds value to a map unless the id has one. */
void rocm_map_add (TraceBuilder *builder, IdMap *map, int64_t id, uint64_t value);
