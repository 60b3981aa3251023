/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of a profile. Ids are row numbers, from 0 without a gap, and valid in one native file; what a profile
 * does not know is NULL. Names of columns and the words in them are a contract of the command line.
 *
 *   slice    every slice, unfinished ones included: those last until the end of the recording.
 *            depth: slice_depth.h. lane: its row within the track. correlation: NULL for 0, which means none.
 *            step_id: device work has its launch's step; what lies on the host has the step of its rank that its start
 *            lies in (step_at.h); the rest has none
 *   track    rank: its number. kind: node, process, thread, annotations, operators, calls, python, profiler, async,
 *            device, device_annotations, stream, sync, counter. name: "" where the file gives none
 *   kernel   slices of the kind kernel, by the category of the file. AMD's profilers tell a kernel's shape with its
 *            launch: it is taken from there, where that launched nothing else. precision, tensor_core: as in stats --json, of each launch
 *   flow     kind: launch, sync; those of the file have their category
 *   step     as in stats --json; idx: position in the rank
 *   counter  samples, by track and time
 *   arg      value: JSON text as in the file, strings with their quotes and escapes; a key may occur twice
 *   health   what was repaired, skipped or lost, as in info --json */

#pragma once

#include "trace/query/query_table.h"

extern const QueryTable slice_table, track_table, kernel_table, flow_table, step_table, counter_table,
  arg_table, health_table;

/* All of them, ending in NULL. */
extern const QueryTable *const query_tables[];

/* The word for a kind of track; N_TRACK_KINDS of them, others "". */
const char *track_kind_word (TrackKind kind);
