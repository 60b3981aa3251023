/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <glib.h>

#include "tests/unit/trace/section/written_sections.h"

static void
on_damage (const SectionEntry *entry, void *user_data)
{
  (void) user_data;
  g_error ("%s", section_id_name (entry->id));
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
  static const uint32_t limits[] = { 1, 100, 1000, 200000, 3000000, 6000000 };

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
      int fd = written_sections_new ();
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
      written_sections_finish (writer);

      SectionMap *map = written_sections_map (fd);
      g_assert_cmpuint (section_map_n_sections (map), ==, n_planned);
      for (size_t i = 0; i < n_planned; i++)
        {
          written_sections_assert (map, planned[i].id, planned[i].bytes, planned[i].n);
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
  int fd = written_sections_new ();
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
  written_sections_finish (writer);

  g_autoptr (SectionMap) map = written_sections_map (fd);
  written_sections_assert (map, SECTION_ARGUMENTS, "kept, too", 9);
  written_sections_assert (map, SECTION_STEPS, "x", 1);
  assert_padding_is_zero (fd, map);
  close (fd);
}

/* Without a mark there is the begin; and what a section of known size writes meanwhile stays. */
static void
rewinding_touches_only_the_section_of_unknown_size (void)
{
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_SLICE_NAME, SECTION_RAW, 6);
  section_writer_begin (writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  section_writer_copy (writer, SECTION_SLICE_NAME, "abc", 3);
  section_writer_copy (writer, SECTION_ARGUMENTS, "gone", 4);
  section_writer_rewind (writer);
  section_writer_copy (writer, SECTION_SLICE_NAME, "def", 3);
  section_writer_end (writer, SECTION_ARGUMENTS, 0);
  section_writer_end (writer, SECTION_SLICE_NAME, 0);
  written_sections_finish (writer);

  g_autoptr (SectionMap) map = written_sections_map (fd);
  written_sections_assert (map, SECTION_SLICE_NAME, "abcdef", 6);
  written_sections_assert (map, SECTION_ARGUMENTS, NULL, 0);
  close (fd);
}

/* Three of them are more than may wait. */
static void
buffers_larger_than_what_may_wait_pass (void)
{
  size_t n = SECTION_WRITER_WAITING_BYTES + 12345;
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 3 * n);
  for (unsigned i = 0; i < 3; i++)
    {
      void *buffer = malloc (n);
      memset (buffer, (int) i, n);
      section_writer_take (writer, SECTION_LOD, buffer, n);
    }
  section_writer_end (writer, SECTION_LOD, 0);
  written_sections_finish (writer);

  g_autoptr (SectionMap) map = written_sections_map (fd);
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
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);

  for (size_t i = 0; i < n; i++)
    lent[i] = (uint8_t) (i * 7 + (i >> 16));
  section_writer_put_taken (writer, SECTION_LOD, g_memdup2 ("abc", 3), 3);
  section_writer_put_lent (writer, SECTION_FLOWS, lent, n);
  section_writer_put_lent (writer, SECTION_FLOWS_INTO, lent, n);
  section_writer_put_lent (writer, SECTION_STEPS, NULL, 0);
  section_writer_put_taken (writer, SECTION_RANKS, NULL, 0);
  written_sections_finish (writer);

  SectionMap *map = written_sections_map (fd);
  written_sections_assert (map, SECTION_LOD, "abc", 3);
  written_sections_assert (map, SECTION_FLOWS, lent, n);
  written_sections_assert (map, SECTION_FLOWS_INTO, lent, n);
  g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
  section_map_free (map);
  g_free (lent);
  close (fd);
}

static void
what_was_drained_is_in_the_file (void)
{
  int fd = written_sections_new ();
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
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, UINT64_C (1) << 40);
  for (unsigned i = 0; i < 15; i++)
    section_writer_take (writer, SECTION_LOD, calloc (1, 1 << 20), 1 << 20);
  section_writer_copy (writer, SECTION_LOD, "staged", 6);
  section_writer_free (writer);
  g_assert_false (section_file_probe (fd));
  close (fd);
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
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_put (writer, SECTION_STEPS, "small", 5);
  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 8 << 20);
  section_writer_take (writer, SECTION_LOD, calloc (1, 200000), 200000);
  g_assert_true (section_writer_drain (writer));
  g_assert_cmpuint (count_threads (), ==, n_before);

  section_writer_take (writer, SECTION_LOD, calloc (1, (8 << 20) - 200000), (8 << 20) - 200000);
  g_assert_cmpuint (count_threads (), ==, n_before + 1);
  section_writer_end (writer, SECTION_LOD, 0);
  written_sections_finish (writer);
  section_map_free (written_sections_map (fd));
}

/* The child of a program that is writing writes a file of its own. */
static void
a_fork_writes_another_file (void)
{
#ifdef __SANITIZE_THREAD__
  g_test_skip ("its runtime knows no threads in the child of a program that has threads");
  return;
#endif
  int fd = written_sections_new (), other = written_sections_new (), status;
  SectionWriter *writer = section_writer_new (fd);

  section_writer_begin (writer, SECTION_LOD, SECTION_RAW, 20 << 20);
  for (unsigned i = 0; i < 10; i++)
    section_writer_take (writer, SECTION_LOD, calloc (1, 1 << 20), 1 << 20);

  pid_t child = fork ();
  if (child == 0)
    {
      SectionWriter *own = section_writer_new (other);
      section_writer_put (own, SECTION_STEPS, "child", 5);
      bool written = section_writer_finish (own, SECTION_FILE_PARTIAL, written_sections_key, "other", NULL);
      section_writer_free (own);
      _exit (written ? 0 : 1);
    }
  for (unsigned i = 0; i < 10; i++)
    section_writer_take (writer, SECTION_LOD, calloc (1, 1 << 20), 1 << 20);
  section_writer_end (writer, SECTION_LOD, 0);
  written_sections_finish (writer);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);

  g_autoptr (SectionMap) map = written_sections_map (fd);
  g_autoptr (SectionMap) other_map = written_sections_map (other);
  g_assert_true (section_map_verify (map, NULL, on_damage, NULL));
  written_sections_assert (other_map, SECTION_STEPS, "child", 5);
  g_assert_cmpuint (section_map_flags (other_map), ==, SECTION_FILE_PARTIAL);
  g_assert_cmpuint (section_map_flags (map), ==, 0);
  close (fd);
  close (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
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
  g_test_add_func ("/section_writer/small_file_starts_no_thread", small_file_starts_no_thread);
  g_test_add_func ("/section_writer/a_fork_writes_another_file", a_fork_writes_another_file);
  return g_test_run ();
}
