/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/bench/view_path.h"

#include <math.h>

#define CLOSEST_NS 10000.0
#define STATION    (VIEW_PATH_ZOOMS + VIEW_PATH_PANS)
#define N_STATIONS (VIEW_PATH_LENGTH / STATION)
#define MIDDLE     0.51

int
view_path_pan (int i)
{
  return i % STATION < VIEW_PATH_ZOOMS ? -1 : i % STATION - VIEW_PATH_ZOOMS;
}

void
view_path_span (const Trace *trace, int i, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  int64_t begin_ns, end_ns;
  double zooms = i / STATION + fmin (i % STATION, VIEW_PATH_ZOOMS) / VIEW_PATH_ZOOMS;

  trace_span (trace, &begin_ns, &end_ns);
  double span_ns = fmax ((double) (end_ns - begin_ns), CLOSEST_NS);
  double shown_ns = span_ns * pow (CLOSEST_NS / span_ns, zooms / N_STATIONS);
  double from_ns = span_ns * MIDDLE - shown_ns / 2 + fmax (view_path_pan (i), 0) * shown_ns / 10;

  *ret_begin_ns = begin_ns + (int64_t) fmin (fmax (from_ns, 0), span_ns - shown_ns);
  *ret_end_ns = *ret_begin_ns + (int64_t) shown_ns;
}
