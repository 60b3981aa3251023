/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/device/running_load.h"

#include <math.h>
#include <stdlib.h>

COLUMN_IMPLEMENT (RunningColumn, running_column)

RunningLoad
running_load_from (int64_t begin_ns)
{
  return (RunningLoad){ .at_ns = begin_ns };
}

void
running_load_clear (RunningLoad *running)
{
  running_column_clear (&running->running);
}

static void
move_to (RunningLoad *running, int64_t time_ns)
{
  if (time_ns <= running->at_ns)
    return;
  for (unsigned i = 0; i < RUNNING_LOADS; i++)
    running->covered_ns[i] += fmin (running->sum[i], 1) * (double) (time_ns - running->at_ns);
  running->at_ns = time_ns;
}

static void
swap (Running *a, Running *b)
{
  Running moved = *a;

  *a = *b;
  *b = moved;
}

/* Removes the work that ends first. */
static void
end_first (RunningLoad *running)
{
  Running *heap = running->running.at;
  size_t n = --running->running.n, i = 0;

  for (unsigned k = 0; k < RUNNING_LOADS; k++)
    running->sum[k] = n == 0 ? 0 : running->sum[k] - heap[0].load[k];
  heap[0] = heap[n];
  for (;;)
    {
      size_t first = i;

      for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < n; child++)
        if (heap[child].end_ns < heap[first].end_ns)
          first = child;
      if (first == i)
        return;
      swap (&heap[i], &heap[first]);
      i = first;
    }
}

static void
end_all_by (RunningLoad *running, int64_t time_ns)
{
  while (running->running.n > 0 && running->running.at[0].end_ns <= time_ns)
    {
      move_to (running, running->running.at[0].end_ns);
      end_first (running);
    }
}

bool
running_load_add (RunningLoad *running, int64_t start_ns, int64_t end_ns, double first, double second)
{
  end_all_by (running, start_ns);
  move_to (running, start_ns);
  if (end_ns <= running->at_ns)
    return true;
  if (!running_column_push (&running->running, (Running){ end_ns, { first, second } }))
    return false;
  running->sum[0] += first;
  running->sum[1] += second;

  Running *heap = running->running.at;
  for (size_t i = running->running.n - 1; i > 0 && heap[i].end_ns < heap[(i - 1) / 2].end_ns; i = (i - 1) / 2)
    swap (&heap[i], &heap[(i - 1) / 2]);
  return true;
}

void
running_load_finish (RunningLoad *running)
{
  end_all_by (running, INT64_MAX);
}
