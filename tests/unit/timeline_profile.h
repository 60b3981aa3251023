/* SPDX-License-Identifier: Apache-2.0
 *
 * Small profiles with everything a timeline shows, for its tests and golden pictures. */

#pragma once

#include "widgets/state/profile.h"

/* A rank with two threads and GPU 3, 40 ms, three steps of which the last is cut off: nested annotations and
 * operators deeper than their bands, Python frames, calls, instants, a counter, streams 7, 21 and 22 (whose slices
 * overlap), projected annotations, records of synchronisations, and the launches below. */
const Profile *timeline_profile_training (void);

#define LAUNCH_LONG    "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)" /* 3 ms after its call */
#define LAUNCH_GRAPH   "cudaGraphLaunch"                                       /* of 24 runs */
#define LAUNCH_EARLIER "memset_that_ran_before_its_launch"

/* Ten minutes, in which one kernel runs for 100 ns. */
const Profile *timeline_profile_lone_kernel (void);

/* Two steps of 10 ms whose names are written from right to left, in Hebrew and Arabic, alone and among Latin ones. */
const Profile *timeline_profile_right_to_left (void);

#define RIGHT_TO_LEFT_KERNEL "כפל מטריצות"

/* Two ranks with two GPUs each; the GPUs of rank 1 have no launches. A third rank has none. */
const Profile *timeline_profile_ranks (void);

/* Step 5 of 24 ms: three layers forward on one thread, below Python frames, and backward in reverse on another, each
 * operator joined with its backward one by the file, each with its launches and kernels. */
const Profile *timeline_profile_backward (void);

#define FORWARD_OPERATOR  "aten::addmm"
#define BACKWARD_OPERATOR "AddmmBackward0"

/* n steps of 1 ms, each a kernel of 0.8 ms; 0: no slices at all. */
const Profile *timeline_profile_steps (unsigned n);

/* Two steps, in the first of which a graph launch runs n kernels of 1 µs, every 2 µs, on two streams by turns. */
const Profile *timeline_profile_graph (unsigned n);

/* Three steps of 20 ms, 7 to 9, the last of which differs: two of its kernels take longer, by 2 ms and by 40 %; one that all
 * others have is missing, and there is one more of another; one is longer by 8 %, another by 9 µs, which is nothing. */
const Profile *timeline_profile_uneven (void);

/* n steps of 1 ms, of which every ninth takes 1.6: compute, then communication, then a copy, then nothing. */
const Profile *timeline_profile_wandering (unsigned n);

/* The first slice of that exact name; fails without one. */
uint64_t timeline_profile_slice (const Profile *profile, const char *name);
