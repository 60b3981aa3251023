/* SPDX-License-Identifier: Apache-2.0
 *
 * What was loaded, in a document: the recording and its versions at the begin; ranks, GPUs and what was repaired at the end.
 * Paths, which may tell who recorded it, are left out. */

#pragma once

#include "app/cli/document/document.h"
#include "trace/stats/scope.h"

/* name is that of the profile. */
void chapter_loaded_add (Document *document, const char *name, const StatsScope *scope);
void chapter_loaded_add_details (Document *document, const Trace *trace);
