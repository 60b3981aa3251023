/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of a SageMaker job, as it is stored with its profile: in a setting of its first rank, as JSON with the keys
 * that SageMaker gives them. */

#pragma once

#include "trace/model/trace.h"
#include "trace/sagemaker/job_description.h"

/* The key of the setting. */
#define JOB_SETTING "stepscope sagemaker job"

/* Returns the value of the setting. description is NULL if nobody told. Transfer full. */
char *job_record_text (const JobDescription *description, bool has_end_marker);

/* Returns what is stored; NULL for a profile that was no job. */
JobDescription *job_record_of (const Trace *trace);
