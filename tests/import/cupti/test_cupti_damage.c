/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of CUPTI records that are damaged, cut, contradictory or merely odd. Those with y_ open, those with n_ are
 * refused. The expectation says how much was read and what the health table counts, or how the refusal reads. */

#include <string.h>

#include "tests/import/cupti/opened_records.h"
#include "tests/import/cupti/small_recording.h"
#include "trace/text/trace_error.h"

typedef struct
{
  const char *name;
  GByteArray *(*make) (void);
  const char *expected;
} Case;

static CuptiWriter *
begin (void)
{
  return cupti_writer_new (cupti_release_find ("13.0"), CUPTI_CONTAINER);
}

static CuptiWriter *
begin_bare (void)
{
  return cupti_writer_new (cupti_release_find ("13.0"), CUPTI_BARE);
}

static GByteArray *
end (CuptiWriter *writer)
{
  return cupti_writer_finish (writer);
}

static uint64_t
kernel_name (CuptiWriter *writer)
{
  return cupti_writer_text (writer, "gemm", 4);
}

/* A launch and its kernel, 10 us after each other. */
static void
add_launch (CuptiWriter *writer, uint32_t correlation)
{
  small_call (writer, 211, correlation, 10000 * correlation, 10000 * correlation + 2000);
  small_kernel (writer, kernel_name (writer), correlation, 10000 * correlation + 3000,
                10000 * correlation + 8000);
}

static void
set_u32 (GByteArray *file, size_t at, uint32_t value)
{
  memcpy (file->data + at, &value, sizeof value);
}

static void
set_u64 (GByteArray *file, size_t at, uint64_t value)
{
  memcpy (file->data + at, &value, sizeof value);
}

/* Returns where the n-th chunk of a type begins. */
static size_t
chunk_at (const GByteArray *file, uint32_t type, unsigned n)
{
  size_t at = CUPTI_HEADER_BYTES;

  for (;;)
    {
      uint64_t size;

      g_assert_cmpuint (at + CUPTI_CHUNK_BYTES, <=, file->len);
      g_assert_cmpuint (cupti_u32_at (file->data + at), ==, CUPTI_CHUNK_MARK);
      memcpy (&size, file->data + at + 8, sizeof size);
      if (cupti_u32_at (file->data + at + 4) == type && n-- == 0)
        return at;
      at += CUPTI_CHUNK_BYTES + (size + 7) / 8 * 8;
    }
}

/* ---- files ---- */

static GByteArray *
whole_container (void)
{
  return small_recording (cupti_release_find ("13.0"), CUPTI_CONTAINER);
}

static GByteArray *
whole_bare (void)
{
  return small_recording (cupti_release_find ("13.0"), CUPTI_BARE);
}

static GByteArray *
empty_file (void)
{
  return g_byte_array_new ();
}

static GByteArray *
only_the_magic (void)
{
  return g_byte_array_append (g_byte_array_new (), (const guint8 *) CUPTI_MAGIC, 8);
}

static GByteArray *
header_alone (void)
{
  return g_byte_array_set_size (whole_container (), CUPTI_HEADER_BYTES);
}

static GByteArray *
header_of_another_version (void)
{
  GByteArray *file = whole_container ();

  set_u32 (file, 8, 2);
  return file;
}

static GByteArray *
only_zeros (void)
{
  GByteArray *file = g_byte_array_set_size (g_byte_array_new (), 4096);

  memset (file->data, 0, file->len);
  return file;
}

static GByteArray *
one_cut_record (void)
{
  CuptiWriter *writer = begin_bare ();

  small_kernel (writer, 0, 1, 1000, 2000);
  return g_byte_array_set_size (end (writer), 100);
}

static GByteArray *
long_header (void)
{
  GByteArray *small = whole_container (), *file = g_byte_array_new ();
  static const guint8 more[24] = "something of the future";

  g_byte_array_append (file, small->data, CUPTI_HEADER_BYTES);
  g_byte_array_append (file, more, sizeof more);
  g_byte_array_append (file, small->data + CUPTI_HEADER_BYTES, small->len - CUPTI_HEADER_BYTES);
  set_u32 (file, 12, CUPTI_HEADER_BYTES + sizeof more);
  g_byte_array_unref (small);
  return file;
}

static GByteArray *
no_end (void)
{
  GByteArray *file = whole_container ();

  return g_byte_array_set_size (file, (guint) chunk_at (file, CUPTI_CHUNK_END, 0));
}

static GByteArray *
records_behind_the_end (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  cupti_writer_chunk (writer, CUPTI_CHUNK_END, NULL, 0);
  add_launch (writer, 2);
  return end (writer);
}

static GByteArray *
garbage_behind_the_end (void)
{
  GByteArray *file = whole_container ();

  return g_byte_array_append (file, (const guint8 *) "garbage garbage garbage", 23);
}

/* ---- chunks ---- */

static GByteArray *
unknown_chunk (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  cupti_writer_chunk (writer, 99, "what is this?", 13);
  add_launch (writer, 2);
  return end (writer);
}

static GByteArray *
damaged_mark (void)
{
  GByteArray *file = whole_container ();

  set_u32 (file, chunk_at (file, CUPTI_CHUNK_BUFFER, 0), 0x12345678);
  return file;
}

static GByteArray *
chunk_beyond_the_file (void)
{
  GByteArray *file = whole_container ();

  set_u64 (file, chunk_at (file, CUPTI_CHUNK_BUFFER, 0) + 8, 1 << 30);
  return file;
}

static GByteArray *
chunk_of_most (void)
{
  GByteArray *file = whole_container ();

  set_u64 (file, chunk_at (file, CUPTI_CHUNK_BUFFER, 1) + 8, UINT64_MAX);
  return file;
}

/* Every record holds what looks like a chunk that goes beyond the file and begins with such a record. */
static GByteArray *
chunk_beyond_the_file_of_marks (void)
{
  CuptiWriter *writer = begin ();

  for (uint32_t i = 0; i < 2000; i++)
    {
      cupti_writer_begin (writer, CUPTI_KIND_RUNTIME);
      CUPTI_PUT (writer, API, cbid, 211);
      CUPTI_PUT (writer, API, start, 1000 + i);
      CUPTI_PUT (writer, API, end, CUPTI_CHUNK_MARK | (uint64_t) CUPTI_CHUNK_BUFFER << 32);
      CUPTI_PUT (writer, API, thread_id, 1);
      CUPTI_PUT (writer, API, correlation_id, CUPTI_KIND_RUNTIME);
    }
  GByteArray *file = end (writer);
  set_u64 (file, chunk_at (file, CUPTI_CHUNK_BUFFER, 0) + 8, UINT64_MAX);
  return file;
}

static GByteArray *
chunk_too_small (void)
{
  GByteArray *file = whole_container ();

  set_u64 (file, chunk_at (file, CUPTI_CHUNK_BUFFER, 0) + 8, 1024);
  return file;
}

static GByteArray *
property_beyond_its_chunk (void)
{
  CuptiWriter *writer = begin ();
  const uint32_t lengths[] = { 4, UINT32_MAX, 0, 0 };

  cupti_writer_chunk (writer, CUPTI_CHUNK_PROPERTY, lengths, sizeof lengths);
  add_launch (writer, 1);
  return end (writer);
}

static GByteArray *
short_clock (void)
{
  CuptiWriter *writer = begin ();

  cupti_writer_chunk (writer, CUPTI_CHUNK_CLOCK, "12345678", 8);
  add_launch (writer, 1);
  return end (writer);
}

static GByteArray *
lost_records (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  cupti_writer_lost (writer, 40);
  cupti_writer_lost (writer, 2);
  return end (writer);
}

static GByteArray *
most_records_lost (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  cupti_writer_lost (writer, UINT64_MAX);
  cupti_writer_lost (writer, UINT64_MAX);
  return end (writer);
}

/* ---- sizes ---- */

static GByteArray *
buffer_before_sizes (void)
{
  GByteArray *file = whole_container ();

  set_u32 (file, chunk_at (file, CUPTI_CHUNK_SIZES, 0) + 4, 99);
  return file;
}

/* The sizes of the release with that of one kind replaced. */
static GByteArray *
with_size (uint32_t kind, uint32_t size)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  add_launch (writer, 2);
  GByteArray *file = end (writer);
  size_t at = chunk_at (file, CUPTI_CHUNK_SIZES, 0) + CUPTI_CHUNK_BYTES;
  while (cupti_u32_at (file->data + at) != kind)
    at += 8;
  set_u32 (file, at + 4, size);
  return file;
}

static GByteArray *
size_of_0 (void)
{
  return with_size (10, 0);
}

static GByteArray *
size_of_no_release (void)
{
  return with_size (10, 152);
}

static GByteArray *
size_above_all (void)
{
  return with_size (CUPTI_KIND_RUNTIME, 1 << 20);
}

static GByteArray *
size_of_most (void)
{
  return with_size (CUPTI_KIND_RUNTIME, UINT32_MAX);
}

static GByteArray *
size_of_one_byte (void)
{
  return with_size (CUPTI_KIND_RUNTIME, 1);
}

/* A release to come has longer kernels. */
static GByteArray *
sizes_of_the_future (void)
{
  CuptiWriter *writer = begin ();
  const uint32_t sizes[] = { 10, 304, CUPTI_KIND_RUNTIME, 40 };

  writer->sizes.size[10] = 304;
  cupti_writer_chunk (writer, CUPTI_CHUNK_SIZES, sizes, sizeof sizes);
  add_launch (writer, 1);
  add_launch (writer, 2);
  return end (writer);
}

static GByteArray *
cut_sizes (void)
{
  CuptiWriter *writer = begin ();
  const uint32_t sizes[] = { 10, 216, CUPTI_KIND_RUNTIME };

  cupti_writer_chunk (writer, CUPTI_CHUNK_SIZES, sizes, sizeof sizes);
  small_kernel (writer, kernel_name (writer), 1, 1000, 2000);
  return end (writer);
}

/* ---- kinds and padding ---- */

static GByteArray *
unknown_kind (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  add_launch (writer, 2);
  set_u32 (writer->buffer, 256, 77);
  cupti_writer_end_buffer (writer);
  add_launch (writer, 3);
  return end (writer);
}

static GByteArray *
retired_kind (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  small_call (writer, 211, 2, 30000, 31000);
  memcpy (writer->record, &(uint32_t){ 6 }, 4);
  return end (writer);
}

static GByteArray *
kinds_that_are_not_shown (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  cupti_writer_begin (writer, 19);
  cupti_writer_begin (writer, 26);
  cupti_writer_begin (writer, 33);
  cupti_writer_begin (writer, 40);
  cupti_writer_begin (writer, 46);
  cupti_writer_begin (writer, 47);
  return end (writer);
}

static void
add_zeros (CuptiWriter *writer, guint n)
{
  static const guint8 zeros[4096] = { 0 };

  g_byte_array_append (writer->buffer, zeros, n);
}

static GByteArray *
padded (CuptiWriter *writer)
{
  add_launch (writer, 1);
  add_zeros (writer, 64);
  add_launch (writer, 2);
  add_zeros (writer, 4096);
  return end (writer);
}

static GByteArray *
padded_container (void)
{
  return padded (begin ());
}

static GByteArray *
padded_bare (void)
{
  return padded (begin_bare ());
}

static GByteArray *
padding_of_odd_length (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  add_zeros (writer, 13);
  return end (writer);
}

static GByteArray *
cut_record (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  add_launch (writer, 2);
  g_byte_array_set_size (writer->buffer, writer->buffer->len - 16);
  cupti_writer_end_buffer (writer);
  add_launch (writer, 3);
  return end (writer);
}

static GByteArray *
cut_file (void)
{
  GByteArray *file = whole_container ();

  return g_byte_array_set_size (file, (guint) chunk_at (file, CUPTI_CHUNK_BUFFER, 1) + 1000);
}

static GByteArray *
cut_bare_file (void)
{
  GByteArray *file = whole_bare ();

  return g_byte_array_set_size (file, file->len - 4);
}

/* ---- texts ---- */

static GByteArray *
missing_text (void)
{
  CuptiWriter *writer = begin ();

  small_kernel (writer, 0x7fabcdef0010, 1, 1000, 2000);
  small_kernel (writer, 0, 2, 3000, 4000);
  return end (writer);
}

static GByteArray *
text_with_length (uint32_t length)
{
  CuptiWriter *writer = begin ();

  small_kernel (writer, kernel_name (writer), 1, 1000, 2000);
  GByteArray *file = end (writer);
  set_u32 (file, chunk_at (file, CUPTI_CHUNK_TEXTS, 0) + CUPTI_CHUNK_BYTES + 8, length);
  return file;
}

static GByteArray *
text_beyond_its_chunk (void)
{
  return text_with_length (4000);
}

static GByteArray *
text_of_most (void)
{
  return text_with_length (UINT32_MAX);
}

static GByteArray *
reused_address (void)
{
  CuptiWriter *writer = begin ();

  cupti_writer_text_at (writer, 0x1000, "first", 5);
  small_kernel (writer, 0x1000, 1, 1000, 2000);
  cupti_writer_end_buffer (writer);
  cupti_writer_text_at (writer, 0x1000, "second", 6);
  small_kernel (writer, 0x1000, 2, 3000, 4000);
  return end (writer);
}

static GByteArray *
odd_texts (void)
{
  CuptiWriter *writer = begin ();

  cupti_writer_text_at (writer, 0, "of address 0", 12);
  cupti_writer_text_at (writer, 8, "nul\0and\xff\xfe\x1b[2J<b>", 17);
  cupti_writer_text_at (writer, UINT64_MAX, "", 0);
  small_kernel (writer, 0, 1, 1000, 2000);
  small_kernel (writer, 8, 2, 3000, 4000);
  small_kernel (writer, UINT64_MAX, 3, 5000, 6000);
  return end (writer);
}

/* ---- times ---- */

static GByteArray *
with_times (uint64_t start, uint64_t finish)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  small_kernel (writer, kernel_name (writer), 1, 0, 0);
  CUPTI_PUT (writer, KERNEL, start, start);
  CUPTI_PUT (writer, KERNEL, end, finish);
  return end (writer);
}

static GByteArray *
no_times (void)
{
  return with_times (0, 0);
}

static GByteArray *
no_begin (void)
{
  return with_times (0, SMALL_BASE_NS + 5000);
}

static GByteArray *
no_end_time (void)
{
  return with_times (SMALL_BASE_NS + 5000, 0);
}

static GByteArray *
end_before_begin (void)
{
  return with_times (SMALL_BASE_NS + 5000, SMALL_BASE_NS + 4000);
}

static GByteArray *
times_of_most (void)
{
  return with_times (UINT64_MAX, UINT64_MAX);
}

static GByteArray *
end_of_most (void)
{
  return with_times (SMALL_BASE_NS, UINT64_MAX);
}

static GByteArray *
far_time (void)
{
  return with_times (5000000000, 5000001000);
}

static GByteArray *
with_clock (uint32_t clock, uint64_t ticks_per_second)
{
  const CuptiHeader header = { .pid = 1, .rank = -1, .clock = clock, .ticks_per_second = ticks_per_second };
  CuptiWriter *writer = cupti_writer_new_with_header (cupti_release_find ("13.0"), &header);

  cupti_writer_clock (writer, SMALL_BASE_NS, SMALL_BASE_NS / 2 + 1000000000);
  add_launch (writer, 1);
  return end (writer);
}

static GByteArray *
clock_of_ticks (void)
{
  return with_clock (CUPTI_CLOCK_OTHER, 2000000000);
}

static GByteArray *
clock_of_0_ticks (void)
{
  return with_clock (CUPTI_CLOCK_EPOCH, 0);
}

static GByteArray *
clock_of_one_tick (void)
{
  return with_clock (CUPTI_CLOCK_OTHER, 1);
}

static GByteArray *
clock_of_unknown_kind (void)
{
  return with_clock (77, 1000000000);
}

/* ---- markers ---- */

static GByteArray *
marker_end_alone (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  small_marker (writer, 4, 9, 0, 5000);
  return end (writer);
}

static GByteArray *
marker_begin_alone (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  small_marker (writer, 2, 9, kernel_name (writer), 5000);
  return end (writer);
}

static GByteArray *
marker_end_first (void)
{
  CuptiWriter *writer = begin ();

  small_marker (writer, 4, 9, 0, 50000);
  cupti_writer_end_buffer (writer);
  small_marker (writer, 2, 9, kernel_name (writer), 5000);
  return end (writer);
}

static GByteArray *
marker_begun_twice (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = kernel_name (writer);

  small_marker (writer, 2, 9, name, 5000);
  small_marker (writer, 2, 9, name, 6000);
  small_marker (writer, 4, 9, 0, 7000);
  return end (writer);
}

static GByteArray *
marker_id_used_again (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = kernel_name (writer);

  for (uint64_t i = 1; i <= 3; i++)
    {
      small_marker (writer, 2, 9, name, 10000 * i);
      small_marker (writer, 4, 9, 0, 10000 * i + 5000);
    }
  return end (writer);
}

static GByteArray *
marker_backwards (void)
{
  CuptiWriter *writer = begin ();

  small_marker (writer, 2, 9, kernel_name (writer), 5000);
  small_marker (writer, 4, 9, 0, 4000);
  return end (writer);
}

static GByteArray *
marker_of_two_threads (void)
{
  CuptiWriter *writer = begin ();

  small_marker (writer, 2, 9, kernel_name (writer), 5000);
  small_marker (writer, 4, 9, 0, 6000);
  CUPTI_PUT (writer, MARKER, thread_id, 7);
  return end (writer);
}

static GByteArray *
marker_without_time (void)
{
  CuptiWriter *writer = begin ();

  small_marker (writer, 1, 9, kernel_name (writer), 5000);
  CUPTI_PUT (writer, MARKER, timestamp, 0);
  small_marker (writer, 1, 10, kernel_name (writer), 6000);
  return end (writer);
}

static GByteArray *
marker_data_alone (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  cupti_writer_begin (writer, 13);
  CUPTI_PUT (writer, MARKER_DATA, id, 5);
  return end (writer);
}

/* ---- ids ---- */

static GByteArray *
correlation_of_0 (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = kernel_name (writer);

  small_call (writer, 211, 0, 1000, 2000);
  small_kernel (writer, name, 0, 3000, 4000);
  return end (writer);
}

static GByteArray *
correlation_of_most (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = kernel_name (writer);

  small_call (writer, 211, UINT32_MAX, 1000, 2000);
  small_kernel (writer, name, UINT32_MAX, 3000, 4000);
  return end (writer);
}

static GByteArray *
shared_correlation (void)
{
  CuptiWriter *writer = begin ();
  uint64_t name = kernel_name (writer);

  small_call (writer, 211, 5, 1000, 2000);
  small_call (writer, 211, 5, 1100, 1900);
  small_kernel (writer, name, 5, 3000, 4000);
  small_kernel (writer, name, 5, 5000, 6000);
  return end (writer);
}

static GByteArray *
kernel_without_launch (void)
{
  CuptiWriter *writer = begin ();

  small_kernel (writer, kernel_name (writer), 5, 3000, 4000);
  return end (writer);
}

static GByteArray *
unknown_calls (void)
{
  CuptiWriter *writer = begin ();

  small_call (writer, 9999, 1, 1000, 2000);
  small_call (writer, UINT32_MAX, 2, 3000, 4000);
  small_call (writer, 0, 3, 5000, 6000);
  return end (writer);
}

static GByteArray *
device_of_most (void)
{
  CuptiWriter *writer = begin ();

  add_launch (writer, 1);
  CUPTI_PUT (writer, KERNEL, device_id, UINT32_MAX);
  CUPTI_PUT (writer, KERNEL, context_id, UINT32_MAX);
  CUPTI_PUT (writer, KERNEL, stream_id, UINT32_MAX);
  return end (writer);
}

static GByteArray *
thousands_of_devices (void)
{
  CuptiWriter *writer = begin ();

  for (uint32_t i = 0; i < 3000; i++)
    {
      cupti_writer_begin (writer, 8);
      CUPTI_PUT (writer, DEVICE, id, i);
      cupti_writer_begin (writer, 9);
      CUPTI_PUT (writer, CONTEXT, context_id, i);
      cupti_writer_begin (writer, 37);
      CUPTI_PUT (writer, STREAM, stream_id, i);
    }
  add_launch (writer, 1);
  return end (writer);
}

/* ---- memory and counters ---- */

static GByteArray *
release_first (void)
{
  CuptiWriter *writer = begin ();

  small_allocation (writer, true, 500, 1000);
  small_allocation (writer, false, 300, 2000);
  add_launch (writer, 1);
  return end (writer);
}

static GByteArray *
allocations_of_most (void)
{
  CuptiWriter *writer = begin ();

  small_allocation (writer, false, UINT64_MAX, 1000);
  small_allocation (writer, false, UINT64_MAX, 2000);
  small_allocation (writer, true, UINT64_MAX, 3000);
  add_launch (writer, 1);
  return end (writer);
}

static GByteArray *
unknown_sensor (void)
{
  CuptiWriter *writer = begin ();

  cupti_writer_begin (writer, 20);
  CUPTI_PUT (writer, ENVIRONMENT, timestamp, SMALL_BASE_NS + 1000);
  CUPTI_PUT (writer, ENVIRONMENT, environment_kind, 12);
  add_launch (writer, 1);
  return end (writer);
}

/* ---- the cases ---- */

/* clang-format off */
static const Case cases[] = {
  { "y_whole_container", whole_container, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49" },
  { "y_whole_bare", whole_bare, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49; cupti.text_missing 25" },
  { "n_empty_file", empty_file, "records.cupti: is empty." },
  { "n_only_the_magic", only_the_magic, "records.cupti: is not in a known trace format." },
  { "n_header_alone", header_alone, "records.cupti: has no CUPTI record." },
  { "n_header_of_another_version", header_of_another_version, "records.cupti: is a container of CUPTI records in a version that this program does not know." },
  { "n_only_zeros", only_zeros, "records.cupti: is not in a known trace format." },
  { "n_one_cut_record", one_cut_record, "records.cupti: is not in a known trace format." },
  { "y_long_header", long_header, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49" },
  { "y_no_end", no_end, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49; cupti.unclosed 1" },
  { "y_records_behind_the_end", records_behind_the_end, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2" },
  { "y_garbage_behind_the_end", garbage_behind_the_end, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49; cupti.chunk_damaged 1" },
  { "y_chunk_of_unknown_type", unknown_chunk, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2; cupti.chunk_unknown 1" },
  { "y_chunk_with_a_damaged_mark", damaged_mark, "total 65 skipped 0 slices 50 instants 2 counters 0 flows 25; cupti.chunk_damaged 1; slice.end_without_begin 1" },
  { "y_chunk_beyond_the_file", chunk_beyond_the_file, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49; cupti.kind_unknown 1" },
  { "y_chunk_of_most", chunk_of_most, "total 128 skipped 0 slices 99 instants 2 counters 0 flows 49; cupti.kind_unknown 1" },
  { "y_chunk_beyond_the_file_of_marks", chunk_beyond_the_file_of_marks, "total 2000 skipped 0 slices 2000 instants 0 counters 0 flows 0; cupti.kind_unknown 1; slice.lanes_full 1; launch.correlation_shared 1999" },
  { "y_chunk_too_small", chunk_too_small, "total 77 skipped 0 slices 58 instants 2 counters 0 flows 28; cupti.truncated 1; cupti.chunk_damaged 1" },
  { "y_property_beyond_its_chunk", property_beyond_its_chunk, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1; cupti.chunk_damaged 1" },
  { "y_clock_too_short", short_clock, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1; cupti.chunk_damaged 1" },
  { "y_lost_records", lost_records, "total 2 skipped 42 slices 2 instants 0 counters 0 flows 1; cupti.lost 42" },
  { "y_lost_records_of_most", most_records_lost, "total 2 skipped 562949953421312 slices 2 instants 0 counters 0 flows 1; cupti.lost 562949953421312" },
  { "n_sizes_missing", buffer_before_sizes, "records.cupti: has no CUPTI record." },
  { "y_size_of_0", size_of_0, "total 1 skipped 0 slices 1 instants 0 counters 0 flows 0; cupti.kind_unknown 1" },
  { "y_size_of_no_release", size_of_no_release, "total 6 skipped 0 slices 4 instants 0 counters 0 flows 2; cupti.size_invalid 1; cupti.padding 4" },
  { "n_size_above_all", size_above_all, "records.cupti: has no CUPTI record." },
  { "n_size_of_most", size_of_most, "records.cupti: has no CUPTI record." },
  { "n_size_of_one_byte", size_of_one_byte, "records.cupti: has no CUPTI record." },
  { "y_sizes_of_the_future", sizes_of_the_future, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2" },
  { "y_sizes_cut", cut_sizes, "total 1 skipped 0 slices 1 instants 0 counters 0 flows 0; cupti.chunk_damaged 1; launch.missing 1" },
  { "y_kind_unknown", unknown_kind, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2; cupti.kind_unknown 1" },
  { "y_kind_retired", retired_kind, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1; cupti.kind_unknown 1" },
  { "y_kinds_that_are_not_shown", kinds_that_are_not_shown, "total 8 skipped 0 slices 2 instants 0 counters 0 flows 1; cupti.kind_not_shown 6" },
  { "y_padding", padded_container, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2; cupti.padding 2" },
  { "y_padding_in_bare_records", padded_bare, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2; cupti.padding 2; cupti.text_missing 2" },
  { "y_padding_of_odd_length", padding_of_odd_length, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1; cupti.padding 1" },
  { "y_cut_record_in_a_buffer", cut_record, "total 5 skipped 0 slices 5 instants 0 counters 0 flows 2; cupti.truncated 1" },
  { "y_cut_file", cut_file, "total 75 skipped 0 slices 58 instants 0 counters 0 flows 28; cupti.truncated 1; cupti.unclosed 1; slice.unfinished 1" },
  { "y_cut_bare_file", cut_bare_file, "total 127 skipped 0 slices 99 instants 2 counters 0 flows 49; cupti.truncated 1; cupti.text_missing 25; slice.unfinished 1" },
  { "y_text_missing", missing_text, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 0; cupti.text_missing 1; event.name_missing 1; launch.missing 2" },
  { "y_text_beyond_its_chunk", text_beyond_its_chunk, "total 1 skipped 0 slices 1 instants 0 counters 0 flows 0; cupti.chunk_damaged 1; cupti.text_missing 1; launch.missing 1" },
  { "y_text_of_most", text_of_most, "total 1 skipped 0 slices 1 instants 0 counters 0 flows 0; cupti.chunk_damaged 1; cupti.text_missing 1; launch.missing 1" },
  { "y_text_at_a_reused_address", reused_address, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 0; launch.missing 2" },
  { "y_texts_of_odd_bytes", odd_texts, "total 3 skipped 0 slices 3 instants 0 counters 0 flows 0; launch.missing 3" },
  { "y_time_of_0", no_times, "total 2 skipped 1 slices 2 instants 0 counters 0 flows 1; cupti.no_time 1" },
  { "y_time_without_begin", no_begin, "total 2 skipped 1 slices 2 instants 0 counters 0 flows 1; cupti.no_time 1" },
  { "y_time_without_end", no_end_time, "total 3 skipped 0 slices 3 instants 0 counters 0 flows 2; slice.unfinished 1; launch.after_run 1" },
  { "y_time_backwards", end_before_begin, "total 3 skipped 0 slices 3 instants 0 counters 0 flows 2; event.duration_negative 1; launch.after_run 1" },
  { "y_time_of_most", times_of_most, "total 2 skipped 1 slices 2 instants 0 counters 0 flows 1; event.time_invalid 1" },
  { "y_time_ends_at_most", end_of_most, "total 2 skipped 1 slices 2 instants 0 counters 0 flows 1; event.duration_invalid 1" },
  { "y_time_far_away", far_time, "total 3 skipped 0 slices 3 instants 0 counters 0 flows 2; launch.after_run 1" },
  { "y_clock_of_ticks", clock_of_ticks, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1" },
  { "y_clock_of_0_ticks", clock_of_0_ticks, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1" },
  { "y_clock_of_one_tick", clock_of_one_tick, "total 0 skipped 2 slices 0 instants 0 counters 0 flows 0; event.time_invalid 2" },
  { "y_clock_of_unknown_kind", clock_of_unknown_kind, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1" },
  { "y_marker_end_alone", marker_end_alone, "total 3 skipped 0 slices 2 instants 0 counters 0 flows 1; slice.end_without_begin 1" },
  { "y_marker_begin_alone", marker_begin_alone, "total 3 skipped 0 slices 3 instants 0 counters 0 flows 1; slice.unfinished 1" },
  { "y_marker_end_first", marker_end_first, "total 2 skipped 0 slices 1 instants 0 counters 0 flows 0" },
  { "y_marker_begun_twice", marker_begun_twice, "total 3 skipped 0 slices 2 instants 0 counters 0 flows 0; slice.unfinished 1" },
  { "y_marker_id_used_again", marker_id_used_again, "total 6 skipped 0 slices 3 instants 0 counters 0 flows 0" },
  { "y_marker_backwards", marker_backwards, "total 2 skipped 0 slices 1 instants 0 counters 0 flows 0; event.duration_negative 1" },
  { "y_marker_of_two_threads", marker_of_two_threads, "total 2 skipped 0 slices 1 instants 0 counters 0 flows 0" },
  { "y_marker_without_time", marker_without_time, "total 1 skipped 1 slices 0 instants 1 counters 0 flows 0; cupti.no_time 1" },
  { "y_marker_data_alone", marker_data_alone, "total 3 skipped 0 slices 2 instants 0 counters 0 flows 1" },
  { "y_correlation_of_0", correlation_of_0, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 0" },
  { "y_correlation_of_most", correlation_of_most, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1" },
  { "y_correlation_shared", shared_correlation, "total 4 skipped 0 slices 4 instants 0 counters 0 flows 2; launch.correlation_shared 1" },
  { "y_kernel_without_launch", kernel_without_launch, "total 1 skipped 0 slices 1 instants 0 counters 0 flows 0; launch.missing 1" },
  { "y_calls_unknown", unknown_calls, "total 3 skipped 0 slices 3 instants 0 counters 0 flows 0; cupti.call_unknown 3" },
  { "y_device_of_most", device_of_most, "total 2 skipped 0 slices 2 instants 0 counters 0 flows 1" },
  { "y_thousands_of_devices", thousands_of_devices, "total 9002 skipped 0 slices 2 instants 0 counters 0 flows 1; cupti.kind_not_shown 2872" },
  { "y_release_first", release_first, "total 4 skipped 0 slices 2 instants 2 counters 0 flows 1" },
  { "y_allocations_of_most", allocations_of_most, "total 5 skipped 0 slices 2 instants 3 counters 0 flows 1" },
  { "y_sensor_unknown", unknown_sensor, "total 3 skipped 0 slices 2 instants 0 counters 1 flows 1; counter.value_invalid 1" },
};
/* clang-format on */

static void
check_case (const void *data)
{
  const Case *of = data;
  g_autoptr (GByteArray) file = of->make ();
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = opened_records (file, NULL, &error);
  g_autofree char *outcome = trace != NULL ? opened_summary (trace) : g_strdup (error->message);

  if (g_getenv ("STEPSCOPE_WRITE_EXPECTED") != NULL)
    {
      g_printerr ("@%s@%s\n", of->name, outcome);
      return;
    }
  g_assert_true ((trace != NULL) == (of->name[0] == 'y'));
  if (trace != NULL)
    {
      g_assert_cmpstr (outcome, ==, of->expected);
      return;
    }
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  /* Formats that could be opened may follow. */
  g_assert_true (g_str_has_prefix (outcome, of->expected));
}

/* ---- cuts ---- */

static void
check_cuts (GByteArray *whole)
{
  g_autoptr (Trace) full = opened_records (whole, NULL, NULL);
  const EventCounts *all = trace_event_counts (full);
  uint64_t before = 0;

  for (guint percent = 0; percent <= 100; percent += 5)
    {
      g_autoptr (GByteArray) cut = g_byte_array_new ();
      g_autoptr (GError) error = NULL;

      g_byte_array_append (cut, whole->data, (guint) ((guint64) whole->len * percent / 100));
      g_autoptr (Trace) trace = opened_records (cut, NULL, &error);
      if (trace == NULL)
        {
          g_assert_cmpuint (percent, <=, 20);
          continue;
        }
      const EventCounts *events = trace_event_counts (trace);
      g_assert_cmpuint (events->total, >=, before);
      g_assert_cmpuint (events->total, <=, all->total);
      g_assert_cmpuint (events->skipped, ==, 0);
      before = events->total;
      /* What is missing is told, unless nothing shows that it is. */
      const HealthRow *rows = trace_health (trace)->rows;
      if (events->total < all->total && cupti_u32_at (whole->data) >= CUPTI_KINDS)
        g_assert_true (rows[HEALTH_CUPTI_TRUNCATED].count > 0 || rows[HEALTH_CUPTI_UNCLOSED].count > 0);
    }
  g_assert_cmpuint (before, ==, all->total);
}

static void
test_every_cut_keeps_what_is_before_it (void)
{
  for (int release = 0; release < N_CUPTI_RELEASES; release += 4)
    for (CuptiForm form = CUPTI_CONTAINER; form <= CUPTI_BARE; form++)
      {
        g_autoptr (GByteArray) whole = small_recording (release, form);

        check_cuts (whole);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cupti damage/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], check_case);
    }
  g_test_add_func ("/cupti damage/every cut keeps what is before it", test_every_cut_keeps_what_is_before_it);
  return g_test_run ();
}
