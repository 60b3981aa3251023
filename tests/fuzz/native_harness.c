/* SPDX-License-Identifier: Apache-2.0 */

#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/fuzz/native_mutation.h"
#include "tests/fuzz/packing.h"
#include "tests/fuzz/unnamed_file.h"
#include "tests/unit/hostile/every_reader.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "trace/archive/archive_file.h"
#include "trace/archive/block_stream.h"
#include "trace/file/verify.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

/* Of the files that can be opened. */
#define QUERIED_EVERY  8
#define ARCHIVED_EVERY 8

/* ---- promises ---- */

/* A profile that opens may still be one that no archive can hold: it says so. What is written of one that was verified
 * can be read. */
static void
archive (const Trace *trace, bool is_verified)
{
  g_autoptr (GError) error = NULL;
  int archive_fd = unnamed_file_new (), fd = unnamed_file_new ();
  TraceSource source = { archive_fd, "fuzz.stepscope" };

  if (trace_write_archive (trace, archive_fd, NULL, "fuzz.stepscope", &error))
    {
      g_assert_no_error (error);
      g_assert_true (trace_source_is_native (&source));
      g_autoptr (Trace) restored =
        trace_import (&source, fd, NULL, &error) ? trace_map (fd, "fuzz.stepscope", &error) : NULL;
      g_assert_true ((restored == NULL) == (error != NULL));
      if (is_verified)
        g_assert_no_error (error);
    }
  else
    g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  close (archive_fd);
  close (fd);
}

static void
read_everything (Trace *trace, uint64_t hash)
{
  TraceDamage damage;

  g_assert_true (trace_verify (trace, NULL, &damage));
  for (uint32_t i = 0; i < damage.n; i++)
    g_assert_nonnull (trace_damage_name (&damage, i));
  g_assert_false (trace_was_cut (trace));
  every_reader_reads (trace);
  if (hash % QUERIED_EVERY == 0)
    every_query_reads (trace);
  if (hash / QUERIED_EVERY % ARCHIVED_EVERY == 0)
    archive (trace, damage.n == 0);
}

static void
check (const uint8_t *bytes, size_t n)
{
  g_autoptr (GError) error = NULL;

  if (packing_of (bytes, n) != PACKING_NATIVE)
    return;
  allocation_bound_set (n, BLOCK_STREAM_MAX_EXPANSION);
  g_autoptr (Trace) trace = native_bytes_open (bytes, n, &error);
  if (trace != NULL)
    {
      g_assert_no_error (error);
      read_everything (trace, XXH3_64bits (bytes, n));
    }
  else
    {
      g_assert_true (error != NULL && error->domain == TRACE_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
  allocation_bound_lift ();
}

const Harness native_harness = { "native", check, native_mutation };
