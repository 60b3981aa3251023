/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of all trace formats, in the order in which they are tried. */

#include <string.h>
#include <unistd.h>

#include "trace/import/chrome/chrome_json.h"
#include "trace/import/rocm/rocpd.h"
#include "trace/import/rocm/rocprofv3_json.h"
#include "trace/import/rocm/rpd.h"
#include "trace/import/nsys/nsys_importer.h"
#include "trace/import/cupti/cupti_import.h"
#include "trace/import/perfetto/perfetto.h"
#include "trace/import/torch_memory/snapshot_json.h"
#include "trace/import/torch_memory/snapshot_pickle.h"
#include "trace/import/source/importer.h"
#include "trace/import/xspace/xspace_importer.h"
#include "trace/import/sqlite/database_importer.h"
#include "trace/json/json_token.h"
#include "trace/model/profile_format.h"
#include "trace/text/shell_word.h"
#include "trace/text/trace_error.h"

static const Importer *const importers[] = {
  &rocprofv3_json_importer,
  &snapshot_json_importer,
  &snapshot_pickle_importer,
  &chrome_json_importer,
  &cupti_importer,
  &xspace_importer,
  &perfetto_importer,
};

/* Those whose files are SQLite databases, likewise. */
static const DatabaseImporter *const database_importers[] = {
  &rpd_importer,
  &rocpd_importer,
  &nsys_importer,
};

static bool
is_database (const char *head, size_t n)
{
  return n >= 16 && memcmp (head, "SQLite format 3", 16) == 0;
}

/* Formats that users try to open, which are refused with advice. */
#define MAGIC(bytes) bytes, sizeof (bytes) - 1
#define SPEEDSCOPE_ADVICE \
  "is a speedscope profile: sampled stacks of the host, without GPU work. Open it with speedscope, or open the trace it was made from."
#define FIREFOX_ADVICE \
  "is a Firefox profile: sampled stacks of the host, without GPU work. Open it with the Firefox Profiler; to see the GPU, record with PyTorch, Nsight Systems or ROCm."
#define CHAKRA_ADVICE \
  "is an execution trace (PyTorch, Chakra): a graph of operators, not a timeline. Open the Kineto trace that was recorded beside it."
#define UTF16_ADVICE "is UTF-16 text; JSON is UTF-8. Convert it first: iconv -f UTF-16 -t UTF-8 FILE"

/* clang-format off */
static const struct
{
  const char *magic;
  size_t length;
  const char *advice;
} known_others[] = {
  { MAGIC ("NVIDIA Tegra Profiler Report"), "Only NVIDIA's tool reads this format. Export it, then open the result: nsys export --type sqlite FILE" },
  { MAGIC ("PK\003\004"), "is a zip archive. Unpack it and open the trace inside." },
  { MAGIC ("\xff\xfe"), UTF16_ADVICE },
  { MAGIC ("\xfe\xff"), UTF16_ADVICE },
  { MAGIC ("{\0"), UTF16_ADVICE },
  { MAGIC ("[\0"), UTF16_ADVICE },
  { MAGIC ("\0{"), UTF16_ADVICE },
  { MAGIC ("\0["), UTF16_ADVICE },
};
/* clang-format on */

/* Files of a SageMaker job that hold no timeline, by texts that are near their begin. */
static const struct
{
  const char *marks[2];
  const char *advice;
} metric_files[] = {
  { { "\"Dimension\"", "\"NodeId\"" },
    "has system metrics of a SageMaker job, but no timeline. Attach it to a profile of the job with the option --attach." },
  { { "\"MetricName\"", "\"IterationNumber\"" },
    "has training metrics of a SageMaker job, such as its loss, but no timeline. Attach it to a profile of the job with the option --attach." },
};

/* JSON objects that are no traces, by a text that is near their begin and in no trace. */
static const struct
{
  const char *mark;
  const char *advice;
} known_objects[] = {
  { "speedscope.app/file-format-schema", SPEEDSCOPE_ADVICE },
  { "\"activeProfileIndex\"", SPEEDSCOPE_ADVICE },
  { "\"preprocessedProfileVersion\"", FIREFOX_ADVICE },
  { "\"markerSchema\"", FIREFOX_ADVICE },
  { "chakra.", CHAKRA_ADVICE },
  { "[pytorch|profiler|execution_", CHAKRA_ADVICE },
};

/* Forks: in the child, which shows the part read so far, the source ends here. Returns false if that is not
 * possible. */
static bool
branch_off (const ImportControl *control,
            const ImportProgress *progress,
            ByteSource *source,
            TraceBuilder *builder)
{
  if (control->wants_branch == NULL || !control->wants_branch (progress, control->user_data)
      || !trace_builder_drain (builder))
    return true;

  int fd = control->branch (progress, control->user_data);
  if (fd < 0)
    return true;
  byte_source_end_here (source);
  return trace_builder_move (builder, fd);
}

static ImportProgress
progress_of (const ByteSource *source, TraceBuilder *builder)
{
  return (ImportProgress){
    .position_bytes = byte_source_position (source),
    .size_bytes = byte_source_size (source),
    .n_events = trace_builder_event_counts (builder)->total,
    .is_second_reading = byte_source_way (source) == BYTE_SOURCE_EXACT,
  };
}

static void
tell (const ImportControl *control, const ImportProgress *progress)
{
  if (control != NULL && control->progress != NULL)
    control->progress (progress, control->user_data);
}

bool
import_control_continue (const ImportControl *control,
                         ByteSource *source,
                         TraceBuilder *builder,
                         GError **error)
{
  if (control == NULL)
    return true;
  if (control->cancelled != NULL && atomic_load_explicit (control->cancelled, memory_order_relaxed))
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Opening was cancelled.");
      return false;
    }

  const ImportProgress progress = progress_of (source, builder);

  tell (control, &progress);
  if (!branch_off (control, &progress, source, builder))
    {
      g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                           "Not enough memory to show what has been read so far.");
      return false;
    }
  return true;
}

/* Says that it is no trace: what it is, and what to do. */
static void
refuse (const char *path, const char *advice, GError **error)
{
  g_autofree char *text = shell_command (advice, path);

  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", path, text);
}

static void
refuse_unknown (const char *path, GError **error)
{
  g_autofree char *formats = profile_formats_sentence ();

  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
               "%s: is not in a known trace format. Stepscope opens %s.", path, formats);
}

static bool
import_database (ByteSource *source,
                 const char *path,
                 TraceBuilder *builder,
                 const ImportControl *control,
                 GError **error)
{
  g_autoptr (ForeignDatabase) database = foreign_database_new (source, path, builder, control, error);

  if (database == NULL)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (database_importers); i++)
    if (database_importers[i] != NULL && database_importers[i]->recognise (database))
      {
        if (!database_importers[i]->import (database, path, builder, error)
            || !foreign_database_check (database, error))
          return false;
        if (foreign_database_add_health (database))
          trace_builder_set_status (builder, PROFILE_STOPPED);
        trace_builder_set_format (builder, database_importers[i]->name);
        return true;
      }
  if (foreign_database_is_truncated (database))
    {
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
        "%s: is an SQLite database that ends before any table of a profile. Copy or export it again.", path);
      return false;
    }
  if (foreign_database_has_log (database))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: is an SQLite database whose tables may still be in the write-ahead log beside it. Move them into the "
                   "database, then open it again: sqlite3 FILE \"PRAGMA wal_checkpoint(TRUNCATE)\"",
                   path);
      return false;
    }
  g_set_error (
    error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
    "%s: is an SQLite database, but not a profile: it has none of the tables of Nsight Systems, RPD or rocpd.",
    path);
  return false;
}

/* Returns the advice for an object that is no trace, or NULL. */
static const char *
advice_for_object (const char *head, size_t n)
{
  static const char events[] = "\"traceEvents\"";
  const char *at = head, *end = head + n;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  if (at == end || *at != '{' || memmem (head, n, events, strlen (events)) != NULL)
    return NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (known_objects); i++)
    if (memmem (head, n, known_objects[i].mark, strlen (known_objects[i].mark)) != NULL)
      return known_objects[i].advice;
  return NULL;
}

static bool
holds (const char *head, size_t n, const char *text)
{
  return memmem (head, n, text, strlen (text)) != NULL;
}

/* Returns the advice for a file of metrics, or NULL. */
static const char *
advice_for_metrics (const char *head, size_t n)
{
  if (holds (head, n, "\"ph\"") || holds (head, n, "\"traceEvents\""))
    return NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (metric_files); i++)
    if (holds (head, n, metric_files[i].marks[0]) && holds (head, n, metric_files[i].marks[1]))
      return metric_files[i].advice;
  return NULL;
}

/* A first message of 91 or 123 bytes begins like JSON: its tag is a newline and its length a bracket. Returns the importer
 * that takes it where what follows is no JSON, else NULL. */
static const Importer *
importer_of_message (const char *head, size_t n)
{
  if (n < 3 || head[0] != '\n' || (head[1] != '{' && head[1] != '['))
    return NULL;
  const char *at = json_skip_space (head + 2, head + n);
  if (at == head + n || *at == '\0' || strchr (head[1] == '{' ? "\"}" : "{[\"]", *at) != NULL)
    return NULL;
  if (xspace_importer.sniff (head, n))
    return &xspace_importer;
  return perfetto_importer.sniff (head, n) ? &perfetto_importer : NULL;
}

static bool
import_source (ByteSource *source,
               const char *path,
               TraceBuilder *builder,
               const ImportControl *control,
               GError **error)
{
  const char *head;
  size_t n;

  if (!byte_source_peek (source, &head, &n, error))
    return false;
  const Importer *of_message = importer_of_message (head, n);
  if (of_message != NULL)
    return of_message->import (source, path, builder, control, error);
  const char *advice = advice_for_object (head, n);
  if (advice == NULL)
    advice = advice_for_metrics (head, n);
  if (advice != NULL)
    {
      refuse (path, advice, error);
      return false;
    }
  for (size_t i = 0; i < sizeof importers / sizeof importers[0]; i++)
    if (importers[i]->sniff (head, n))
      return importers[i]->import (source, path, builder, control, error);

  if (is_database (head, n))
    return import_database (source, path, builder, control, error);
  for (size_t i = 0; i < sizeof known_others / sizeof known_others[0]; i++)
    {
      if (n >= known_others[i].length && memcmp (head, known_others[i].magic, known_others[i].length) == 0)
        {
          refuse (path, known_others[i].advice, error);
          return false;
        }
    }
  refuse_unknown (path, error);
  return false;
}

/* Reads on to the end, because bytes after the end of the document, or after damage, also belong to the key
 * of the file. Does nothing if the reading was in vain. */
static bool
read_to_the_end (ByteSource *source, const ImportControl *control, TraceBuilder *builder, GError **error)
{
  bool at_end = false;

  while (!at_end && !trace_builder_failed (builder))
    if (!import_control_continue (control, source, builder, error)
        || !byte_source_pass (source, &at_end, error))
      return false;
  return true;
}

/* Returns whether the result may be wrong because the fast way was used. */
static bool
is_in_doubt (const ByteSource *source, const TraceBuilder *builder, const GError *error)
{
  return !byte_source_is_certain (source) && !trace_builder_failed (builder)
         && !g_error_matches (error, TRACE_ERROR, TRACE_ERROR_CANCELLED)
         && !g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
}

/* Reads the source once from the file's begin. If *ret_in_doubt is set, the result does not count, nor does
 * an error. */
static bool
read_source (int fd,
             ByteSourceWay way,
             const char *path,
             TraceBuilder *builder,
             const ImportControl *control,
             uint8_t key[TRACE_KEY_BYTES],
             bool *ret_in_doubt,
             GError **error)
{
  ByteSource *source = byte_source_new (fd, path, way, error);
  GError *reason = NULL;

  *ret_in_doubt = false;
  if (source == NULL)
    return false;
  bool ok = import_source (source, path, builder, control, &reason)
            && read_to_the_end (source, control, builder, &reason);
  *ret_in_doubt = is_in_doubt (source, builder, reason);
  if (*ret_in_doubt)
    {
      /* The first reading may have failed before it reported that it began. */
      const ImportProgress progress = progress_of (source, builder);
      tell (control, &progress);
    }
  else if (ok)
    {
      SourceRecord record = byte_source_facts (source);

      byte_source_key (source, key);
      memcpy (record.key, key, TRACE_KEY_BYTES);
      trace_builder_set_source (builder, &record);
    }
  byte_source_free (source);
  if (reason != NULL)
    g_propagate_error (error, reason);
  return ok;
}

bool
importers_import (int fd,
                  const char *path,
                  TraceBuilder *builder,
                  const ImportControl *control,
                  uint8_t key[TRACE_KEY_BYTES],
                  GError **error)
{
  off_t begin = lseek (fd, 0, SEEK_CUR);
  GError *reason = NULL;
  bool in_doubt;
  bool ok = read_source (fd, BYTE_SOURCE_FAST, path, builder, control, key, &in_doubt, &reason);

  if (in_doubt)
    {
      g_clear_error (&reason);
      lseek (fd, begin, SEEK_SET); /* a regular file allows this; other sources are never in doubt */
      trace_builder_drop_rank (builder);
      trace_builder_begin_rank (builder, path);
      ok = read_source (fd, BYTE_SOURCE_EXACT, path, builder, control, key, &in_doubt, &reason);
    }
  if (reason != NULL)
    g_propagate_error (error, reason);
  return ok;
}
