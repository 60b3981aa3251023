/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_categories.h"

#include <stdlib.h>
#include <string.h>

static int
compare_categories (const void *a, const void *b, void *strings)
{
  const CategoryCount *x = a, *y = b;
  size_t n, m;
  const char *s = string_table_get (strings, x->category, &n);
  const char *t = string_table_get (strings, y->category, &m);
  int order = memcmp (s, t, n < m ? n : m);

  return order != 0 ? order : n < m ? -1 : n > m;
}

bool
builder_categories (Trace *trace)
{
  const SliceColumns *slices = &trace->slices;
  CategoryColumn *categories = &trace->categories;
  uint32_t n = string_table_count (trace->strings);
  uint64_t *counts = calloc (n + 1, sizeof *counts);
  bool ok = counts != NULL;

  for (uint64_t i = 0; ok && i < slices->n; i++)
    counts[slices->category[i]] += !(slices->flags[i] & (SLICE_UNFINISHED | SLICE_PAIRED));
  for (uint32_t id = 0; ok && id < n; id++)
    if (counts[id] > 0)
      ok = category_column_push (categories, (CategoryCount){ id, counts[id] });
  if (categories->n > 0)
    qsort_r (categories->at, categories->n, sizeof *categories->at, compare_categories, trace->strings);
  free (counts);
  return ok;
}
