/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "trace/file/section_map.h"
#include "trace/file/section_writer.h"
#include "trace/trace_error.h"

static const uint8_t key[16] = "0123456789abcdef";

static int
new_file (void)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}

static void
assert_finishes (SectionWriter *writer)
{
  GError *error = NULL;

  section_writer_finish (writer, 0, key, "file", &error);
  g_assert_no_error (error);
  section_writer_free (writer);
}

static SectionMap *
assert_opens (int fd)
{
  GError *error = NULL;
  SectionMap *map = section_map_new (fd, "file", &error);

  g_assert_no_error (error);
  return map;
}

static void
on_damage (const SectionEntry *entry, void *user_data)
{
  (void) user_data;
  g_error ("%s", section_id_name (entry->id));
}

static void
assert_bytes (const void *bytes, uint64_t n, const void *expected, size_t n_expected)
{
  g_assert_cmpuint (n, ==, n_expected);
  g_assert_true (n == 0 || memcmp (bytes, expected, n_expected) == 0);
}

static void
assert_section (const SectionMap *map, SectionId id, const void *bytes, size_t n)
{
  uint64_t n_stored;
  const void *stored = section_map_stored (map, id, &n_stored);

  g_assert_nonnull (stored);
  assert_bytes (stored, n_stored, bytes, n);
}

/* The example of FORMAT.md. */
static const char *const example[] = {
  "89 53 54 50 0d 0a 1a 0a 01 00 00 00 00 00 00 00", "90 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00",
  "03 00 00 00 00 00 00 00 93 11 df e7 e1 8c 0d 04", "30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 93 94 98 73 9c e0 37 f6",
  "61 62 63 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "28 b5 2f fd 20 05 29 00 00 68 65 6c 6c 6f 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "01 00 00 00 01 00 00 00 c0 00 00 00 00 00 00 00", "0e 00 00 00 00 00 00 00 05 00 00 00 00 00 00 00",
  "03 38 cf 44 0a 9d 47 fb 00 00 00 00 00 00 00 00", "02 00 00 00 00 00 00 00 80 00 00 00 00 00 00 00",
  "03 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00", "50 39 2f 89 94 5f af 78 00 00 00 00 00 00 00 00",
  "06 00 00 00 00 00 00 00 c0 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "c2 94 d3 38 05 80 06 2d 00 00 00 00 00 00 00 00",
};

static void
a_file_is_the_bytes_that_format_md_shows (void)
{
  static const uint8_t frame[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x05, 0x29, 0, 0, 'h', 'e', 'l', 'l', 'o' };
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_put (writer, SECTION_STRING_BYTES, "abc", 3);
  section_writer_put (writer, SECTION_HEALTH, NULL, 0);
  section_writer_begin (writer, SECTION_PROFILE, SECTION_ZSTD, SECTION_SIZE_UNKNOWN);
  section_writer_copy (writer, SECTION_PROFILE, frame, sizeof frame);
  section_writer_end (writer, SECTION_PROFILE, 5);
  assert_finishes (writer);

  g_autoptr (GString) written = g_string_new (NULL);
  uint8_t byte;
  for (off_t at = 0; pread (fd, &byte, 1, at) == 1; at++)
    g_string_append_printf (written, at % 16 == 0 ? "\n%02x" : " %02x", byte);

  g_autoptr (GString) expected = g_string_new (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (example); i++)
    g_string_append_printf (expected, "\n%s", example[i]);
  g_assert_cmpstr (written->str, ==, expected->str);
  close (fd);
}

static void
format_md_shows_these_bytes (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "trace", "file", "FORMAT.md", NULL);
  g_autofree char *text = NULL;
  GError *error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (size_t i = 0; i < G_N_ELEMENTS (example); i++)
    {
      g_autofree char *line = g_strdup_printf ("\n    %03zx  %s", 16 * i, example[i]);
      g_assert_nonnull (strstr (text, line));
    }
}

static void
the_bytes_that_format_md_shows_are_read (void)
{
  int fd = new_file ();

  for (size_t i = 0; i < G_N_ELEMENTS (example); i++)
    for (const char *digits = example[i]; *digits != '\0'; digits += digits[2] == ' ' ? 3 : 2)
      {
        uint8_t byte = (uint8_t) (g_ascii_xdigit_value (digits[0]) << 4 | g_ascii_xdigit_value (digits[1]));
        g_assert_cmpint (write (fd, &byte, 1), ==, 1);
      }

  g_autoptr (SectionMap) map = assert_opens (fd);
  const void *bytes;
  void *owned;
  uint64_t n;

  g_assert_cmpuint (section_map_n_sections (map), ==, 3);
  assert_bytes (section_map_key (map), 16, key, 16);
  assert_section (map, SECTION_STRING_BYTES, "abc", 3);
  assert_section (map, SECTION_HEALTH, NULL, 0);
  g_assert_true (section_map_decode (map, SECTION_PROFILE, "file", &bytes, &n, &owned, NULL));
  assert_bytes (bytes, n, "hello", 5);
  free (owned);
  close (fd);
}

/* Every byte that belongs to no section is zero. */
static void
assert_padding_is_zero (int fd, const SectionMap *map)
{
  uint64_t size = section_map_size_bytes (map), table_at;
  uint8_t *bytes = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);

  g_assert_true (bytes != MAP_FAILED);
  table_at = ((SectionFileHeader *) (void *) bytes)->table_at;
  memset (bytes, 0, sizeof (SectionFileHeader));
  memset (bytes + table_at, 0, section_map_n_sections (map) * sizeof (SectionEntry));
  for (uint32_t i = 0; i < section_map_n_sections (map); i++)
    memset (bytes + section_map_entry (map, i)->at, 0, section_map_entry (map, i)->stored_bytes);
  for (uint64_t at = 0; at < size; at++)
    g_assert_cmpuint (bytes[at], ==, 0);
  munmap (bytes, size);
}

typedef struct
{
  SectionId id;
  uint8_t *bytes;
  size_t n, done;
  bool is_unknown, is_open;
} Planned;

static void
plan (Planned *planned, GRand *random, SectionId id)
{
  static const uint32_t limits[] = { 1, 100, 1000, 200000, 3000000 };

  uint32_t limit = limits[g_rand_int_range (random, 0, G_N_ELEMENTS (limits))];

  *planned = (Planned){
    .id = id,
    .n = (size_t) g_rand_int_range (random, 0, (int) limit),
    .is_unknown = g_rand_int_range (random, 0, 4) == 0,
    .is_open = true,
  };
  planned->bytes = g_malloc (planned->n + 1);
  uint32_t seed = g_rand_int (random);
  for (size_t i = 0; i < planned->n; i++)
    planned->bytes[i] = (uint8_t) ((seed += (uint32_t) i * 2654435761u) >> 24);
}

/* One step of a section: some bytes by either way, or, where there are none left, its end. True: it has ended. */
static bool
advance (SectionWriter *writer, Planned *planned, GRand *random)
{
  size_t left = planned->n - planned->done;

  if (left == 0)
    {
      section_writer_end (writer, planned->id, 0);
      planned->is_open = false;
      return true;
    }

  size_t n = (size_t) g_rand_int_range (random, 0, (int) MIN (left, 400000) + 1);
  if (g_rand_boolean (random))
    section_writer_copy (writer, planned->id, planned->bytes + planned->done, n);
  else
    {
      void *copy = malloc (n);
      memcpy (copy, planned->bytes + planned->done, n);
      section_writer_take (writer, planned->id, copy, n);
    }
  planned->done += n;

  if (planned->is_unknown)
    {
      g_assert_cmpuint (section_writer_position (writer), ==, planned->done);
      if (g_rand_int_range (random, 0, 3) == 0)
        section_writer_mark (writer);
      else if (g_rand_int_range (random, 0, 3) == 0)
        {
          section_writer_rewind (writer);
          planned->done = section_writer_position (writer);
        }
    }
  return false;
}

static void
sections_come_back_as_they_were_written (void)
{
  for (uint32_t seed = 0; seed < 25; seed++)
    {
      GRand *random = g_rand_new_with_seed (seed);
      int fd = new_file ();
      SectionWriter *writer = section_writer_new (fd);
      Planned planned[30];
      size_t n_begun = 0, n_ended = 0, n_planned = (size_t) g_rand_int_range (random, 0, 30);
      bool is_growing = false;

      while (n_ended < n_planned)
        {
          if (n_begun < n_planned && !is_growing && g_rand_int_range (random, 0, 4) == 0)
            {
              Planned *next = &planned[n_begun];

              plan (next, random, (SectionId) (250 - 7 * n_begun));
              section_writer_begin (writer, next->id, SECTION_RAW,
                                    next->is_unknown ? SECTION_SIZE_UNKNOWN : next->n);
              is_growing = next->is_unknown;
              n_begun++;
              continue;
            }
          Planned *some = n_begun == 0 ? NULL : &planned[g_rand_int_range (random, 0, (int) n_begun)];
          if (some != NULL && some->is_open && advance (writer, some, random))
            {
              is_growing = is_growing && !some->is_unknown;
              n_ended++;
            }
        }
      for (size_t i = 0; i < n_planned; i++)
        g_assert_cmpuint (section_writer_at (writer, planned[i].id) % SECTION_ALIGNMENT, ==, 0);
      assert_finishes (writer);

      SectionMap *map = assert_opens (fd);
      g_assert_cmpuint (section_map_n_sections (map), ==, n_planned);
      for (size_t i = 0; i < n_planned; i++)
        {
          assert_section (map, planned[i].id, planned[i].bytes, planned[i].n);
          g_free (planned[i].bytes);
        }
      g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
      assert_padding_is_zero (fd, map);
      section_map_free (map);
      close (fd);
      g_rand_free (random);
    }
}

static void
rewound_bytes_leave_no_trace (void)
{
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);
  g_autofree char *ones = g_malloc (1000000);

  memset (ones, 1, 1000000);
  section_writer_begin (writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  section_writer_copy (writer, SECTION_ARGUMENTS, "kept", 4);
  section_writer_mark (writer);
  for (unsigned i = 0; i < 3; i++)
    {
      section_writer_copy (writer, SECTION_ARGUMENTS, ones, 1000000);
      g_assert_cmpuint (section_writer_position (writer), ==, 1000004);
      section_writer_rewind (writer);
      g_assert_cmpuint (section_writer_position (writer), ==, 4);
    }
  section_writer_copy (writer, SECTION_ARGUMENTS, ", too", 5);
  section_writer_end (writer, SECTION_ARGUMENTS, 0);
  g_assert_cmpuint (section_writer_position (writer), ==, 0);
  section_writer_put (writer, SECTION_STEPS, "x", 1);
  assert_finishes (writer);

  g_autoptr (SectionMap) map = assert_opens (fd);
  assert_section (map, SECTION_ARGUMENTS, "kept, too", 9);
  assert_section (map, SECTION_STEPS, "x", 1);
  assert_padding_is_zero (fd, map);
  close (fd);
}

/* Without a mark there is the begin; and what a section of known size writes meanwhile stays. */
static void
rewinding_touches_only_the_section_of_unknown_size (void)
{
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_SLICE_NAME, SECTION_RAW, 6);
  section_writer_begin (writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  section_writer_copy (writer, SECTION_SLICE_NAME, "abc", 3);
  section_writer_copy (writer, SECTION_ARGUMENTS, "gone", 4);
  section_writer_rewind (writer);
  section_writer_copy (writer, SECTION_SLICE_NAME, "def", 3);
  section_writer_end (writer, SECTION_ARGUMENTS, 0);
  section_writer_end (writer, SECTION_SLICE_NAME, 0);
  assert_finishes (writer);

  g_autoptr (SectionMap) map = assert_opens (fd);
  assert_section (map, SECTION_SLICE_NAME, "abcdef", 6);
  assert_section (map, SECTION_ARGUMENTS, NULL, 0);
  close (fd);
}

/* Three of them are more than may wait. */
static void
buffers_larger_than_what_may_wait_pass (void)
{
  size_t n = SECTION_WRITER_WAITING_BYTES + 12345;
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 3 * n);
  for (unsigned i = 0; i < 3; i++)
    {
      void *buffer = malloc (n);
      memset (buffer, (int) i, n);
      section_writer_take (writer, SECTION_LOD, buffer, n);
    }
  section_writer_end (writer, SECTION_LOD, 0);
  assert_finishes (writer);

  g_autoptr (SectionMap) map = assert_opens (fd);
  uint64_t n_stored;
  const uint8_t *stored = section_map_stored (map, SECTION_LOD, &n_stored);
  g_assert_cmpuint (n_stored, ==, 3 * n);
  for (unsigned i = 0; i < 3; i++)
    g_assert_true (stored[i * n] == i && stored[(i + 1) * n - 1] == i);
  g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
  close (fd);
}

/* More of it than may wait, and nobody waits: it takes no memory of the writer's. */
static void
what_is_lent_stays_with_the_caller (void)
{
  size_t n = 3 * SECTION_WRITER_WAITING_BYTES + 5;
  uint8_t *lent = g_malloc (n);
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);

  for (size_t i = 0; i < n; i++)
    lent[i] = (uint8_t) (i * 7 + (i >> 16));
  section_writer_put_taken (writer, SECTION_LOD, g_memdup2 ("abc", 3), 3);
  section_writer_put_lent (writer, SECTION_FLOWS, lent, n);
  section_writer_put_lent (writer, SECTION_FLOWS_INTO, lent, n);
  section_writer_put_lent (writer, SECTION_STEPS, NULL, 0);
  section_writer_put_taken (writer, SECTION_RANKS, NULL, 0);
  assert_finishes (writer);

  SectionMap *map = assert_opens (fd);
  assert_section (map, SECTION_LOD, "abc", 3);
  assert_section (map, SECTION_FLOWS, lent, n);
  assert_section (map, SECTION_FLOWS_INTO, lent, n);
  g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
  section_map_free (map);
  g_free (lent);
  close (fd);
}

static void
what_was_drained_is_in_the_file (void)
{
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);
  char text[6] = { 0 };

  section_writer_begin (writer, SECTION_SLICE_NAME, SECTION_RAW, 100);
  section_writer_begin (writer, SECTION_FLOWS, SECTION_RAW, 100);
  section_writer_copy (writer, SECTION_FLOWS, "flows", 5);
  g_assert_cmpuint (section_writer_at (writer, SECTION_FLOWS), >,
                    section_writer_at (writer, SECTION_SLICE_NAME));
  g_assert_cmpuint (section_writer_at (writer, SECTION_LOD), ==, 0);
  g_assert_true (section_writer_drain (writer));
  g_assert_cmpint (pread (fd, text, 5, (off_t) section_writer_at (writer, SECTION_FLOWS)), ==, 5);
  g_assert_cmpstr (text, ==, "flows");

  /* Given up, it is no section file. */
  section_writer_free (writer);
  g_assert_false (section_file_probe (fd));
  close (fd);
}

static void
giving_up_with_much_waiting_is_quick_and_leaks_nothing (void)
{
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, UINT64_C (1) << 40);
  for (unsigned i = 0; i < 15; i++)
    section_writer_take (writer, SECTION_LOD, calloc (1, 1 << 20), 1 << 20);
  section_writer_copy (writer, SECTION_LOD, "staged", 6);
  section_writer_free (writer);
  g_assert_false (section_file_probe (fd));
  close (fd);
}

static void
a_section_that_is_not_complete_fails (void)
{
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 5);
  section_writer_copy (writer, SECTION_LOD, "four", 4);
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "section lod: 4 of 5 bytes were written");
  section_writer_end (writer, SECTION_LOD, 0);
  g_test_assert_expected_messages ();
  g_assert_true (section_writer_failed (writer));
  g_assert_false (section_writer_finish (writer, 0, key, "file", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
  g_clear_error (&error);
  section_writer_free (writer);

  writer = section_writer_new (fd);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 5);
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "section lod was not ended");
  g_assert_false (section_writer_finish (writer, 0, key, "file", NULL));
  g_test_assert_expected_messages ();
  section_writer_free (writer);
  close (fd);
}

/* Writes n MiB, by which time the failure must have shown; returns what finish () says. */
static char *
failure_of (int fd, unsigned n_mib, gint code)
{
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;

  section_writer_begin (writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  for (unsigned i = 0; i < n_mib; i++)
    section_writer_take (writer, SECTION_ARGUMENTS, calloc (1, 1 << 20), 1 << 20);
  g_assert_false (section_writer_drain (writer));
  g_assert_true (section_writer_failed (writer));

  /* All goes on as if nothing was, and nothing waits. */
  for (unsigned i = 0; i < 40; i++)
    section_writer_take (writer, SECTION_ARGUMENTS, calloc (1, 1 << 20), 1 << 20);
  section_writer_mark (writer);
  section_writer_rewind (writer);
  section_writer_end (writer, SECTION_ARGUMENTS, 0);
  section_writer_put (writer, SECTION_LOD, "x", 1);
  g_assert_false (section_writer_finish (writer, 0, key, "/some/file", &error));
  g_assert_error (error, TRACE_ERROR, code);
  section_writer_free (writer);

  char *message = g_strdup (error->message);
  g_error_free (error);
  return message;
}

static void
what_cannot_be_written_is_said (void)
{
  g_autofree char *closed = failure_of (-1, 20, TRACE_ERROR_UNWRITABLE);
  g_autofree char *expected = g_strdup_printf ("/some/file: cannot be written: %s.", g_strerror (EBADF));
  int fds[2];

  g_assert_cmpstr (closed, ==, expected);

  g_assert_cmpint (pipe (fds), ==, 0);
  g_autofree char *pipe_text = failure_of (fds[1], 1, TRACE_ERROR_UNWRITABLE);
  g_autofree char *pipe_expected =
    g_strdup_printf ("/some/file: cannot be written: %s.", g_strerror (ESPIPE));
  g_assert_cmpstr (pipe_text, ==, pipe_expected);
  close (fds[0]);
  close (fds[1]);
}

/* In a process of its own: limits and mounts stay there. */
static void
in_child (void (*test) (void))
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      test ();
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == 77)
    g_test_skip ("file systems cannot be mounted here");
  else
    g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

static void
reach_size_limit (void)
{
  int fd = new_file ();

  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &(struct rlimit){ 5000000, 5000000 }), ==, 0);
  g_autofree char *message = failure_of (fd, 30, TRACE_ERROR_NO_SPACE);
  g_assert_true (g_str_has_prefix (message, "/some/file: files must not become this large here: "));
  g_assert_nonnull (
    strstr (message, " MB were needed so far. Raise the limit (ulimit -f), or write elsewhere."));

  /* Below the limit, though no MiB more can be reserved, all is well. */
  int other = new_file ();
  SectionWriter *writer = section_writer_new (other);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 4900000);
  section_writer_take (writer, SECTION_LOD, calloc (1, 4900000), 4900000);
  section_writer_end (writer, SECTION_LOD, 0);
  assert_finishes (writer);
  section_map_free (assert_opens (other));

  /* And a file of which not even the header fits. */
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &(struct rlimit){ 100, 5000000 }), ==, 0);
  writer = section_writer_new (new_file ());
  g_assert_false (section_writer_finish (writer, 0, key, "file", NULL));
  section_writer_free (writer);
}

static void
file_size_limit_is_a_message_and_no_signal (void)
{
  in_child (reach_size_limit);
}

static void
fill_disk (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-full-XXXXXX", NULL);

  g_assert_nonnull (folder);
  if (unshare (CLONE_NEWNS) != 0 || mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("tmpfs", folder, "tmpfs", 0, "size=1M") != 0)
    {
      g_rmdir (folder);
      _exit (77);
    }

  g_autofree char *path = g_build_filename (folder, "full", NULL);
  int fd = open (path, O_RDWR | O_CREAT | O_EXCL, 0600);
  g_autofree char *message = failure_of (fd, 20, TRACE_ERROR_NO_SPACE);
  g_assert_true (g_str_has_prefix (message, "/some/file: the disk is full: "));
  g_assert_nonnull (strstr (message, " MB were needed so far. Free some space, or write elsewhere."));
  g_assert_false (section_file_probe (fd));
  close (fd);
  g_assert_cmpint (g_unlink (path), ==, 0);

  /* What fits, fits: space that is only reserved ahead is not missed. */
  fd = open (path, O_RDWR | O_CREAT | O_EXCL, 0600);
  SectionWriter *writer = section_writer_new (fd);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 1000000);
  section_writer_take (writer, SECTION_LOD, calloc (1, 1000000), 1000000);
  section_writer_end (writer, SECTION_LOD, 0);
  assert_finishes (writer);
  section_map_free (assert_opens (fd));
  close (fd);

  g_unlink (path);
  g_assert_cmpint (umount (folder), ==, 0);
  g_rmdir (folder);
}

static void
full_disk_is_a_message (void)
{
  in_child (fill_disk);
}

static unsigned
count_threads (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  unsigned n = 0;

  g_assert_nonnull (tasks);
  while (g_dir_read_name (tasks) != NULL)
    n++;
  return n;
}

/* There may be a thread that is not the writer's, of a sanitizer. */
static void
small_file_starts_no_thread (void)
{
  unsigned n_before = count_threads ();
  int fd = new_file ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_put (writer, SECTION_STEPS, "small", 5);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 8 << 20);
  section_writer_take (writer, SECTION_LOD, calloc (1, 200000), 200000);
  g_assert_true (section_writer_drain (writer));
  g_assert_cmpuint (count_threads (), ==, n_before);

  section_writer_take (writer, SECTION_LOD, calloc (1, (8 << 20) - 200000), (8 << 20) - 200000);
  g_assert_cmpuint (count_threads (), ==, n_before + 1);
  section_writer_end (writer, SECTION_LOD, 0);
  assert_finishes (writer);
  section_map_free (assert_opens (fd));
}

/* The child of a program that is writing writes a file of its own. */
static void
a_fork_writes_another_file (void)
{
#ifdef __SANITIZE_THREAD__
  g_test_skip ("its runtime knows no threads in the child of a program that has threads");
  return;
#endif
  int fd = new_file (), other = new_file (), status;
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 20 << 20);
  for (unsigned i = 0; i < 10; i++)
    section_writer_take (writer, SECTION_LOD, calloc (1, 1 << 20), 1 << 20);

  pid_t child = fork ();
  if (child == 0)
    {
      SectionWriter *own = section_writer_new (other);
      section_writer_put (own, SECTION_STEPS, "child", 5);
      bool written = section_writer_finish (own, SECTION_FILE_PARTIAL, key, "other", NULL);
      section_writer_free (own);
      _exit (written ? 0 : 1);
    }
  for (unsigned i = 0; i < 10; i++)
    section_writer_take (writer, SECTION_LOD, calloc (1, 1 << 20), 1 << 20);
  section_writer_end (writer, SECTION_LOD, 0);
  assert_finishes (writer);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);

  g_autoptr (SectionMap) map = assert_opens (fd);
  g_autoptr (SectionMap) other_map = assert_opens (other);
  g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
  assert_section (other_map, SECTION_STEPS, "child", 5);
  g_assert_cmpuint (section_map_flags (other_map), ==, SECTION_FILE_PARTIAL);
  g_assert_cmpuint (section_map_flags (map), ==, 0);
  close (fd);
  close (other);
}

static void
every_section_has_a_name (void)
{
  g_assert_cmpstr (section_id_name (SECTION_PROFILE), ==, "profile");
  g_assert_cmpstr (section_id_name (SECTION_STRING_BEGINS), ==, "string.begins");
  g_assert_cmpstr (section_id_name (SECTION_SLICE_ARGUMENTS), ==, "slice.arguments");
  g_assert_cmpstr (section_id_name (SECTION_NAME_TOTALS), ==, "name.totals");
  g_assert_cmpstr (section_id_name (0), ==, "section 0");
  g_assert_cmpstr (section_id_name (SECTION_NAME_TOTALS + 1), ==, "section 54");
  g_assert_cmpstr (section_id_name (UINT32_MAX), ==, "section 4294967295");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/section_writer/a_file_is_the_bytes_that_format_md_shows",
                   a_file_is_the_bytes_that_format_md_shows);
  g_test_add_func ("/section_writer/format_md_shows_these_bytes", format_md_shows_these_bytes);
  g_test_add_func ("/section_writer/the_bytes_that_format_md_shows_are_read",
                   the_bytes_that_format_md_shows_are_read);
  g_test_add_func ("/section_writer/sections_come_back_as_they_were_written",
                   sections_come_back_as_they_were_written);
  g_test_add_func ("/section_writer/rewound_bytes_leave_no_trace", rewound_bytes_leave_no_trace);
  g_test_add_func ("/section_writer/rewinding_touches_only_the_section_of_unknown_size",
                   rewinding_touches_only_the_section_of_unknown_size);
  g_test_add_func ("/section_writer/buffers_larger_than_what_may_wait_pass",
                   buffers_larger_than_what_may_wait_pass);
  g_test_add_func ("/section_writer/what_is_lent_stays_with_the_caller", what_is_lent_stays_with_the_caller);
  g_test_add_func ("/section_writer/what_was_drained_is_in_the_file", what_was_drained_is_in_the_file);
  g_test_add_func ("/section_writer/giving_up_with_much_waiting_is_quick_and_leaks_nothing",
                   giving_up_with_much_waiting_is_quick_and_leaks_nothing);
  g_test_add_func ("/section_writer/a_section_that_is_not_complete_fails",
                   a_section_that_is_not_complete_fails);
  g_test_add_func ("/section_writer/what_cannot_be_written_is_said", what_cannot_be_written_is_said);
  g_test_add_func ("/section_writer/file_size_limit_is_a_message_and_no_signal",
                   file_size_limit_is_a_message_and_no_signal);
  g_test_add_func ("/section_writer/small_file_starts_no_thread", small_file_starts_no_thread);
  g_test_add_func ("/section_writer/full_disk_is_a_message", full_disk_is_a_message);
  g_test_add_func ("/section_writer/a_fork_writes_another_file", a_fork_writes_another_file);
  g_test_add_func ("/section_writer/every_section_has_a_name", every_section_has_a_name);
  return g_test_run ();
}
