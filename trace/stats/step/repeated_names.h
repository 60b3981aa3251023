/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the host that repeat, each with the pattern that finds exactly its slices: the first sieve of what may be
 * the steps of a profile (trace/stats/step/step_proposals.h).
 *
 * Slices are grouped by exact name. Where at least three names differ in one number alone, and no name comes twice on
 * a rank, that number is a running one and the names are one group: "iteration 1", "iteration 2", "iteration 3"
 * (step_name_number () of trace/stats/step/step_name_pattern.h). A group is kept when
 *
 *   - it has at least STEP_PROPOSAL_COUNT_MIN slices, and at most STEP_PROPOSAL_COUNT_MAX,
 *   - all slices that its pattern finds are of one kind below,
 *   - its name is valid UTF-8 of at most STEP_PROPOSAL_NAME_MAX bytes without control characters, characters of
 *     format (such as those that change the direction of text) and separators of lines and paragraphs,
 *   - it is neither a collective's annotation ("nccl:all_reduce"), nor a function built into Python, nor PyTorch's own step. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

#define STEP_PROPOSAL_COUNT_MIN 3
#define STEP_PROPOSAL_COUNT_MAX (1 << 20)
#define STEP_PROPOSAL_NAME_MAX  1024

/* In the order in which they are preferred. */
typedef enum
{
  REPEATS_NOT, /* of no kind that can be a step, or of several */
  REPEATS_ANNOTATION,
  REPEATS_OPERATOR,     /* and slices of categories that are not known, such as of Chrome traces */
  REPEATS_MODULE,       /* a Python frame "nn.Module: NAME" */
  REPEATS_FRAME,        /* any other Python frame */
  REPEATS_GRAPH_LAUNCH, /* cudaGraphLaunch, hipGraphLaunch */
} RepeatKind;

typedef struct
{
  RepeatKind kind;
  uint32_t name; /* string id of one of its names */
  bool is_numbered;
  uint64_t count; /* of all ranks */
} RepeatedName;

typedef struct
{
  RepeatedName *groups;
  uint32_t n;
  uint32_t *group_of; /* by string id; TRACE_NONE: of no group */
  uint64_t *counts;   /* by string id, how many slices of the host have the name */
  bool has_modules;
  const char *end; /* of patterns (step_name_pattern.h) */
} RepeatedNames;

/* is_wanted (user_data) is asked now and then, and may be NULL: then the answer is always wanted. False: out of memory,
 * or not wanted any more; clear it in either case. O(slices + names x log names). Any thread. */
bool repeated_names_find (const Trace *trace,
                          bool (*is_wanted) (void *user_data),
                          void *user_data,
                          RepeatedNames *ret_names);
void repeated_names_clear (RepeatedNames *names);

/* Whether steps are searched for among slices of that kind when a pattern is given (trace/derive/step.h). */
bool repeated_names_has_kind (SliceKind kind);

/* The pattern that finds the group's slices and no others, for step_table_new (). Transfer full. */
char *repeated_name_pattern (const Trace *trace, const RepeatedNames *names, const RepeatedName *name);

/* For people and scripts: the exact name, with "N" in the place of a running number. Transfer full. */
char *repeated_name_text (const Trace *trace, const RepeatedName *name);
