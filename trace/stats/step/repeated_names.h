/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the names of host slices that repeat, each with a pattern that matches exactly its slices. They are the
 * candidates for the steps of a profile (trace/stats/step/step_proposals.h).
 *
 * Slices are grouped by exact name. If at least three names differ only in one number, and no name occurs twice on a
 * rank, the number is a running number and the names are one group: "iteration 1", "iteration 2", "iteration 3"
 * (step_name_number () of trace/stats/step/step_name_pattern.h). A group is kept if
 *
 *   - it has at least REPEATS_COUNT_MIN and at most REPEATS_COUNT_MAX slices,
 *   - all slices that its pattern matches are of one RepeatKind,
 *   - its name is valid UTF-8 of at most REPEATS_NAME_MAX bytes without control characters, format characters
 *     (such as those that change the direction of text), and line or paragraph separators,
 *   - it is neither the annotation of a collective ("nccl:all_reduce"), nor a function built into Python, nor PyTorch's own
 *     step. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

#define REPEATS_COUNT_MIN 3
#define REPEATS_COUNT_MAX (1 << 20)
#define REPEATS_NAME_MAX  1024 /* bytes */

/* In the order in which they are preferred. */
typedef enum
{
  REPEATS_NOT, /* not of a kind that can be a step, or of several kinds */
  REPEATS_ANNOTATION,
  REPEATS_OPERATOR,     /* also slices with unknown categories, as in Chrome traces */
  REPEATS_MODULE,       /* a Python frame "nn.Module: NAME" */
  REPEATS_FRAME,        /* any other Python frame */
  REPEATS_GRAPH_LAUNCH, /* cudaGraphLaunch, hipGraphLaunch */
} RepeatKind;

typedef struct
{
  RepeatKind kind;
  uint32_t name; /* string id of one of the names in the group */
  bool is_numbered;
  uint64_t count; /* number of slices over all ranks */
} RepeatedName;

typedef struct
{
  RepeatedName *groups;
  uint32_t n;
  uint32_t *group_of; /* by string id: index in groups, or TRACE_NONE */
  uint64_t *counts;   /* by string id: number of host slices with that name */
  bool has_modules;   /* a name is that of a module */
  const char *end;    /* of patterns (step_name_pattern.h) */
} RepeatedNames;

/* should_continue (user_data) is called about once in 65536 slices or names and may be NULL. Returns false when it
 * returns false or memory runs out; call clear () in either case. O(slices + names). Any thread. */
bool repeated_names_find (const Trace *trace,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          RepeatedNames *ret_names);
void repeated_names_clear (RepeatedNames *names);

/* Returns whether a pattern for steps is matched against slices of that kind (trace/derive/step.h). */
bool repeated_names_has_kind (SliceKind kind);

/* Returns the pattern that matches the slices of the group and no others, for step_table_new (). Transfer full. */
char *repeated_name_pattern (const Trace *trace, const RepeatedNames *names, const RepeatedName *name);

/* Returns the exact name, with "N" in place of a running number. Free with g_free (). */
char *repeated_name_text (const Trace *trace, const RepeatedName *name);
