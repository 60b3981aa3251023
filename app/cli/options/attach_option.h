/* SPDX-License-Identifier: Apache-2.0
 *
 * [--attach FILE]... with --attach-zone, --attach-shift, --attach-start and --attach-interval: counters that other programs
 * sampled beside the PATH of a verb, on its time axis (trace/attach/attach.h). */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

typedef struct
{
  char **files; /* NULL when not given */
  char *zone, *shift, *start, *interval;
} AttachOption;

/* Adds the options, with their help, to GLib's parser, which fills *option; borrows option. */
void attach_option_add (AttachOption *option, GOptionContext *context);
void attach_option_clear (AttachOption *option);

/* Returns why the options cannot be used, for cli_usage (), or NULL. Static. */
const char *attach_option_wrong (const AttachOption *option);

/* Returns a new profile with the counters of all files, or another reference of trace where none is given; path is that of the
 * verb, for messages. Errors as of telemetry_read (), attach_place_find () and attach_counters (). */
Trace *attach_option_attach (const AttachOption *option, Trace *trace, const char *path, GError **error);

/* Does the same into a native file, where a file is given; fd is as for attach_counters_file (). */
bool attach_option_attach_file (const AttachOption *option,
                                Trace *trace,
                                const char *path,
                                int fd,
                                GError **error);
