/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory_stats.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"

/* "Memcpy HtoD (...)" -> "HtoD"; false: the name tells no kind. */
static bool
kind_of_name (const char *name, size_t length, const char **ret_kind)
{
  size_t i = 0;

  if (length >= 3 && memcmp (name, "hip", 3) == 0)
    i = 3;
  if (length - i < 6 || (memcmp (name + i, "Memcpy", 6) != 0 && memcmp (name + i, "Memset", 6) != 0))
    return false;
  for (i += 6; i < length && (name[i] == ' ' || name[i] == '\t');)
    i++;
  if (length - i < 4 || memcmp (name + i + 1, "to", 2) != 0 || !g_ascii_isalpha (name[i])
      || !g_ascii_isalpha (name[i + 3]))
    return false;
  *ret_kind = name + i;
  return true;
}

static MemoryStats *
find_kind (MemoryStatsTable *table, const char *kind, size_t length, bool is_set)
{
  for (uint64_t i = 0; i < table->n; i++)
    if (table->kinds[i].is_set == is_set && strlen (table->kinds[i].kind) == length
        && memcmp (table->kinds[i].kind, kind, length) == 0)
      return &table->kinds[i];

  if (table->n == table->capacity)
    {
      uint64_t capacity = table->capacity == 0 ? 8 : table->capacity * 2;
      MemoryStats *grown = realloc (table->kinds, capacity * sizeof *grown);
      if (grown == NULL)
        return NULL;
      table->kinds = grown;
      table->capacity = capacity;
    }
  char *copy = strndup (kind, length);
  if (copy == NULL)
    return NULL;
  table->kinds[table->n] = (MemoryStats){ .kind = copy, .is_set = is_set };
  return &table->kinds[table->n++];
}

static int64_t
bytes_of (const Trace *trace, uint64_t args)
{
  ArgIter iter;
  Arg arg;
  int64_t bytes = 0;

  if (!trace_args (trace, args, &iter))
    return 0;
  while (arg_iter_next (&iter, &arg))
    {
      size_t length;
      const char *key = trace_string (trace, arg.key, &length);

      if (length == 5 && memcmp (key, "bytes", 5) == 0)
        {
          g_autofree char *text = g_strndup (arg.text, MIN (arg.length, 32));
          bytes = g_ascii_strtoll (text, NULL, 10);
        }
    }
  arg_iter_clear (&iter);
  return bytes;
}

static int
compare_kinds (const void *a, const void *b)
{
  const MemoryStats *x = a, *y = b;

  if (x->is_set != y->is_set)
    return x->is_set ? 1 : -1;
  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  return strcmp (x->kind, y->kind);
}

bool
memory_stats_compute (const StatsScope *scope, MemoryStatsTable *ret_table)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  MemoryStatsTable table = { 0 };

  *ret_table = table;
  for (uint64_t i = 0; i < slices->n; i++)
    {
      bool is_set = slices->kind[i] == SLICE_MEMSET;
      size_t length;
      const char *name, *kind;
      MemoryStats *stats;

      if ((!is_set && slices->kind[i] != SLICE_MEMCPY) || (slices->flags[i] & SLICE_UNFINISHED)
          || !stats_scope_holds_start (scope, slices->start_ns[i]))
        continue;
      name = trace_string (scope->trace, slices->name[i], &length);
      if (is_set)
        stats = find_kind (&table, "memset", 6, true);
      else if (kind_of_name (name, length, &kind))
        stats = find_kind (&table, kind, 4, false);
      else
        stats = find_kind (&table, name, strnlen (name, length), false);
      if (stats == NULL)
        {
          memory_stats_clear (&table);
          return false;
        }
      stats->count++;
      stats->total_ns = add_saturated (stats->total_ns, slices->dur_ns[i]);
      stats->bytes = add_saturated (stats->bytes, bytes_of (scope->trace, slices->args[i]));
    }
  if (table.n > 0)
    qsort (table.kinds, table.n, sizeof *table.kinds, compare_kinds);
  *ret_table = table;
  return true;
}

void
memory_stats_clear (MemoryStatsTable *table)
{
  for (uint64_t i = 0; i < table->n; i++)
    free (table->kinds[i].kind);
  free (table->kinds);
  *table = (MemoryStatsTable){ 0 };
}
