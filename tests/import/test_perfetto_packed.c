/* SPDX-License-Identifier: Apache-2.0
 *
 * Compressed packets of a Perfetto trace that hold far more than any writer's: what is read of them has a limit, and the
 * reading can be cancelled within them. */

#include <glib.h>
#include <stdatomic.h>
#include <string.h>
#include <zlib.h>

#include "tests/import/threaded_import.h"
#include "trace/import/perfetto/perfetto_packets.h"
#include "trace/text/trace_error.h"

#define TAG_COMPRESSED "\x92\x03"

static void
append_varint (GByteArray *bytes, uint64_t value)
{
  do
    {
      guint8 byte = (guint8) ((value & 0x7f) | (value > 0x7f ? 0x80 : 0));

      g_byte_array_append (bytes, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

static void
append_field (GByteArray *bytes, const char *tag, const guint8 *value, gsize n)
{
  g_byte_array_append (bytes, (const guint8 *) tag, (guint) strlen (tag));
  append_varint (bytes, n);
  g_byte_array_append (bytes, value, (guint) n);
}

/* A packet of packets of 1 MiB of a kind that is not shown (packages_list). */
static GByteArray *
bundle (unsigned n_mib)
{
  g_autofree guint8 *zeros = g_malloc0 (1 << 20);
  g_autoptr (GByteArray) inner = g_byte_array_new ();
  g_autoptr (GByteArray) packet = g_byte_array_new ();
  g_autoptr (GByteArray) outer = g_byte_array_new ();
  GByteArray *result = g_byte_array_new ();

  append_field (packet, "\xfa\x02", zeros, 1 << 20);
  for (unsigned i = 0; i < n_mib; i++)
    append_field (inner, "\x0a", packet->data, packet->len);
  uLongf n = compressBound (inner->len);
  g_autofree guint8 *packed = g_malloc (n);
  g_assert_cmpint (compress2 (packed, &n, inner->data, inner->len, 9), ==, Z_OK);
  append_field (outer, TAG_COMPRESSED, packed, n);
  append_field (result, "\x0a", outer->data, outer->len);
  return result;
}

static const guint8 first[] = "\x0a\x0d\x40\x05\x50\x01\x5a\x07\x48\x03\xba\x01\x02hi";

static void
test_what_comes_out_has_a_limit (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) large = bundle (20);

  g_byte_array_append (bytes, first, sizeof first - 1);
  for (int i = 0; i < 4; i++)
    g_byte_array_append (bytes, large->data, large->len);
  const ThreadedImport how = {
    .text = (const char *) bytes->data, .length = bytes->len, .path = "packed.pftrace", .n_threads = 1
  };
  g_autofree char *text = threaded_import_text (&how);
  const char *read = strstr (text, "health perfetto.kind_not_shown ");

  g_assert_nonnull (read);
  guint64 n_mib = g_ascii_strtoull (read + strlen ("health perfetto.kind_not_shown "), NULL, 10);
  g_assert_cmpuint (n_mib, >=, (PERFETTO_UNPACKED_BYTES_MIN >> 20) - 1);
  g_assert_cmpuint (n_mib, <, 60);
  g_assert_nonnull (strstr (text, "health perfetto.packed_damaged "));
}

typedef struct
{
  atomic_bool cancelled;
  unsigned n_asked, last;
} Canceller;

static void
count_progress (const ImportProgress *progress, void *user_data)
{
  Canceller *canceller = user_data;

  (void) progress;
  if (++canceller->n_asked == canceller->last)
    canceller->cancelled = true;
}

static void
test_it_is_cancelled_within_a_packet (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) large = bundle (30);
  unsigned n_asked = 0;

  g_byte_array_append (bytes, first, sizeof first - 1);
  g_byte_array_append (bytes, large->data, large->len);
  for (unsigned last = 0; last <= n_asked; last++)
    {
      Canceller canceller = { .last = last };
      g_autoptr (GError) error = NULL;
      ThreadedImport how = {
        .text = (const char *) bytes->data,
        .length = bytes->len,
        .path = "packed.pftrace",
        .n_threads = 1,
        .control = { .cancelled = &canceller.cancelled, .progress = count_progress, .user_data = &canceller },
      };
      g_autoptr (GByteArray) file G_GNUC_UNUSED = threaded_import (&how, &error);

      if (last == 0)
        {
          g_assert_no_error (error);
          n_asked = canceller.n_asked;
          g_assert_cmpuint (n_asked, >=, 6);
        }
      else if (last + 2 < n_asked)
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/perfetto/packed/what_comes_out_has_a_limit", test_what_comes_out_has_a_limit);
  g_test_add_func ("/import/perfetto/packed/it_is_cancelled_within_a_packet",
                   test_it_is_cancelled_within_a_packet);
  return g_test_run ();
}
