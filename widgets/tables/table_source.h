/* SPDX-License-Identifier: Apache-2.0
 *
 * A table as a view of it needs it: how many rows, what the columns are, and what stands in a cell. Whoever has rows
 * (statistics, the result of a query) begins a struct of its own with a TableSource.
 *
 * Immutable once it is shown, reference-counted; any thread: rows are put in order on another one. */

#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum
{
  TABLE_TEXT,     /* words, at the left */
  TABLE_NAME,     /* a name of the profile: loses its middle where it is too long */
  TABLE_NUMBER,   /* of no known unit */
  TABLE_COUNT,    /* whole */
  TABLE_DURATION, /* ns; one unit for the column */
  TABLE_TIME,     /* ns from the time origin; likewise */
  TABLE_PERCENT,  /* 0 to 100 */
  TABLE_BYTES,
  TABLE_BANDWIDTH, /* GB/s: 10^9 bytes */
  TABLE_FLAG,      /* integer 0 or 1 */
  TABLE_HISTOGRAM, /* of the row's durations: drawn, no value */
} TableKind;

typedef struct
{
  const char *id;      /* as the command line calls it: never translated */
  const char *title;   /* translated, without a unit */
  const char *tooltip; /* translated; NULL: the title says it all */
  TableKind kind;
  bool is_hidden; /* until it is chosen */
} TableColumn;

typedef enum
{
  TABLE_VALUE_NONE, /* not defined, or not known */
  TABLE_VALUE_INTEGER,
  TABLE_VALUE_REAL,
  TABLE_VALUE_TEXT,
} TableValueType;

typedef struct
{
  TableValueType type;
  int64_t integer;
  double real;
  const char *text;  /* valid UTF-8, as it is shown; valid as long as the source */
  const char *exact; /* what is copied instead: n_exact bytes, not necessarily UTF-8; NULL: the text */
  size_t n_exact;
} TableValue;

/* Bins of a row's durations, for a small picture. */
#define TABLE_BINS_MAX 32

typedef struct TableSource TableSource;

struct TableSource
{
  atomic_int n_references;
  size_t n_rows;
  int n_columns;
  const TableColumn *columns; /* valid as long as the source */

  TableValue (*value) (const TableSource *source, size_t row, int column);

  /* What decided the value of a cell, translated; to be freed (g_free). NULL, as the result too: there is nothing to say. */
  char *(*reason) (const TableSource *source, size_t row, int column);

  /* Fills counts with TABLE_BINS_MAX at most; how many there are, 0 for none. NULL: no row has any. */
  int (*bins) (const TableSource *source, size_t row, uint32_t counts[TABLE_BINS_MAX]);

  /* The slice that a row leads to, the longest of what it counts; UINT64_MAX: none. NULL: no row has one. */
  uint64_t (*slice) (const TableSource *source, size_t row);

  void (*free) (TableSource *source);
};

/* The first reference belongs to who made it. */
void table_source_init (TableSource *source);
TableSource *table_source_ref (TableSource *source);
void table_source_unref (TableSource *source); /* NULL is allowed */

/* Numbers stand at the right. */
static inline bool
table_kind_is_number (TableKind kind)
{
  return kind >= TABLE_NUMBER && kind <= TABLE_BANDWIDTH;
}

static inline bool
table_kind_is_time (TableKind kind)
{
  return kind == TABLE_DURATION || kind == TABLE_TIME;
}

/* Of an integer or a real; NAN of anything else. */
double table_value_number (const TableValue *value);

/* < 0, 0, > 0; numbers by size, then texts by letters without regard to case (A to Z), then bytewise. What is not defined
 * comes behind everything else. */
int table_value_compare (const TableValue *a, const TableValue *b);

/* The column of that id; -1: there is none. */
int table_source_find_column (const TableSource *source, const char *id);
