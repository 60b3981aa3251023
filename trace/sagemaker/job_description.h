/* SPDX-License-Identifier: Apache-2.0
 *
 * What SageMaker tells of a training job: the JSON that `aws sagemaker describe-training-job` prints, also of other programs,
 * which write times as text with a zone, as seconds or as milliseconds since 1970. One owner.
 * https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_DescribeTrainingJob.html */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* What the machines of the job did: "Starting", "Downloading", "Training", "Uploading". */
typedef struct
{
  char *name;               /* UTF-8 */
  int64_t begin_ns, end_ns; /* since 1970; begin <= end; equal if the end is not told */
} JobPhase;

typedef struct
{
  char *name, *status, *secondary_status, *failure, *instance_type; /* UTF-8; NULL if they are not told */
  int64_t n_instances, training_s, billable_s;                      /* 0 if they are not told */
  GPtrArray *phases;                                                /* of JobPhase, in the order of the file */
  uint64_t n_phases_skipped;                                        /* their times cannot be read */
  bool has_end_marker; /* of a stored one (trace/sagemaker/job_record.h): the folder says that the job has ended */
} JobDescription;

/* The key of has_end_marker, which SageMaker does not write. */
#define JOB_END_MARKER_KEY "EndMarker"

#define JOB_DESCRIPTION_BYTES_MAX (4 << 20)
#define JOB_PHASES_MAX            1000

/* Reads a text. Returns NULL if it is not a JSON object. What it does not tell is NULL, 0 or empty. O(length). */
JobDescription *job_description_read (const char *text, size_t length);
void job_description_free (JobDescription *description);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (JobDescription, job_description_free)
