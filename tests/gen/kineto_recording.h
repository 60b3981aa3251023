/* SPDX-License-Identifier: Apache-2.0
 *
 * A whole run, simulated and written: as JSON, or into a builder. */

#pragma once

#include "tests/gen/trace_request.h"
#include "trace/build/builder.h"

#include <stdio.h>

/* False when anything could not be written. *ret_n_events is exact. */
bool
kineto_recording_write (FILE *file, const TraceRequest *request, int64_t *ret_n_events, int64_t *ret_n_steps);

/* As a rank of the builder with that path. Errors as of builder_writer_finish (). */
bool kineto_recording_build (TraceBuilder *builder,
                             const char *path,
                             const TraceRequest *request,
                             int64_t *ret_n_steps,
                             GError **error);
