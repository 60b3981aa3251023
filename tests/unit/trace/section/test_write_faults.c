/* SPDX-License-Identifier: Apache-2.0
 *
 * A section file is written while the system's calls fail in turn: the first, the second, and so on until one more
 * would be needed than there are. */

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <glib.h>

#include "trace/archive/archive_file.h"
#include "trace/open/open.h"
#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"
#include "trace/text/trace_error.h"

#define NEVER UINT_MAX

typedef struct
{
  atomic_uint n_calls;
  unsigned fails_at; /* this call and all after it */
  int error_number;
} Fault;

static Fault pwrite_fault, fallocate_fault, ftruncate_fault;
static bool interrupts; /* every second call is interrupted, and the others do a part only */

static void
heal (void)
{
  Fault *const faults[] = { &pwrite_fault, &fallocate_fault, &ftruncate_fault };

  for (size_t i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      atomic_store (&faults[i]->n_calls, 0);
      faults[i]->fails_at = NEVER;
    }
  interrupts = false;
}

static bool
strikes (Fault *fault)
{
  unsigned call = atomic_fetch_add (&fault->n_calls, 1);

  if (interrupts && call % 2 == 0)
    {
      errno = EINTR;
      return true;
    }
  if (call < fault->fails_at)
    return false;
  errno = fault->error_number;
  return true;
}

/* In place of those of the C library, in this program. */
ssize_t
pwrite (int fd, const void *bytes, size_t n, off_t at)
{
  if (strikes (&pwrite_fault))
    return -1;
  if (interrupts)
    n = MIN (n, 50000);
  return syscall (SYS_pwrite64, fd, bytes, n, at);
}

int
fallocate (int fd, int mode, off_t at, off_t n)
{
  return strikes (&fallocate_fault) ? -1 : (int) syscall (SYS_fallocate, fd, mode, at, n);
}

int
ftruncate (int fd, off_t n)
{
  return strikes (&ftruncate_fault) ? -1 : (int) syscall (SYS_ftruncate, fd, n);
}

static const uint8_t key[16] = "0123456789abcdef";

static bool
write_file (int fd, GError **error)
{
  SectionWriter *writer = section_writer_new (fd);
  uint8_t *bytes = malloc (3000000);

  memset (bytes, 7, 3000000);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 3000000);
  section_writer_put (writer, SECTION_STEPS, "steps", 5);
  section_writer_take (writer, SECTION_LOD, bytes, 3000000);
  section_writer_end (writer, SECTION_LOD, 0);
  section_writer_begin (writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  section_writer_copy (writer, SECTION_ARGUMENTS, "kept", 4);
  section_writer_mark (writer);
  section_writer_copy (writer, SECTION_ARGUMENTS, "forgotten", 9);
  section_writer_rewind (writer);
  section_writer_end (writer, SECTION_ARGUMENTS, 0);

  bool written = section_writer_finish (writer, 0, key, "file", error);
  section_writer_free (writer);
  return written;
}

static void
on_damage (const SectionEntry *entry, void *user_data)
{
  (void) user_data;
  g_error ("%s", section_id_name (entry->id));
}

static void
assert_whole (int fd)
{
  GError *error = NULL;
  g_autoptr (SectionMap) map = section_map_new (fd, "file", &error);
  uint64_t n;

  g_assert_no_error (error);
  g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
  g_assert_true (memcmp (section_map_stored (map, SECTION_ARGUMENTS, &n), "kept", 4) == 0);
  g_assert_cmpuint (n, ==, 4);
  section_map_stored (map, SECTION_LOD, &n);
  g_assert_cmpuint (n, ==, 3000000);
}

static void
assert_file_is_written (void)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);
  GError *error = NULL;

  write_file (fd, &error);
  g_assert_no_error (error);
  assert_whole (fd);
  close (fd);
}

/* Returns how many calls there are to fail. */
static unsigned
fail_each_call (Fault *fault, int error_number, gint code, const char *message)
{
  for (unsigned call = 0;; call++)
    {
      int fd = memfd_create ("sections", MFD_CLOEXEC);
      GError *error = NULL;

      heal ();
      fault->fails_at = call;
      fault->error_number = error_number;
      if (write_file (fd, &error))
        {
          assert_whole (fd);
          close (fd);
          g_assert_cmpuint (atomic_load (&fault->n_calls), ==, call);
          return call;
        }
      g_assert_error (error, TRACE_ERROR, code);
      g_assert_true (g_str_has_prefix (error->message, message));
      g_error_free (error);
      g_assert_false (section_file_probe (fd));
      close (fd);
    }
}

static void
any_write_may_fail (void)
{
  g_autofree char *expected = g_strdup_printf ("file: cannot be written: %s.", g_strerror (EIO));

  /* Two pieces of one section, the others, the table, the header. */
  g_assert_cmpuint (fail_each_call (&pwrite_fault, EIO, TRACE_ERROR_UNWRITABLE, expected), >=, 8);
  g_assert_cmpuint (fail_each_call (&ftruncate_fault, EIO, TRACE_ERROR_UNWRITABLE, expected), ==, 1);
}

static void
a_disk_may_be_full_at_any_write (void)
{
  fail_each_call (&pwrite_fault, ENOSPC, TRACE_ERROR_NO_SPACE,
                  "file: the disk is full: 4 MB were needed so far.");
  fail_each_call (&pwrite_fault, EDQUOT, TRACE_ERROR_NO_SPACE, "file: the disk quota is used up: ");
  fail_each_call (&pwrite_fault, ENOMEM, TRACE_ERROR_NO_MEMORY, "file: not enough memory");
}

static void
a_disk_may_be_full_at_any_reservation (void)
{
  g_assert_cmpuint (
    fail_each_call (&fallocate_fault, ENOSPC, TRACE_ERROR_NO_SPACE, "file: the disk is full: "), >=, 3);
  fail_each_call (&fallocate_fault, EFBIG, TRACE_ERROR_NO_SPACE,
                  "file: the file exceeds the size limit for files: ");
}

static void
a_file_system_need_not_reserve (void)
{
  static const int numbers[] = { EOPNOTSUPP, EINVAL, ENOSYS, EPERM, EIO };

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      heal ();
      fallocate_fault.fails_at = 0;
      fallocate_fault.error_number = numbers[i];
      assert_file_is_written ();
      g_assert_cmpuint (atomic_load (&fallocate_fault.n_calls), ==, 1);
    }
}

static void
interrupted_and_partial_writes_go_on (void)
{
  heal ();
  interrupts = true;
  assert_file_is_written ();
  g_assert_cmpuint (atomic_load (&pwrite_fault.n_calls), >, 100);
}

/* ---- archives ---- */

/* The archive of a small profile. */
static int
new_archive (void)
{
  static const char text[] = "{\"traceEvents\": [{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":1,"
                             "\"dur\":1,\"args\":{\"a\":1}}]}";
  int fd = memfd_create ("text", MFD_CLOEXEC), native = memfd_create ("native", MFD_CLOEXEC);
  int archive = memfd_create ("archive", MFD_CLOEXEC);
  GError *error = NULL;

  heal ();
  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  g_assert_true (trace_import (&(TraceSource){ fd, "text" }, native, NULL, &error));
  g_autoptr (Trace) trace = trace_map (native, "native", &error);
  g_assert_no_error (error);
  g_assert_true (trace_write_archive (trace, archive, NULL, "archive", &error));
  close (fd);
  close (native);
  return archive;
}

static void
restoring_an_archive_says_what_went_wrong (void)
{
  int archive = new_archive ();
  bool is_done = false;

  for (unsigned call = 0; !is_done; call++)
    {
      int fd = memfd_create ("native", MFD_CLOEXEC);
      g_autoptr (GError) error = NULL;

      heal ();
      pwrite_fault.fails_at = call;
      pwrite_fault.error_number = ENOSPC;
      is_done = trace_import (&(TraceSource){ archive, "archive" }, fd, NULL, &error);
      if (!is_done)
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SPACE);
      g_assert_cmpuint (call, <, 100);
      close (fd);
    }
  close (archive);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/write_faults/any_write_may_fail", any_write_may_fail);
  g_test_add_func ("/write_faults/a_disk_may_be_full_at_any_write", a_disk_may_be_full_at_any_write);
  g_test_add_func ("/write_faults/a_disk_may_be_full_at_any_reservation",
                   a_disk_may_be_full_at_any_reservation);
  g_test_add_func ("/write_faults/a_file_system_need_not_reserve", a_file_system_need_not_reserve);
  g_test_add_func ("/write_faults/interrupted_and_partial_writes_go_on",
                   interrupted_and_partial_writes_go_on);
  g_test_add_func ("/write_faults/restoring_an_archive_says_what_went_wrong",
                   restoring_an_archive_says_what_went_wrong);
  return g_test_run ();
}
