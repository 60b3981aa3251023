/* SPDX-License-Identifier: Apache-2.0
 *
 * The metrics of machines and of the training as counters. */

#include <string.h>
#include <unistd.h>

#include "trace/import/telemetry/telemetry_read.h"
#include "trace/sagemaker/job_names.h"
#include "trace/sagemaker/job_phases.h"
#include "trace/sagemaker/job_private.h"
#include "trace/text/trace_error.h"

#define FORMAT "sagemaker-metrics"

/* Returns the row of a series of a machine; TRACE_NONE if it has none. */
static uint32_t
row_of_machine (Job *job, const JobFile *file, const TelemetrySeries *series)
{
  const char *node = series->node != NULL ? series->node : file->node;
  JobRank *rank = job_rank_of (job, node, "");
  const char *text = series->node != NULL ? series->name_at_node : series->name;
  int64_t gpu = series->node != NULL ? series->gpu_at_node : series->gpu;
  ImportRow row = { .form = ROW_NODE_COUNTER };

  if (rank == NULL)
    return TRACE_NONE;
  uint32_t name = trace_builder_string (job->builder, text, strlen (text));
  row.place = import_tracks_place (rank->tracks, STRING_EMPTY, STRING_EMPTY);
  row.a = name;
  if (gpu >= 0)
    {
      row.form = ROW_DEVICE_COUNTER;
      row.a = gpu;
      row.b = name;
    }
  return import_tracks_row (rank->tracks, &row);
}

/* Files of several processes have metrics of the same names. */
static uint32_t
row_of_training (Job *job, const JobFile *file, const TelemetrySeries *series)
{
  JobRank *rank = job->ranks->pdata[0];
  const char *base = job_name_of_path (file->path);
  g_autofree char *stem = g_utf8_make_valid (base, (gssize) strcspn (base, "."));
  g_autofree char *name = job->n_training_files > 1 ? g_strdup_printf ("%s, %s", series->name, stem)
                                                    : g_strdup (series->name);
  ImportRow row = {
    .form = ROW_NAMED_COUNTER,
    .place = job_phases_place (job, rank),
    .a = trace_builder_string (job->builder, name, strlen (name)),
  };

  return import_tracks_row (rank->tracks, &row);
}

static void
add_series (Job *job, const JobFile *file, const TelemetrySeries *series)
{
  uint32_t track = file->kind == JOB_FILE_TRAINING ? row_of_training (job, file, series)
                                                   : row_of_machine (job, file, series);
  EventCounts *counts = trace_builder_event_counts (job->builder);

  counts->total += series->samples.n;
  if (track == TRACE_NONE)
    return;
  for (size_t i = 0; i < series->samples.n && !trace_builder_failed (job->builder); i++)
    trace_builder_add_sample (job->builder, track, trace_time_clamp (series->samples.at[i].time_ns),
                              series->samples.at[i].value);
  counts->counters += series->samples.n;
  job->has_data = true;
}

/* By what they are called; digits compare as numbers. */
static int
compare_series (gconstpointer a, gconstpointer b)
{
  const TelemetrySeries *x = *(const TelemetrySeries *const *) a, *y = *(const TelemetrySeries *const *) b;
  int names = strverscmp (x->name, y->name);

  return names != 0 ? names : x->gpu < y->gpu ? -1 : x->gpu > y->gpu;
}

static void
add_telemetry (Job *job, const JobFile *file, const Telemetry *telemetry)
{
  uint64_t n_skipped = telemetry->n_rows_skipped + telemetry->n_series_skipped;
  g_autofree char *path = job_path_of (job, file);

  /* Rows of a file are in no order; those of the timeline are as in the first file. */
  g_ptr_array_sort (telemetry->series, compare_series);
  for (guint i = 0; i < telemetry->series->len && !trace_builder_failed (job->builder); i++)
    add_series (job, file, telemetry->series->pdata[i]);
  trace_builder_event_counts (job->builder)->total += telemetry->n_values_invalid;
  trace_builder_event_counts (job->builder)->skipped += n_skipped;
  job_add_health (job, HEALTH_SAGEMAKER_ROW_SKIPPED, n_skipped, path);
  trace_builder_add_health (job->builder, HEALTH_COUNTER_VALUE_INVALID, telemetry->n_values_invalid,
                            HEALTH_NO_OFFSET);
}

bool
job_read_counters (Job *job, const JobFile *file, GError **error)
{
  g_autofree char *path = job_path_of (job, file);
  g_autoptr (GError) reason = NULL;
  int fd = job_open (job, file);

  if (fd < 0)
    return true;
  g_autoptr (Telemetry) telemetry = telemetry_read_fd (fd, path, &reason);
  close (fd);
  if (telemetry != NULL && strcmp (telemetry->format, FORMAT) != 0)
    g_set_error (&reason, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: has no metrics of a SageMaker job.", path);
  if (reason != NULL && !job_take_error (job, file, &reason))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return false;
    }
  if (telemetry != NULL && strcmp (telemetry->format, FORMAT) == 0 && job_is_new (job, file, telemetry->key))
    add_telemetry (job, file, telemetry);
  return true;
}
