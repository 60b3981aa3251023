/* SPDX-License-Identifier: Apache-2.0
 *
 * A table for a view: the number of rows, the columns, and the contents of the cells. A provider of rows
 * (statistics, the result of a query) begins a struct of its own with a TableSource.
 *
 * Immutable once it is shown, reference-counted; any thread: rows are sorted on another thread. */

#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "widgets/look/change_arrow.h"

typedef enum
{
  TABLE_TEXT,     /* words, left-aligned */
  TABLE_NAME,     /* a name of the profile; cut in the middle if it is too long */
  TABLE_NUMBER,   /* without a unit */
  TABLE_COUNT,    /* whole */
  TABLE_DURATION, /* ns; one unit for the column */
  TABLE_TIME,     /* ns from the time origin; one unit for the column */
  TABLE_CHANGE,   /* ns more or less, with a sign and an arrow; one unit for the column */
  TABLE_PERCENT,  /* 0 to 100 */
  TABLE_BYTES,
  TABLE_BANDWIDTH, /* GB/s: 10^9 bytes */
  TABLE_FLAG,      /* integer 0 or 1 */
  TABLE_HISTOGRAM, /* of the row's durations: drawn, no value */
  TABLE_CHECK,     /* integer 0 or 1: a box that the user ticks (TableGrid's signal "check-pressed") */
} TableKind;

typedef struct
{
  const char *id;      /* the key of the command line; never translated */
  const char *title;   /* translated, without a unit */
  const char *tooltip; /* translated; NULL if the title is enough */
  TableKind kind;
  bool is_hidden; /* hidden by default */
} TableColumn;

typedef enum
{
  TABLE_VALUE_NONE, /* undefined or unknown */
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
  const char *exact; /* copied instead of text: n_exact bytes of any encoding; NULL if text is copied */
  size_t n_exact;
} TableValue;

/* Bins of a row's durations, for a small picture. */
#define TABLE_BINS_MAX 32

/* Whether a row has others beneath it. */
typedef enum
{
  TABLE_FOLD_NONE,
  TABLE_FOLD_CLOSED, /* they are not rows of the source yet */
  TABLE_FOLD_OPEN,
} TableFold;

typedef struct TableSource TableSource;

struct TableSource
{
  atomic_int n_references;
  size_t n_rows;
  size_t n_beneath; /* the last ones of the rows, which lie beneath others; 0 if the source has no parent () */
  int n_columns;
  const TableColumn *columns; /* valid as long as the source */

  TableValue (*value) (const TableSource *source, size_t row, int column);

  /* Returns what decided the value of a cell, translated, or NULL if there is nothing to explain. Transfer full. May be
   * NULL if no cell has a reason. */
  char *(*reason) (const TableSource *source, size_t row, int column);

  /* Returns whether the change in a cell is for better or worse. The pointer may be NULL. */
  ChangeTone (*tone) (const TableSource *source, size_t row, int column);

  /* Fills counts with at most TABLE_BINS_MAX bins and returns their number, 0 for none. May be NULL if no row has
   * bins. */
  int (*bins) (const TableSource *source, size_t row, uint32_t counts[TABLE_BINS_MAX]);

  /* Returns the slice that a row leads to, the longest of those it counts, or UINT64_MAX. May be NULL if no row leads
   * to a slice. */
  uint64_t (*slice) (const TableSource *source, size_t row);

  /* Returns whether a row leads somewhere that is no slice, such as a gap. May be NULL if no row does. */
  bool (*leads) (const TableSource *source, size_t row);

  /* Returns the row that a row lies beneath, which itself lies beneath none. It is shown and sorted among those of the same
   * row, below it. Called for the last n_beneath rows alone. */
  uint64_t (*parent) (const TableSource *source, size_t row);

  /* May be NULL if no row has others beneath it. */
  TableFold (*fold) (const TableSource *source, size_t row);

  void (*free) (TableSource *source);
};

/* Returns whether a row lies beneath another. */
static inline bool
table_source_is_beneath (const TableSource *source, size_t row)
{
  return row >= source->n_rows - source->n_beneath;
}

/* Returns a source without rows and columns. Transfer full; O(1). */
TableSource *table_source_empty (void);

/* Initialise, reference and release a source. The creator owns the first reference. */
void table_source_init (TableSource *source);
TableSource *table_source_ref (TableSource *source);
void table_source_unref (TableSource *source); /* NULL is allowed */

/* Returns whether the kind is right-aligned, as numbers are. */
static inline bool
table_kind_is_number (TableKind kind)
{
  return kind >= TABLE_NUMBER && kind <= TABLE_BANDWIDTH;
}

static inline bool
table_kind_is_time (TableKind kind)
{
  return kind == TABLE_DURATION || kind == TABLE_TIME || kind == TABLE_CHANGE;
}

/* Returns the value of an integer or a real; NAN for anything else. */
double table_value_number (const TableValue *value);

/* Compares two values: < 0, 0, > 0. Numbers by size, then texts by letters ignoring the case of A to Z,
 * then bytewise. Undefined values come last. */
int table_value_compare (const TableValue *a, const TableValue *b);

/* Returns the column with that id, or -1. */
int table_source_find_column (const TableSource *source, const char *id);
