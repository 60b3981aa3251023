/* SPDX-License-Identifier: Apache-2.0
 *
 * Gzip that is read the fast way, and again the exact way where that was in vain: nothing of the first reading is left,
 * whatever came between. */

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "tests/import/gzip_text.h"
#include "tests/import/trace_check.h"
#include "trace/import/source/byte_source.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define N_EVENTS   30000
#define N_BEFORE   10 /* events of the small file */
#define READ_BYTES ((size_t) 1 << 20)

static GString *
make_text (int n_events)
{
  GString *text = g_string_new ("{\"traceEvents\": [\n");
  GRand *random = g_rand_new_with_seed (7);

  for (int i = 0; i < n_events; i++)
    g_string_append_printf (text,
                            "%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"op %08x\", \"pid\": 1,"
                            " \"tid\": 2, \"ts\": %d, \"dur\": 5, \"args\": {\"at\": %d}}",
                            i > 0 ? ",\n" : "", g_rand_int (random), i * 10, i);
  g_string_append (text, "\n]}\n");
  g_rand_free (random);
  return text;
}

typedef enum
{
  INTACT,
  CUT,
  WRONG_BIT,  /* in the middle */
  WRONG_SIZE, /* which shows at the end alone */
  N_DAMAGES
} Damage;

static GByteArray *
make_gzip (const GString *text, Damage damage)
{
  GByteArray *gzip = g_byte_array_new ();

  gzip_text_append (gzip, text->str, text->len);
  if (damage == CUT)
    g_byte_array_set_size (gzip, gzip->len * 3 / 4);
  else if (damage == WRONG_BIT)
    gzip->data[gzip->len * 3 / 4] ^= 0x10;
  else if (damage == WRONG_SIZE)
    gzip->data[gzip->len - 1] ^= 0x80;
  return gzip;
}

/* ---- the source alone ---- */

static void
check_ways (Damage damage)
{
  g_autoptr (GString) text = make_text (N_EVENTS);
  g_autoptr (GByteArray) gzip = make_gzip (text, damage);
  g_autofree char *room = g_malloc (READ_BYTES);
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("source", MFD_CLOEXEC);
  size_t n = 1;
  bool ok = true;

  g_assert_cmpint (write (fd, gzip->data, gzip->len), ==, gzip->len);
  lseek (fd, 0, SEEK_SET);
  ByteSource *source = byte_source_new (fd, "source", BYTE_SOURCE_FAST, &error);
  g_assert_no_error (error);
  g_assert_cmpint (byte_source_way (source), ==, BYTE_SOURCE_FAST);
  g_assert_false (byte_source_is_certain (source));
  while (ok && n > 0)
    ok = byte_source_read (source, room, READ_BYTES, &n, &error);
  g_assert_cmpint (ok, ==, damage == INTACT);
  g_assert_cmpint (byte_source_is_certain (source), ==, damage == INTACT);
  if (!ok)
    g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);

  /* A part that was taken before is as good as a part can be. */
  byte_source_end_here (source);
  g_assert_true (byte_source_is_certain (source));
  byte_source_free (source);
  close (fd);
}

static void
the_fast_way_is_certain_where_it_ends_well (void)
{
  for (Damage damage = INTACT; damage < N_DAMAGES; damage++)
    check_ways (damage);
}

/* ---- imports ---- */

typedef struct
{
  atomic_bool cancelled;
  bool cancels; /* when it is read again */
  uint64_t position_bytes, n_events;
  unsigned n_begun, n_again; /* readings, and those of them told to be second ones */

  int part_fd;     /* what a branch goes to, in the first reading; -1: there is none */
  pid_t child_pid; /* 0: none yet; -1: this is it */
} Watch;

static void
take_progress (const ImportProgress *progress, void *user_data)
{
  Watch *watch = user_data;

  if (watch->n_begun == 0 || progress->position_bytes < watch->position_bytes)
    {
      watch->n_begun++;
      watch->n_again += progress->is_second_reading;
      if (watch->n_begun > 1)
        g_assert_cmpuint (progress->n_events, <=, watch->n_events);
    }
  watch->position_bytes = progress->position_bytes;
  watch->n_events = progress->n_events;
  if (watch->cancels && progress->is_second_reading)
    atomic_store (&watch->cancelled, true);
}

static bool
wants_branch (const ImportProgress *progress, void *user_data)
{
  Watch *watch = user_data;

  return watch->part_fd >= 0 && watch->child_pid == 0 && progress->n_events > N_EVENTS / 4;
}

static int
branch (const ImportProgress *progress, void *user_data)
{
  Watch *watch = user_data;
  pid_t pid = fork ();

  (void) progress;
  g_assert_cmpint (pid, >=, 0);
  watch->child_pid = pid == 0 ? -1 : pid;
  return pid == 0 ? watch->part_fd : -1;
}

/* NULL with an error: as trace_import (). */
static Trace *
import_path (const char *path, Watch *watch, GError **error)
{
  ImportControl control = {
    .cancelled = &watch->cancelled,
    .progress = take_progress,
    .wants_branch = wants_branch,
    .branch = branch,
    .user_data = watch,
  };
  TraceSource source;
  int fd = memfd_create ("native", MFD_CLOEXEC);

  g_assert_true (trace_source_open (path, &source, NULL));
  bool ok = trace_import (&source, fd, &control, error);
  if (watch->child_pid == -1)
    _exit (ok ? 0 : 1);
  Trace *trace = ok ? trace_map (fd, path, error) : NULL;
  trace_source_close (&source);
  close (fd);
  return trace;
}

static EventCounts
count_events (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  return *trace_event_counts (trace);
}

/* ret_counts: of what zlib gives of it, in a file that is not packed. */
static char *
write_gzip (const char *folder, const char *name, int n_events, Damage damage, EventCounts *ret_counts)
{
  g_autoptr (GString) text = make_text (n_events);
  g_autoptr (GByteArray) gzip = make_gzip (text, damage);
  g_autoptr (GByteArray) plain = gzip_text_inflate (gzip->data, gzip->len);
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, (const char *) plain->data, (gssize) plain->len, NULL));
  *ret_counts = count_events (path);
  g_assert_cmpuint (ret_counts->total, >, (uint64_t) n_events / 2);
  g_assert_true (g_file_set_contents (path, (const char *) gzip->data, (gssize) gzip->len, NULL));
  return path;
}

static void
assert_counts (const Trace *trace, const EventCounts *wanted, size_t n)
{
  EventCounts sum = { 0 };

  for (size_t i = 0; i < n; i++)
    {
      sum.total += wanted[i].total;
      sum.skipped += wanted[i].skipped;
    }
  g_assert_cmpuint (trace_event_counts (trace)->total, ==, sum.total);
  g_assert_cmpuint (trace_event_counts (trace)->skipped, ==, sum.skipped);
  g_assert_cmpuint (trace_slices (trace)->n, ==, sum.total);
}

static void
assert_intact (const Trace *trace)
{
  g_autofree char *broken = trace_check (trace);

  g_assert_cmpstr (broken, ==, NULL);
}

static uint64_t
n_damage_rows (const Trace *trace)
{
  const HealthRow *rows = trace_health (trace)->rows;

  return rows[HEALTH_GZIP_DAMAGED].count + rows[HEALTH_GZIP_TRUNCATED].count;
}

static void
check_part (Watch *watch)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_cmpint (waitpid (watch->child_pid, &status, 0), ==, watch->child_pid);
  g_assert_cmpint (status, ==, 0);
  g_autoptr (Trace) part = trace_map (watch->part_fd, "part", &error);
  g_assert_no_error (error);
  assert_intact (part);
  g_assert_cmpuint (trace_slices (part)->n, >, N_EVENTS / 4);
  g_assert_cmpuint (trace_slices (part)->n, <, N_EVENTS);
  g_assert_cmpuint (n_damage_rows (part), ==, 0);
  close (watch->part_fd);
}

static void
check_file (Damage damage, bool with_part)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  EventCounts counts;
  g_autofree char *path = write_gzip (folder, "trace.json.gz", N_EVENTS, damage, &counts);
  Watch watch = { .part_fd = with_part ? memfd_create ("part", MFD_CLOEXEC) : -1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = import_path (path, &watch, &error);

  g_assert_no_error (error);
  assert_intact (trace);
  assert_counts (trace, &counts, 1);
  g_assert_cmpuint (trace_n_ranks (trace), ==, 1);
  g_assert_cmpuint (n_damage_rows (trace), ==, damage != INTACT);
  g_assert_cmpuint (watch.n_begun, ==, damage == INTACT ? 1 : 2);
  g_assert_cmpuint (watch.n_again, ==, damage == INTACT ? 0 : 1);
  if (with_part)
    check_part (&watch);
  g_unlink (path);
  g_rmdir (folder);
}

static void
a_damaged_file_is_what_the_second_reading_gave (void)
{
  for (Damage damage = INTACT; damage < N_DAMAGES; damage++)
    check_file (damage, false);
}

static void
a_part_taken_in_the_first_reading_leaves_the_second_alone (void)
{
  for (Damage damage = INTACT; damage < N_DAMAGES; damage++)
    check_file (damage, true);
}

static void
a_damaged_file_of_a_folder_leaves_the_others (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  EventCounts counts[3];
  g_autofree char *first = write_gzip (folder, "rank0.json.gz", N_BEFORE, WRONG_SIZE, &counts[0]);
  g_autofree char *second = write_gzip (folder, "rank1.json.gz", N_EVENTS, WRONG_BIT, &counts[1]);
  g_autofree char *third = write_gzip (folder, "rank2.json.gz", N_EVENTS, INTACT, &counts[2]);
  Watch watch = { .part_fd = -1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = import_path (folder, &watch, &error);

  g_assert_no_error (error);
  assert_intact (trace);
  g_assert_cmpuint (trace_n_ranks (trace), ==, 3);
  assert_counts (trace, counts, G_N_ELEMENTS (counts));
  g_assert_cmpuint (n_damage_rows (trace), ==, 2);
  g_unlink (first);
  g_unlink (second);
  g_unlink (third);
  g_rmdir (folder);
}

static void
the_second_reading_can_be_cancelled (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  EventCounts counts;
  g_autofree char *path = write_gzip (folder, "trace.json.gz", N_EVENTS, WRONG_SIZE, &counts);
  Watch watch = { .cancels = true, .part_fd = -1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (import_path (path, &watch, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
  g_assert_cmpuint (watch.n_again, ==, 1);
  g_unlink (path);
  g_rmdir (folder);
}

/* What is said of the first reading may be owed to what it read wrongly. */
static void
a_damaged_file_that_is_no_trace_is_refused_for_what_it_is (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "letter.json.gz", NULL);
  g_autoptr (GString) text = g_string_new ("[\"Dear reader\", \"of these lines\"]");
  Watch watch = { .part_fd = -1 };

  for (Damage damage = INTACT; damage < N_DAMAGES; damage++)
    {
      g_autoptr (GByteArray) gzip = make_gzip (text, damage);
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, (const char *) gzip->data, (gssize) gzip->len, NULL));
      g_assert_null (import_path (path, &watch, &error));
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
    }
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(test) g_test_add_func ("/second_reading/" #test, test)
  ADD (the_fast_way_is_certain_where_it_ends_well);
  ADD (a_damaged_file_is_what_the_second_reading_gave);
  ADD (a_part_taken_in_the_first_reading_leaves_the_second_alone);
  ADD (a_damaged_file_of_a_folder_leaves_the_others);
  ADD (the_second_reading_can_be_cancelled);
  ADD (a_damaged_file_that_is_no_trace_is_refused_for_what_it_is);
#undef ADD
  return g_test_run ();
}
