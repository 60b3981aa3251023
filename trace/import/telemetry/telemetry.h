/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters that another program sampled beside a profile, as its file tells them: series of samples of a GPU or of the whole
 * machine. trace/attach/ puts them on the time axis of a profile. One owner. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/model/device_properties.h"
#include "trace/model/trace.h"

/* What the times of a file are. */
typedef enum
{
  TELEMETRY_UTC,   /* nanoseconds since 1970 */
  TELEMETRY_LOCAL, /* the same of a clock on the wall, as if it stood in UTC: the time zone is not told */
  TELEMETRY_SINCE_START, /* nanoseconds since the program was started; nobody knows when */
  TELEMETRY_TICKS,       /* 0, 1, 2...: the n-th time that the program looked; its interval is not told */
} TelemetryClock;

/* Instead of the number of a GPU. */
#define TELEMETRY_NODE    (-1) /* of the machine */
#define TELEMETRY_ANY_GPU (-2) /* of a GPU, and the file does not say of which */

#define TELEMETRY_GPUS_MAX   4096
#define TELEMETRY_SERIES_MAX 4096
#define TELEMETRY_NAME_BYTES 200 /* of a series, its unit included; what is longer is cut */

typedef struct
{
  int64_t time_ns; /* by the clock of the file; for TELEMETRY_TICKS the number of the tick */
  double value;    /* finite */
} TelemetrySample;

COLUMN_DEFINE (TelemetrySamples, telemetry_samples, TelemetrySample)

typedef struct
{
  char *name;               /* UTF-8, with the unit: "GPU utilization (%)", "power.draw (W)" */
  int64_t gpu;              /* as the program numbers them, or a value above */
  bool is_gpu_busy;         /* the share of time in which the GPU did something */
  double busy_full;         /* its value when the GPU is always busy: 100 or 1 */
  char *gpu_id;             /* what a file without numbers calls the GPU (uuid, place on the bus), or NULL: then gpu counts
                             * GPUs as they appear, which is no number of a program; UTF-8 without control characters */
  bool has_gpu_uuid;        /* the file tells the GPU's uuid, with its number or instead of it */
  uint8_t gpu_uuid[DEVICE_UUID_BYTES];
  TelemetrySamples samples; /* in the order of the file */

  /* Of the formats that name machines, which machine it is of, what it is called there, and its GPU or TELEMETRY_NODE. name and
   * gpu above tell the series of several machines apart. NULL and 0 for other formats. */
  char *node, *name_at_node;
  int64_t gpu_at_node;
} TelemetrySeries;

typedef struct
{
  const char *format; /* the word of the format: "nvidia-smi"; static */
  const char *title;  /* for people: "nvidia-smi CSV"; static */
  TelemetryClock clock;
  GPtrArray *series;         /* of TelemetrySeries, in the order in which they appear */
  uint64_t n_rows;           /* rows that were read */
  uint64_t n_rows_skipped;   /* rows that cannot be read */
  uint64_t n_values_missing; /* cells of "N/A" and such */
  uint64_t n_values_invalid; /* cells that should be numbers */
  uint64_t n_samples;        /* of all series */
  uint64_t n_series_skipped; /* samples of series beyond TELEMETRY_SERIES_MAX */
  int64_t first_skipped;     /* offset in the file of the first row that was skipped, or -1 */
  int64_t first_ns, last_ns; /* the earliest and the latest time of a sample; first > last without samples */
  bool starts_to_second;     /* the times of the day begin at one that is told to the second only */
  int64_t modified_ns;       /* when the file was last written, since 1970; 0 if that is not known */
  uint8_t key[TRACE_KEY_BYTES];
  bool has_failed;   /* memory ran out */
  GHashTable *index; /* private: series by name and GPU */
} Telemetry;

Telemetry *telemetry_new (void);
void telemetry_free (Telemetry *telemetry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Telemetry, telemetry_free)

/* Returns the series of that name and GPU, which is made if there is none; NULL if there are too many. The name is copied,
 * and made valid UTF-8. O(length of the name). */
TelemetrySeries *telemetry_series (Telemetry *telemetry, const char *name, const char *unit, int64_t gpu);

/* Adds a series that is known to be new and not one too many; takes the name, which must be valid UTF-8 without control
 * characters. telemetry_series () does not find it. */
TelemetrySeries *telemetry_add_series (Telemetry *telemetry, char *name, int64_t gpu);
/* Sets what the file calls its GPU, if that is not set yet. The text is copied and made valid UTF-8. */
void telemetry_series_set_gpu_id (TelemetrySeries *series, const char *id);
/* Sets the uuid of its GPU, if the text is one. */
void telemetry_series_set_gpu_uuid (TelemetrySeries *series, const char *text);
/* Sets what it is at a machine, if that is not set yet. Both texts are copied and made valid UTF-8. */
void telemetry_series_set_node (
  TelemetrySeries *series, const char *node, const char *name, const char *unit, int64_t gpu);

/* Adds a sample; series may be NULL, then it is counted as skipped. */
void telemetry_add (Telemetry *telemetry, TelemetrySeries *series, int64_t time_ns, double value);

/* Counts a row that cannot be read. offset is that of the row in the file. */
void telemetry_skip_row (Telemetry *telemetry, int64_t offset);
