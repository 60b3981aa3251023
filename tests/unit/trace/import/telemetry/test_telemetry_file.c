/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters in a file between two processes: what is read is what was written, and whatever the file holds, it is refused or
 * keeps the promises of telemetry.h. */

#include <glib.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/import/telemetry/telemetry_file.h"
#include "trace/import/telemetry/telemetry_read.h"
#include "trace/text/trace_error.h"

static const char smi[] = "timestamp, index, utilization.gpu [%], power.draw [W]\n"
                          "2026/01/03 15:36:53.507, 0, 34 %, 71.06 W\n"
                          "2026/01/03 15:36:53.507, 1, 0 %, [N/A]\n"
                          "2026/01/03 15:36:54.507, 0, 35 %, 72.06 W\n"
                          "what is this\n";

static const char smi_by_id[] = "timestamp, uuid, power.draw [W]\n"
                                "2026/01/03 15:36:53.507, GPU-5cd7, 71.06 W\n"
                                "2026/01/03 15:36:53.508, GPU-0aa1, 72.06 W\n";

static int
file_of (const void *bytes, size_t n)
{
  int fd = memfd_create ("counters", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  return fd;
}

static Telemetry *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  int fd = file_of (text, strlen (text));
  Telemetry *telemetry = telemetry_read_fd (fd, "smi.csv", &error);

  g_assert_no_error (error);
  close (fd);
  return telemetry;
}

static GByteArray *
written (const Telemetry *telemetry)
{
  GByteArray *bytes = g_byte_array_new ();
  int fd = memfd_create ("counters", MFD_CLOEXEC);

  g_assert_true (telemetry_file_write (telemetry, fd));
  g_byte_array_set_size (bytes, (guint) lseek (fd, 0, SEEK_END));
  g_assert_cmpint (pread (fd, bytes->data, bytes->len, 0), ==, bytes->len);
  close (fd);
  return bytes;
}

static Telemetry *
read_back (const guint8 *bytes, gsize n, GError **error)
{
  int fd = file_of (bytes, n);
  Telemetry *telemetry = telemetry_file_read (fd, "smi.csv", error);

  close (fd);
  return telemetry;
}

static void
test_what_is_read_was_written (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Telemetry) telemetry = read_text (smi);
  g_autoptr (GByteArray) bytes = written (telemetry);
  g_autoptr (Telemetry) back = read_back (bytes->data, bytes->len, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (back->format, ==, "nvidia-smi");
  g_assert_cmpstr (back->title, ==, telemetry->title);
  g_assert_cmpint (back->clock, ==, telemetry->clock);
  g_assert_cmpuint (back->n_rows, ==, 3);
  g_assert_cmpuint (back->n_rows_skipped, ==, 1);
  g_assert_cmpint (back->first_skipped, ==, telemetry->first_skipped);
  g_assert_cmpuint (back->n_values_missing, ==, 1);
  g_assert_cmpuint (back->n_samples, ==, telemetry->n_samples);
  g_assert_cmpint (back->first_ns, ==, telemetry->first_ns);
  g_assert_cmpint (back->last_ns, ==, telemetry->last_ns);
  g_assert_cmpint (back->modified_ns, ==, telemetry->modified_ns);
  g_assert_true (memcmp (back->key, telemetry->key, sizeof back->key) == 0);
  g_assert_cmpuint (back->series->len, ==, telemetry->series->len);
  for (guint i = 0; i < back->series->len; i++)
    {
      const TelemetrySeries *was = telemetry->series->pdata[i], *is = back->series->pdata[i];

      g_assert_cmpstr (is->name, ==, was->name);
      g_assert_cmpint (is->gpu, ==, was->gpu);
      g_assert_null (is->gpu_id);
      g_assert_true (is->is_gpu_busy == was->is_gpu_busy && is->busy_full == was->busy_full);
      g_assert_cmpuint (is->samples.n, ==, was->samples.n);
      g_assert_true (memcmp (is->samples.at, was->samples.at, is->samples.n * sizeof *is->samples.at) == 0);
    }
}

static void
test_the_texts_of_gpus_are_kept (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Telemetry) telemetry = read_text (smi_by_id);
  g_autoptr (GByteArray) bytes = written (telemetry);
  g_autoptr (Telemetry) back = read_back (bytes->data, bytes->len, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (back->series->len, ==, 2);
  g_assert_cmpstr (((TelemetrySeries *) back->series->pdata[0])->gpu_id, ==, "GPU-5cd7");
  g_assert_cmpstr (((TelemetrySeries *) back->series->pdata[1])->gpu_id, ==, "GPU-0aa1");
}

/* What telemetry.h promises, and what its readers rely on. */
static void
check_promises (const Telemetry *telemetry)
{
  uint64_t n_samples = 0;

  g_assert_nonnull (telemetry->format);
  g_assert_cmpuint (telemetry->series->len, <=, TELEMETRY_SERIES_MAX);
  for (guint i = 0; i < telemetry->series->len; i++)
    {
      const TelemetrySeries *series = telemetry->series->pdata[i];

      g_assert_true (g_utf8_validate (series->name, -1, NULL));
      g_assert_true (series->gpu_id == NULL || g_utf8_validate (series->gpu_id, -1, NULL));
      g_assert_true (series->gpu >= TELEMETRY_ANY_GPU && series->gpu < TELEMETRY_GPUS_MAX);
      n_samples += series->samples.n;
      for (size_t s = 0; s < series->samples.n; s++)
        {
          g_assert_true (isfinite (series->samples.at[s].value));
          g_assert_cmpint (series->samples.at[s].time_ns, >=, MAX (telemetry->first_ns, -TRACE_TIME_MAX_NS));
          g_assert_cmpint (series->samples.at[s].time_ns, <=, MIN (telemetry->last_ns, TRACE_TIME_MAX_NS));
        }
    }
  g_assert_cmpuint (telemetry->n_samples, ==, n_samples);
  g_assert_cmpuint (n_samples, >, 0);
}

static void
check_any_bytes (const char *text)
{
  static const guint8 values[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
  g_autoptr (Telemetry) telemetry = read_text (text);
  g_autoptr (GByteArray) bytes = written (telemetry);
  unsigned n_refused = 0;

  for (guint i = 0; i < bytes->len; i++)
    for (size_t v = 0; v < G_N_ELEMENTS (values); v++)
      {
        guint8 before = bytes->data[i];
        g_autoptr (GError) error = NULL;

        bytes->data[i] = values[v];
        g_autoptr (Telemetry) back = read_back (bytes->data, bytes->len, &error);
        bytes->data[i] = before;
        if (back != NULL)
          check_promises (back);
        else
          g_assert_true (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_DAMAGED)
                         || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY));
        n_refused += back == NULL;
      }
  g_assert_cmpuint (n_refused, >, 100);
}

static void
test_any_bytes_are_refused_or_keep_the_promises (void)
{
  check_any_bytes (smi);
  check_any_bytes (smi_by_id);
}

static void
test_every_cut_is_refused (void)
{
  g_autoptr (Telemetry) telemetry = read_text (smi);
  g_autoptr (GByteArray) bytes = written (telemetry);

  for (guint n = 0; n < bytes->len; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Telemetry) back = read_back (bytes->data, n, &error);

      g_assert_null (back);
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/telemetry file/what is read was written", test_what_is_read_was_written);
  g_test_add_func ("/telemetry file/the texts of GPUs are kept", test_the_texts_of_gpus_are_kept);
  g_test_add_func ("/telemetry file/any bytes are refused or keep the promises",
                   test_any_bytes_are_refused_or_keep_the_promises);
  g_test_add_func ("/telemetry file/every cut is refused", test_every_cut_is_refused);
  return g_test_run ();
}
