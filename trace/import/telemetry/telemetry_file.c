/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry_file.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/import/telemetry/telemetry_read.h"
#include "trace/text/trace_error.h"

#define MAGIC UINT64_C (0x3330636d65746c65)

/* telemetry_series () cuts names, then replaces each byte that is no text by three. */
#define NAME_BYTES_MAX (3 * TELEMETRY_NAME_BYTES)

typedef struct
{
  uint64_t magic;
  uint32_t format; /* telemetry_format_number () */
  uint32_t clock;
  uint64_t n_series;
  uint64_t n_rows, n_rows_skipped, n_values_missing, n_values_invalid, n_series_skipped;
  int64_t first_skipped, modified_ns;
  uint8_t key[TRACE_KEY_BYTES];
  uint64_t starts_to_second; /* 0 or 1 */
} Head;

typedef struct
{
  int64_t gpu;
  double busy_full;
  uint64_t n_samples;
  uint32_t n_name, n_gpu_id, has_gpu_id, is_gpu_busy; /* bytes of the texts behind it */
  uint64_t has_gpu_uuid;                              /* 0 or 1 */
  uint8_t gpu_uuid[DEVICE_UUID_BYTES];
} SeriesHead;

/* ---- writing ---- */

static bool
write_all (int fd, const void *bytes, size_t n)
{
  const char *at = bytes;

  while (n > 0)
    {
      ssize_t written = write (fd, at, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return false;
      at += written;
      n -= (size_t) written;
    }
  return true;
}

bool
telemetry_file_write (const Telemetry *telemetry, int fd)
{
  Head head = {
    .magic = MAGIC,
    .format = telemetry_format_number (telemetry->format),
    .clock = telemetry->clock,
    .n_series = telemetry->series->len,
    .n_rows = telemetry->n_rows,
    .n_rows_skipped = telemetry->n_rows_skipped,
    .n_values_missing = telemetry->n_values_missing,
    .n_values_invalid = telemetry->n_values_invalid,
    .n_series_skipped = telemetry->n_series_skipped,
    .first_skipped = telemetry->first_skipped,
    .modified_ns = telemetry->modified_ns,
    .starts_to_second = telemetry->starts_to_second,
  };
  memcpy (head.key, telemetry->key, sizeof head.key);
  bool ok = write_all (fd, &head, sizeof head);

  for (guint i = 0; ok && i < telemetry->series->len; i++)
    {
      const TelemetrySeries *series = telemetry->series->pdata[i];
      SeriesHead of = {
        .gpu = series->gpu,
        .busy_full = series->busy_full,
        .n_samples = series->samples.n,
        .n_name = (uint32_t) strlen (series->name),
        .n_gpu_id = series->gpu_id != NULL ? (uint32_t) strlen (series->gpu_id) : 0,
        .has_gpu_id = series->gpu_id != NULL,
        .is_gpu_busy = series->is_gpu_busy,
        .has_gpu_uuid = series->has_gpu_uuid,
      };
      memcpy (of.gpu_uuid, series->gpu_uuid, sizeof of.gpu_uuid);

      ok = write_all (fd, &of, sizeof of) && write_all (fd, series->name, of.n_name)
           && write_all (fd, series->gpu_id, of.n_gpu_id)
           && write_all (fd, series->samples.at, series->samples.n * sizeof *series->samples.at);
    }
  return ok;
}

/* ---- reading ---- */

typedef struct
{
  int fd;
  uint64_t at, n; /* bytes */
} Input;

static bool
take (Input *input, void *bytes, size_t n)
{
  char *to = bytes;

  if (n > input->n - input->at)
    return false;
  while (n > 0)
    {
      ssize_t n_read = pread (input->fd, to, n, (off_t) input->at);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read <= 0)
        return false;
      to += n_read;
      n -= (size_t) n_read;
      input->at += (size_t) n_read;
    }
  return true;
}

static bool
is_name (const char *name, size_t n)
{
  if (!g_utf8_validate (name, (gssize) n, NULL))
    return false;
  for (size_t i = 0; i < n; i++)
    if ((unsigned char) name[i] < ' ' || name[i] == 0x7f)
      return false;
  return true;
}

static bool
are_samples (Telemetry *telemetry, const TelemetrySamples *samples)
{
  for (size_t i = 0; i < samples->n; i++)
    {
      int64_t time_ns = samples->at[i].time_ns;

      if (time_ns < -TRACE_TIME_MAX_NS || time_ns > TRACE_TIME_MAX_NS || !isfinite (samples->at[i].value))
        return false;
      telemetry->first_ns = MIN (telemetry->first_ns, time_ns);
      telemetry->last_ns = MAX (telemetry->last_ns, time_ns);
    }
  telemetry->n_samples += samples->n;
  return true;
}

/* Returns false if it is not as it was written, or, with has_failed set, if memory runs out. */
static bool
read_series (Input *input, Telemetry *telemetry)
{
  SeriesHead of;
  char name[NAME_BYTES_MAX], gpu_id[NAME_BYTES_MAX];

  if (!take (input, &of, sizeof of) || of.n_name > sizeof name || !take (input, name, of.n_name)
      || !is_name (name, of.n_name) || of.has_gpu_id > 1 || of.n_gpu_id > of.has_gpu_id * sizeof gpu_id
      || !take (input, gpu_id, of.n_gpu_id) || !is_name (gpu_id, of.n_gpu_id) || of.gpu < TELEMETRY_ANY_GPU || of.gpu >= TELEMETRY_GPUS_MAX || of.is_gpu_busy > 1 || of.has_gpu_uuid > 1
      || !isfinite (of.busy_full) || of.n_samples > (input->n - input->at) / sizeof (TelemetrySample))
    return false;
  TelemetrySeries *series = telemetry_add_series (telemetry, g_strndup (name, of.n_name), of.gpu);
  series->gpu_id = of.has_gpu_id == 1 ? g_strndup (gpu_id, of.n_gpu_id) : NULL;
  series->is_gpu_busy = of.is_gpu_busy;
  series->has_gpu_uuid = of.has_gpu_uuid == 1;
  memcpy (series->gpu_uuid, of.gpu_uuid, sizeof series->gpu_uuid);
  series->busy_full = of.busy_full;
  if (!telemetry_samples_reserve (&series->samples, (size_t) of.n_samples))
    {
      telemetry->has_failed = true;
      return false;
    }
  if (!take (input, series->samples.at, (size_t) of.n_samples * sizeof *series->samples.at))
    return false;
  series->samples.n = (size_t) of.n_samples;
  return are_samples (telemetry, &series->samples);
}

static bool
read_head (Input *input, Telemetry *telemetry, uint64_t *ret_n_series)
{
  Head head;

  if (!take (input, &head, sizeof head) || head.magic != MAGIC || head.clock > TELEMETRY_TICKS || head.starts_to_second > 1
      || head.n_series > TELEMETRY_SERIES_MAX
      || !telemetry_format_of_number (head.format, &telemetry->format, &telemetry->title))
    return false;
  telemetry->clock = (TelemetryClock) head.clock;
  telemetry->starts_to_second = head.starts_to_second == 1;
  telemetry->n_rows = head.n_rows;
  telemetry->n_rows_skipped = head.n_rows_skipped;
  telemetry->n_values_missing = head.n_values_missing;
  telemetry->n_values_invalid = head.n_values_invalid;
  telemetry->n_series_skipped = head.n_series_skipped;
  telemetry->first_skipped = head.first_skipped;
  telemetry->modified_ns = CLAMP (head.modified_ns, 0, TRACE_TIME_MAX_NS);
  memcpy (telemetry->key, head.key, sizeof telemetry->key);
  *ret_n_series = head.n_series;
  return true;
}

Telemetry *
telemetry_file_read (int fd, const char *path, GError **error)
{
  g_autoptr (Telemetry) telemetry = telemetry_new ();
  Input input = { .fd = fd };
  uint64_t n_series;
  struct stat info;
  bool ok = fstat (fd, &info) == 0;

  input.n = ok && info.st_size > 0 ? (uint64_t) info.st_size : 0;
  ok = ok && read_head (&input, telemetry, &n_series);
  for (uint64_t i = 0; ok && i < n_series; i++)
    ok = read_series (&input, telemetry);
  /* A tick is a number of rows; before its first one there is none. */
  ok = ok && telemetry->n_samples > 0 && (telemetry->clock != TELEMETRY_TICKS || telemetry->first_ns >= 0);
  if (ok)
    return g_steal_pointer (&telemetry);
  if (telemetry->has_failed)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to read it.", path);
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                 "%s: the counters that were read from it are damaged. Try again.", path);
  return NULL;
}
