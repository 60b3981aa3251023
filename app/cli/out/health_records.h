/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile as `info` and `check` print it: as records for JSON, and as readable text. The most severe
 * entry comes first. */

#pragma once

#include <glib.h>

#include "trace/file/verify.h"
#include "trace/model/trace.h"

/* Returns one Record for each damaged section (damage may be NULL), then one for each row of the health table. The keys
 * are id, severity, count, first_offset, message, path, out_of, advice. Transfer full. */
GPtrArray *health_records (const Trace *trace, const TraceDamage *damage);

/* Appends the same as readable text under a heading. Control sequences in paths never reach the terminal. */
void health_append_text (GString *out, const Trace *trace, const TraceDamage *damage);

/* Returns whether there is a record of that severity. */
bool health_has (const GPtrArray *health, HealthSeverity severity);
