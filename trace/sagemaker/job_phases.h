/* SPDX-License-Identifier: Apache-2.0
 *
 * The job itself as a row of the timeline, "Training job": how long it lasted, the phases that are billed, its status, and
 * its metrics such as the loss. */

#pragma once

#include "trace/sagemaker/job_private.h"

/* Returns the place of that row in a rank. */
uint32_t job_phases_place (Job *job, JobRank *rank);

/* Adds the row, what is told of the job (trace/sagemaker/job_record.h), and the status of all ranks. Call it when all else was
 * added. O(slices + samples). */
void job_phases_add (Job *job);
