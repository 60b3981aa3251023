/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_import.h"

#include <inttypes.h>

#include "trace/import/chrome/kineto_settings.h"
#include "trace/import/cupti/cupti_decoder.h"
#include "trace/import/cupti/cupti_find.h"
#include "trace/import/cupti/cupti_walk.h"
#include "trace/text/trace_error.h"

typedef struct
{
  ByteSource *source;
  const char *path;
  TraceBuilder *builder;
  const ImportControl *control;
  ImportControl first; /* the same for first readings, of which no partial profile can be made */
  CuptiHeader header;
  CuptiSizes sizes;  /* of bare records */
  uint32_t releases; /* that fit bare records: a bit each */
  CuptiFacts facts;
} Import;

static void
set_refusal (const Import *import, GError **error, const char *reason)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s", import->path, reason);
}

/* Hands on why a reading had to stop. */
static bool
stopped (CuptiWindow *window, GError **error)
{
  if (window->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&window->error));
      return false;
    }
  return trace_builder_failed (window->builder);
}

/* ---- which release ---- */

/* Returns "12.2, 12.3 or 12.4". */
static char *
names_of (uint32_t releases)
{
  GString *names = g_string_new (NULL);

  for (int r = 0; r < N_CUPTI_RELEASES; r++)
    if (releases >> r & 1)
      {
        bool is_last = releases >> r == 1;

        g_string_append_printf (names, "%s%s",
                                names->len == 0 ? ""
                                : is_last       ? " or "
                                                : ", ",
                                cupti_releases[r].name);
      }
  return g_string_free (names, FALSE);
}

static bool
find_release (CuptiWindow *window, CuptiFinder *finder)
{
  uint64_t at;

  cupti_finder_init (finder);
  while ((at = cupti_finder_at (finder)) < window->size)
    {
      size_t n;
      const uint8_t *bytes = cupti_window_at (window, at, 2 * CUPTI_RECORD_MAX, &n);
      if (bytes == NULL)
        return false;
      bool is_last = n >= window->size - at || n < 2 * CUPTI_RECORD_MAX;
      cupti_finder_read (finder, bytes, n, at, is_last);
      if (is_last)
        break;
    }
  return true;
}

/* Finds the sizes of bare records, or takes those of the release that the user chose. */
static bool
choose_sizes (Import *import, CuptiWindow *window, GError **error)
{
  const char *chosen = import->control != NULL ? import->control->cupti_release : NULL;
  CuptiFinder finder;
  bool is_one;

  if (chosen != NULL)
    {
      int release = cupti_release_find (chosen);

      if (release < 0)
        {
          g_autofree char *names = names_of ((UINT32_C (1) << N_CUPTI_RELEASES) - 1);
          g_autofree char *reason = g_strdup_printf (
            "there is no CUDA release \"%s\" to read its records as. Choose %s.", chosen, names);

          set_refusal (import, error, reason);
          return false;
        }
      import->releases = UINT32_C (1) << release;
      cupti_release_sizes (release, &import->sizes);
      return true;
    }
  if (!find_release (window, &finder))
    return stopped (window, error);
  import->releases = cupti_finder_best (&finder, &import->sizes, &is_one);
  if (import->releases == 0)
    {
      set_refusal (import, error, "looks like CUPTI records, but no CUDA release writes such records.");
      return false;
    }
  if (!is_one)
    {
      g_autofree char *names = names_of (import->releases);
      g_autofree char *reason = g_strdup_printf (
        "CUPTI records that can be of CUDA %s, with different contents. Choose the release that "
        "recorded them, for example with --cupti=%s.",
        names, cupti_releases[__builtin_ctz (import->releases)].name);

      set_refusal (import, error, reason);
      return false;
    }
  return true;
}

/* ---- settings ---- */

static void
add_setting (Import *import, const char *key, const char *json)
{
  uint32_t key_id = trace_builder_string (import->builder, key, strlen (key));

  trace_builder_add_setting (import->builder, key_id,
                             trace_builder_string (import->builder, json, strlen (json)));
}

static void
add_version (Import *import, const char *key, uint32_t version)
{
  g_autofree char *text = g_strdup_printf ("%" PRIu32, version);

  if (version != 0)
    add_setting (import, key, text);
}

static void
add_settings (Import *import)
{
  const CuptiHeader *header = &import->header;
  int64_t rank;

  add_version (import, "cupti_version", header->cupti_version);
  add_version (import, "cuda_runtime_version", header->runtime_version);
  add_version (import, "cuda_driver_version", header->driver_version);
  if (header->rank >= 0)
    trace_builder_set_rank_number (import->builder, header->rank);
  else if (kineto_rank_of_path (import->path, &rank))
    trace_builder_set_rank_number (import->builder, rank);
  if (header->world_size > 0)
    trace_builder_set_world_size (import->builder, header->world_size);
  if (!header->is_container)
    {
      g_autofree char *names = names_of (import->releases);
      g_autofree char *json = g_strdup_printf ("\"CUDA %s\"", names);

      add_setting (import, "cupti_records_of", json);
    }
}

/* ---- the readings ---- */

static void
add_fact (void *user_data, const CuptiRecord *record, int64_t offset)
{
  (void) offset;
  cupti_facts_add (user_data, record);
}

/* Reads the header, finds the sizes, and gathers the facts. */
static bool
read_first (Import *import, GError **error)
{
  static const CuptiSink sink = { .record = add_fact };
  CuptiWindow window;

  cupti_window_init (&window, import->source, import->builder,
                     import->control != NULL ? &import->first : NULL);
  bool ok = cupti_file_header (&window, &import->header);
  if (!ok && !window.is_stopped)
    set_refusal (import, error,
                 "is a container of CUPTI records in a version that this program does not know.");
  else if (!ok)
    stopped (&window, error);
  ok = ok && (import->header.is_container || choose_sizes (import, &window, error))
       && !trace_builder_failed (import->builder);
  if (ok)
    ok = cupti_file_read (&window, &import->header, &import->sizes, &sink, &import->facts)
         || (stopped (&window, error) && false);
  if (ok && import->facts.failed)
    trace_builder_set_failed (import->builder);
  cupti_window_clear (&window);
  return ok;
}

static bool
read_second (Import *import, GError **error)
{
  CuptiDecoder *decoder = cupti_decoder_new (import->builder, &import->header, &import->facts);
  CuptiWindow window;

  if (decoder == NULL)
    {
      trace_builder_set_failed (import->builder);
      return true;
    }
  add_settings (import);
  cupti_window_init (&window, import->source, import->builder, import->control);
  bool ok = cupti_file_read (&window, &import->header, &import->sizes, &cupti_decoder_sink, decoder);
  if (ok)
    {
      cupti_decoder_finish (decoder);
      trace_builder_set_status (import->builder,
                                cupti_decoder_is_stopped (decoder) ? PROFILE_STOPPED : PROFILE_COMPLETED);
      trace_builder_set_format (import->builder, cupti_importer.name);
    }
  else
    ok = stopped (&window, error);
  cupti_window_clear (&window);
  cupti_decoder_free (decoder);
  return ok;
}

static bool
keeps_on (void *user_data, GError **error)
{
  Import *import = user_data;

  return import_control_continue (import->control != NULL ? &import->first : NULL, import->source,
                                  import->builder, error);
}

static void
note_source (Import *import)
{
  ByteSourceCondition condition = byte_source_condition (import->source);

  if (condition == BYTE_SOURCE_INTACT)
    return;
  trace_builder_add_health (import->builder, byte_source_health (import->source), 1,
                            (int64_t) byte_source_decoded_size (import->source));
  if (condition == BYTE_SOURCE_DAMAGED || condition == BYTE_SOURCE_TRUNCATED)
    trace_builder_set_status (import->builder, PROFILE_STOPPED);
}

static bool
import_file (ByteSource *source,
             const char *path,
             TraceBuilder *builder,
             const ImportControl *control,
             GError **error)
{
  Import import = { .source = source, .path = path, .builder = builder, .control = control };
  GError *reason = NULL;

  if (control != NULL)
    import.first = *control;
  import.first.wants_branch = NULL;
  if (!byte_source_make_seekable (source, keeps_on, &import, error))
    return false;
  bool ok = read_first (&import, &reason);
  if (ok && import.facts.n_records == 0 && !trace_builder_failed (builder))
    {
      set_refusal (&import, &reason, "has no CUPTI record.");
      ok = false;
    }
  if (ok)
    ok = read_second (&import, &reason);
  if (ok)
    note_source (&import);
  cupti_facts_clear (&import.facts);
  if (reason == NULL)
    return true; /* or memory ran out, which the builder knows */
  g_propagate_error (error, reason);
  return false;
}

static bool
sniff (const char *text, size_t n)
{
  return cupti_file_sniff ((const uint8_t *) text, n);
}

const Importer cupti_importer = { "cupti", sniff, import_file };
