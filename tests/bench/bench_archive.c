/* SPDX-License-Identifier: Apache-2.0
 *
 * "Archive size, every argument kept" and "decode all columns of an archive": archives made of a synthetic profile
 * and of files, as they lie on the disk; decoded on one thread, in CPU time.
 *
 *   bench_archive MAKE_TRACE N [FILE...]
 *   bench_archive FILE.archive            decodes this one */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "trace/archive/archive.h"
#include "trace/archive/archive_args.h"
#include "trace/archive/archive_file.h"
#include "trace/archive/archive_write.h"
#include "trace/archive/slice_codec.h"
#include "trace/model/trace_private.h"
#include "trace/open/open.h"

#define RUNS              6 /* the first does not count */
#define SYNTHETIC_BAR     (1.0 / 3)
#define REAL_BAR          (1.0 / 4)
#define DECODE_BAR_PER_US 40.0

static double
cpu_seconds (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
die (const char *what, GError *error)
{
  fprintf (stderr, "bench_archive: %s%s%s\n", what, error == NULL ? "" : ": ",
           error == NULL ? "" : error->message);
  exit (1);
}

/* Of a file as .json.gz: as it is, or compressed as gzip does without being told otherwise. */
static double
gzip_bytes (const char *path)
{
  struct stat info;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  uint8_t from[1 << 16], to[1 << 16];
  z_stream stream = { 0 };
  ssize_t n;

  if (fd < 0 || fstat (fd, &info) < 0)
    die (path, NULL);
  if (g_str_has_suffix (path, ".gz"))
    {
      close (fd);
      return (double) info.st_size;
    }
  if (deflateInit2 (&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    die ("zlib", NULL);
  do
    {
      n = read (fd, from, sizeof from);
      stream.next_in = from;
      stream.avail_in = n > 0 ? (unsigned) n : 0;
      do
        {
          stream.next_out = to;
          stream.avail_out = sizeof to;
          deflate (&stream, n > 0 ? Z_NO_FLUSH : Z_FINISH);
        }
      while (stream.avail_out == 0);
    }
  while (n > 0);
  close (fd);
  double total = (double) stream.total_out;
  deflateEnd (&stream);
  return total;
}

static ArchiveSource
source_of (const Trace *trace)
{
  return (ArchiveSource){
    .items = { trace_slices (trace), trace->instants.at, trace->instants.n },
    .samples = trace_samples (trace),
    .flows = trace->flows.at,
    .n_flows = trace->flows.n,
    .args = trace->args,
    .n_args_bytes = trace->n_args_bytes,
    .arg_keys = trace->arg_keys,
  };
}

static void
decode_slices (const Archive *archive, const SliceBlock *to, SliceScratch *scratch)
{
  for (uint64_t block = 0; block < archive->slices.n_blocks; block++)
    {
      size_t at = block * archive->slices.items_per_block;
      SliceBlock here = {
        to->start_ns + at, to->dur_ns + at, to->correlation + at, to->name + at,
        to->category + at, to->kind + at,   to->flags + at,
      };
      if (slice_codec_decode (&archive->slices, block, scratch, &here) != ARCHIVE_OK)
        die ("the archive cannot be decoded", NULL);
    }
}

static int
compare_times (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Seconds that decoding all columns of all slices takes: the median. */
static double
time_slices (const Archive *archive)
{
  size_t n = archive->slices.n_items + 1;
  double seconds[RUNS];
  SliceScratch scratch = { 0 };
  SliceBlock to = {
    malloc (n * sizeof (int64_t)),
    malloc (n * sizeof (int64_t)),
    malloc (n * sizeof (int64_t)),
    malloc (n * sizeof (uint32_t)),
    malloc (n * sizeof (uint32_t)),
    malloc (n),
    malloc (n),
  };

  for (int run = 0; run < RUNS; run++)
    {
      seconds[run] = cpu_seconds ();
      decode_slices (archive, &to, &scratch);
      seconds[run] = cpu_seconds () - seconds[run];
    }
  slice_scratch_clear (&scratch);
  free (to.start_ns);
  free (to.dur_ns);
  free (to.correlation);
  free (to.name);
  free (to.category);
  free (to.kind);
  free (to.flags);
  qsort (seconds + 1, RUNS - 1, sizeof *seconds, compare_times);
  return seconds[1 + (RUNS - 1) / 2];
}

static double
time_args (const Archive *archive, const ArchiveSource *source)
{
  ArchiveArgs *args = archive_args_new (&archive->args, source->arg_keys, &source->items);
  double begin = cpu_seconds ();

  for (uint64_t block = 0; block < archive->args.n_blocks; block++)
    {
      ArgsBlock *decoded = NULL;
      if (args == NULL || archive_args_decode (args, block, &decoded) != ARCHIVE_OK)
        die ("arguments of the archive cannot be decoded", NULL);
      args_block_unref (decoded);
    }
  archive_args_free (args);
  return cpu_seconds () - begin;
}

/* False: a bar was missed. */
static bool
measure (const char *path, const char *name, double size_bar)
{
  GError *error = NULL;
  Trace *trace = trace_open (path, NULL, &error);

  if (trace == NULL)
    die (path, error);
  ArchiveSource source = source_of (trace);
  const EventCounts *counts = trace_event_counts (trace);
  double n_events = (double) (counts->total + counts->skipped), n_slices = (double) source.items.slices->n;

  int fd = memfd_create ("archive", MFD_CLOEXEC);
  double begin = cpu_seconds ();
  if (fd < 0 || !trace_write_archive (trace, fd, NULL, path, &error))
    die (path, error);
  double encode = cpu_seconds () - begin;

  Archive archive;
  SectionMap *map = section_map_new (fd, path, &error);
  if (map == NULL || !archive_open (&archive, map, path, &error))
    die (path, error);
  double per_event = (double) section_map_size_bytes (map) / n_events;
  double gzip = gzip_bytes (path) / n_events;
  double per_us = n_slices / time_slices (&archive) / 1e6;
  double args_ns = time_args (&archive, &source) * 1e9 / (n_slices + 1);
  bool is_small = per_event <= gzip * size_bar, is_fast = per_us >= DECODE_BAR_PER_US;

  printf ("archive size, %.60s, %.0f events: %.2f B/event, .json.gz %.2f: %.3f of it, bar %.3f %s\n", name, n_events,
          per_event, gzip, per_event / gzip, size_bar, is_small ? "ok" : "MISSED");
  printf ("decode, all columns of %.0f slices: %.1f M slices/s CPU, bar %.0f %s; with arguments %.0f ns/slice more; "
          "encoding %.0f ns/slice\n",
          n_slices, per_us, DECODE_BAR_PER_US, is_fast ? "ok" : "MISSED", args_ns, encode * 1e9 / (n_slices + 1));
  archive_close (&archive);
  section_map_free (map);
  close (fd);
  trace_unref (trace);
  return is_small && is_fast;
}

/* Of an archive that is there already. False: the bar was missed. */
static bool
measure_decoding (const char *path)
{
  GError *error = NULL;
  Archive archive;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  SectionMap *map = fd < 0 ? NULL : section_map_new (fd, path, &error);

  if (map == NULL || !archive_open (&archive, map, path, &error))
    die (path, error);
  double n_slices = (double) archive.slices.n_items, per_us = n_slices / time_slices (&archive) / 1e6;
  bool is_fast = per_us >= DECODE_BAR_PER_US;

  printf ("decode, all columns of %.0f slices: %.1f M slices/s CPU, bar %.0f %s\n", n_slices, per_us, DECODE_BAR_PER_US,
          is_fast ? "ok" : "MISSED");
  archive_close (&archive);
  section_map_free (map);
  close (fd);
  return is_fast;
}

int
main (int argc, char **argv)
{
  bool ok = true;

  if (argc == 2 && g_str_has_suffix (argv[1], ".archive"))
    return measure_decoding (argv[1]) ? 0 : 1;
  if (argc < 3)
    {
      fprintf (stderr, "usage: bench_archive MAKE_TRACE N [FILE...] | FILE.archive\n");
      return 2;
    }
  char *folder = g_dir_make_tmp ("bench-archive-XXXXXX", NULL);
  char *path = g_build_filename (folder, "synthetic.json", NULL);
  char *arguments[] = { argv[1], (char *) "--events", argv[2], (char *) "-o", path, NULL };
  GError *error = NULL;
  if (!g_spawn_sync (NULL, arguments, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, &error))
    die (argv[1], error);
  ok &= measure (path, "synthetic", SYNTHETIC_BAR);
  unlink (path);
  rmdir (folder);
  g_free (path);
  g_free (folder);

  for (int i = 3; i < argc; i++)
    {
      char *name = g_path_get_basename (argv[i]);
      ok &= measure (argv[i], name, REAL_BAR);
      g_free (name);
    }
  return ok ? 0 : 1;
}
