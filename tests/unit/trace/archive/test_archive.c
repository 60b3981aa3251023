/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/trace/archive/appended_bytes.h"
#include "tests/unit/trace/archive/arg_entries.h"
#include "tests/unit/trace/archive/own_slices.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/archive/archive.h"
#include "trace/archive/archive_args.h"
#include "trace/archive/archive_write.h"
#include "trace/archive/table_codec.h"
#include "trace/model/trace_private.h"
#include "trace/text/trace_error.h"

/* ---- whole profiles ---- */

/* A random profile with arguments of our own. */
typedef struct
{
  Trace *trace;
  SliceColumns slices;
  TraceInstant *instants;
  uint64_t n_instants;
  double values[40];
  int64_t times_ns[40];
  SampleColumns samples;
  uint64_t *args;
  U8Column blob;
  ArgKeys *keys;
  ArchiveSource source;
} Profile;

static uint64_t
random_args (GRand *random, Profile *profile)
{
  uint32_t node = (uint32_t) g_rand_int_range (random, 0, (int32_t) arg_keys_count (profile->keys));

  return g_rand_int_range (random, 0, 4) == 0
           ? ARGS_NONE
           : arg_entries_add (random, profile->keys, node, 5, &profile->blob);
}

static Profile *
profile_new (GRand *random)
{
  Profile *profile = g_new0 (Profile, 1);

  profile->trace = random_profile_new (random);
  profile->keys = arg_entries_keys_new (random, 12);
  profile->slices = *trace_slices (profile->trace);
  profile->args = g_new0 (uint64_t, profile->slices.n + 1);
  for (uint64_t i = 0; i < profile->slices.n; i++)
    profile->args[i] = random_args (random, profile);
  profile->slices.args = profile->args;
  profile->n_instants = (uint64_t) g_rand_int_range (random, 0, 30);
  profile->instants = g_new0 (TraceInstant, profile->n_instants + 1);
  for (uint64_t i = 0; i < profile->n_instants; i++)
    profile->instants[i] = (TraceInstant){
      .track = (uint32_t) i / 10,
      .name = (uint32_t) g_rand_int_range (random, 0, 5),
      .category = UINT32_MAX,
      .scope = "tpg"[i % 3],
      .time_ns = g_rand_int_range (random, 0, 1000000),
      .args = random_args (random, profile),
    };
  for (size_t i = 0; i < G_N_ELEMENTS (profile->values); i++)
    {
      profile->values[i] = i == 3 ? -0.0 : g_rand_double (random);
      profile->times_ns[i] = (int64_t) i * 1000;
    }
  profile->samples = (SampleColumns){
    .n = (uint64_t) g_rand_int_range (random, 0, G_N_ELEMENTS (profile->values)),
    .time_ns = profile->times_ns,
    .value = profile->values,
  };
  profile->source = (ArchiveSource){
    .items = { &profile->slices, profile->instants, profile->n_instants },
    .samples = &profile->samples,
    .flows = profile->trace->flows.at,
    .n_flows = profile->trace->flows.n,
    .args = profile->blob.at,
    .n_args_bytes = profile->blob.n,
    .arg_keys = profile->keys,
  };
  return profile;
}

static void
profile_free (Profile *profile)
{
  trace_unref (profile->trace);
  g_free (profile->instants);
  g_free (profile->args);
  u8_column_clear (&profile->blob);
  arg_keys_free (profile->keys);
  g_free (profile);
}

static SectionMap *
archive_profile (const Profile *profile)
{
  static const uint8_t key[16] = { 1 };
  int fd = memfd_create ("archive", MFD_CLOEXEC);
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;

  g_assert_nonnull (writer);
  g_assert_true (archive_write (&profile->source, 3, writer, NULL, "x", &error));
  g_assert_no_error (error);
  g_assert_true (section_writer_finish (writer, SECTION_FILE_ARCHIVE, key, "x", &error));
  g_assert_no_error (error);
  section_writer_free (writer);
  SectionMap *map = section_map_new (fd, "x", &error);
  g_assert_no_error (error);
  close (fd);
  return map;
}

static void
assert_same_records (const Profile *profile, const Archive *archive)
{
  TraceInstant *instants = g_new0 (TraceInstant, archive->instants.n_items + 1);
  TraceFlow *flows = g_new0 (TraceFlow, archive->flows.n_items + 1);
  int64_t times_ns[G_N_ELEMENTS (profile->times_ns)];
  double values[G_N_ELEMENTS (profile->values)];

  g_assert_cmpuint (archive->instants.n_items, ==, profile->n_instants);
  g_assert_cmpuint (archive->flows.n_items, ==, profile->source.n_flows);
  g_assert_cmpuint (archive->samples.n_items, ==, profile->samples.n);
  if (archive->instants.n_blocks > 0)
    g_assert_cmpint (instant_codec_decode (&archive->instants, 0, instants), ==, ARCHIVE_OK);
  for (uint64_t i = 0; i < profile->n_instants; i++)
    {
      const TraceInstant *a = &profile->instants[i], *b = &instants[i];
      g_assert_true (a->track == b->track && a->name == b->name && a->category == b->category);
      g_assert_true (a->scope == b->scope && a->time_ns == b->time_ns && b->args == ARGS_NONE);
    }
  if (archive->flows.n_blocks > 0)
    g_assert_cmpint (flow_codec_decode (&archive->flows, 0, flows), ==, ARCHIVE_OK);
  for (uint64_t i = 0; i < profile->source.n_flows; i++)
    {
      const TraceFlow *a = &profile->source.flows[i], *b = &flows[i];
      g_assert_true (a->from == b->from && a->to == b->to && a->kind == b->kind
                     && a->category == b->category);
    }
  if (archive->samples.n_blocks > 0)
    g_assert_cmpint (sample_codec_decode (&archive->samples, 0, times_ns, values), ==, ARCHIVE_OK);
  g_assert_true (memcmp (times_ns, profile->times_ns, profile->samples.n * sizeof *times_ns) == 0);
  g_assert_true (memcmp (values, profile->values, profile->samples.n * sizeof *values) == 0);
  g_free (instants);
  g_free (flows);
}

/* Every argument of every item, in a random order, through the blocks that are kept. */
static void
assert_same_args (GRand *random, const Profile *profile, const Archive *archive, const ArchiveItems *items)
{
  ArchiveArgs *args = archive_args_new (&archive->args, profile->keys, items);
  StringTable *strings = string_table_new ();
  uint64_t n = archive->args.n_items;
  ArgsBlock *block;
  uint32_t at;

  g_assert_nonnull (args);
  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t item = (uint64_t) g_rand_int_range (random, 0, (int32_t) n);
      uint64_t offset =
        item < profile->slices.n ? profile->args[item] : profile->instants[item - profile->slices.n].args;
      ArgIter ours, theirs;
      Arg a, b;

      g_assert_cmpint (archive_args_get (args, item, &block, &at), ==, ARCHIVE_OK);
      uint64_t n_bytes = block->begins[at + 1] - block->begins[at];
      g_assert_true ((n_bytes == 0) == (offset == ARGS_NONE));
      if (n_bytes > 0)
        {
          g_assert_true (
            arg_iter_init (&ours, profile->blob.at, profile->blob.n, offset, strings, profile->keys));
          g_assert_true (
            arg_iter_init (&theirs, block->bytes + block->begins[at], n_bytes, 0, strings, profile->keys));
          while (arg_iter_next (&ours, &a))
            {
              g_assert_true (arg_iter_next (&theirs, &b));
              g_assert_true (a.key == b.key && a.quoted == b.quoted && a.length == b.length);
              g_assert_true (memcmp (a.text, b.text, a.length) == 0);
            }
          g_assert_false (arg_iter_next (&theirs, &b));
          g_assert_true (memcmp (block->bytes + block->begins[at], profile->blob.at + offset, n_bytes) == 0);
          arg_iter_clear (&ours);
          arg_iter_clear (&theirs);
        }
      args_block_unref (block);
    }
  g_assert_cmpint (archive_args_get (args, n, &block, &at), ==, ARCHIVE_DAMAGED);
  archive_args_free (args);
  string_table_free (strings);
}

static void
test_profiles (void)
{
  GRand *random = g_rand_new_with_seed (2);

  for (int run = 0; run < 60; run++)
    {
      Profile *profile = profile_new (random);
      SectionMap *map = archive_profile (profile);
      GError *error = NULL;
      Archive archive;

      g_assert_true (archive_open (&archive, map, "x", &error));
      g_assert_cmpuint (archive.slices.n_items, ==, profile->slices.n);
      OwnSlices decoded = own_slices_new (archive.slices.n_items);
      g_assert_true (own_slices_decode (&archive.slices, &decoded));
      own_slices_assert_same (&profile->slices, &decoded);
      assert_same_records (profile, &archive);

      SliceColumns columns = own_slices_columns (&decoded);
      ArchiveItems items = { &columns, profile->instants, profile->n_instants };
      assert_same_args (random, profile, &archive, &items);
      own_slices_clear (&decoded);
      archive_close (&archive);
      section_map_free (map);
      profile_free (profile);
    }
  g_rand_free (random);
}

static void
test_missing_section (void)
{
  static const uint8_t key[16] = { 1 };
  int fd = memfd_create ("archive", MFD_CLOEXEC);
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;
  Archive archive;

  section_writer_put (writer, SECTION_ARCHIVE_SLICES, "0123456789abcdef", 16);
  g_assert_true (section_writer_finish (writer, SECTION_FILE_ARCHIVE, key, "x", &error));
  section_writer_free (writer);
  SectionMap *map = section_map_new (fd, "x", &error);
  g_assert_no_error (error);
  g_assert_false (archive_open (&archive, map, "x", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  g_clear_error (&error);
  section_map_free (map);
  close (fd);
}

static void
test_cancel (void)
{
  GRand *random = g_rand_new_with_seed (8);
  Profile *profile = profile_new (random);
  int fd = memfd_create ("archive", MFD_CLOEXEC);
  SectionWriter *writer = section_writer_new (fd);
  atomic_bool cancelled = true;
  GError *error = NULL;

  g_assert_false (archive_write (&profile->source, 3, writer, &cancelled, "x", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
  g_clear_error (&error);
  section_writer_free (writer);
  close (fd);
  profile_free (profile);
  g_rand_free (random);
}

/* ---- threads ---- */

typedef struct
{
  ArchiveArgs *args;
  uint64_t n_items;
  uint32_t seed;
} Asking;

static void *
ask (void *data)
{
  Asking *asking = data;
  GRand *random = g_rand_new_with_seed (asking->seed);

  for (int i = 0; i < 60; i++)
    {
      ArgsBlock *block;
      uint32_t at;
      uint64_t item = (uint64_t) g_rand_int_range (random, 0, (int32_t) asking->n_items);

      g_assert_cmpint (archive_args_get (asking->args, item, &block, &at), ==, ARCHIVE_OK);
      uint32_t node;
      memcpy (&node, block->bytes + block->begins[at], sizeof node);
      g_assert_cmpuint (node, ==, item % 3);
      args_block_unref (block);
    }
  g_rand_free (random);
  return NULL;
}

/* More blocks than are kept, asked for by several threads at once. */
static void
test_threads (void)
{
  enum
  {
    N_BLOCKS = 11,
    N_THREADS = 4
  };
  GRand *random = g_rand_new_with_seed (11);
  uint32_t n = N_BLOCKS * ARGS_PER_BLOCK;
  OwnSlices slices = own_slices_random (random, n, false);
  SliceColumns columns = own_slices_columns (&slices);
  ArgKeys *keys = arg_entries_keys_new (random, 3);
  U8Column blob = { 0 }, section = { 0 };
  uint64_t *offsets = g_new (uint64_t, n);
  BlockStream stream;
  pthread_t threads[N_THREADS];
  Asking asking[N_THREADS];

  for (uint32_t i = 0; i < n; i++)
    offsets[i] = i < 3 ? arg_entries_add (random, keys, i, 5, &blob) : offsets[i % 3];
  ArgsEncoder *encoder = args_encoder_new (blob.at, blob.n, keys, 1, appended_bytes, &section);
  for (uint32_t at = 0; at < n; at += ARGS_PER_BLOCK)
    {
      ArgsItems items = { { columns.name + at, columns.correlation + at }, offsets + at };
      g_assert_cmpint (args_encoder_put (encoder, &items, ARGS_PER_BLOCK), ==, ARCHIVE_OK);
    }
  g_assert_cmpint (args_encoder_finish (encoder, n), ==, ARCHIVE_OK);
  args_encoder_free (encoder);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);

  ArchiveItems items = { &columns, NULL, 0 };
  ArchiveArgs *args = archive_args_new (&stream, keys, &items);
  for (uint32_t i = 0; i < N_THREADS; i++)
    {
      asking[i] = (Asking){ args, n, i };
      g_assert_cmpint (pthread_create (&threads[i], NULL, ask, &asking[i]), ==, 0);
    }
  for (uint32_t i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
  archive_args_free (args);
  block_stream_clear (&stream);
  u8_column_clear (&blob);
  u8_column_clear (&section);
  arg_keys_free (keys);
  g_free (offsets);
  own_slices_clear (&slices);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/random_profiles_come_back", test_profiles);
  g_test_add_func ("/archive/a_missing_section_is_an_error", test_missing_section);
  g_test_add_func ("/archive/writing_can_be_cancelled", test_cancel);
  g_test_add_func ("/archive/threads_share_decoded_arguments", test_threads);
  return g_test_run ();
}
