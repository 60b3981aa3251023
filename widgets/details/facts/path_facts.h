/* SPDX-License-Identifier: Apache-2.0
 *
 * What the details say of a slice and a critical path, in words and figures (METRICS 21). */

#pragma once

#include "widgets/timeline/links/step_path.h"

/* Returns "On the critical path of step 12: 412.3 µs of 8.430 ms.", or by how much the slice's own time may be longer, or what
 * it waits for, or that only what it calls is on the path, or that it has no part in it. Free with g_free (). O(log n +
 * pieces of the slice + what it waits for). */
char *path_facts_sentence (const StepPath *path, uint64_t slice, const NumberStyle *numbers);

/* What is asked: what if the own time, without what it calls, of a slice or of all with its name were percent shorter. */
typedef struct
{
  uint64_t slice;
  bool is_for_name;
  int percent; /* 1 to 100 */
} PathQuestion;

typedef struct
{
  bool is_known;     /* the slice takes part, and memory has not run out */
  uint64_t n;        /* slices that are shorter */
  int64_t length_ns; /* of the path then */
} PathAnswer;

/* Takes O(n) time for n slices in the place; call it from a worker thread. */
PathAnswer path_facts_ask (const StepPath *path, const PathQuestion *question);

/* Returns "The path would take 8.218 ms: 212.0 µs (2.5 %) less." Free with g_free (). */
char *path_facts_answer (const StepPath *path, const PathAnswer *answer, const NumberStyle *numbers);
