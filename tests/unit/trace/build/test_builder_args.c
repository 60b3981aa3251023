/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments that have left memory while their profile is still being read: they are joined, dropped with their file,
 * and taken along to the file of a partial profile. */

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/build/builder.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"
#include "trace/file/verify.h"
#include "tests/unit/fixtures/scratch_folder.h"

/* Their arguments are more than what is gathered before it goes to the file. */
#define N_MANY 40000

#define N_ENTRIES 200000

static uint64_t reads_until_failure_bytes; /* 0: they do not fail; the one that fails is the only one */
static atomic_bool writes_fail, writes_are_slow;

/* In place of those of the C library, in this program. */
ssize_t
read (int fd, void *bytes, size_t n)
{
  if (reads_until_failure_bytes > 0 && n >= reads_until_failure_bytes)
    {
      reads_until_failure_bytes = 0;
      errno = EIO;
      return -1;
    }
  ssize_t got = syscall (SYS_read, fd, bytes, n);
  if (reads_until_failure_bytes > 0 && got > 0)
    reads_until_failure_bytes -= (uint64_t) got;
  return got;
}

ssize_t
pwrite (int fd, const void *bytes, size_t n, off_t at)
{
  if (writes_fail)
    {
      errno = ENOSPC;
      return -1;
    }
  if (writes_are_slow)
    g_usleep (50000);
  return syscall (SYS_pwrite64, fd, bytes, n, at);
}

/* ---- entries ---- */

static uint64_t
add_entry (TraceBuilder *builder, const char *key, int64_t value)
{
  ArgsBlob *blob = trace_builder_args_blob (builder);
  uint32_t node = 0;
  uint64_t offset;

  g_assert_true (args_begin (blob, &offset));
  g_assert_true (arg_keys_child (trace_builder_arg_keys (builder), 0,
                                 trace_builder_string (builder, key, strlen (key)), &node));
  g_assert_true (args_put_integer (blob, value));
  args_end (blob, offset, node);
  trace_builder_spill (builder);
  return offset;
}

static uint32_t
begin_rank_with_band (TraceBuilder *builder, int64_t number)
{
  trace_builder_begin_rank (builder, "rank.json");
  trace_builder_set_rank_number (builder, number);
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  return trace_builder_add_track (builder, TRACK_OPERATORS, thread);
}

static void
add_slice (TraceBuilder *builder, uint32_t track, int64_t start_ns, uint64_t args)
{
  trace_builder_add_slice (builder, &(SliceInput){
                                      .track = track,
                                      .name = trace_builder_string (builder, "op", 2),
                                      .kind = SLICE_OPERATOR,
                                      .start_ns = start_ns,
                                      .dur_ns = 1,
                                      .args = args,
                                    });
}

/* Slices with the arguments {key: first}, {key: first + 1} and so on, and of each fifth two entries joined. */
static void
add_many (TraceBuilder *builder, uint32_t track, const char *key, int64_t first)
{
  g_autofree uint64_t *entries = g_new (uint64_t, N_ENTRIES);

  for (int64_t i = 0; i < N_ENTRIES; i++)
    entries[i] = add_entry (builder, key, first + i);
  for (int64_t i = 0; i < N_ENTRIES; i++)
    add_slice (builder, track, i,
               i % 5 == 0 ? trace_builder_join_args (builder, entries[i], entries[N_ENTRIES - 1 - i])
                          : entries[i]);
}

/* "key=value key=value" */
static char *
args_text (const Trace *trace, uint64_t slice)
{
  GString *text = g_string_new (NULL);
  ArgIter iter;
  Arg arg;

  g_assert_true (trace_args (trace, trace_slices (trace)->args[slice], &iter));
  while (arg_iter_next (&iter, &arg))
    g_string_append_printf (text, "%s%s=%.*s", text->len > 0 ? " " : "", trace_string (trace, arg.key, NULL),
                            (int) arg.length, arg.text);
  arg_iter_clear (&iter);
  return g_string_free (text, FALSE);
}

static void
assert_many (const Trace *trace, uint64_t first_slice, const char *key, int64_t first)
{
  for (int64_t i = 0; i < N_ENTRIES; i++)
    {
      g_autofree char *text = args_text (trace, first_slice + (uint64_t) i);
      g_autofree char *expected = i % 5 == 0
                                    ? g_strdup_printf ("%s=%" G_GINT64_FORMAT " %s=%" G_GINT64_FORMAT, key,
                                                       first + i, key, first + N_ENTRIES - 1 - i)
                                    : g_strdup_printf ("%s=%" G_GINT64_FORMAT, key, first + i);

      g_assert_cmpstr (text, ==, expected);
    }
}

static void
assert_intact (const Trace *trace)
{
  TraceDamage damage;

  g_assert_true (trace_verify (trace, NULL, &damage));
  g_assert_cmpuint (damage.n, ==, 0);
}

static Trace *
finish (TraceBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_builder_finish (builder, &error);

  g_assert_no_error (error);
  assert_intact (trace);
  return trace;
}

/* ---- tests ---- */

static void
entries_that_left_memory_can_be_joined (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();

  add_many (builder, begin_rank_with_band (builder, 0), "a", 1000000);
  g_autoptr (Trace) trace = finish (builder);
  assert_many (trace, 0, "a", 1000000);
}

/* What the file has at a place from before is not taken for what is still on its way there. */
static void
a_rank_behind_one_that_was_dropped_has_its_own (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();

  add_many (builder, begin_rank_with_band (builder, 0), "a", 1000000);
  add_many (builder, begin_rank_with_band (builder, 1), "b", 5000000);
  trace_builder_drop_rank (builder);
  writes_are_slow = true;
  add_many (builder, begin_rank_with_band (builder, 1), "c", 9000000);
  writes_are_slow = false;
  g_autoptr (Trace) trace = finish (builder);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 2 * N_ENTRIES);
  assert_many (trace, 0, "a", 1000000);
  assert_many (trace, N_ENTRIES, "c", 9000000);
}

/* Moving is for a process that was forked off: what it writes is looked at here. */
static void
a_rank_may_be_dropped_after_moving (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("partial", MFD_CLOEXEC), status;

  add_many (builder, begin_rank_with_band (builder, 0), "a", 1000000);
  add_many (builder, begin_rank_with_band (builder, 1), "b", 5000000);
  g_assert_true (trace_builder_drain (builder));
  pid_t pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      bool moved = trace_builder_move (builder, fd) && trace_builder_is_partial (builder);
      trace_builder_drop_rank (builder);
      _exit (moved && trace_builder_finish_file (builder, "partial", NULL) ? 0 : 1);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (status, ==, 0);

  g_autoptr (Trace) part = trace_map (fd, "partial", &error);
  g_assert_no_error (error);
  close (fd);
  assert_intact (part);
  g_assert_true (trace_is_partial (part));
  g_assert_cmpuint (trace_slices (part)->n, ==, N_ENTRIES);
  assert_many (part, 0, "a", 1000000);

  g_autoptr (Trace) whole = finish (builder);
  g_assert_false (trace_is_partial (whole));
  assert_many (whole, 0, "a", 1000000);
  assert_many (whole, N_ENTRIES, "b", 5000000);
}

/* ---- imports ---- */

/* A begin and an end with everything else between them. */
static char *
pair_text (int64_t rank, int n)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (
    text,
    "{\"distributedInfo\": {\"rank\": %" G_GINT64_FORMAT "}, \"traceEvents\": [\n"
    "{\"ph\":\"B\",\"name\":\"pair\",\"pid\":1,\"tid\":2,\"ts\":0,\"args\":{\"begun\":%" G_GINT64_FORMAT "}}",
    rank, rank);
  for (int i = 0; i < n; i++)
    g_string_append_printf (
      text,
      ",\n{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":1,"
      "\"args\":{\"number\":%d,\"inline\":1.25,\"of\":-%d,\"then\":\"%x\",\"long\":%d,\"longer\":12345678901234}}",
      2 * i, i, i, (unsigned) i, 1000000 + i);
  g_string_append_printf (
    text, ",\n{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":%d,\"args\":{\"ended\":%" G_GINT64_FORMAT "}}]}\n",
    2 * n, rank);
  return g_string_free (text, FALSE);
}

static void
assert_pair (const Trace *trace, int64_t rank)
{
  g_autofree char *expected =
    g_strdup_printf ("begun=%" G_GINT64_FORMAT " ended=%" G_GINT64_FORMAT, rank, rank);
  unsigned n = 0;

  for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
    {
      const TraceTrack *track = trace_track (trace, trace_track_of (trace, i));

      if (trace_rank (trace, track->rank)->number != rank || !(trace_slices (trace)->flags[i] & SLICE_PAIRED))
        continue;
      g_autofree char *text = args_text (trace, i);
      g_assert_cmpstr (text, ==, expected);
      n++;
    }
  g_assert_cmpuint (n, ==, 1);
}

static char *
write_rank (const char *folder, const char *name, int64_t rank, int n)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = pair_text (rank, n);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
a_begin_far_from_its_end_keeps_the_arguments_of_both (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *path = write_rank (folder, "rank0.json", 0, N_MANY);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  assert_intact (trace);
  assert_pair (trace, 0);
  scratch_folder_remove (folder);
}

/* The second file ends in a disk error when much of it has been read. */
static void
a_file_that_cannot_be_read_to_its_end_leaves_the_others (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *first = write_rank (folder, "rank0.json", 0, N_MANY);
  g_autofree char *second = write_rank (folder, "rank1.json", 1, N_MANY);
  g_autofree char *third = write_rank (folder, "rank2.json", 2, N_MANY);
  g_autoptr (GError) error = NULL;

  struct stat info;

  g_assert_cmpint (stat (first, &info), ==, 0);
  reads_until_failure_bytes = (uint64_t) info.st_size / 2 * 3;
  g_autoptr (Trace) trace = trace_open (folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reads_until_failure_bytes, ==, 0);
  assert_intact (trace);
  g_assert_cmpuint (trace_n_ranks (trace), ==, 2);
  assert_pair (trace, 0);
  assert_pair (trace, 2);
  const HealthRow *row = &trace_health (trace)->rows[HEALTH_DIRECTORY_FILE_UNREADABLE];
  g_assert_cmpuint (row->count, ==, 1);
  g_assert_cmpstr (trace_string (trace, row->path, NULL), ==, second);
  (void) third;
  scratch_folder_remove (folder);
}

static void
note_progress (const ImportProgress *progress, void *user_data)
{
  *(uint64_t *) user_data = progress->position_bytes;
  /* For the thread that writes. */
  g_usleep (5000);
}

/* A source of any size is not read to its end for a disk that is full. */
static void
a_full_disk_ends_the_import_at_once (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *path = write_rank (folder, "rank0.json", 0, 8 * N_MANY);
  g_autoptr (GError) error = NULL;
  uint64_t position_bytes = 0;
  ImportControl control = { .progress = note_progress, .user_data = &position_bytes };
  TraceSource source;
  int fd = memfd_create ("native", MFD_CLOEXEC);

  g_assert_true (trace_source_open (path, &source, &error));
  off_t size_bytes = lseek (source.fd, 0, SEEK_END);
  lseek (source.fd, 0, SEEK_SET);
  writes_fail = true;
  g_assert_false (trace_import (&source, fd, &control, &error));
  writes_fail = false;
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE);
  g_assert_cmpint ((int64_t) position_bytes, <, size_bytes / 2);
  trace_source_close (&source);
  close (fd);
  scratch_folder_remove (folder);
}

/* ---- partial profiles ---- */

static bool
wants_branch (const ImportProgress *progress, void *user_data)
{
  int *fds = user_data;

  return fds[1] == 0 && progress->n_events > N_MANY / 2;
}

/* Returns twice, as fork () does. */
static int
branch (const ImportProgress *progress, void *user_data)
{
  int *fds = user_data;
  pid_t pid = fork ();

  (void) progress;
  g_assert_cmpint (pid, >=, 0);
  fds[1] = pid == 0 ? -1 : pid;
  return pid == 0 ? fds[0] : -1;
}

static void
a_part_of_a_folder_ends_where_it_was_taken (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *first = write_rank (folder, "rank0.json", 0, N_MANY);
  g_autofree char *second = write_rank (folder, "rank1.json", 1, N_MANY);
  g_autoptr (GError) error = NULL;
  int fds[] = { memfd_create ("partial", MFD_CLOEXEC), 0 }, status;
  int fd = memfd_create ("native", MFD_CLOEXEC);
  ImportControl control = { .wants_branch = wants_branch, .branch = branch, .user_data = fds };
  TraceSource source;

  (void) first, (void) second;
  g_assert_true (trace_source_open (folder, &source, &error));
  bool is_done = trace_import (&source, fd, &control, &error);
  if (fds[1] == -1)
    _exit (is_done ? 0 : 1);
  g_assert_true (is_done);
  g_assert_cmpint (waitpid (fds[1], &status, 0), ==, fds[1]);
  g_assert_cmpint (status, ==, 0);

  g_autoptr (Trace) part = trace_map (fds[0], "partial", &error);
  g_assert_no_error (error);
  assert_intact (part);
  g_assert_cmpuint (trace_n_ranks (part), ==, 1);
  g_assert_cmpuint (trace_slices (part)->n, >, N_MANY / 2);
  g_assert_cmpuint (trace_slices (part)->n, <, N_MANY);
  g_assert_cmpuint (trace_event_counts (part)->skipped, ==, 0);

  g_autoptr (Trace) whole = trace_map (fd, "whole", &error);
  g_assert_no_error (error);
  assert_pair (whole, 0);
  assert_pair (whole, 1);
  trace_source_close (&source);
  close (fds[0]);
  close (fd);
  scratch_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(test) g_test_add_func ("/builder_args/" #test, test)
  ADD (entries_that_left_memory_can_be_joined);
  ADD (a_rank_behind_one_that_was_dropped_has_its_own);
  ADD (a_rank_may_be_dropped_after_moving);
  ADD (a_begin_far_from_its_end_keeps_the_arguments_of_both);
  ADD (a_file_that_cannot_be_read_to_its_end_leaves_the_others);
  ADD (a_full_disk_ends_the_import_at_once);
  ADD (a_part_of_a_folder_ends_where_it_was_taken);
#undef ADD
  return g_test_run ();
}
