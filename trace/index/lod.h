/* SPDX-License-Identifier: Apache-2.0
 *
 * Level-of-detail pyramid of one row: what is in each pixel, at a cost that follows pixels, not slices.
 *
 * Buckets hold equal numbers of slices in order of start, not equal spans of time, so that bursts and gaps
 * cost nothing extra. A bucket knows its first begin, its last end, its busy time, its longest slice and the
 * name with most time in it, aggregated over all slices below it: nothing is sampled, so a lone 100 ns kernel
 * in a ten-minute trace is still seen. A query goes down only where a bucket is wider than a pixel.
 *
 *   level        slices   bytes           contents
 *   slices       1        the columns     exact
 *   blocks       16       }               begin and end as 32-bit offsets from the group's begin, busy and
 *   groups       64       } 52 a group    longest duration as 1/255 of the width, which slice that is
 *   nodes        256      32              LodNode
 *   ...          x 4      32              LodNode
 *
 * 52/64 + 32/256 x 4/3 = 0.98 bytes per slice. (Perfetto's mipmaps keep the longest slice per bucket of equal
 * counts as well, src/trace_processor/plugins/slice_mipmap_operator.)
 *
 * Rows are sorted by start. Their slices normally do not overlap; those of the last of 512 lanes may, and are
 * queried in another way (trace/index/lod_overlap.c). A slice occupies [start, start + max (dur, 1)), as in
 * trace/index/lane.h. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the pyramid over n slices; a multiple of 8. */
size_t lod_size_bytes (size_t n);

/* memory: lod_size_bytes (n) bytes, 8-byte aligned, filled. Plain numbers, without pointers: it may be written
 * to a file and mapped again. O(n). */
void lod_build (const int64_t *start_ns,
                const int64_t *dur_ns,
                const uint32_t *name,
                size_t n,
                void *memory);

/* Borrowed columns of one row with their pyramid. */
typedef struct
{
  size_t n;
  const int64_t *start_ns, *dur_ns;
  const void *memory;
  bool may_overlap; /* for a row of trace/model/trace.h: whether its lane is LANE_MAX - 1 of trace/index/lane.h */
} LodRow;

#define LOD_EMPTY UINT64_MAX

typedef struct
{
  uint64_t longest;     /* index within the row; LOD_EMPTY: no slice in this pixel */
  uint64_t dominant;    /* a slice that has the name with most time here, as far as merging buckets can tell */
  float longest_ns;     /* duration of the longest */
  float busy;           /* covered share of the pixel, 0 to 1; a slice of no length covers nothing */
  float dominant_share; /* time of the dominant name, as a share of the pixel; at least that of one bucket */
} LodCell;

/* Views are clamped to this far from time 0, 146 years, so that distances fit. */
#define LOD_TIME_MAX_NS (INT64_C (1) << 62)

/* Which pixel a time falls in, of n_px over [begin_ns, end_ns): pixel i is exactly
 * [begin + i x span / n_px, begin + (i + 1) x span / n_px), edges rounded up to whole nanoseconds. Where there
 * are more pixels than nanoseconds, the first one of that nanosecond. Times outside fall in the first or last. */
uint32_t lod_pixel_of (int64_t time_ns, int64_t begin_ns, int64_t end_ns, uint32_t n_px);

/* Fills n_px cells; all empty when end_ns <= begin_ns. row->may_overlap must be set where slices overlap, or a
 * query may take as long as there are slices.
 *
 * A slice is in every pixel from the one that holds its start to the one that holds its last nanosecond.
 * Which pixels are empty is exact (but for groups longer than 4.3 s, whose inner edges are off by at most 1/2^32
 * of their length). Where slices are wider than a sixteenth of a pixel everything is exact. Where whole buckets
 * are narrower than a pixel they are taken as one: busy time is then spread evenly over the bucket, and
 * longest and dominant may be those of a slice in the neighbouring pixel; the duration of the longest is
 * told to 1/255 of the bucket.
 *
 * Where slices may overlap, which pixels are empty is as exact. The longest is a slice of this pixel or the one
 * next to it, its duration is exact, and none here is longer that begins in the view; of those that begin before
 * it none by more than a pixel, or 1/32 where they reach over the whole view. The busy share is at most what it
 * says; but in pixels where slices from before the view end, only one of these may count.
 *
 * O(n_px x log n) at most, whatever the zoom. Any thread. Safe for any contents of the arrays. */
void lod_query (const LodRow *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px, LodCell *cells);
