/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach.h"

#include <string.h>

#include "trace/attach/attach_gpu.h"
#include "trace/combine/trace_copy.h"
#include "trace/json/json_text.h"
#include "trace/json/json_token.h"
#include "trace/model/key_hash.h"
#include "trace/model/setting_value.h"
#include "trace/text/decimal_time.h"
#include "trace/text/trace_error.h"

typedef struct
{
  Trace *trace;
  const AttachedFile *files;
  size_t n;
  AttachGpus *gpus;
} Attaching;

/* ---- the samples ---- */

/* "GPU 3: power.draw (W)", "GPU-5cd7...: power.draw (W)", where nothing says which device of the profile it is. */
static uint32_t
name_of (TraceBuilder *builder, const TelemetrySeries *series, bool is_of_device)
{
  g_autofree char *text = series->gpu == TELEMETRY_NODE || is_of_device ? g_strdup (series->name)
                          : series->gpu_id != NULL
                            ? g_strdup_printf ("%s%s: %s", g_str_has_prefix (series->gpu_id, "GPU") ? "" : "GPU ",
                                               series->gpu_id, series->name)
                          : series->gpu == TELEMETRY_ANY_GPU
                            ? g_strdup_printf ("GPU: %s", series->name)
                            : g_strdup_printf ("GPU %" G_GINT64_FORMAT ": %s", series->gpu, series->name);

  return trace_builder_string (builder, text, strlen (text));
}

static void
add_series (const Attaching *attaching,
            const AttachedFile *file,
            const TelemetrySeries *series,
            const TraceCopy *copy)
{
  uint32_t d = attach_gpus_find (attaching->gpus, file->telemetry, series);
  const TraceDevice *device = d != TRACE_NONE ? trace_device (attaching->trace, d) : NULL;
  ImportTracks *tracks = copy->tracks[device != NULL ? device->rank : 0];
  uint32_t name = name_of (copy->builder, series, device != NULL);
  ImportRow row = { .form = ROW_NODE_COUNTER,
                    .place = import_tracks_place (tracks, STRING_EMPTY, STRING_EMPTY) };

  if (device != NULL)
    {
      row.form = ROW_DEVICE_COUNTER;
      row.a = device->number;
      row.b = name;
    }
  else
    row.a = name;
  uint32_t track = import_tracks_row (tracks, &row);
  if (track == TRACE_NONE)
    return;
  for (size_t i = 0; i < series->samples.n && !trace_builder_failed (copy->builder); i++)
    trace_builder_add_sample (
      copy->builder, track,
      trace_time_clamp (series->samples.at[i].time_ns * file->place.interval_ns + file->place.offset_ns),
      series->samples.at[i].value);
  trace_builder_event_counts (copy->builder)->counters += series->samples.n;
  trace_builder_event_counts (copy->builder)->total += series->samples.n;
  if (device == NULL && series->gpu != TELEMETRY_NODE)
    trace_builder_add_health (copy->builder, HEALTH_ATTACHED_GPU_UNKNOWN, series->samples.n,
                              HEALTH_NO_OFFSET);
}

/* ---- what is told of it ---- */

static void
append_share (GString *out, const char *key, double share)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, ",\"%s\":%s", key, g_ascii_formatd (text, sizeof text, "%.3f", share));
}

static void
add_setting (const AttachedFile *file, const TraceCopy *copy)
{
  g_autoptr (GString) text = g_string_new ("{\"file\":");
  const AttachPlace *place = &file->place;

  json_append_text (text, file->path);
  g_string_append_printf (
    text, ",\"format\":\"%s\",\"way\":\"%s\",\"shift_ns\":%" G_GINT64_FORMAT ",\"shift_from\":\"%s\"",
    file->telemetry->format, attach_way_word (place->way), place->shift_ns,
    place->is_from_begin ? "begin" : "utc");
  if (file->telemetry->clock == TELEMETRY_TICKS)
    g_string_append_printf (text, ",\"interval_ns\":%" G_GINT64_FORMAT, place->interval_ns);
  if (place->way == ATTACH_BY_CORRELATION)
    {
      append_share (text, "correlation", place->correlation);
      append_share (text, "next_correlation", place->second);
    }
  g_string_append_printf (text, ",\"series\":%u,\"samples\":%" G_GUINT64_FORMAT "}",
                          file->telemetry->series->len, file->telemetry->n_samples);
  trace_builder_add_setting (
    copy->builder, trace_builder_string (copy->builder, ATTACHED_SETTING, strlen (ATTACHED_SETTING)),
    trace_builder_string (copy->builder, text->str, text->len));
}

static void
add_health (const AttachedFile *file, const TraceCopy *copy)
{
  const Telemetry *telemetry = file->telemetry;
  TraceBuilder *builder = copy->builder;

  trace_builder_add_health (builder, HEALTH_ATTACHED_ROW_SKIPPED,
                            telemetry->n_rows_skipped + telemetry->n_series_skipped, HEALTH_NO_OFFSET);
  trace_builder_add_health (builder, HEALTH_ATTACHED_VALUE_MISSING, telemetry->n_values_missing,
                            HEALTH_NO_OFFSET);
  trace_builder_add_health (builder, HEALTH_COUNTER_VALUE_INVALID, telemetry->n_values_invalid,
                            HEALTH_NO_OFFSET);
  trace_builder_add_health (builder, HEALTH_ATTACHED_SHIFT_FOUND, file->place.way == ATTACH_BY_CORRELATION,
                            HEALTH_NO_OFFSET);
  trace_builder_add_health (builder, HEALTH_ATTACHED_START_SECOND,
                            telemetry->starts_to_second && !file->place.is_from_begin
                              && (file->place.way == ATTACH_BY_ZONE || file->place.way == ATTACH_BY_SHIFT),
                            HEALTH_NO_OFFSET);
  trace_builder_add_health (builder, HEALTH_ATTACHED_FILE_DATE, file->place.way == ATTACH_BY_FILE_DATE,
                            HEALTH_NO_OFFSET);
}

/* ---- the whole ---- */

static void
set_key (const Attaching *attaching, TraceBuilder *builder)
{
  uint8_t key[TRACE_KEY_BYTES];
  g_autoptr (KeyHash) hash = key_hash_new ();

  if (hash == NULL)
    {
      trace_builder_set_failed (builder);
      return;
    }
  key_hash_add (hash, trace_profile_key (attaching->trace), TRACE_KEY_BYTES);
  for (size_t i = 0; i < attaching->n; i++)
    key_hash_add (hash, attaching->files[i].telemetry->key, TRACE_KEY_BYTES);
  key_hash_get (hash, key);
  trace_builder_set_key (builder, key);
}

static void
add_settings (const TraceCopy *copy, gpointer data)
{
  const Attaching *attaching = data;

  for (size_t i = 0; i < attaching->n; i++)
    add_setting (&attaching->files[i], copy);
}

static void
add_all (const TraceCopy *copy, gpointer data)
{
  const Attaching *attaching = data;

  for (size_t i = 0; i < attaching->n; i++)
    {
      const AttachedFile *file = &attaching->files[i];

      for (guint s = 0; s < file->telemetry->series->len && !trace_builder_failed (copy->builder); s++)
        add_series (attaching, file, file->telemetry->series->pdata[s], copy);
      add_health (file, copy);
    }
  set_key (attaching, copy->builder);
}

Trace *
attach_counters (Trace *trace, const AttachedFile *files, size_t n, const char *path, GError **error)
{
  g_autoptr (AttachGpus) gpus = attach_gpus_new (trace);
  Attaching attaching = { trace, files, n, gpus };

  return trace_copy_with (trace, &(TraceCopyChange){ .add_settings = add_settings, .add = add_all, .data = &attaching }, path, error);
}

bool
attach_counters_file (Trace *trace,
                      const AttachedFile *files,
                      size_t n,
                      const char *path,
                      int fd,
                      GError **error)
{
  g_autoptr (AttachGpus) gpus = attach_gpus_new (trace);
  Attaching attaching = { trace, files, n, gpus };

  return trace_copy_with_file (trace, &(TraceCopyChange){ .add_settings = add_settings, .add = add_all, .data = &attaching }, path, fd, error);
}

/* ---- reading it again ---- */

static void
record_free (gpointer data)
{
  AttachedRecord *record = data;

  g_free (record->file);
  g_free (record->format);
  g_free (record->way);
  g_free (record->json);
  g_free (record);
}

static int64_t
integer_of (const JsonValue *value)
{
  int64_t integer = 0;

  return decimal_to_integer (value->text, value->length, &integer) ? integer : 0;
}

static void
take_member (AttachedRecord *record, const JsonValue *key, const JsonValue *value)
{
  char **text = json_is_text (key, "file")     ? &record->file
                : json_is_text (key, "format") ? &record->format
                : json_is_text (key, "way")    ? &record->way
                                               : NULL;

  if (text != NULL)
    {
      g_free (*text);
      *text = value->type == JSON_STRING ? setting_value_text (value) : g_strdup ("");
    }
  else if (json_is_text (key, "shift_ns"))
    record->shift_ns = integer_of (value);
  else if (json_is_text (key, "shift_from"))
    record->is_from_begin = value->length == 5;
  else if (json_is_text (key, "series"))
    record->n_series = (uint64_t) MAX (integer_of (value), 0);
  else if (json_is_text (key, "samples"))
    record->n_samples = (uint64_t) MAX (integer_of (value), 0);
}

static void
read_setting (GPtrArray *records, const char *text, size_t length)
{
  const char *at = text, *inside;
  unsigned repairs = 0;
  JsonValue object, key, value;

  if (length == 0 || *text != '{'
      || json_value (&at, text + length, JSON_STRICT, &repairs, &object) != JSON_OK)
    return;
  AttachedRecord *record = g_new0 (AttachedRecord, 1);
  inside = object.text;
  while (json_next (&inside, object.text + object.length, &key, &value))
    take_member (record, &key, &value);
  record->json = g_strndup (object.text, object.length);
  if (record->file == NULL)
    record->file = g_strdup ("");
  if (record->format == NULL)
    record->format = g_strdup ("");
  if (record->way == NULL)
    record->way = g_strdup ("");
  g_ptr_array_add (records, record);
}

GPtrArray *
attached_files (const Trace *trace)
{
  GPtrArray *records = g_ptr_array_new_with_free_func (record_free);

  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    {
      uint64_t place = 0;
      size_t length;
      const char *text;

      while ((text = setting_value_next (trace, trace_rank (trace, r), ATTACHED_SETTING, &place, &length)) != NULL)
        read_setting (records, text, length);
    }
  return records;
}
