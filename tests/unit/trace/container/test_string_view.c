/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads look strings up in views of a table while it grows under another one. */

#include <glib.h>
#include <pthread.h>
#include <string.h>

#include "tests/gen/prng.h"
#include "trace/container/string_table.h"

#define N_STRINGS 60000
#define N_READERS 3

/* From one to the next view; a power of two is passed between some of them. */
#define STRINGS_PER_VIEW 97

typedef struct
{
  pthread_mutex_t lock;
  StringView view; /* the latest */
  bool is_done;
} Desk;

typedef struct
{
  Desk *desk;
  uint64_t seed;
  uint64_t n_found;
} Reader;

/* Of string id, but for the first: no two are the same. */
static size_t
text_of (uint32_t id, char text[64])
{
  return (size_t) g_snprintf (text, 64, "%*u", 1 + (int) (id % 40), id);
}

static void
look_up (const StringView *view, uint32_t id, Reader *reader)
{
  char text[64];
  size_t n = text_of (id, text), n_got;
  uint32_t found = UINT32_MAX;
  bool is_there = string_view_find (view, text, n, string_hash (text, n), &found);

  g_assert_true (is_there == (id < view->n));
  if (is_there)
    g_assert_cmpuint (found, ==, id);
  const char *got = string_view_get (view, id, &n_got);
  g_assert_cmpuint (n_got, ==, is_there ? n : 0);
  g_assert_true (memcmp (got, text, n_got) == 0 && got[n_got] == '\0');
  reader->n_found += is_there;
}

static void *
read_views (void *data)
{
  Reader *reader = data;
  Desk *desk = reader->desk;
  Prng prng = prng_init (reader->seed, 0);

  for (bool is_done = false; !is_done;)
    {
      pthread_mutex_lock (&desk->lock);
      StringView view = desk->view;
      is_done = desk->is_done;
      pthread_mutex_unlock (&desk->lock);

      /* Old and new ones, and some that are just being added. */
      for (int i = 0; i < 50; i++)
        look_up (&view, 1 + (uint32_t) prng_below (&prng, view.n + STRINGS_PER_VIEW), reader);
    }
  return NULL;
}

static void
views_hold_while_the_table_grows (void)
{
  StringTable *table = string_table_new ();
  Desk desk = { .lock = PTHREAD_MUTEX_INITIALIZER, .view = string_table_view (table) };
  Reader readers[N_READERS];
  pthread_t threads[N_READERS];

  for (unsigned i = 0; i < N_READERS; i++)
    {
      readers[i] = (Reader){ .desk = &desk, .seed = i };
      g_assert_cmpint (pthread_create (&threads[i], NULL, read_views, &readers[i]), ==, 0);
    }
  for (uint32_t id = 1; id < N_STRINGS; id++)
    {
      char text[64];
      size_t n = text_of (id, text);
      uint32_t got;

      g_assert_true (string_table_intern (table, text, n, &got));
      g_assert_cmpuint (got, ==, id);
      if (id % STRINGS_PER_VIEW != 0)
        continue;
      pthread_mutex_lock (&desk.lock);
      desk.view = string_table_view (table);
      pthread_mutex_unlock (&desk.lock);
    }
  pthread_mutex_lock (&desk.lock);
  desk.is_done = true;
  pthread_mutex_unlock (&desk.lock);
  for (unsigned i = 0; i < N_READERS; i++)
    {
      pthread_join (threads[i], NULL);
      g_assert_cmpuint (readers[i].n_found, >, 0);
    }
  string_table_free (table);
}

/* Views keep what they were made of, whatever is added afterwards. */
static void
a_view_has_what_was_there (void)
{
  enum
  {
    N = 5000
  };
  StringTable *table = string_table_new ();
  StringView views[N / 100];
  Reader reader = { 0 };

  for (uint32_t id = 1; id < N; id++)
    {
      char text[64];
      size_t n = text_of (id, text);
      uint32_t got;

      if (id % 100 == 0)
        views[id / 100] = string_table_view (table);
      g_assert_true (string_table_intern (table, text, n, &got));
    }
  for (uint32_t v = 1; v < N / 100; v++)
    {
      g_assert_cmpuint (views[v].n, ==, v * 100);
      for (uint32_t id = 1; id < N; id += 7)
        look_up (&views[v], id, &reader);
      g_assert_cmpstr (string_view_get (&views[v], UINT32_MAX, NULL), ==, "");
    }
  string_table_free (table);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string_view/has_what_was_there", a_view_has_what_was_there);
  g_test_add_func ("/string_view/holds_while_the_table_grows", views_hold_while_the_table_grows);
  return g_test_run ();
}
