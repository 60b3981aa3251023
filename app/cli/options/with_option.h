/* SPDX-License-Identifier: Apache-2.0
 *
 * [--with FILE]...: what other profilers recorded of the same run as the PATH of a verb; all of it becomes one profile
 * (trace/combine/combine.h). [--attach FILE]...: counters that are added to that profile (attach_option.h). And [--align]: its
 * ranks are put on one clock (trace/align/aligned_trace.h). */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/options/attach_option.h"
#include "trace/model/trace.h"

typedef struct
{
  char **files; /* NULL when not given */
  AttachOption attach;
  gboolean align;
} WithOption;

/* Returns whether the profile is to be another one than its file holds. */
bool with_option_is_given (const WithOption *option);

/* Adds the option, with its help, to GLib's parser, which fills *option; borrows option. */
void with_option_add (WithOption *option, GOptionContext *context);
void with_option_clear (WithOption *option);

/* Prints on the standard error which profiles a directory leaves out (rank_directory_other_profiles ()), and that the option
 * adds them. Prints nothing where it is given, or the path is none of a directory. with_option_load () calls it. */
void with_option_tell (const WithOption *option, const char *path);

/* Returns the path of the verb for messages and output: "A.json + B.sqlite" with the option, else path itself. Transfer
 * full. */
char *with_option_path (const WithOption *option, const char *path);

/* Does what profile_load () does, and combines the profiles where the option is given. Such a profile is in memory:
 * *ret_is_mapped, which may be NULL, is then false. Further errors are those of trace_combine (), attach_option_attach () and
 * aligned_trace_new (); TRACE_ERROR_NO_SUCH for options that cannot be used. */
Trace *with_option_load (const WithOption *option,
                         const char *path,
                         unsigned cache_use,
                         unsigned uses,
                         bool *ret_is_mapped,
                         GError **error);

/* Loads one profile for with_option_load_all (). */
typedef Trace *(*WithLoadFunc) (const char *path, gpointer data, GError **error);

/* Returns the profiles of path and of the files of the option, in this order, loaded by the function. Transfer full; NULL
 * with the first error of the function. */
GPtrArray *with_option_load_all (const WithOption *option,
                                 const char *path,
                                 WithLoadFunc load,
                                 gpointer data,
                                 GError **error);

/* Makes one profile of those of with_option_load_all (), with the counters of all files that are attached, aligned if that is
 * asked for; name is for messages. Errors as of trace_combine (), attach_option_attach () and aligned_trace_new (). The second one writes a native file, as trace_combine_file ()
 * does, and needs a file to be given. */
Trace *with_option_join (const WithOption *option, GPtrArray *traces, const char *name, GError **error);
bool
with_option_join_file (const WithOption *option, GPtrArray *traces, const char *name, int fd, GError **error);

/* Returns the name of the profile that is combined, "A.json + B.sqlite" without folders. Transfer full. */
char *with_option_name (const WithOption *option, const char *path);
