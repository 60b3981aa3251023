/* SPDX-License-Identifier: Apache-2.0
 *
 * What a SageMaker job told of itself, for info. All results are owned. */

#pragma once

#include <glib.h>

#include "trace/sagemaker/job_record.h"

/* One record. */
GPtrArray *job_records_of (const JobDescription *job);

/* One record for each phase; times are those of the profile. */
GPtrArray *job_records_of_phases (const Trace *trace, const JobDescription *job);

/* Both as one object. */
GString *job_records_json (const Trace *trace, const JobDescription *job);
