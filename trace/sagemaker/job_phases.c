/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_phases.h"

#include <string.h>
#include <time.h>

#include "trace/sagemaker/job_record.h"

/* Metrics are uploaded once a minute, and timelines when they are closed. A job whose last event is not older may go on. */
#define GOES_ON_S 300

#define PROCESS_NAME "Training job"

static uint32_t
string_of (Job *job, const char *text)
{
  return trace_builder_string (job->builder, text, strlen (text));
}

uint32_t
job_phases_place (Job *job, JobRank *rank)
{
  return import_tracks_place (rank->tracks, string_of (job, PROCESS_NAME), STRING_EMPTY);
}

/* ---- the row ---- */

static void
add_slice (
  Job *job, uint32_t track, const char *name, const char *category, int64_t begin_ns, int64_t end_ns)
{
  SliceInput slice = {
    .track = track,
    .name = string_of (job, name),
    .category = string_of (job, category),
    .kind = SLICE_ANNOTATION,
    .start_ns = trace_time_clamp (begin_ns),
    .dur_ns = MAX (trace_time_clamp (end_ns) - trace_time_clamp (begin_ns), 0),
    .args = ARGS_NONE,
  };

  trace_builder_add_slice (job->builder, &slice);
  trace_builder_event_counts (job->builder)->slices++;
  trace_builder_event_counts (job->builder)->total++;
}

static void
add_row (Job *job, int64_t first_ns, int64_t last_ns)
{
  JobRank *rank = job->ranks->pdata[0];
  const JobDescription *description = job->description;
  const ImportRow row = {
    .form = ROW_HOST, .kind = SLICE_ANNOTATION, .place = job_phases_place (job, rank)
  };
  const ImportDescription process = {
    .kind = DESCRIBES_PROCESS_NAME, .place = row.place, .text = string_of (job, PROCESS_NAME)
  };
  const ImportDescription thread = {
    .kind = DESCRIBES_THREAD_NAME, .place = row.place, .text = string_of (job, "Phases")
  };
  const ImportDescription order = { .kind = DESCRIBES_PROCESS_ORDER, .place = row.place, .number = -1 };
  uint32_t track = import_tracks_row (rank->tracks, &row);
  guint n_phases = description != NULL ? description->phases->len : 0;
  int64_t begin_ns = first_ns, end_ns = last_ns;

  import_tracks_describe (rank->tracks, &process);
  import_tracks_describe (rank->tracks, &thread);
  import_tracks_describe (rank->tracks, &order);
  for (guint i = 0; i < n_phases; i++)
    {
      JobPhase *phase = description->phases->pdata[i];

      /* The last one may go on. */
      if (i + 1 == n_phases && phase->end_ns == phase->begin_ns)
        phase->end_ns = MAX (phase->begin_ns, last_ns);
      begin_ns = MIN (begin_ns, phase->begin_ns);
      end_ns = MAX (end_ns, phase->end_ns);
    }
  add_slice (job, track, description != NULL && description->name != NULL ? description->name : PROCESS_NAME,
             "sagemaker_job", begin_ns, end_ns);
  for (guint i = 0; i < n_phases; i++)
    {
      const JobPhase *phase = description->phases->pdata[i];

      add_slice (job, track, phase->name, "sagemaker_phase", phase->begin_ns, phase->end_ns);
    }
}

/* ---- the status ---- */

static ProfileStatus
status_of_word (const char *word)
{
  static const struct
  {
    const char *word;
    ProfileStatus status;
  } words[] = {
    { "Completed", PROFILE_COMPLETED }, { "InProgress", PROFILE_IN_PROGRESS },
    { "Failed", PROFILE_FAILED },       { "Stopping", PROFILE_STOPPING },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (word, words[i].word) == 0)
      return words[i].status;
  return PROFILE_STOPPED;
}

static ProfileStatus
status_of (Job *job, int64_t last_ns)
{
  int64_t age_s = (int64_t) time (NULL) - last_ns / 1000000000;

  if (job->description != NULL && job->description->status != NULL)
    return status_of_word (job->description->status);
  if (job->files->has_end_marker)
    return PROFILE_COMPLETED;
  if (age_s >= 0 && age_s < GOES_ON_S)
    return PROFILE_IN_PROGRESS;
  job_add_health (job, HEALTH_SAGEMAKER_NO_END, 1, job->path);
  return PROFILE_STOPPED;
}

void
job_phases_add (Job *job)
{
  g_autofree char *text = job_record_text (job->description, job->files->has_end_marker);
  int64_t first_ns, last_ns;

  if (!trace_builder_extent (job->builder, &first_ns, &last_ns))
    return;
  add_row (job, first_ns, last_ns);
  ProfileStatus status = status_of (job, last_ns);
  for (guint i = job->ranks->len; i-- > 0;)
    {
      trace_builder_choose_rank (job->builder, ((const JobRank *) job->ranks->pdata[i])->rank);
      /* A file that was cut stopped early, whatever became of the job. */
      if (status != PROFILE_COMPLETED)
        trace_builder_set_status (job->builder, status);
    }
  trace_builder_add_setting (job->builder, string_of (job, JOB_SETTING), string_of (job, text));
}
