/* SPDX-License-Identifier: Apache-2.0
 *
 * The health table as records: what `info` and `check` print of it. */

#pragma once

#include <glib.h>

#include "trace/trace.h"
#include "trace/verify.h"

/* Rows that were seen, in the order of the table; then one for each section of damage, which may be NULL. Keys: id,
 * severity, count, first_offset, message, path. Transfer full; elements are Records. */
GPtrArray *health_records (const Trace *trace, const TraceDamage *damage);

/* For people. */
void health_append_text (GString *out, const GPtrArray *health);

bool health_has (const GPtrArray *health, HealthSeverity severity);
