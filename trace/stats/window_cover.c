/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/window_cover.h"

#include <glib.h>
#include <stdlib.h>

static int
compare_edges (const void *a, const void *b)
{
  const WindowEdge *x = a, *y = b;

  return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

bool
window_cover_init (WindowCover *cover, const Interval *windows, uint64_t n, unsigned n_sets)
{
  *cover = (WindowCover){
    .windows = windows,
    .n_sets = n_sets,
    .n_edges = 2 * n,
    .edges = malloc ((2 * n + 1) * sizeof *cover->edges),
    .before_ns = calloc (2 * n * n_sets + 1, sizeof *cover->before_ns),
  };
  for (unsigned set = 0; set < n_sets; set++)
    cover->until_ns[set] = INT64_MIN;
  if (cover->edges == NULL || cover->before_ns == NULL)
    return false;
  for (uint64_t i = 0; i < n; i++)
    {
      cover->edges[2 * i] = (WindowEdge){ windows[i].begin_ns, 2 * i * n_sets };
      cover->edges[2 * i + 1] = (WindowEdge){ windows[i].end_ns, (2 * i + 1) * n_sets };
    }
  if (n > 0)
    qsort (cover->edges, cover->n_edges, sizeof *cover->edges, compare_edges);
  return true;
}

void
window_cover_clear (WindowCover *cover)
{
  free (cover->edges);
  free (cover->before_ns);
}

/* Everything that begins before the edge has been added, so the part behind it is one piece. */
static void
pass_edge (WindowCover *cover)
{
  const WindowEdge *edge = &cover->edges[cover->next++];

  for (unsigned set = 0; set < cover->n_sets; set++)
    cover->before_ns[edge->at + set] =
      cover->sum_ns[set] - (cover->until_ns[set] > edge->time_ns ? cover->until_ns[set] - edge->time_ns : 0);
}

void
window_cover_add (WindowCover *cover, int64_t begin_ns, int64_t end_ns, unsigned set)
{
  if (end_ns <= begin_ns)
    return;
  while (cover->next < cover->n_edges && cover->edges[cover->next].time_ns <= begin_ns)
    pass_edge (cover);
  for (; set < cover->n_sets; set++)
    if (end_ns > cover->until_ns[set])
      {
        cover->sum_ns[set] += end_ns - MAX (begin_ns, cover->until_ns[set]);
        cover->until_ns[set] = end_ns;
      }
}

void
window_cover_finish (WindowCover *cover)
{
  while (cover->next < cover->n_edges)
    pass_edge (cover);
}

int64_t
window_cover_of (const WindowCover *cover, uint64_t window, unsigned set)
{
  const int64_t *begin = &cover->before_ns[2 * window * cover->n_sets];

  return cover->windows[window].end_ns > cover->windows[window].begin_ns ? begin[cover->n_sets + set] - begin[set]
                                                                         : 0;
}
