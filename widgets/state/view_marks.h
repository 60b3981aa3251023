/* SPDX-License-Identifier: Apache-2.0
 *
 * What a hand leaves on the timeline beside the selection: areas that are kept, and two markers. Pure. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/track_set.h"

/* A stretch of time on some rows. */
typedef struct
{
  int64_t begin_ns, end_ns; /* half open */
  const TrackSet *tracks;   /* whose rows; NULL: all */
} ViewArea;

#define VIEW_KEPT_MAX 8

typedef enum
{
  MARKER_A,
  MARKER_B,
  N_MARKERS
} Marker;

/* Zero-initialised: nothing. */
typedef struct
{
  ViewArea kept[VIEW_KEPT_MAX]; /* in the order in which they were kept; their tracks are referenced */
  int n_kept;
  bool has_marker[N_MARKERS];
  int64_t marker_ns[N_MARKERS];
} ViewMarks;

bool view_area_equal (const ViewArea *a, const ViewArea *b);

bool view_marks_holds (const ViewMarks *marks, const ViewArea *area);

/* False: it is kept already. Where VIEW_KEPT_MAX are kept, the one that was kept first goes. */
bool view_marks_keep (ViewMarks *marks, const ViewArea *area);

/* i: below n_kept. */
void view_marks_drop (ViewMarks *marks, int i);
void view_marks_drop_all (ViewMarks *marks);

/* Whether there are both; what lies between them, without a sign. */
bool view_marks_distance (const ViewMarks *marks, int64_t *ret_ns);
