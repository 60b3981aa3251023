/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/view_marks.h"

#include <string.h>

bool
view_area_equal (const ViewArea *a, const ViewArea *b)
{
  return a->begin_ns == b->begin_ns && a->end_ns == b->end_ns && track_set_equal (a->tracks, b->tracks);
}

bool
view_marks_holds (const ViewMarks *marks, const ViewArea *area)
{
  for (int i = 0; i < marks->n_kept; i++)
    if (view_area_equal (&marks->kept[i], area))
      return true;
  return false;
}

bool
view_marks_keep (ViewMarks *marks, const ViewArea *area)
{
  if (view_marks_holds (marks, area))
    return false;
  if (marks->n_kept == VIEW_KEPT_MAX)
    view_marks_drop (marks, 0);
  marks->kept[marks->n_kept] = *area;
  track_set_ref (area->tracks);
  marks->n_kept++;
  return true;
}

void
view_marks_drop (ViewMarks *marks, int i)
{
  track_set_unref (marks->kept[i].tracks);
  marks->n_kept--;
  memmove (marks->kept + i, marks->kept + i + 1, (size_t) (marks->n_kept - i) * sizeof *marks->kept);
}

void
view_marks_drop_all (ViewMarks *marks)
{
  while (marks->n_kept > 0)
    view_marks_drop (marks, marks->n_kept - 1);
}

bool
view_marks_distance (const ViewMarks *marks, int64_t *ret_ns)
{
  int64_t a_ns = marks->marker_ns[MARKER_A], b_ns = marks->marker_ns[MARKER_B];

  if (!marks->has_marker[MARKER_A] || !marks->has_marker[MARKER_B])
    return false;
  *ret_ns = a_ns < b_ns ? b_ns - a_ns : a_ns - b_ns;
  return true;
}
