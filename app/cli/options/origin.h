/* SPDX-License-Identifier: Apache-2.0
 *
 * The time origin and the time span, as in every JSON object with times. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

/* Returns {"epoch_ns":"1712195495406752812"}. The number is a string, since a double cannot hold it, or null when it is
 * unknown. */
GString *origin_json (const Trace *trace);

/* {"begin":0,"end":1} */
GString *span_json (int64_t begin_ns, int64_t end_ns);
