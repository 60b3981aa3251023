/* SPDX-License-Identifier: Apache-2.0
 *
 * Perfetto, as other readers of the format, wants the slices of one thread to lie apart or within each other, and drops those
 * that do not. Each of these is put on a lane: a thread of the file that holds only slices of one thread which overlap others.
 *
 * In order of their begins, the longest first, a slice goes to the first lane where it is within the last slice that has
 * not ended, or none is left. One without an end counts as endless, and shares a lane with no other that begins when it does,
 * because readers differ in which of them comes first. A thread has up to KINETO_LANES_MAX lanes beside itself and a file
 * up to KINETO_ALL_LANES_MAX; a lane nests up to KINETO_NESTED_MAX. What finds none stays on its thread. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

#define KINETO_LANES_MAX     63
#define KINETO_ALL_LANES_MAX 4096
#define KINETO_NESTED_MAX    1024

typedef struct
{
  uint8_t *of_slice;        /* 0: its own thread; else a lane of it, from 1 */
  uint32_t *first_of_track; /* by track: the number in all of the first lane of its thread */
  GArray *tracks;           /* by lane of all, uint32_t: a track of its thread, one with a name if any has */
} KinetoLanes;

/* Finds the lanes of all slices that become begins or complete events. threads has a text for each track, which is the same for
 * those that become one thread. cancelled may be NULL. Returns false if memory runs out or it was cancelled; clear the lanes in either case.
 * O(tracks x log tracks + slices x (log rows of a thread + lanes that it has)), and a byte for each slice. */
bool kineto_lanes_find (KinetoLanes *lanes,
                        const Trace *trace,
                        char *const *threads,
                        const atomic_bool *cancelled);
void kineto_lanes_clear (KinetoLanes *lanes);
