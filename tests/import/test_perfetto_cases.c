/* SPDX-License-Identifier: Apache-2.0
 *
 * Perfetto traces: every case of tests/import/perfetto (import_cases.h, perfetto/README). Those that are whole are cut after every
 * byte. */

#include <glib.h>

#include "tests/import/import_cases.h"
#include "tests/import/perfetto_text.h"
#include "trace/import/perfetto/perfetto_interned.h"
#include "trace/import/perfetto/perfetto_sniff.h"
#include "trace/open/first_look.h"

/* A cut between two packets cannot be told from the end. */
static bool
is_told (const Trace *trace)
{
  g_assert_cmpuint (trace_event_counts (trace)->skipped, ==, 0);
  return (trace_rank (trace, 0)->status == PROFILE_STOPPED)
         == (trace_health (trace)->rows[HEALTH_PERFETTO_TRUNCATED].count > 0);
}

static void
check_first_look (const char *path, const GByteArray *bytes, const Trace *trace)
{
  (void) path, (void) trace;
  g_assert_cmpint (first_look_of_bytes ((const char *) bytes->data, bytes->len), ==, PROFILE_FORMAT_PERFETTO);
}

static const ImportCases cases = {
  .name = "perfetto",
  .bytes = perfetto_text_bytes,
  .n_events = perfetto_text_events,
  .is_told = is_told,
  .check = check_first_look,
};

/* Begins of other files that are messages whose first field is a message with number 1. */
static void
test_other_messages_are_not_taken (void)
{
#define BYTES(text)                         \
  {                                         \
    (const uint8_t *) text, sizeof text - 1 \
  }
  static const struct
  {
    const uint8_t *bytes;
    size_t n;
  } others[] = {
    /* XSpace: a plane with a name; with an id and a name; with a line; with event metadata. */
    BYTES ("\x0a\x11\x12\x0f/host:metadata\0\0"),
    BYTES ("\x0a\x0e\x08\x01\x12\x0a/device:1\0"),
    BYTES ("\x0a\x08\x1a\x06\x08\x07\x12\x02zz"),
    BYTES ("\x0a\x0c\x12\x02xy\x22\x06\x08\x01\x12\x02\x0a\x00"),
    /* A table of texts; numbers; nothing; text of other kinds. */
    BYTES ("\x0a\x05hello\x0a\x05world"),
    BYTES ("\x08\x01\x12\x02hi"),
    BYTES (""),
    BYTES ("\n"),
    BYTES ("\n{\"traceEvents\": []}\n"),
    BYTES ("\n\n\n\n\n\n\n\n"),
  };
#undef BYTES

  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (perfetto_sniff (others[i].bytes, others[i].n));
}

/* The first packet may be larger than what is looked at. */
static void
test_large_first_packets_are_taken (void)
{
  /* Packets of 200,000 bytes that begin with a field of 199,000: compressed packets, a name, compressed packets of 300,000;
   * and a text. */
  static const char compressed[] = "\x0a\xc0\x9a\x0c\x92\x03\xd8\x92\x0c\x78\x9c",
                    name[] = "\x0a\xc0\x9a\x0c\x12\xd8\x92\x0c/host",
                    too_long[] = "\x0a\xc0\x9a\x0c\x92\x03\xe0\xa7\x12\x78\x9c", text[] = "\nrbc";

  g_assert_true (perfetto_sniff ((const uint8_t *) compressed, sizeof compressed - 1));
  g_assert_false (perfetto_sniff ((const uint8_t *) name, sizeof name - 1));
  g_assert_false (perfetto_sniff ((const uint8_t *) too_long, sizeof too_long - 1));
  g_assert_false (perfetto_sniff ((const uint8_t *) text, sizeof text - 1));
}

/* All of these had one place, before the hash had a secret. */
static void
test_ids_that_were_made_to_collide_do_not (void)
{
  PerfettoInterned interned = { 0 };
  uint32_t value;

  g_test_timer_start ();
  for (uint32_t i = 0; i < 60000; i++)
    g_assert_true (perfetto_interned_set (
      &interned, 2, i * UINT64_C (0x4f74430c22a54005) - 2 * UINT64_C (0x9e3779b97f4a7c15), i));
  g_assert_true (perfetto_interned_find (&interned, 2, 0 - 2 * UINT64_C (0x9e3779b97f4a7c15), &value));
  g_assert_cmpuint (value, ==, 0);
  g_assert_cmpfloat (g_test_timer_elapsed (), <, 5); /* a small part of a second; else minutes */
  perfetto_interned_clear (&interned);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = perfetto_text_cases ();

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/perfetto/other_messages_are_not_taken", test_other_messages_are_not_taken);
  g_test_add_func ("/import/perfetto/large_first_packets_are_taken", test_large_first_packets_are_taken);
  g_test_add_func ("/import/perfetto/ids_that_were_made_to_collide_do_not",
                   test_ids_that_were_made_to_collide_do_not);
  import_cases_add (&cases, paths);
  return g_test_run ();
}
