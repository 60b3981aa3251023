/* SPDX-License-Identifier: Apache-2.0
 *
 * What the formats of AMD's profilers put into a builder: slices with the categories and arguments that PyTorch's
 * profiler writes on AMD devices, counters, and a rank for each process that uses a GPU.
 *
 * If memory runs out, the builder is marked as failed. */

#pragma once

#include "trace/import/rocm/rocm_names.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/tracks/row_args.h"

/* ---- numbers ---- */

typedef enum
{
  ROCM_NUMBER_MISSING, /* nothing, or an empty text */
  ROCM_NUMBER_GIVEN,
  ROCM_NUMBER_WRONG, /* something else than a whole number */
} RocmNumberState;

typedef struct
{
  RocmNumberState state;
  int64_t value;
} RocmNumber;

/* Keys of arguments. */
typedef enum
{
  ROCM_KEY_DEVICE,
  ROCM_KEY_STREAM,
  ROCM_KEY_QUEUE,
  ROCM_KEY_CORRELATION,
  ROCM_KEY_EXTERNAL,
  ROCM_KEY_KIND,
  ROCM_KEY_BYTES,
  ROCM_KEY_SIZE,
  ROCM_KEY_SRC,
  ROCM_KEY_DST,
  ROCM_KEY_KERNEL,
  ROCM_KEY_GRID,
  ROCM_KEY_BLOCK,
  ROCM_KEY_SHARED,
  ROCM_KEY_SCRATCH,
  ROCM_KEY_REGISTERS,
  ROCM_KEY_ARGS,
  ROCM_KEY_SEQUENCE,
  ROCM_KEY_DIMS,
  ROCM_KEY_ADDRESS,
  N_ROCM_KEYS
} RocmKey;

typedef struct
{
  uint32_t rank; /* of the builder */
  ImportTracks *tracks;
} RocmRank;

COLUMN_DEFINE (RocmRankColumn, rocm_rank_column, RocmRank)

/* Places that were looked up before: most rows are of few threads and streams. */
#define ROCM_PLACES 64

typedef struct
{
  bool is_set;
  uint32_t rank, place;
  RocmNumber pid, tid;
  uint32_t tracks[N_ROCM_CATEGORIES]; /* of a device: track + 1, or 0 */
} RocmPlaceEntry;

typedef struct
{
  TraceBuilder *builder;
  RocmRankColumn ranks; /* the first is the rank last begun when the import began */
  bool first_has_gpu;   /* the first rank has a process that uses a GPU */
  uint32_t keys[N_ROCM_KEYS];
  uint32_t categories[N_ROCM_CATEGORIES];
  uint32_t copy_names[N_ROCM_COPIES];
  uint32_t memset_name;
  RocmPlaceEntry places[ROCM_PLACES];
} RocmProfile;

/* Returns false if memory runs out; clear () in either case. */
bool rocm_profile_init (RocmProfile *profile, TraceBuilder *builder);
void rocm_profile_clear (RocmProfile *profile);

/* Returns an index of ranks for a process, and makes that rank the builder's current one: a rank of its own for each
 * process that uses a GPU; processes that use none join the first rank. *ret_describes says whether the process is the
 * one that the rank's settings are for. */
uint32_t rocm_profile_rank (RocmProfile *profile, bool uses_gpu, bool *ret_describes);

/* Writes the names of the tracks of all ranks, and the tool if no process used a GPU. Call this once, at the end. */
void rocm_profile_finish (RocmProfile *profile, const char *tool);

/* Sets what is said of each rank: the tool that recorded it, and that its times are those of the boot clock. */
void rocm_profile_describe (RocmProfile *profile, const char *tool);

static inline int64_t
rocm_number_or (RocmNumber number, int64_t otherwise)
{
  return number.state == ROCM_NUMBER_GIVEN ? number.value : otherwise;
}

/* Counts a number that an activity should have. */
void rocm_note_missing (RocmProfile *profile, RocmNumber number);

/* ---- events ---- */

/* Takes begin and end of a slice, in nanoseconds. Returns false if the event has been counted as skipped. */
bool rocm_take_span (RocmProfile *profile,
                     RocmNumber start,
                     RocmNumber end,
                     int64_t offset,
                     int64_t *ret_start_ns,
                     int64_t *ret_dur_ns);

/* Takes the time of a point; likewise. */
bool rocm_take_time (RocmProfile *profile, RocmNumber time, int64_t offset, int64_t *ret_ns);

/* Returns the index of ImportTracks for a process and thread, whose ids may be missing. */
uint32_t rocm_place (RocmProfile *profile, uint32_t rank, RocmNumber pid, RocmNumber tid);

/* Names a process or thread. */
void rocm_name_process (RocmProfile *profile, uint32_t rank, uint32_t place, uint32_t name);
void rocm_name_thread (RocmProfile *profile, uint32_t rank, uint32_t place, uint32_t name);

/* Adds a slice; its category and kind are set from category unless that is ROCM_OTHER. Host slices go to the band of
 * their place, device slices to a stream. */
void rocm_add_host_slice (RocmProfile *profile,
                          uint32_t rank,
                          uint32_t place,
                          RocmCategory category,
                          SliceInput *slice);

/* device is a GPU's number, or -1; returns the place of flow points on its stream. */
uint32_t rocm_add_device_slice (RocmProfile *profile,
                                uint32_t rank,
                                RocmCategory category,
                                int64_t device,
                                int64_t stream,
                                SliceInput *slice);

void rocm_add_mark (RocmProfile *profile,
                    uint32_t rank,
                    uint32_t place,
                    uint32_t name,
                    int64_t time_ns,
                    uint64_t args);

/* Adds a sample of a counter of a device. */
void rocm_add_device_sample (RocmProfile *profile,
                             uint32_t rank,
                             int64_t device,
                             uint32_t name,
                             int64_t time_ns,
                             double value);

/* Counts an event that has been read, which is neither slice, instant nor counter. */
void rocm_count_link (RocmProfile *profile);

/* Writes "[x,y,z]" for three given numbers, else nothing. If counts_threads, the values are divided by per, rounded up. */
void rocm_put_three (RocmProfile *profile,
                     RowArgs *args,
                     RocmKey key,
                     const RocmNumber values[3],
                     bool counts_threads,
                     const RocmNumber per[3]);
void rocm_put_number (RocmProfile *profile, RowArgs *args, RocmKey key, RocmNumber number);
void rocm_put_string (RocmProfile *profile, RowArgs *args, RocmKey key, uint32_t string);

/* ---- settings of the current rank ---- */

void rocm_set_text (RocmProfile *profile, const char *key, const char *text, size_t length);
void rocm_set_json (RocmProfile *profile, const char *key, const char *text, size_t length);
