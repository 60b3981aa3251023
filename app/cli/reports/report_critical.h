/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <stdbool.h>

/* Sets what the report critical_path asks beside: how long the path would be if the own time of all slices of a name were
 * shorter. text is "NAME=-20%", with 1 to 100 percent and a name as in the file or as it is shown; NULL asks nothing. It is
 * copied. Call this before any report. Returns false if text has another form. */
bool report_critical_set_what_if (const char *text);
