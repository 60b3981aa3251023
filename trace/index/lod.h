/* SPDX-License-Identifier: Apache-2.0
 *
 * A level-of-detail pyramid of one row: it tells what each pixel shows, at a cost that grows with pixels, not
 * slices.
 *
 * Buckets hold equal numbers of slices in order of start, not equal spans of time, so that bursts and gaps
 * cost nothing extra. A bucket has its first begin, its last end, its busy time, its longest slice and the
 * name with most time in it, aggregated over all slices below it. Nothing is sampled, so a single 100 ns
 * kernel in a ten-minute trace is still visible. A query descends only where a bucket is wider than a pixel.
 *
 *   level        slices   bytes           contents
 *   slices       1        the columns     exact
 *   blocks       16       }               begin and end as 32-bit offsets from the group's begin, busy and
 *   groups       64       } 52 a group    longest duration as 1/255 of the width, which slice that is
 *   nodes        256      32              LodNode
 *   ...          x 4      32              LodNode
 *
 * 52/64 + 32/256 x 4/3 = 0.98 bytes per slice. (Perfetto's mipmaps also keep the longest slice per bucket of
 * equal counts: src/trace_processor/plugins/slice_mipmap_operator.)
 *
 * Rows are sorted by start. Their slices normally do not overlap. Slices of the last of 512 lanes may; such a
 * row is queried in another way (trace/index/lod_overlap.c). A slice occupies [start, start + max (dur, 1)),
 * as in trace/index/lane.h. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the bytes of the pyramid over n slices, a multiple of 8. */
size_t lod_size_bytes (size_t n);

/* Fills memory, which has lod_size_bytes (n) bytes and is 8-byte aligned. The result is plain numbers without
 * pointers, so it may be written to a file and mapped again. O(n). */
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
  bool may_overlap; /* true for a row of trace/model/trace.h whose lane is LANE_MAX - 1 */
} LodRow;

#define LOD_EMPTY UINT64_MAX

typedef struct
{
  uint64_t longest;     /* index within the row; LOD_EMPTY if no slice is in this pixel */
  uint64_t dominant;    /* a slice with the name that has most time here, as far as merged buckets can tell */
  float longest_ns;     /* duration of the longest */
  float busy;           /* covered share of the pixel, 0 to 1; a slice of no length covers nothing */
  float dominant_share; /* time of the dominant name, as a share of the pixel; at least that of one bucket */
} LodCell;

/* Views are clamped to this distance from time 0 (146 years), so that differences fit. */
#define LOD_TIME_MAX_NS (INT64_C (1) << 62)

/* Returns the pixel that a time falls in, of n_px pixels over [begin_ns, end_ns). Pixel i is exactly [begin +
 * i x span / n_px, begin + (i + 1) x span / n_px), with edges rounded up to whole nanoseconds. If there are
 * more pixels than nanoseconds, it is the first pixel of that nanosecond. Times outside fall in the first or
 * last. */
uint32_t lod_pixel_of (int64_t time_ns, int64_t begin_ns, int64_t end_ns, uint32_t n_px);

/* Fills n_px cells; all are empty if end_ns <= begin_ns. row->may_overlap must be set if slices overlap, or a
 * query may take O(slices) time.
 *
 * A slice is in every pixel from the one that holds its start to the one that holds its last nanosecond.
 * Which pixels are empty is exact, except in groups longer than 4.3 s, whose inner edges are off by at most
 * 1/2^32 of their length. Where slices are wider than a sixteenth of a pixel, everything is exact. Whole
 * buckets narrower than a pixel are taken as one: their busy time is spread evenly over the bucket, longest
 * and dominant may be a slice of the neighbouring pixel, and the duration of the longest is precise to 1/255
 * of the bucket.
 *
 * Where slices may overlap, which pixels are empty is equally exact. The longest is a slice of this pixel or
 * of the one next to it, and its duration is exact. No slice here that begins in the view is longer. A slice
 * that begins before the view may be longer by at most a pixel, or by 1/32 if it reaches over the whole view.
 * The busy share is an upper bound; but in pixels where slices from before the view end, only one of these
 * may count.
 *
 * Takes at most O(n_px x log n) time at any zoom. Any thread. Safe for any contents of the arrays. */
void lod_query (const LodRow *row, int64_t begin_ns, int64_t end_ns, uint32_t n_px, LodCell *cells);
