/* SPDX-License-Identifier: Apache-2.0
 *
 * The Chrome trace format as a file, from PyTorch Kineto and every other program. chrome_document.c reads its
 * text, however damaged. */

#include "trace/import/chrome/chrome_json.h"

#include <string.h>
#include <time.h>

#include "trace/import/chrome/chrome_document.h"

/* A file that was written to this recently counts as in progress. */
#define IN_PROGRESS_S 60

static void
finish_time_base (ChromeDocument *doc)
{
  int64_t epoch_base_ns;

  if (doc->settings.has_base && doc->settings.base_ns > -2 * TRACE_TIME_MAX_NS
      && doc->settings.base_ns < 2 * TRACE_TIME_MAX_NS)
    trace_builder_set_time_base (doc->builder, doc->settings.base_ns, true);
  else if (chrome_merge_epoch_base_ns (doc->reader.merge, &epoch_base_ns))
    trace_builder_set_time_base (doc->builder, epoch_base_ns, true);
  else if (chrome_merge_times_are_epoch (doc->reader.merge))
    trace_builder_set_time_base (doc->builder, 0, true);
}

static void
finish_source (ChromeDocument *doc)
{
  const ByteSource *source = doc->reader.source;
  ByteSourceCondition condition = byte_source_condition (source);

  if (condition != BYTE_SOURCE_INTACT)
    chrome_reader_note (&doc->reader, byte_source_health (source), doc->reader.text.span.end);
  if (condition == BYTE_SOURCE_DAMAGED || condition == BYTE_SOURCE_TRUNCATED)
    doc->reader.is_truncated = true;
}

static ProfileStatus
status_of (const ChromeDocument *doc)
{
  int64_t age_s = (int64_t) time (NULL) - byte_source_modified_s (doc->reader.source);

  if (!doc->reader.is_truncated)
    return PROFILE_COMPLETED;
  /* Kineto writes to name.json.tmp and renames it when it is done. */
  return g_str_has_suffix (doc->path, ".tmp") && age_s < IN_PROGRESS_S ? PROFILE_IN_PROGRESS
                                                                       : PROFILE_STOPPED;
}

/* Words of nearly every trace, interned before the first event. They make sure that at least ARGS_SMALL_MAX
 * strings exist before anything is read, so that all later ids have numbers that can be filled in later
 * (trace/model/args_value.h). */
static void
intern_vocabulary (TraceBuilder *builder)
{
  static const char *const words[] = {
    "cpu_op",
    "user_annotation",
    "python_function",
    "cuda_runtime",
    "cuda_driver",
    "kernel",
    "gpu_memcpy",
    "gpu_memset",
    "gpu_user_annotation",
    "cuda_sync",
    "overhead",
    "ac2g",
    "fwdbwd",
    "cpu_instant_event",
    "External id",
    "Record function id",
    "Concrete Inputs",
    "Input type",
    "Input Strides",
    "Input Dims",
    "Ev Idx",
    "Fwd thread id",
    "Sequence number",
    "correlation",
    "cbid",
    "device",
    "context",
    "stream",
    "queued",
    "registers per thread",
    "shared memory",
    "blocks per SM",
    "warps per SM",
    "grid",
    "block",
    "est. achieved occupancy %",
    "bytes",
    "memory bandwidth (GB/s)",
    "Python id",
    "Python parent id",
  };

  _Static_assert(G_N_ELEMENTS (words) >= ARGS_SMALL_MAX, "numbers below it have no room to be filled in");
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    trace_builder_string (builder, words[i], strlen (words[i]));
}

static bool
import (ByteSource *source,
        const char *path,
        TraceBuilder *builder,
        const ImportControl *control,
        GError **error)
{
  ChromeDocument doc = { .path = path, .builder = builder };
  int64_t rank;
  bool ok;

  intern_vocabulary (builder);
  if (!chrome_reader_init (&doc.reader, source, builder, control))
    {
      trace_builder_set_failed (builder);
      return true;
    }
  kineto_settings_init (&doc.settings, builder);
  if (kineto_rank_of_path (path, &rank))
    trace_builder_set_rank_number (builder, rank);

  ok = chrome_reader_more (&doc.reader, error) && chrome_document_read (&doc, error);
  if (ok)
    {
      finish_source (&doc);
      finish_time_base (&doc);
      chrome_merge_finish (doc.reader.merge);
      trace_builder_set_status (builder, status_of (&doc));
      trace_builder_set_format (
        builder, doc.settings.is_kineto || chrome_merge_has_kineto_kinds (doc.reader.merge) ? "kineto"
                                                                                            : "chrome-json");
    }
  chrome_reader_clear (&doc.reader);
  return ok;
}

static bool
sniff (const char *text, size_t n)
{
  const char *at = text, *end = text + n;

  if (n >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  at = json_skip_space (at, end);
  /* A byte of 0 after it is half of a UTF-16 character. */
  return at == end || ((*at == '{' || *at == '[') && (end - at < 2 || at[1] != '\0'));
}

const Importer chrome_json_importer = { "chrome-json", sniff, import };
