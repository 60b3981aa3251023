/* SPDX-License-Identifier: Apache-2.0
 *
 * What a file in the folder of a SageMaker job holds. */

#pragma once

#include "trace/sagemaker/job_files.h"

/* fd is the folder, and path is below it; both are borrowed. Reads at most JOB_HEAD_BYTES from the begin of a JSON file whose
 * place and name say nothing. */
#define JOB_HEAD_BYTES (64 << 10)
JobFileKind job_kind_of_file (int fd, const char *path);
