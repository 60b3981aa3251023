/* SPDX-License-Identifier: Apache-2.0
 *
 * What the declaration of a table says about the records of its rows. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/sqlite/leaf_record.h"

/* https://www.sqlite.org/datatype3.html#determination_of_column_affinity */
typedef enum
{
  AFFINITY_NONE,
  AFFINITY_INTEGER,
  AFFINITY_REAL,
  AFFINITY_NUMERIC,
  AFFINITY_TEXT,
} Affinity;

/* A stored column. */
typedef struct
{
  char *name;
  uint8_t affinity; /* Affinity */
  bool is_not_null, is_rowid, has_default;
} ShapeField;

typedef struct
{
  char *name;
  uint32_t root;     /* page */
  bool is_known;     /* the declaration could be read; else it has no fields and may hold anything */
  bool has_rowid;    /* its rows are on pages of a tree of rows, not of an index */
  bool may_be_short; /* columns may have been added after rows, which then lack the last fields */
  unsigned n_fields;
  ShapeField *fields;
} TableShape;

typedef struct
{
  TableShape *at; /* every table of the schema that has a root page, those without rowids too */
  size_t n;
  bool is_complete; /* no entry of the schema is missing */
} TableShapes;

/* Reads the shapes of all tables; at most 1000. Returns false if memory runs out. */
bool table_shapes_read (TableShapes *ret, sqlite3 *db);
void table_shapes_clear (TableShapes *shapes);

/* Returns the place of a table, or -1. */
int table_shapes_find (const TableShapes *shapes, const char *table);

/* Returns a name of the rowid that no column of the table has, or NULL if there is none. Static. A table without rowids has
 * no column of that name either. */
const char *table_rowid_name (sqlite3 *db, const char *table);

/* Returns whether SQLite could have stored a record in a table. */
bool table_shape_can_hold (const TableShape *shape, const LeafRecord *record);

/* Returns whether a record is also what the declared types promise: a number in a column of numbers. A column that a row
 * lacks must then be one that is NULL without a value. */
bool table_shape_fits (const TableShape *shape, const LeafRecord *record);
