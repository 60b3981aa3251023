/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run of the program from outside cannot bring about; the rest: tests/cli/test_cache.py. */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <glib.h>

#include "tests/unit/trace/cache/cache_place.h"
#include "tests/unit/trace/cache/failing_calls.h"
#include "trace/cache/cached_open.h"
#include "trace/cache/source_identity.h"
#include "trace/text/trace_error.h"

#define N_SLICES 3

typedef struct
{
  CachePlace cache;
  char *path;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  cache_place_set_up (&place->cache, data);
  g_setenv ("XDG_CACHE_HOME", place->cache.base, TRUE);
  place->path = g_build_filename (place->cache.base, "trace.json", NULL);

  g_autoptr (GString) text = g_string_new ("{\"traceEvents\": [");
  for (int i = 0; i < N_SLICES; i++)
    g_string_append_printf (text,
                            "%s{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, "
                            "\"ts\": %d, \"dur\": 5, \"args\": {\"device\": 0, \"stream\": 7}}",
                            i > 0 ? "," : "", 10 * i);
  g_string_append (text, "]}");
  g_assert_true (g_file_set_contents (place->path, text->str, (gssize) text->len, NULL));
}

static void
tear_down (Place *place, gconstpointer data)
{
  g_free (place->path);
  cache_place_tear_down (&place->cache, data);
}

static void
assert_whole (Trace *trace)
{
  g_assert_nonnull (trace);
  g_assert_cmpuint (trace_event_counts (trace)->slices, ==, N_SLICES);
  trace_unref (trace);
}

/* Opens it as if it were to be kept: it is whole, and the note says why it is not kept. */
static void
assert_not_kept (const Place *place, const ImportControl *control, const char *why)
{
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;

  assert_whole (cached_open (place->path, CACHE_READ | CACHE_WRITE, control, &note, &error));
  g_assert_no_error (error);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, why));
  g_assert_cmpuint (cache_place_count (&place->cache, ""), ==, 0);
}

static void
test_kept (Place *place, gconstpointer data)
{
  g_autofree char *note = NULL;
  (void) data;

  assert_whole (cached_open (place->path, CACHE_READ | CACHE_WRITE, NULL, &note, NULL));
  g_assert_null (note);
  g_assert_cmpuint (cache_place_count (&place->cache, ".stepscope"), ==, 1);
  g_assert_cmpuint (cache_place_count (&place->cache, ""), ==, 1);
  assert_whole (cached_open (place->path, CACHE_READ, NULL, NULL, NULL));
}

static void
append_blank (const ImportProgress *progress, void *user_data)
{
  const Place *place = user_data;
  int fd = open (place->path, O_WRONLY | O_APPEND | O_CLOEXEC);
  (void) progress;

  g_assert_cmpint (write (fd, " ", 1), ==, 1);
  close (fd);
}

static void
test_changed_meanwhile (Place *place, gconstpointer data)
{
  const ImportControl control = { .progress = append_blank, .user_data = place };
  (void) data;

  assert_not_kept (place, &control, "changed while it was read");
}

static void
test_cannot_be_kept (Place *place, gconstpointer data)
{
  const FailingCalls cases[] = {
    { .fsync = EIO },
    { .linkat = EPERM },
    { .flock = ENOLCK },
    { .tmpfile = EMFILE },
  };
  (void) data;

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      failing_calls = cases[i];
      assert_not_kept (place, NULL, "cache cannot be written");
    }
  failing_calls = (FailingCalls){ 0 };
}

/* Nothing is wrong with a cache that is to keep nothing. */
static void
test_limit_of_nothing (Place *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (&place->cache, CACHE_LIMIT_BYTES);
  g_autofree char *note = NULL;
  (void) data;

  g_assert_true (cache_set_limit (cache, 0));
  assert_whole (cached_open (place->path, CACHE_READ | CACHE_WRITE, NULL, &note, NULL));
  g_assert_null (note);
  g_assert_cmpuint (cache_place_count (&place->cache, ".stepscope"), ==, 0);
}

static void
test_origin (Place *place, gconstpointer data)
{
  SourceIdentity source;
  (void) data;

  g_assert_true (source_identity_take (place->path, &source));
  for (int i = 0; i < 2; i++)
    {
      g_auto (CachedOrigin) origin = { 0 };

      assert_whole (
        cached_open_with (place->path, CACHE_READ | CACHE_WRITE, trace_import, NULL, &origin, NULL));
      g_assert_true (origin.has_source);
      g_assert_cmpstr (origin.source.id, ==, source.id);
      g_assert_cmpint (origin.was_cached, ==, i == 1);
      g_assert_no_error (origin.note);
    }
}

/* ---- while another makes it ---- */

typedef struct
{
  const Place *place;
  CacheSlot *slot;
  atomic_bool *cancelled;
} Other;

static Other
begin_as_another (const Place *place, const Cache *cache, atomic_bool *cancelled)
{
  Other other = { .place = place, .cancelled = cancelled };
  SourceIdentity identity;

  g_assert_true (source_identity_take (place->path, &identity));
  g_assert_cmpint (cache_begin (cache, identity.id, 0, &other.slot, NULL), ==, CACHE_MINE);
  return other;
}

static gpointer
publish_later (gpointer data)
{
  Other *other = data;
  TraceSource source;

  g_usleep (20000);
  g_assert_true (trace_source_open (other->place->path, &source, NULL));
  g_assert_true (trace_import (&source, cache_slot_fd (other->slot), NULL, NULL));
  trace_source_close (&source);
  g_assert_true (cache_publish (other->slot, NULL));
  return NULL;
}

static void
never (const ImportProgress *progress, void *user_data)
{
  (void) progress, (void) user_data;
  g_assert_not_reached ();
}

static void
note_waiting (void *user_data)
{
  *(bool *) user_data = true;
}

static void
test_waits (Place *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (&place->cache, CACHE_LIMIT_BYTES);
  bool is_told = false;
  const ImportControl control = { .progress = never, .waits = note_waiting, .user_data = &is_told };
  Other other = begin_as_another (place, cache, NULL);
  GThread *thread = g_thread_new ("other", publish_later, &other);
  (void) data;

  assert_whole (cached_open (place->path, CACHE_READ | CACHE_WRITE, &control, NULL, NULL));
  g_assert_true (is_told);
  g_thread_join (thread);
}

static void
test_reader_does_not_wait (Place *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (&place->cache, CACHE_LIMIT_BYTES);
  Other other = begin_as_another (place, cache, NULL);
  (void) data;

  assert_whole (cached_open (place->path, CACHE_READ, NULL, NULL, NULL));
  cache_drop (other.slot);
}

static gpointer
cancel_later (gpointer data)
{
  Other *other = data;

  g_usleep (20000);
  atomic_store (other->cancelled, true);
  return NULL;
}

static void
test_cancelled (Place *place, gconstpointer data)
{
  g_autoptr (Cache) cache = cache_place_cache (&place->cache, CACHE_LIMIT_BYTES);
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  atomic_bool cancelled = false;
  const ImportControl control = { .cancelled = &cancelled };
  Other other = begin_as_another (place, cache, &cancelled);
  GThread *thread = g_thread_new ("other", cancel_later, &other);
  (void) data;

  g_assert_null (cached_open (place->path, CACHE_READ | CACHE_WRITE, &control, &note, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED);
  g_assert_null (note);
  g_thread_join (thread);
  cache_drop (other.slot);
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *path;
    void (*run) (Place *place, gconstpointer data);
  } tests[] = {
    { "/cached_open/imported_once_then_mapped", test_kept },
    { "/cached_open/source_that_changes_meanwhile_is_not_kept", test_changed_meanwhile },
    { "/cached_open/cache_that_fails_is_a_note", test_cannot_be_kept },
    { "/cached_open/limit_of_nothing_is_no_failure", test_limit_of_nothing },
    { "/cached_open/where_it_came_from_is_told", test_origin },
    { "/cached_open/import_of_another_is_waited_for", test_waits },
    { "/cached_open/reader_does_not_wait", test_reader_does_not_wait },
    { "/cached_open/waiting_is_cancelled", test_cancelled },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Place, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
