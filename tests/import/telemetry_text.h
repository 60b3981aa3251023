/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters that were read, as text that a person can check by eye. */

#pragma once

#include <glib.h>

#include "trace/import/telemetry/telemetry.h"

/* Appends what was counted, then each series with its samples. */
void telemetry_text_append (GString *out, const Telemetry *telemetry);

/* Returns the paths of the cases of tests/import/telemetry, ascending (transfer full). */
GPtrArray *telemetry_cases (void);
