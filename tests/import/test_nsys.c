/* SPDX-License-Identifier: Apache-2.0
 *
 * Exports of Nsight Systems: every nsys/NAME.sql becomes a database (database_text.h), and the profile written as text
 * (trace_text.h) has to be nsys/NAME.expect. y_ names open, n_ names are refused.
 *
 * A database that is cut anywhere gives what its pages hold, and says so.
 *
 * STEPSCOPE_WRITE_EXPECTED=1 writes the expectations anew; each is then to be checked by eye. */

#include <glib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/import/database_text.h"
#include "tests/import/opened_database.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define CUT_PERCENT 5

/* What a file may hold of each, so that no two of them may be multiplied. */
#define N_STREAMS   60000
#define N_PROCESSES 1000
#define N_GPUS      256
#define N_TABLES    2000

/* Of the processor; it takes a tenth of that, or less, and a multiple if each GPU looks at all streams of all processes. */
#define LONGEST_S 6

static Trace *
import (const GByteArray *bytes, const char *path, GError **error)
{
  TraceSource source = { memfd_create ("database", MFD_CLOEXEC), path };
  int fd = memfd_create ("native", MFD_CLOEXEC);
  Trace *trace = NULL;

  g_assert_cmpint (pwrite (source.fd, bytes->data, bytes->len, 0), ==, bytes->len);
  if (trace_import (&source, fd, NULL, error))
    {
      trace = trace_map (fd, path, NULL);
      g_assert_nonnull (trace);
      g_autofree char *broken = trace_check (trace);
      g_assert_cmpstr (broken, ==, NULL);
    }
  close (source.fd);
  close (fd);
  return trace;
}

static void
case_becomes_what_is_expected (const void *data)
{
  const char *path = data;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".sql"));
  g_autofree char *expect_path = g_strconcat (stem, ".expect", NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *expected = NULL;
  g_autoptr (GByteArray) bytes = database_of_sql (path);
  g_autoptr (GString) actual = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = import (bytes, name, &error);

  if (trace != NULL)
    trace_text_append (actual, trace);
  else
    g_string_append_printf (actual, "refused: %s\n", error->message);
  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_assert_true (g_file_set_contents (expect_path, actual->str, (gssize) actual->len, NULL));
      return;
    }
  g_assert_true (g_file_get_contents (expect_path, &expected, NULL, NULL));
  g_assert_cmpstr (actual->str, ==, expected);
  g_assert_true ((trace != NULL) == (name[0] == 'y'));
}

/* However little is left, what is read is a part of the whole, and the profile says that it is one. */
static void
database_cut_anywhere_gives_what_is_left (const void *data)
{
  g_autoptr (GByteArray) bytes = database_of_sql (data);
  g_autoptr (Trace) whole = import (bytes, "whole.sqlite", NULL);
  const guint n_bytes = bytes->len;
  unsigned n_opened = 0;

  g_assert_nonnull (whole);
  for (guint percent = 100 - CUT_PERCENT; percent > 0; percent -= CUT_PERCENT)
    {
      g_autoptr (GError) error = NULL;

      g_byte_array_set_size (bytes, (guint) ((guint64) n_bytes * percent / 100));
      g_autoptr (Trace) trace = import (bytes, "cut.sqlite", &error);
      if (trace == NULL)
        {
          g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
          continue;
        }
      n_opened++;
      g_assert_cmpuint (trace_event_counts (trace)->total, <=, trace_event_counts (whole)->total);
      g_assert_cmpuint (trace_health (trace)->rows[HEALTH_SQLITE_TRUNCATED].count, ==, 1);
      g_assert_cmpint (trace_status (trace), ==, PROFILE_STOPPED);
    }
  g_assert_cmpuint (n_opened, >, 100 / CUT_PERCENT / 2);
}

static void
metrics_of_many_gpus_beside_many_streams_take_no_time (const void *data)
{
  g_autofree char *base = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (data, &base, NULL, NULL));
  g_autofree char *sql = g_strdup_printf (
    "%s; WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, globalPid, demangledName)"
    "  SELECT 1000 + i, 1001 + i, 0, i, 281474976710656 + ((1 + i %% %d) << 24), 1 FROM n;"
    "CREATE TABLE GPU_METRICS (timestamp, typeId, metricId, value);"
    "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
    "INSERT INTO GPU_METRICS SELECT 1000, 256 + i, 1, 5 FROM n",
    base, N_STREAMS, N_PROCESSES, N_GPUS - 1);
  g_autoptr (GByteArray) bytes = bytes_of_sql (sql);
  clock_t begin = clock ();
  g_autoptr (Trace) trace = import (bytes, "x.sqlite", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace_event_counts (trace)->counters, ==, N_GPUS);
  g_assert_cmpint (clock () - begin, <, LONGEST_S * CLOCKS_PER_SEC);
}

/* However many come before it in the alphabet. */
static void
every_one_of_many_tables_is_read (const void *data)
{
  g_autofree char *base = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (data, &base, NULL, NULL));
  g_autoptr (GString) sql = g_string_new (base);
  for (int i = 0; i < N_TABLES; i++)
    g_string_append_printf (sql, "CREATE TABLE A%04d_EVENTS (start, end, globalTid, nameId);", i);
  g_string_append (sql, "CREATE TABLE OSRT_API (start, end, globalTid, nameId);"
                        "INSERT INTO OSRT_API VALUES (1000, 2000, 281476654432356, 9)");
  g_autoptr (GByteArray) plain = bytes_of_sql (base), bytes = bytes_of_sql (sql->str);
  g_autoptr (Trace) without = import (plain, "x.sqlite", NULL), trace = import (bytes, "x.sqlite", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace_event_counts (trace)->slices, ==, trace_event_counts (without)->slices + 1);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

int
main (int argc, char **argv)
{
  const char *source = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder = g_build_filename (source != NULL ? source : ".", "tests", "import", "nsys", NULL);
  g_autofree char *many = g_build_filename (folder, "y_many_rows.sql", NULL);
  g_autofree char *base = g_build_filename (folder, "base.sql", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = NULL;

  g_test_init (&argc, &argv, NULL);
  directory = g_dir_open (folder, 0, NULL);
  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".sql") && (name[0] == 'y' || name[0] == 'n'))
      g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (".sql")));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *test = g_strconcat ("/import/nsys/", names->pdata[i], NULL);
      g_autofree char *file = g_strconcat (names->pdata[i], ".sql", NULL);

      g_test_add_data_func_full (test, g_build_filename (folder, file, NULL), case_becomes_what_is_expected,
                                 g_free);
    }
  g_test_add_data_func ("/import/nsys/database_cut_anywhere_gives_what_is_left", many,
                        database_cut_anywhere_gives_what_is_left);
  g_test_add_data_func ("/import/nsys/metrics_of_many_gpus_beside_many_streams_take_no_time", base,
                        metrics_of_many_gpus_beside_many_streams_take_no_time);
  g_test_add_data_func ("/import/nsys/every_one_of_many_tables_is_read", base, every_one_of_many_tables_is_read);
  return g_test_run ();
}
