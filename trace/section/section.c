/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/section.h"

#include <stdio.h>

static const char *const names[SECTION_ID_END] = {
  [SECTION_PROFILE] = "profile",
  [SECTION_STRING_BYTES] = "string.bytes",
  [SECTION_STRING_BEGINS] = "string.begins",
  [SECTION_DISPLAY_BYTES] = "display.bytes",
  [SECTION_DISPLAY_ENTRIES] = "display.entries",
  [SECTION_HEALTH] = "health",
  [SECTION_SOURCES] = "sources",
  [SECTION_RANKS] = "ranks",
  [SECTION_SETTINGS] = "settings",
  [SECTION_CATEGORIES] = "categories",
  [SECTION_TRACKS] = "tracks",
  [SECTION_ROWS] = "rows",
  [SECTION_DEVICES] = "devices",

  [SECTION_SLICE_START] = "slice.start",
  [SECTION_SLICE_DURATION] = "slice.duration",
  [SECTION_SLICE_NAME] = "slice.name",
  [SECTION_SLICE_CATEGORY] = "slice.category",
  [SECTION_SLICE_TRACK] = "slice.track",
  [SECTION_SLICE_KIND] = "slice.kind",
  [SECTION_SLICE_FLAGS] = "slice.flags",
  [SECTION_SLICE_CORRELATION] = "slice.correlation",
  [SECTION_SLICE_ARGUMENTS] = "slice.arguments",

  [SECTION_INSTANTS] = "instants",
  [SECTION_SAMPLE_TIME] = "sample.time",
  [SECTION_SAMPLE_VALUE] = "sample.value",
  [SECTION_FLOWS] = "flows",
  [SECTION_FLOWS_INTO] = "flows.into",
  [SECTION_ARGUMENT_KEYS] = "argument.keys",
  [SECTION_ARGUMENTS] = "arguments",

  [SECTION_INTERVAL_INDEX] = "interval.index",
  [SECTION_LOD] = "lod",
  [SECTION_BUSY_DEVICES] = "busy.devices",
  [SECTION_BUSY_INTERVALS] = "busy.intervals",
  [SECTION_STEPS] = "steps",
  [SECTION_NAME_TOTALS] = "name.totals",
  [SECTION_MEMORY_SERIES] = "memory.series",
  [SECTION_MEMORY_TIME] = "memory.time",
  [SECTION_MEMORY_VALUE] = "memory.value",
  [SECTION_MEMORY_PEAKS] = "memory.peaks",
  [SECTION_SAMPLE_PEAKS] = "sample.peaks",

  [SECTION_JOB_RANKS] = "job.ranks",
  [SECTION_JOB_DEVICES] = "job.devices",
  [SECTION_JOB_STREAMS] = "job.streams",
  [SECTION_JOB_STEPS] = "job.steps",
  [SECTION_JOB_ROWS] = "job.rows",
  [SECTION_JOB_BINS] = "job.bins",
  [SECTION_JOB_PRECISIONS] = "job.precisions",
  [SECTION_JOB_PARTS] = "job.parts",

  [SECTION_ARCHIVE_SLICES] = "archive.slices",
  [SECTION_ARCHIVE_INSTANTS] = "archive.instants",
  [SECTION_ARCHIVE_SAMPLES] = "archive.samples",
  [SECTION_ARCHIVE_FLOWS] = "archive.flows",
  [SECTION_ARCHIVE_ARGUMENTS] = "archive.arguments",
};

const char *
section_id_name (uint32_t id)
{
  static _Thread_local char text[sizeof "section 4294967295"];

  if (id < SECTION_ID_END && names[id] != NULL)
    return names[id];
  snprintf (text, sizeof text, "section %u", id);
  return text;
}
