/* SPDX-License-Identifier: Apache-2.0
 *
 * The container of a native file: a header, sections, and a table that lists them. trace/file/FORMAT.md
 * describes every byte of the container and of the sections.
 *
 * All data is little-endian and naturally aligned and has no pointers, so the bytes in the file equal those in
 * memory. */

#pragma once

#include <stdint.h>

#define SECTION_FILE_MAGIC "\x89STP\r\n\x1a\n"

/* A file with a larger major version is refused. One with a larger minor version is read: its additions are sections,
 * and unknown sections are skipped. */
#define SECTION_FILE_MAJOR 1
#define SECTION_FILE_MINOR 1

#define SECTION_ALIGNMENT 64 /* of each section's offset: a cache line, which suits every column */

/* A table with more entries is not read. This bounds the checks when a file is opened. */
#define SECTION_FILE_MAX_SECTIONS 4096

/* Sections up to this size are verified when a file is opened, larger ones in the background. */
#define SECTION_VERIFIED_AT_ONCE_BYTES (1u << 20)

typedef enum
{
  SECTION_FILE_PARTIAL = 1 << 0, /* written by an unfinished import; never kept */
  SECTION_FILE_ARCHIVE = 1 << 1, /* the compact form, whose columns have to be decoded */
} SectionFileFlags;

typedef struct
{
  uint8_t magic[8];
  uint16_t major, minor;
  uint32_t flags;      /* SectionFileFlags */
  uint64_t size_bytes; /* of the whole file */
  uint64_t table_at;   /* a multiple of 8 */
  uint32_t n_sections;
  uint32_t zero;
  uint64_t table_hash; /* XXH3-64 of the table */
  uint8_t key[16];     /* trace_profile_key () */
  uint8_t zeros[56];
  uint64_t header_hash; /* XXH3-64 of the 120 bytes before */
} SectionFileHeader;

typedef enum
{
  SECTION_RAW,  /* as in memory */
  SECTION_ZSTD, /* zstd frames, one after another */
} SectionCodec;

typedef struct
{
  uint32_t id;    /* SectionId or an unknown id; ascending in the table, each at most once */
  uint32_t codec; /* SectionCodec */
  uint64_t at;    /* from the begin of the file, a multiple of SECTION_ALIGNMENT */
  uint64_t stored_bytes;
  uint64_t raw_bytes; /* decoded */
  uint64_t hash;      /* XXH3-64 of the stored bytes */
  uint64_t zero;
} SectionEntry;

_Static_assert(sizeof (SectionFileHeader) == 128, "FORMAT.md");
_Static_assert(sizeof (SectionEntry) == 48, "FORMAT.md");

/* The numbers are stored in files and never change. To add a section, add a number here, a name in section_id_name ()
 * and a paragraph in FORMAT.md. */
typedef enum
{
  SECTION_PROFILE = 1,
  SECTION_STRING_BYTES = 2,
  SECTION_STRING_BEGINS = 3,
  SECTION_DISPLAY_BYTES = 4,
  SECTION_DISPLAY_ENTRIES = 5,
  SECTION_HEALTH = 6,
  SECTION_SOURCES = 7,
  SECTION_RANKS = 8,
  SECTION_SETTINGS = 9,
  SECTION_CATEGORIES = 10,
  SECTION_TRACKS = 11,
  SECTION_ROWS = 12,
  SECTION_DEVICES = 13,

  SECTION_SLICE_START = 16,
  SECTION_SLICE_DURATION = 17,
  SECTION_SLICE_NAME = 18,
  SECTION_SLICE_CATEGORY = 19,
  SECTION_SLICE_TRACK = 20,
  SECTION_SLICE_KIND = 21,
  SECTION_SLICE_FLAGS = 22,
  SECTION_SLICE_CORRELATION = 23,
  SECTION_SLICE_ARGUMENTS = 24,

  SECTION_INSTANTS = 32,
  SECTION_SAMPLE_TIME = 33,
  SECTION_SAMPLE_VALUE = 34,
  SECTION_FLOWS = 35,
  SECTION_FLOWS_INTO = 36,
  SECTION_ARGUMENT_KEYS = 37,
  SECTION_ARGUMENTS = 38,

  SECTION_INTERVAL_INDEX = 48,
  SECTION_LOD = 49,
  SECTION_BUSY_DEVICES = 50,
  SECTION_BUSY_INTERVALS = 51,
  SECTION_STEPS = 52,
  SECTION_NAME_TOTALS = 53,
  SECTION_MEMORY_SERIES = 54, /* since version 1.1, as are those below */
  SECTION_MEMORY_TIME = 55,
  SECTION_MEMORY_VALUE = 56,
  SECTION_MEMORY_PEAKS = 57,
  SECTION_SAMPLE_PEAKS = 58,

  /* Only in profiles made of summaries; trace/summary/FORMAT.md. */
  SECTION_JOB_RANKS = 64,
  SECTION_JOB_DEVICES = 65,
  SECTION_JOB_STREAMS = 66,
  SECTION_JOB_STEPS = 67,
  SECTION_JOB_ROWS = 68,
  SECTION_JOB_BINS = 69,
  SECTION_JOB_PRECISIONS = 70,
  SECTION_JOB_PARTS = 71,

  /* Only in archives, in place of the sections that they decode to; see archive/. */
  SECTION_ARCHIVE_FIRST = 128,
  SECTION_ARCHIVE_SLICES = SECTION_ARCHIVE_FIRST,
  SECTION_ARCHIVE_INSTANTS = 129,
  SECTION_ARCHIVE_SAMPLES = 130,
  SECTION_ARCHIVE_FLOWS = 131,
  SECTION_ARCHIVE_ARGUMENTS = 132,

  SECTION_ID_END = 256, /* all ids of this version are smaller */
} SectionId;

/* Returns the name of a section for messages, such as "slice.start"; "section 77" for an unknown id (in a static buffer
 * per thread). */
const char *section_id_name (uint32_t id);
