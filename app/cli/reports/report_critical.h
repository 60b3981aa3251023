/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <stdbool.h>

/* Sets what the report critical_path asks beside: how long the path would be if all slices of a name took less time. text is
 * "NAME=-20%", with 1 to 100 percent; NULL asks nothing. It is copied. Call this before any report. Returns false if text has
 * another form. */
bool report_critical_set_what_if (const char *text);
