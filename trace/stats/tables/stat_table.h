/* SPDX-License-Identifier: Apache-2.0
 *
 * A table of statistics: typed columns over rows such as "all launches of one kernel". It also says what each number
 * means and which slices are behind it. The window and the command line show the same tables
 * (trace/stats/tables/stat_tables.h makes them).
 *
 * A cell that is undefined or unknown is null, never 0. A computed table does not change; any thread may read it as
 * long as its trace lives. Titles and definitions are English and are translated where they are shown. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/container/string_table.h"
#include "trace/model/slice_kind.h"
#include "trace/stats/scope.h"

typedef enum
{
  STAT_NAME,          /* text: a slice's name; show stat_table_shown () */
  STAT_TEXT,          /* text */
  STAT_CRITICAL,      /* text: a word of trace/critical/critical_class.h */
  STAT_COUNT,         /* whole */
  STAT_NUMBER,        /* whole: a number used as a name, such as a rank; never added up or shortened */
  STAT_DURATION,      /* whole, ns */
  STAT_DURATION_REAL, /* real, ns: a mean, a percentile */
  STAT_TIME,          /* whole, ns from the time origin */
  STAT_PERCENT,       /* real, 100 = the column's total (StatColumnInfo.of) */
  STAT_BYTES,         /* whole */
  STAT_BANDWIDTH,     /* real, GB/s: 10^9 bytes */
  STAT_YES_NO,        /* whole: 0 or 1; null: unknown */
  STAT_HISTOGRAM,     /* stat_table_bins () */
} StatType;

/* The total of a percentage. */
typedef enum
{
  STAT_OF_NOTHING,
  STAT_OF_TOTAL,  /* the sum of the rows' totals (of nested rows, of their self times) */
  STAT_OF_WINDOW, /* the window x the devices, or ranks, in scope */
  N_STAT_WHOLES
} StatWhole;

typedef struct
{
  const char *key;        /* as on the command line: "total_ns" */
  const char *title;      /* "Total" */
  const char *definition; /* a sentence or two */
  StatType type;
  StatWhole of;     /* only for STAT_PERCENT */
  bool is_shown;    /* shown by default; other columns can be chosen */
  const char *nsys; /* report and column of NVIDIA's nsys with the same figure: "nvtx_sum: Avg"; else NULL */
} StatColumnInfo;

/* What decided the value of a cell. text and also are parts of the sentence. */
typedef enum
{
  STAT_REASON_NONE, /* there is nothing to say */
  STAT_REASON_TENSORS, /* text: the type of the tensors of a launch; also: what the kernel's name says, or NULL */
  STAT_REASON_NAME,          /* text: the part of the kernel's name that decided */
  STAT_REASON_NARROWER_NAME, /* text: the part of the kernel's name that decided; also: the type of the tensors */
  STAT_REASON_RULE,          /* text: the reason that the user's rule gives */
  STAT_REASON_UNKNOWN,       /* text: why the value is unknown */
} StatReasonKind;

/* The texts are English, static or of the installed rules. Those of the program's own rules are marked for translation
 * (trace/text/marked_text.h): of a name, a narrower name, and why a value is unknown. */
typedef struct
{
  StatReasonKind kind;
  const char *text, *also;
} StatReason;

/* The array that the type says is set. It has an entry per row. */
typedef struct
{
  const StatColumnInfo *info;
  union
  {
    int64_t *whole;
    double *real;
    uint32_t *text; /* for stat_table_text () */
  };
  uint8_t *is_null;    /* by row, 0 or 1; NULL if no cell is null */
  StatReason *reasons; /* by row; NULL if no cell has one */
} StatColumn;

#define STAT_COLUMNS_MAX 40
#define STAT_BINS        16

typedef struct
{
  /* The slices of the row, for a view that marks or lists them: all of this kind with this exact name. TRACE_NONE if
   * they have several names; then their base name or the longest slice identifies them. */
  uint32_t name;
  SliceKind kind;
  uint64_t longest; /* the slice to go to: the longest, the earliest of equal ones, or SLICE_NONE */

  /* The span of a track to go to, if the row is not made of slices; track is 0, which is a node, if there is none. */
  int64_t begin_ns, end_ns;
  uint32_t track;

  /* The number of durations in each of STAT_BINS bins between the shortest and the longest, equally wide on a
   * logarithmic axis; saturates. If all durations are equal, they are in the middle bin. */
  uint32_t bins[STAT_BINS];
} StatRow;

typedef struct
{
  const Trace *trace; /* borrowed */
  const char *title;  /* "Kernels" */
  bool is_nested;     /* totals also count time inside other rows, so they must not be added up */

  StatColumn columns[STAT_COLUMNS_MAX]; /* the first one names the row */
  uint32_t n_columns;
  StatRow *rows; /* in their default order: by total, descending, then by name, bytewise */
  uint64_t n_rows;

  /* The text below the table. */
  int64_t begin_ns, end_ns; /* the window */
  bool is_whole;            /* the window is the whole profile */
  bool has_instant;         /* all rows are of one instant */
  int64_t at_ns;            /* which it is */
  uint64_t count;           /* the number of things that the rows count */
  int64_t sum_ns;           /* sum of all rows' totals, of nested ones the self times; saturates */
  int64_t sum_bytes;        /* the same for a table of bytes, whose sum_ns is 0 */
  const char *sum_title;    /* what was added up: "durations of kernels", "self times of operators" */
  struct
  {
    int64_t ns;        /* or bytes; 0 if not available: then percentages of it are null */
    const char *title; /* "the sum of all kernel durations"; NULL if no column uses it */
  } wholes[N_STAT_WHOLES];
  bool is_of_paths; /* the sum is that of a critical path of each rank that has one, in STAT_OF_WINDOW */

  const char *unnamed; /* what a row whose first cell is null is called in the window; NULL if there is none */
  StringTable *texts;  /* texts of cells that are not strings of the trace; owned */
} StatTable;

/* Returns the *ret_length bytes of a text of the file or of the table, "" for null. ret_length may be NULL.
 * Borrowed. */
const char *stat_table_text (const StatTable *table, uint32_t column, uint64_t row, size_t *ret_length);

/* Returns the text in readable form: valid UTF-8, with display names for names. */
const char *stat_table_shown (const StatTable *table, uint32_t column, uint64_t row);

/* Returns what decided the value of a cell, which may be null; STAT_REASON_NONE if there is nothing to say. */
StatReason stat_table_reason (const StatTable *table, uint32_t column, uint64_t row);

bool stat_table_is_null (const StatTable *table, uint32_t column, uint64_t row);

/* Returns the column with a key, or -1. O(columns). */
int stat_table_column (const StatTable *table, const char *key);

void stat_table_clear (StatTable *table);
