/* SPDX-License-Identifier: Apache-2.0
 *
 * A format of counters is one TelemetryFormat in the table of telemetry_read.c. To add one: a file that defines it, a line
 * in that table, cases in tests/import/telemetry/. */

#pragma once

#include "trace/import/telemetry/telemetry.h"

typedef struct
{
  const char *word;  /* "nvidia-smi" */
  const char *title; /* for people; a name, which is not translated */

  /* Returns whether that line, which is not empty and has no end of line, begins a file of this format. Lines before it may
   * be anything. */
  bool (*recognise) (const char *line);

  size_t state_bytes;          /* of what take_line () remembers; all 0 at first */
  void (*clear) (void *state); /* frees what the state owns; NULL if it owns nothing */

  /* Takes a line; it may be changed. The first one is the one that was recognised. Returns NULL, or why the file cannot be
   * used: a clause for "FILE: ...". */
  const char *(*take_line) (Telemetry *telemetry, void *state, char *line, int64_t offset);

  /* Called behind the last line; NULL if nothing is to be done. Returns as take_line () does. */
  const char *(*end) (Telemetry *telemetry, void *state);
} TelemetryFormat;

extern const TelemetryFormat nvidia_smi_format, rocm_smi_format, dcgmi_dmon_format, perf_stat_format,
  sagemaker_metrics_format;
