/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/container/stoppable_order.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  size_t n, size;
  int (*compare) (const void *, const void *, void *);
  void *by;
  StopCheck check;
} Order;

static size_t
least (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Merges [first, middle) and [middle, end) of from, each in order, into the same range of to. */
static bool
merge (Order *order, const char *from, char *to, size_t first, size_t middle, size_t end)
{
  size_t size = order->size, i = first, j = middle;

  for (size_t k = first; k < end; k++)
    {
      bool is_left =
        j == end || (i < middle && order->compare (from + i * size, from + j * size, order->by) <= 0);

      if (!stop_check_next (&order->check))
        return false;
      memcpy (to + k * size, from + (is_left ? i++ : j++) * size, size);
    }
  return true;
}

/* Sorts short parts, then merges them into ever longer ones. The result ends up in items or in scratch;
 * returns that one, or NULL if cancelled. */
static char *
order_parts (Order *order, char *items, char *scratch)
{
  char *from = items, *to = scratch;
  bool ok = true;

  for (size_t first = 0; first < order->n && ok; first += STOPPABLE_AT_ONCE)
    {
      ok = stop_check_ask (&order->check);
      if (ok)
        qsort_r (items + first * order->size, least (STOPPABLE_AT_ONCE, order->n - first), order->size,
                 order->compare, order->by);
    }
  for (size_t width = STOPPABLE_AT_ONCE; width < order->n && ok; width *= 2)
    {
      for (size_t first = 0; first < order->n && ok; first += 2 * width)
        ok = merge (order, from, to, first, least (first + width, order->n),
                    least (first + 2 * width, order->n));
      char *swap = from;
      from = to;
      to = swap;
    }
  return ok ? from : NULL;
}

bool
stoppable_order_by (void *items,
                    size_t n,
                    size_t size,
                    int (*compare) (const void *, const void *, void *),
                    void *by,
                    bool (*should_continue) (void *user_data),
                    void *user_data)
{
  Order order = { n, size, compare, by, { should_continue, user_data, 0 } };

  if (n <= STOPPABLE_AT_ONCE)
    {
      if (n > 1)
        qsort_r (items, n, size, compare, by);
      return true;
    }
  char *scratch = malloc (n * size), *ordered = scratch != NULL ? order_parts (&order, items, scratch) : NULL;
  if (ordered != NULL && ordered != items)
    memcpy (items, ordered, n * size);
  free (scratch);
  return ordered != NULL;
}

typedef struct
{
  int (*compare) (const void *, const void *);
} Plain;

static int
compare_plain (const void *a, const void *b, void *by)
{
  const Plain *plain = by;

  return plain->compare (a, b);
}

bool
stoppable_order (void *items,
                 size_t n,
                 size_t size,
                 int (*compare) (const void *, const void *),
                 bool (*should_continue) (void *user_data),
                 void *user_data)
{
  Plain plain = { compare };

  return stoppable_order_by (items, n, size, compare_plain, &plain, should_continue, user_data);
}
