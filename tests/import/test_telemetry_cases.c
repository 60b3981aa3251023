/* SPDX-License-Identifier: Apache-2.0
 *
 * Counters of other programs: every case of tests/import/telemetry is read, and the result as text (telemetry_text.h) is
 * NAME.expect; see the README there. Each is read compressed and cut at every twentieth of
 * its length as well: it is read or refused, and no row is there that the whole does not have.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/import/gzip_text.h"
#include "tests/import/telemetry_text.h"
#include "trace/import/telemetry/telemetry_read.h"
#include "trace/text/trace_error.h"

#define CUTS 20

static Telemetry *
read_bytes (const void *bytes, gsize n, GError **error)
{
  int fd = memfd_create ("case", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  Telemetry *telemetry = telemetry_read_fd (fd, "case", error);
  close (fd);
  return telemetry;
}

static char *
outcome (const void *bytes, gsize n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Telemetry) telemetry = read_bytes (bytes, n, &error);
  GString *text = g_string_new (NULL);

  if (telemetry != NULL)
    telemetry_text_append (text, telemetry);
  else
    g_string_append_printf (text, "refused: %s\n", error->message);
  return g_string_free (text, FALSE);
}

static void
check_wrappings (const char *bytes, gsize n, const char *expected)
{
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, bytes, n);
  g_autofree char *inflated = outcome (gzip->data, gzip->len);
  g_assert_cmpstr (inflated, ==, expected);
}

static void
check_cuts (const char *bytes, gsize n, const Telemetry *whole)
{
  for (guint cut = 1; cut < CUTS; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Telemetry) telemetry = read_bytes (bytes, n * cut / CUTS, &error);

      if (telemetry == NULL)
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
      else
        g_assert_cmpuint (telemetry->n_rows, <=, whole->n_rows + whole->n_rows_skipped);
    }
}

static void
case_is_read_as_expected (const void *data)
{
  const char *path = data;
  g_autofree char *stem = g_strndup (path, (gsize) (strrchr (path, '.') - path));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (path), *bytes = NULL, *expected = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  g_autofree char *actual = outcome (bytes, n);
  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual, -1, NULL));
      return;
    }
  g_file_get_contents (expect_path, &expected, NULL, NULL);
  g_assert_cmpstr (actual, ==, expected);
  g_assert_true (g_str_has_prefix (actual, "refused") == (name[0] == 'n'));
  check_wrappings (bytes, n, expected);
  g_autoptr (Telemetry) whole = read_bytes (bytes, n, &error);
  if (whole != NULL)
    check_cuts (bytes, n, whole);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = telemetry_cases ();

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);
      g_autofree char *test = g_strconcat ("/import/telemetry/", name, NULL);

      g_test_add_data_func_full (test, g_strdup (paths->pdata[i]), case_is_read_as_expected, g_free);
    }
  return g_test_run ();
}
