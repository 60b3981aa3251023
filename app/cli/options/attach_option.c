/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/attach_option.h"

#include "trace/attach/attach.h"
#include "trace/attach/attach_files.h"
#include "trace/attach/attach_text.h"

void
attach_option_add (AttachOption *option, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "attach", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &option->files,
      "Add counters that nvidia-smi, dcgmi dmon, rocm-smi, perf stat or a SageMaker job (its metrics) wrote beside it; may be "
      "given several times",
      "FILE" },
    { "attach-zone", 0, 0, G_OPTION_ARG_STRING, &option->zone,
      "The time zone of the counters' times, where they do not tell it", "+02:00" },
    { "attach-shift", 0, 0, G_OPTION_ARG_STRING, &option->shift,
      "What is added to the counters' times; for times that count from a start, the time from the begin of the profile to "
      "that start",
      "3.2s" },
    { "attach-start", 0, 0, G_OPTION_ARG_STRING, &option->start,
      "When the first row of the counters was written, where they do not tell it", "TIME" },
    { "attach-interval", 0, 0, G_OPTION_ARG_STRING, &option->interval,
      "The time between rows that have no times (default: 1s)", "100ms" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
attach_option_clear (AttachOption *option)
{
  g_clear_pointer (&option->files, g_strfreev);
  g_clear_pointer (&option->zone, g_free);
  g_clear_pointer (&option->shift, g_free);
  g_clear_pointer (&option->start, g_free);
  g_clear_pointer (&option->interval, g_free);
}

/* Returns why the texts cannot be used, or NULL. */
static const char *
read_wishes (const AttachOption *option, AttachWishes *wishes)
{
  *wishes = (AttachWishes){ 0 };
  wishes->has_zone = option->zone != NULL;
  wishes->has_shift = option->shift != NULL;
  wishes->has_start = option->start != NULL;
  if (wishes->has_zone && !attach_zone_read (option->zone, &wishes->zone_ns))
    return "--attach-zone needs a time zone such as +02:00, -0530 or UTC";
  if (wishes->has_shift && !attach_duration_read (option->shift, &wishes->shift_ns))
    return "--attach-shift needs a duration such as 3.2s, -250ms or 1h, in whole nanoseconds; a number alone is of nanoseconds";
  if (wishes->has_start
      && !attach_start_read (option->start, wishes->has_zone ? &wishes->zone_ns : NULL, &wishes->start_ns))
    return "--attach-start needs a time with a zone, such as 2026-01-03T15:36:53+01:00, or seconds since 1970";
  if (option->interval != NULL
      && (!attach_duration_read (option->interval, &wishes->interval_ns) || wishes->interval_ns <= 0))
    return "--attach-interval needs a duration such as 100ms, in whole nanoseconds";
  return NULL;
}

const char *
attach_option_wrong (const AttachOption *option)
{
  AttachWishes wishes;

  if (option->files == NULL
      && (option->zone != NULL || option->shift != NULL || option->start != NULL || option->interval != NULL))
    return "--attach-zone, --attach-shift, --attach-start and --attach-interval need --attach FILE";
  if (option->start != NULL && option->shift != NULL)
    return "--attach-start and --attach-shift say the same in two ways; give one of them";
  return read_wishes (option, &wishes);
}

static AttachFiles *
find_files (const AttachOption *option, Trace *trace, GError **error)
{
  AttachWishes wishes;

  read_wishes (option, &wishes);
  return attach_files_find (trace, (const char *const *) option->files, &wishes, error);
}

Trace *
attach_option_attach (const AttachOption *option, Trace *trace, const char *path, GError **error)
{
  if (option->files == NULL)
    return trace_ref (trace);
  g_autoptr (AttachFiles) files = find_files (option, trace, error);
  return files != NULL ? attach_counters (trace, files->at, files->n, path, error) : NULL;
}

bool
attach_option_attach_file (const AttachOption *option, Trace *trace, const char *path, int fd, GError **error)
{
  g_autoptr (AttachFiles) files = find_files (option, trace, error);

  return files != NULL && attach_counters_file (trace, files->at, files->n, path, fd, error);
}
