/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/table_shape.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"

#define MOST_TABLES 1000

/* Columns of "PRAGMA table_xinfo". */
enum
{
  INFO_NAME = 1,
  INFO_TYPE,
  INFO_NOT_NULL,
  INFO_DEFAULT,
  INFO_KEY,
  INFO_HIDDEN,
};

#define HIDDEN_COMPUTED 2 /* computed when it is read, so not stored */

/* Column of "PRAGMA index_list". */
#define INDEX_ORIGIN 3

/* ---- the text of a declaration ---- */

static bool
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns what follows the next occurrence of word in text, or NULL. Case does not matter. */
static const char *
after_word (const char *text, const char *word)
{
  size_t n = strlen (word);

  for (const char *at = text; *at != '\0'; at++)
    if (g_ascii_strncasecmp (at, word, n) == 0 && (at == text || !is_word_char (at[-1]))
        && !is_word_char (at[n]))
      return at + n;
  return NULL;
}

/* Returns whether conditions may follow the columns. A comment with one of the words counts too. */
static bool
may_have_table_constraint (const char *sql)
{
  static const char *const words[] = { "CONSTRAINT", "UNIQUE", "CHECK", "FOREIGN" };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (after_word (sql, words[i]) != NULL)
      return true;
  for (const char *at = after_word (sql, "KEY"); at != NULL; at = after_word (at, "KEY"))
    {
      while (g_ascii_isspace (*at))
        at++;
      if (!g_ascii_isalpha (*at) && *at != ',' && *at != ')')
        return true;
    }
  return false;
}

/* ALTER TABLE ADD COLUMN writes the text of the column, without spaces at its end, directly before the closing bracket, or
 * before the conditions of the table. So where there are no conditions, and a space before the bracket, no column was
 * added. */
static bool
may_have_added_column (const char *sql)
{
  size_t n = sql != NULL ? strlen (sql) : 0;

  return n < 2 || sql[n - 1] != ')' || !g_ascii_isspace (sql[n - 2]) || may_have_table_constraint (sql);
}

static bool
has (const char *type, const char *part)
{
  size_t n = strlen (part);

  for (; *type != '\0'; type++)
    if (g_ascii_strncasecmp (type, part, n) == 0)
      return true;
  return false;
}

static Affinity
affinity_of (const char *type)
{
  if (has (type, "INT"))
    return AFFINITY_INTEGER;
  if (has (type, "CHAR") || has (type, "CLOB") || has (type, "TEXT"))
    return AFFINITY_TEXT;
  if (has (type, "BLOB") || type[0] == '\0' || g_ascii_strcasecmp (type, "ANY") == 0)
    return AFFINITY_NONE;
  if (has (type, "REAL") || has (type, "FLOA") || has (type, "DOUB"))
    return AFFINITY_REAL;
  return AFFINITY_NUMERIC;
}

/* ---- reading ---- */

static sqlite3_stmt *
prepare_pragma (sqlite3 *db, const char *pragma, const char *table)
{
  sqlite3_stmt *statement = NULL;
  char *sql = sqlite3_mprintf ("PRAGMA main.%s (\"%w\")", pragma, table);

  if (sql != NULL)
    sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);
  sqlite3_free (sql);
  return statement;
}

static const char *
text_of (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? text : "";
}

/* A primary key has an index unless it is the rowid. */
static bool
has_key_index (sqlite3 *db, const char *table)
{
  sqlite3_stmt *statement = prepare_pragma (db, "index_list", table);
  bool has_index = statement == NULL;

  while (!has_index && sqlite3_step (statement) == SQLITE_ROW)
    {
      const char *origin = (const char *) sqlite3_column_text (statement, INDEX_ORIGIN);

      has_index = origin != NULL && strcmp (origin, "pk") == 0;
    }
  sqlite3_finalize (statement);
  return has_index;
}

const char *
table_rowid_name (sqlite3 *db, const char *table)
{
  static const char *const names[] = { "rowid", "_rowid_", "oid" };
  bool is_column[G_N_ELEMENTS (names)] = { false };
  sqlite3_stmt *statement = prepare_pragma (db, "table_xinfo", table);

  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
      is_column[i] = is_column[i] || g_ascii_strcasecmp (text_of (statement, INFO_NAME), names[i]) == 0;
  sqlite3_finalize (statement);
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    if (!is_column[i])
      return names[i];
  return NULL;
}

/* An unknown table may have rowids. */
static bool
has_rowid (sqlite3 *db, const char *table)
{
  sqlite3_stmt *statement = NULL;
  const char *name = table_rowid_name (db, table);
  char *sql = name != NULL ? sqlite3_mprintf ("SELECT %s FROM main.\"%w\"", name, table) : NULL;
  bool has = sql == NULL || sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK;

  sqlite3_finalize (statement);
  sqlite3_free (sql);
  return has;
}

static bool
add_field (TableShape *shape, size_t *cap, ShapeField field)
{
  if (field.name == NULL
      || (shape->n_fields == *cap
          && !column_grow ((void **) &shape->fields, cap, *cap + 1, sizeof *shape->fields)))
    {
      free (field.name);
      return false;
    }
  shape->fields[shape->n_fields++] = field;
  return true;
}

static bool
read_fields (TableShape *shape, sqlite3 *db)
{
  sqlite3_stmt *statement = prepare_pragma (db, "table_xinfo", shape->name);
  size_t cap = 0;
  unsigned n_keys = 0, key = 0;
  bool key_is_integer = false, ok = true;
  int status = SQLITE_ERROR;

  while (ok && statement != NULL && (status = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *type = text_of (statement, INFO_TYPE);

      if (sqlite3_column_int (statement, INFO_HIDDEN) == HIDDEN_COMPUTED)
        continue;
      if (sqlite3_column_int (statement, INFO_KEY) > 0)
        {
          n_keys++;
          key = shape->n_fields;
          key_is_integer = g_ascii_strcasecmp (type, "INTEGER") == 0;
        }
      const char *default_value = (const char *) sqlite3_column_text (statement, INFO_DEFAULT);
      ok =
        add_field (shape, &cap,
                   (ShapeField){
                     .name = strdup (text_of (statement, INFO_NAME)),
                     .affinity = (uint8_t) affinity_of (type),
                     .is_not_null = sqlite3_column_int (statement, INFO_NOT_NULL) != 0,
                     .has_default = default_value != NULL && g_ascii_strcasecmp (default_value, "NULL") != 0,
                   });
    }
  sqlite3_finalize (statement);
  shape->is_known = status == SQLITE_DONE && shape->n_fields > 0;
  shape->has_rowid = !shape->is_known || has_rowid (db, shape->name);
  if (ok && n_keys == 1 && key_is_integer && !has_key_index (db, shape->name))
    shape->fields[key].is_rowid = true;
  return ok;
}

/* Columns of the query below. */
enum
{
  ENTRY_NAME,
  ENTRY_ROOT,
  ENTRY_SQL,
  ENTRY_TYPE,
};

static bool
add_table (TableShapes *shapes, size_t *cap, sqlite3 *db, sqlite3_stmt *entry)
{
  TableShape shape = { .has_rowid = true };
  const char *name = text_of (entry, ENTRY_NAME), *sql = text_of (entry, ENTRY_SQL);
  bool is_new = table_shapes_find (shapes, name) < 0;

  shape.name = strdup (name);
  shape.root = (uint32_t) sqlite3_column_int64 (entry, ENTRY_ROOT);
  shape.may_be_short = may_have_added_column (sql);
  if (shape.name == NULL
      || (shapes->n == *cap && !column_grow ((void **) &shapes->at, cap, *cap + 1, sizeof *shapes->at)))
    {
      free (shape.name);
      return false;
    }
  shapes->at[shapes->n++] = shape;
  return !is_new || read_fields (&shapes->at[shapes->n - 1], db);
}

typedef enum
{
  ENTRY_OF_TABLE,
  ENTRY_OF_OTHER, /* of nothing with leaves that hold rows */
  ENTRY_UNKNOWN,  /* perhaps a damaged one of a table */
} EntryKind;

static EntryKind
entry_kind (sqlite3_stmt *entry)
{
  static const char *const others[] = { "index", "view", "trigger" };
  const char *type = text_of (entry, ENTRY_TYPE);
  int64_t root = sqlite3_column_int64 (entry, ENTRY_ROOT);

  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (type, others[i]) == 0)
      return ENTRY_OF_OTHER;
  if (strcmp (type, "table") != 0)
    return ENTRY_UNKNOWN;
  if (root == 0 && g_ascii_strncasecmp (text_of (entry, ENTRY_SQL), "CREATE VIRTUAL", 14) == 0)
    return ENTRY_OF_OTHER;
  return root > 0 && root <= UINT32_MAX ? ENTRY_OF_TABLE : ENTRY_UNKNOWN;
}

bool
table_shapes_read (TableShapes *ret, sqlite3 *db)
{
  sqlite3_stmt *statement = NULL;
  size_t cap = 0;
  bool ok = true;

  *ret = (TableShapes){ .is_complete = true };
  int status =
    sqlite3_prepare_v2 (db, "SELECT name, rootpage, sql, type FROM sqlite_schema", -1, &statement, NULL);
  while (ok && statement != NULL && (status = sqlite3_step (statement)) == SQLITE_ROW)
    {
      EntryKind kind = entry_kind (statement);

      if (kind == ENTRY_UNKNOWN || (kind == ENTRY_OF_TABLE && ret->n == MOST_TABLES))
        ret->is_complete = false;
      else if (kind == ENTRY_OF_TABLE)
        ok = add_table (ret, &cap, db, statement);
    }
  sqlite3_finalize (statement);
  ret->is_complete = ret->is_complete && status == SQLITE_DONE;
  if (!ok)
    table_shapes_clear (ret);
  return ok;
}

void
table_shapes_clear (TableShapes *shapes)
{
  for (size_t i = 0; i < shapes->n; i++)
    {
      for (unsigned k = 0; k < shapes->at[i].n_fields; k++)
        free (shapes->at[i].fields[k].name);
      free (shapes->at[i].fields);
      free (shapes->at[i].name);
    }
  free (shapes->at);
  *shapes = (TableShapes){ 0 };
}

int
table_shapes_find (const TableShapes *shapes, const char *table)
{
  for (size_t i = 0; i < shapes->n; i++)
    if (g_ascii_strcasecmp (shapes->at[i].name, table) == 0)
      return (int) i;
  return -1;
}

/* ---- records ---- */

typedef enum
{
  NEVER,    /* SQLite converts it before it stores it */
  POSSIBLE, /* nothing forbids it, but nobody who declares the column so stores it */
  PROMISED,
} Holding;

/* A text in a column of numbers is one that looks like no number. */
/* clang-format off */
static const uint8_t holdings[][5] = {
  /*                     NULL      INTEGER   REAL      TEXT      BLOB */
  [AFFINITY_NONE]    = { PROMISED, PROMISED, PROMISED, PROMISED, PROMISED },
  [AFFINITY_INTEGER] = { PROMISED, PROMISED, POSSIBLE, POSSIBLE, POSSIBLE },
  [AFFINITY_REAL]    = { PROMISED, PROMISED, PROMISED, POSSIBLE, POSSIBLE },
  [AFFINITY_NUMERIC] = { PROMISED, PROMISED, PROMISED, PROMISED, POSSIBLE },
  [AFFINITY_TEXT]    = { PROMISED, NEVER,    NEVER,    PROMISED, POSSIBLE },
};
/* clang-format on */

static Holding
field_holding (const ShapeField *field, LeafKind kind)
{
  if (field->is_rowid)
    return kind == LEAF_NULL ? PROMISED : NEVER;
  if (field->is_not_null && kind == LEAF_NULL)
    return NEVER;
  return holdings[field->affinity][kind];
}

/* A column can be added to a table with rows only if it has a value for them, which may be NULL. */
static Holding
missing_holding (const TableShape *shape, const ShapeField *field)
{
  if (!shape->may_be_short || field->is_rowid || (field->is_not_null && !field->has_default))
    return NEVER;
  return field->has_default ? POSSIBLE : PROMISED;
}

static Holding
shape_holding (const TableShape *shape, const LeafRecord *record)
{
  Holding least = PROMISED;

  if (!shape->is_known)
    return POSSIBLE;
  if (record->n == 0 || record->n > shape->n_fields)
    return NEVER;
  for (unsigned i = 0; i < shape->n_fields && least != NEVER; i++)
    {
      const ShapeField *field = &shape->fields[i];
      Holding holding =
        i < record->n ? field_holding (field, record->fields[i].kind) : missing_holding (shape, field);

      least = holding < least ? holding : least;
    }
  return least;
}

bool
table_shape_can_hold (const TableShape *shape, const LeafRecord *record)
{
  return shape_holding (shape, record) >= POSSIBLE;
}

bool
table_shape_fits (const TableShape *shape, const LeafRecord *record)
{
  return shape_holding (shape, record) == PROMISED;
}
