/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user leaves on the timeline besides the selection: kept areas and two markers. No drawing, no
 * toolkit. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/track_set.h"

/* A time span on some rows. */
typedef struct
{
  int64_t begin_ns, end_ns; /* half open */
  const TrackSet *tracks;   /* the rows; NULL means all */
} ViewArea;

#define VIEW_KEPT_MAX 8

typedef enum
{
  MARKER_A,
  MARKER_B,
  N_MARKERS
} Marker;

/* Zero-initialised marks are empty. */
typedef struct
{
  ViewArea kept[VIEW_KEPT_MAX]; /* in the order in which they were kept; holds a reference to their tracks */
  int n_kept;
  bool has_marker[N_MARKERS];
  int64_t marker_ns[N_MARKERS];
} ViewMarks;

bool view_area_equal (const ViewArea *a, const ViewArea *b);

bool view_marks_holds (const ViewMarks *marks, const ViewArea *area);

/* Returns false if the area is already kept. If VIEW_KEPT_MAX areas are kept, the oldest is removed. */
bool view_marks_keep (ViewMarks *marks, const ViewArea *area);

/* Drop one kept area, where i must be below n_kept, and all of them. */
void view_marks_drop (ViewMarks *marks, int i);
void view_marks_drop_all (ViewMarks *marks);

/* Returns whether both markers are set, and the absolute distance between them. */
bool view_marks_distance (const ViewMarks *marks, int64_t *ret_ns);
