/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/query_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Greatest number of conditions that are used together. */
#define CONDITIONS_MAX 16

/* The data that a module is registered with. */
typedef struct
{
  sqlite3_module module;
  const QueryTable *table;
  const QuerySource *source;
} Registration;

typedef struct
{
  sqlite3_vtab base;
  const QueryTable *table;
  const QuerySource *source;
} Vtab;

/* ---- connecting ---- */

static int
connect_table (sqlite3 *db,
               void *data,
               int argc,
               const char *const *argv,
               sqlite3_vtab **ret_vtab,
               char **ret_message)
{
  const Registration *registration = data;
  const QueryTable *table = registration->table;
  sqlite3_str *sql = sqlite3_str_new (db);

  (void) argc;
  (void) argv;
  (void) ret_message;
  for (int i = 0; i < table->n_columns; i++)
    sqlite3_str_appendf (sql, "%s%s %s", i == 0 ? "CREATE TABLE x(" : ", ", table->columns[i].name,
                         table->columns[i].type);
  sqlite3_str_appendall (sql, ")");

  char *text = sqlite3_str_finish (sql);
  int status = text == NULL ? SQLITE_NOMEM : sqlite3_declare_vtab (db, text);
  sqlite3_free (text);
  if (status != SQLITE_OK)
    return status;

  Vtab *vtab = calloc (1, sizeof *vtab);
  if (vtab == NULL)
    return SQLITE_NOMEM;
  vtab->table = table;
  vtab->source = registration->source;
  *ret_vtab = &vtab->base;
  return SQLITE_OK;
}

static int
disconnect_table (sqlite3_vtab *vtab)
{
  free (vtab);
  return SQLITE_OK;
}

/* ---- planning ----
 *
 * A plan has two letters per condition: 'a' + column, then the operator. Its number is the column to sort by: 0 for
 * none, else column + 1, negative for descending. */

static char
letter_of_operator (unsigned char op)
{
  switch (op)
    {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return '=';
    case SQLITE_INDEX_CONSTRAINT_LT:
      return '<';
    case SQLITE_INDEX_CONSTRAINT_LE:
      return '[';
    case SQLITE_INDEX_CONSTRAINT_GT:
      return '>';
    case SQLITE_INDEX_CONSTRAINT_GE:
      return ']';
    default:
      return '\0';
    }
}

/* The rowid stands for the id column if there is one. */
static int
column_of (const QueryTable *table, int column)
{
  return column < 0 ? table->id_column : column;
}

static char
usable_operator (const QueryTable *table, sqlite3_index_info *info, int i)
{
  int column = column_of (table, info->aConstraint[i].iColumn);
  char op = letter_of_operator (info->aConstraint[i].op);

  if (!info->aConstraint[i].usable || column < 0)
    return '\0';
  if (table->columns[column].narrowing == QUERY_BY_INTEGER)
    return op;
  if (table->columns[column].narrowing == QUERY_BY_EQUAL && op == '=')
    return op;
  if (table->columns[column].narrowing == QUERY_BY_TEXT && op == '='
      && strcmp (sqlite3_vtab_collation (info, i), "BINARY") == 0)
    return op;
  return '\0';
}

/* Returns the type of the value that a condition compares with if the query itself contains the value; else 0. */
static int
type_in_query (sqlite3_index_info *info, int i)
{
  sqlite3_value *value;

  return sqlite3_vtab_rhs_value (info, i, &value) == SQLITE_OK ? sqlite3_value_type (value) : 0;
}

/* Returns whether rows come naturally in that order. Ids are unique, so columns behind one do not matter. */
static bool
is_ordered (const QueryTable *table, const sqlite3_index_info *info)
{
  const int8_t *order = table->order;

  for (int i = 0; i < info->nOrderBy; i++, order++)
    {
      int column = column_of (table, info->aOrderBy[i].iColumn);

      if (info->aOrderBy[i].desc || column < 0)
        return false;
      if (column == table->id_column)
        return true;
      if (order == NULL || *order != column)
        return false;
    }
  return true;
}

/* is_fixed: the conditions do not change, so the table is not read again for each row of another table. */
static void
plan_order (const QueryTable *table, sqlite3_index_info *info, bool is_fixed)
{
  if (info->nOrderBy == 0)
    return;
  if (is_ordered (table, info))
    {
      info->orderByConsumed = 1;
      return;
    }

  int column = column_of (table, info->aOrderBy[0].iColumn);
  if (info->nOrderBy != 1 || !is_fixed || column < 0 || !table->columns[column].is_sortable)
    return;
  info->orderByConsumed = 1;
  info->idxNum = info->aOrderBy[0].desc ? -(column + 1) : column + 1;
}

static int
best_index (sqlite3_vtab *base, sqlite3_index_info *info)
{
  const Vtab *vtab = (const Vtab *) base;
  const QueryTable *table = vtab->table;
  QueryAsked asked = { 0 };
  char plan[2 * CONDITIONS_MAX + 1];
  bool is_fixed = true;
  int n = 0;

  for (int i = 0; i < info->nConstraint && n < CONDITIONS_MAX; i++)
    {
      char op = usable_operator (table, info, i);

      if (op == '\0')
        continue;
      int column = column_of (table, info->aConstraint[i].iColumn), type = type_in_query (info, i);
      plan[2 * n] = (char) ('a' + column);
      plan[2 * n + 1] = op;
      info->aConstraintUsage[i].argvIndex = ++n;
      info->aConstraintUsage[i].omit =
        table->columns[column].narrowing == QUERY_BY_INTEGER && type == SQLITE_INTEGER;
      is_fixed = is_fixed && type != 0;
      if (op == '=')
        asked.equal |= UINT32_C (1) << column;
      else
        asked.ranged |= UINT32_C (1) << column;
    }
  plan[2 * n] = '\0';
  info->idxStr = sqlite3_mprintf ("%s", plan);
  info->needToFreeIdxStr = 1;
  if (info->idxStr == NULL)
    return SQLITE_NOMEM;

  plan_order (table, info, is_fixed);
  QueryEstimate estimate = table->estimate (vtab->source, &asked);
  info->estimatedRows = (sqlite3_int64) fmax (estimate.rows, 1);
  info->estimatedCost = estimate.cost + (info->idxNum != 0 ? estimate.rows : 0);
  if (table->id_column >= 0 && asked.equal & UINT32_C (1) << table->id_column)
    info->idxFlags |= SQLITE_INDEX_SCAN_UNIQUE;
  return SQLITE_OK;
}

/* ---- cursors ---- */

static int
filter (sqlite3_vtab_cursor *base, int order, const char *plan, int argc, sqlite3_value **argv)
{
  QueryCursor *cursor = (QueryCursor *) base;
  const QueryTable *table = ((const Vtab *) base->pVtab)->table;
  QueryNarrow narrow = { .sort_column = abs (order) - 1, .is_descending = order < 0 };
  bool is_empty = false;

  for (int i = 0; i < argc && !is_empty; i++)
    {
      int column = plan[2 * i] - 'a';

      int status = query_narrow_add (&narrow, cursor->source, column, table->columns[column].narrowing,
                                     plan[2 * i + 1], argv[i], &is_empty);
      if (status != SQLITE_OK)
        return status;
    }
  cursor->is_at_end = is_empty;
  return is_empty ? SQLITE_OK : table->begin (cursor, &narrow);
}

static int
open_cursor (sqlite3_vtab *base, sqlite3_vtab_cursor **ret_cursor)
{
  const Vtab *vtab = (const Vtab *) base;
  QueryCursor *cursor = calloc (1, vtab->table->cursor_bytes);

  if (cursor == NULL)
    return SQLITE_NOMEM;
  cursor->source = vtab->source;
  if (vtab->source->uses != NULL)
    *vtab->source->uses |= vtab->table->uses;
  *ret_cursor = &cursor->base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  const QueryTable *table = ((const Vtab *) base->pVtab)->table;

  if (table->clear != NULL)
    table->clear ((QueryCursor *) base);
  free (base);
  return SQLITE_OK;
}

static int
is_at_end (sqlite3_vtab_cursor *base)
{
  return ((const QueryCursor *) base)->is_at_end;
}

int
query_table_register (sqlite3 *db, const char *prefix, const QueryTable *table, const QuerySource *source)
{
  Registration *registration = calloc (1, sizeof *registration);
  char *name = sqlite3_mprintf ("%s%s", prefix, table->name);
  int status = SQLITE_NOMEM;

  if (registration != NULL && name != NULL)
    {
      /* There is no xCreate: the table exists without being created, and no other can be made from the module. */
      registration->module = (sqlite3_module){
        .xConnect = connect_table,
        .xBestIndex = best_index,
        .xDisconnect = disconnect_table,
        .xOpen = open_cursor,
        .xClose = close_cursor,
        .xFilter = filter,
        .xNext = table->next,
        .xEof = is_at_end,
        .xColumn = table->column,
        .xRowid = table->rowid,
      };
      registration->table = table;
      registration->source = source;
      /* SQLite frees the registration now or when the database is closed. */
      status = sqlite3_create_module_v2 (db, name, &registration->module, registration, free);
      registration = NULL;
    }
  free (registration);
  sqlite3_free (name);
  return status;
}
