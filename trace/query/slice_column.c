/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/slice_column.h"

#include <stdbool.h>
#include <string.h>

static bool
names_table (const char *sql, const char *table)
{
  size_t length = strlen (table);

  for (const char *at = sql; (at = strstr (at, table)) != NULL; at += length)
    {
      bool begins = at == sql || (!g_ascii_isalnum (at[-1]) && at[-1] != '_');

      if (begins && !g_ascii_isalnum (at[length]) && at[length] != '_')
        return true;
    }
  return false;
}

static int
find_column (const Query *query, const char *name)
{
  for (int i = 0; i < query_n_columns (query); i++)
    if (g_ascii_strcasecmp (query_column_name (query, i), name) == 0)
      return i;
  return -1;
}

int
query_slice_column (const Query *query, const char *sql)
{
  g_autofree char *lower = g_ascii_strdown (sql, -1);
  int column = find_column (query, "slice_id");

  if (column >= 0 || !names_table (lower, "slice"))
    return column;
  return find_column (query, "id");
}
