/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile as `info` and `check` print it: as records for JSON, and as text for people. The gravest
 * comes first. */

#pragma once

#include <glib.h>

#include "trace/file/verify.h"
#include "trace/model/trace.h"

/* One for each section of damage, which may be NULL, then the rows of the health table. Keys: id, severity, count,
 * first_offset, message, path, out_of, advice. Transfer full; elements are Records. */
GPtrArray *health_records (const Trace *trace, const TraceDamage *damage);

/* The same for people, under a heading; nothing of a path can reach the terminal as a control sequence. */
void health_append_text (GString *out, const Trace *trace, const TraceDamage *damage);

/* Whether there is a record of that severity. */
bool health_has (const GPtrArray *health, HealthSeverity severity);
