/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes one profile of the folder of a SageMaker Debugger job (trace/sagemaker/job_files.h). Each machine is a node with the
 * counters of its metrics; each process that wrote timelines is a rank on its node, whose files follow one another; the job
 * itself is a row with its phases (trace/sagemaker/job_phases.h). All times are those since 1970. */

#pragma once

#include "trace/import/source/importer.h"
#include "trace/sagemaker/job_files.h"

/* Reads the folder into a new file of the builder. fd is the folder, borrowed; path is for messages. Files that cannot be read,
 * that are not shown or that no job writes are counted in the health table. Fails with TRACE_ERROR_NOT_A_TRACE if there are
 * neither metrics nor timelines, with TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY or TRACE_ERROR_CANCELLED. */
bool job_import (int fd, const char *path, TraceBuilder *builder, const ImportControl *control, GError **error);
