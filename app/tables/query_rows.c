/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/query_rows.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_PER_CHUNK 1024
#define N_CHUNKS       ((QUERY_ROWS_MAX + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK)
#define BLOCK_BYTES    65536

/* Of a blob, as hexadecimal digits: what is longer is no text to read. */
#define BLOB_BYTES_MAX 256

typedef struct
{
  TableValueType type;
  union
  {
    int64_t integer;
    double real;
    const char *text;
  };
} Cell;

/* Memory for texts, none of which moves. */
typedef struct Block Block;
struct Block
{
  Block *next;
  char bytes[];
};

struct QueryRows
{
  atomic_int n_references;
  int n_columns, slice_column;
  uint64_t n_slices;
  size_t n_rows;
  Cell *chunks[N_CHUNKS]; /* of ROWS_PER_CHUNK rows, row by row */
  Block *blocks;
  size_t free_in_block, n_bytes;
  char *free_at;
  char **ids; /* of columns: no two are the same, and none has a tab */
  char *names[];
};

/* ---- life ---- */

/* Two joined tables have columns of the same name. */
static char **
ids_of (char *const *names, int n)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  char **ids = g_new0 (char *, (gsize) n + 1);

  for (int i = 0; i < n; i++)
    {
      ids[i] = g_strdup (names[i]);
      for (int place = 2; g_hash_table_contains (known, ids[i]); place++)
        {
          g_free (ids[i]);
          ids[i] = g_strdup_printf ("%s:%d", names[i], place);
        }
      g_hash_table_add (known, ids[i]);
    }
  return ids;
}

/* One line of text. */
static char *
name_of (const Query *query, int column)
{
  char *name = g_utf8_make_valid (query_column_name (query, column), -1);

  for (char *at = name; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return name;
}

QueryRows *
query_rows_new (const Query *query, int slice_column, uint64_t n_slices)
{
  int n = query_n_columns (query);
  QueryRows *rows = calloc (1, sizeof *rows + (size_t) n * sizeof rows->names[0]);

  if (rows == NULL)
    return NULL;
  atomic_init (&rows->n_references, 1);
  rows->n_columns = n;
  rows->slice_column = slice_column;
  rows->n_slices = n_slices;
  for (int i = 0; i < n; i++)
    rows->names[i] = name_of (query, i);
  rows->ids = ids_of (rows->names, n);
  return rows;
}

QueryRows *
query_rows_ref (QueryRows *rows)
{
  atomic_fetch_add_explicit (&rows->n_references, 1, memory_order_relaxed);
  return rows;
}

void
query_rows_unref (QueryRows *rows)
{
  Block *next;

  if (rows == NULL || atomic_fetch_sub_explicit (&rows->n_references, 1, memory_order_acq_rel) > 1)
    return;
  for (size_t i = 0; i < N_CHUNKS; i++)
    free (rows->chunks[i]);
  for (Block *block = rows->blocks; block != NULL; block = next)
    {
      next = block->next;
      free (block);
    }
  for (int i = 0; i < rows->n_columns; i++)
    g_free (rows->names[i]);
  g_strfreev (rows->ids);
  free (rows);
}

/* ---- adding ---- */

static char *
take_bytes (QueryRows *rows, size_t n)
{
  if (n > rows->free_in_block)
    {
      size_t size = MAX (n, BLOCK_BYTES);
      Block *block = malloc (sizeof *block + size);

      if (block == NULL)
        return NULL;
      block->next = rows->blocks;
      rows->blocks = block;
      rows->free_at = block->bytes;
      rows->free_in_block = size;
    }
  char *bytes = rows->free_at;
  rows->free_at += n;
  rows->free_in_block -= n;
  rows->n_bytes += n;
  return bytes;
}

#define REPLACEMENT "\xef\xbf\xbd"

/* What of text is not UTF-8 is replaced. */
static char *
keep_valid (QueryRows *rows, const char *text, size_t n_bytes)
{
  char *valid = take_bytes (rows, n_bytes * strlen (REPLACEMENT) + 1), *out = valid;
  const char *at = text, *end = text + n_bytes, *wrong;

  if (valid == NULL)
    return NULL;
  while (at < end)
    {
      bool is_valid = g_utf8_validate_len (at, (gsize) (end - at), &wrong);

      out = mempcpy (out, at, (size_t) (wrong - at));
      at = wrong + 1;
      if (is_valid)
        break;
      out = mempcpy (out, REPLACEMENT, strlen (REPLACEMENT));
    }
  *out = '\0';
  return valid;
}

/* NUL ends a text in tables: inside of one it is a space. A query can make a text of any bytes. */
static bool
keep_text (QueryRows *rows, const QueryValue *value, Cell *cell)
{
  char *text = take_bytes (rows, value->n_bytes + 1);

  if (text == NULL)
    return false;
  for (size_t i = 0; i < value->n_bytes; i++)
    text[i] = value->bytes[i] != '\0' ? value->bytes[i] : ' ';
  text[value->n_bytes] = '\0';
  if (!g_utf8_validate_len (text, value->n_bytes, NULL))
    text = keep_valid (rows, text, value->n_bytes);
  *cell = (Cell){ .type = TABLE_VALUE_TEXT, .text = text };
  return text != NULL;
}

static bool
keep_blob (QueryRows *rows, const QueryValue *value, Cell *cell)
{
  static const char digits[] = "0123456789abcdef";
  size_t n = MIN (value->n_bytes, BLOB_BYTES_MAX);
  char *text = take_bytes (rows, 2 * n + 1);

  if (text == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      text[2 * i] = digits[(uint8_t) value->bytes[i] >> 4];
      text[2 * i + 1] = digits[value->bytes[i] & 0xf];
    }
  text[2 * n] = '\0';
  *cell = (Cell){ .type = TABLE_VALUE_TEXT, .text = text };
  return true;
}

static bool
keep (QueryRows *rows, const QueryValue *value, Cell *cell)
{
  switch (value->type)
    {
    case QUERY_INTEGER:
      *cell = (Cell){ .type = TABLE_VALUE_INTEGER, .integer = value->integer };
      return true;
    case QUERY_REAL:
      *cell = (Cell){ .type = TABLE_VALUE_REAL, .real = value->real };
      return true;
    case QUERY_TEXT:
      return keep_text (rows, value, cell);
    case QUERY_BLOB:
      return keep_blob (rows, value, cell);
    default:
      *cell = (Cell){ .type = TABLE_VALUE_NONE };
      return true;
    }
}

QueryRowsResult
query_rows_add (QueryRows *rows, Query *query)
{
  size_t n_columns = (size_t) rows->n_columns;
  Cell **chunk = &rows->chunks[MIN (rows->n_rows, QUERY_ROWS_MAX - 1) / ROWS_PER_CHUNK];

  if (rows->n_rows >= QUERY_ROWS_MAX || rows->n_bytes >= QUERY_BYTES_MAX)
    return QUERY_ROWS_FULL;
  if (*chunk == NULL)
    {
      *chunk = malloc (ROWS_PER_CHUNK * n_columns * sizeof **chunk);
      rows->n_bytes += ROWS_PER_CHUNK * n_columns * sizeof **chunk;
    }
  if (*chunk == NULL)
    return QUERY_ROWS_NO_MEMORY;
  for (size_t i = 0; i < n_columns; i++)
    {
      QueryValue value = query_value (query, (int) i);

      if (!keep (rows, &value, &(*chunk)[rows->n_rows % ROWS_PER_CHUNK * n_columns + i]))
        return QUERY_ROWS_NO_MEMORY;
    }
  rows->n_rows++;
  return QUERY_ROWS_ADDED;
}

size_t
query_rows_count (const QueryRows *rows)
{
  return rows->n_rows;
}

/* ---- as a table ---- */

typedef struct
{
  TableSource base;
  QueryRows *rows;
  TableColumn columns[];
} RowsSource;

static const Cell *
cell_at (const QueryRows *rows, size_t row, int column)
{
  return &rows
            ->chunks[row / ROWS_PER_CHUNK][row % ROWS_PER_CHUNK * (size_t) rows->n_columns + (size_t) column];
}

static TableValue
value_of (const TableSource *source, size_t row, int column)
{
  const Cell *cell = cell_at (((const RowsSource *) source)->rows, row, column);
  TableValue value = { .type = cell->type };

  switch (cell->type)
    {
    case TABLE_VALUE_INTEGER:
      value.integer = cell->integer;
      break;
    case TABLE_VALUE_REAL:
      value.real = cell->real;
      break;
    case TABLE_VALUE_TEXT:
      value.text = cell->text;
      break;
    default:
      break;
    }
  return value;
}

static uint64_t
slice_of (const TableSource *source, size_t row)
{
  const QueryRows *rows = ((const RowsSource *) source)->rows;
  const Cell *cell = cell_at (rows, row, rows->slice_column);

  if (cell->type != TABLE_VALUE_INTEGER || cell->integer < 0 || (uint64_t) cell->integer >= rows->n_slices)
    return UINT64_MAX;
  return (uint64_t) cell->integer;
}

static void
source_free (TableSource *source)
{
  query_rows_unref (((RowsSource *) source)->rows);
  g_free (source);
}

/* Of the first rows: what comes later may be anything. */
#define ROWS_LOOKED_AT 1000

static TableKind
kind_of (const QueryRows *rows, size_t n, int column)
{
  bool has_number = false;

  for (size_t row = 0; row < MIN (n, ROWS_LOOKED_AT); row++)
    switch (cell_at (rows, row, column)->type)
      {
      case TABLE_VALUE_TEXT:
        return TABLE_TEXT;
      case TABLE_VALUE_NONE:
        break;
      default:
        has_number = true;
        break;
      }
  return has_number ? TABLE_NUMBER : TABLE_TEXT;
}

TableSource *
query_rows_source (QueryRows *rows, size_t n)
{
  RowsSource *source = g_malloc0 (sizeof *source + (size_t) rows->n_columns * sizeof source->columns[0]);

  table_source_init (&source->base);
  source->rows = query_rows_ref (rows);
  for (int i = 0; i < rows->n_columns; i++)
    source->columns[i] =
      (TableColumn){ .id = rows->ids[i], .title = rows->names[i], .kind = kind_of (rows, n, i) };
  source->base.n_rows = n;
  source->base.n_columns = rows->n_columns;
  source->base.columns = source->columns;
  source->base.value = value_of;
  source->base.slice = rows->slice_column >= 0 ? slice_of : NULL;
  source->base.free = source_free;
  return &source->base;
}
