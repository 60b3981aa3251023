/* SPDX-License-Identifier: Apache-2.0
 *
 * The contents of those sections of a profile that are not plain columns. trace/file/FORMAT.md describes them byte by
 * byte.
 *
 * Records are stored with exactly this layout. Padding is explicit and zero. "string" is a string id. */

#pragma once

#include <stdint.h>

/* SECTION_PROFILE: one record. */
typedef struct
{
  uint32_t format; /* string */
  uint32_t status; /* ProfileStatus */
  uint32_t has_epoch;
  uint32_t importer_version;
  int64_t epoch_ns;
  int64_t begin_ns, end_ns;
  uint64_t events_total, events_skipped, events_slices, events_flows, events_counters, events_instants;
  uint64_t zeros[4];
} ProfileRecord;

/* SECTION_DISPLAY_ENTRIES: ascending by name. Names without an entry are shown as they are. */
typedef struct
{
  uint32_t name; /* string */
  uint32_t zero;
  uint64_t at; /* offset in SECTION_DISPLAY_BYTES; the text ends with a NUL */
} DisplayRecord;

/* SECTION_HEALTH: the rows whose count is not 0. */
typedef struct
{
  uint32_t id;   /* string: health_id_name () */
  uint32_t path; /* string */
  uint64_t count;
  int64_t first_offset;
  int32_t first_source;
  uint32_t zero;
} HealthRecord;

/* SECTION_SOURCES: one per rank, in the order of ranks. Describes the source file at the time it was read. */
typedef struct
{
  uint64_t size_bytes; /* 0 for a pipe */
  int64_t modified_ns; /* since 1970 */
  uint64_t inode;
  uint8_t key[16]; /* XXH3-128 of its bytes */
} SourceRecord;

/* SECTION_RANKS */
typedef struct
{
  int64_t number, world_size;
  uint32_t node; /* track */
  uint32_t path; /* string */
  uint32_t has_epoch;
  uint32_t status; /* ProfileStatus */
  uint64_t first_setting, n_settings;
} RankRecord;

/* SECTION_SETTINGS */
typedef struct
{
  uint32_t key, value; /* strings */
} SettingRecord;

/* SECTION_CATEGORIES */
typedef struct
{
  uint32_t category; /* string */
  uint32_t zero;
  uint64_t n;
} CategoryRecord;

/* SECTION_TRACKS */
typedef struct
{
  uint32_t kind; /* TrackKind */
  uint32_t parent;
  uint32_t name; /* string */
  uint32_t rank;
  uint32_t pid, tid; /* strings */
  int32_t device;
  uint32_t zero;
  int64_t stream, sort_index;
  uint64_t first_slice, n_slices;
  uint32_t first_row, n_rows;
  uint64_t first_instant, n_instants;
  uint64_t first_sample, n_samples;
  uint64_t n_overlaps;
} TrackRecord;

/* SECTION_ROWS: the slices of each row follow those of the row before. */
typedef struct
{
  uint64_t n_slices;
  uint32_t track;
  uint32_t lane;
} RowRecord;

/* SECTION_DEVICES */
typedef struct
{
  uint32_t rank;
  int32_t number;
  uint32_t name; /* string */
  uint32_t track;
} DeviceRecord;

/* SECTION_BUSY_DEVICES: one per device. */
typedef struct
{
  uint64_t first; /* index in SECTION_BUSY_INTERVALS */
  uint64_t n;
} BusyRecord;

/* SECTION_BUSY_INTERVALS: ascending, disjoint and not touching within each device. The three numbers are stored
 * together so that looking up an edge of a window reads one page of a large file. */
typedef struct
{
  int64_t begin_ns, end_ns;
  int64_t before_ns; /* total length of the device's earlier intervals */
} BusyInterval;

/* SECTION_STEPS: by the rule of trace/derive/step.h. */
typedef struct
{
  uint32_t rank, index;
  uint32_t has_number, has_device, is_truncated, zero;
  int64_t number;
  uint64_t slice;
  int64_t host_begin_ns, host_end_ns, device_begin_ns, device_end_ns, wall_ns, busy_ns;
  uint64_t activities;
} StepRecord;

/* SECTION_NAME_TOTALS: ascending by kind, then name. Unfinished slices are left out. */
typedef struct
{
  uint32_t name; /* string */
  uint32_t kind; /* SliceKind */
  uint64_t count;
  int64_t total_ns, min_ns, max_ns;
} NameTotalRecord;

/* SECTION_MEMORY_SERIES: ascending by track. The samples of each series in SECTION_MEMORY_TIME and SECTION_MEMORY_VALUE
 * follow those of the series before. */
typedef struct
{
  uint32_t track; /* a device, or a process */
  uint32_t zero;
  uint64_t n; /* not 0 */
} MemoryRecord;

_Static_assert(sizeof (ProfileRecord) == 120 && sizeof (DisplayRecord) == 16 && sizeof (HealthRecord) == 32
                 && sizeof (SourceRecord) == 40 && sizeof (RankRecord) == 48 && sizeof (SettingRecord) == 8
                 && sizeof (CategoryRecord) == 16 && sizeof (TrackRecord) == 112 && sizeof (RowRecord) == 16
                 && sizeof (DeviceRecord) == 16 && sizeof (BusyRecord) == 16 && sizeof (BusyInterval) == 24
                 && sizeof (StepRecord) == 96
                 && sizeof (NameTotalRecord) == 40 && sizeof (MemoryRecord) == 16,
               "FORMAT.md");
