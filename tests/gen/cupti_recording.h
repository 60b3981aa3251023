/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole simulated run, written as CUPTI would have recorded it: calls, kernels, memcpys, memsets, synchronisations,
 * overhead, annotations as markers, allocations. Operators and Python frames are nothing that CUPTI knows. */

#pragma once

#include "tests/gen/cupti_writer.h"
#include "tests/gen/trace_request.h"

#include <stdio.h>

/* Returns false if anything could not be written. *ret_n_records is exact. */
bool cupti_recording_write (FILE *file,
                            const TraceRequest *request,
                            int release,
                            CuptiForm form,
                            int64_t *ret_n_records,
                            int64_t *ret_n_steps);
