/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of a profile. Ids are row numbers from 0 without gaps, and are valid within one native file. Unknown
 * values are NULL. Column names and the words in columns are a contract of the command line.
 *
 *   slice    every slice; unfinished ones last until the end of the recording.
 *            depth: see slice_depth.h. lane: its row within the track. correlation: NULL for 0, which means none.
 *            step_id: a device slice has the step of its launch; a host slice has the step of its rank that contains
 *            its start (step_at.h); other slices have none
 *   track    rank: its number. kind: node, process, thread, annotations, operators, calls, python, profiler, async,
 *            device, device_annotations, stream, sync, counter. name: "" where the file gives none
 *   kernel   slices of the kind kernel, by the category of the file. AMD's profilers record a kernel's shape at its
 *            launch; it is taken from there if the launch started nothing else. precision, tensor_core: of each
 *            launch, as in stats --json
 *   flow     kind: launch, sync; flows of the file have their category
 *   step     as in stats --json; idx: position in the rank
 *   counter  samples, by track and time
 *   arg      value: JSON text as in the file, strings with their quotes and escapes; a key may occur twice
 *   health   what was repaired, skipped or lost, as in info --json */

#pragma once

#include "trace/query/query_table.h"

extern const QueryTable slice_table, track_table, kernel_table, flow_table, step_table, counter_table,
  arg_table, health_table;

/* All tables; ends with NULL. */
extern const QueryTable *const query_tables[];

/* The word for a kind of track; "" for a number that is not below N_TRACK_KINDS. */
const char *track_kind_word (TrackKind kind);
