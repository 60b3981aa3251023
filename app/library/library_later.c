/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_private.h"

typedef struct
{
  void (*write) (Library *library, gpointer data);
  gpointer data;
  GDestroyNotify free_data;
} Write;

/* The thread lives while there is something to do. */
struct LaterWrites
{
  Library *library;
  GMutex lock; /* of what follows */
  GCond settled;
  GQueue writes;
  GThread *thread; /* NULL: it is to be begun; else it takes what is added, or is to be joined */
  bool is_busy;
};

static LaterWrites *
later_writes_of (Library *library)
{
  LaterWrites **later = library_later_writes (library);
  LaterWrites *known = g_atomic_pointer_get (later);

  if (known != NULL)
    return known;
  LaterWrites *made = g_new0 (LaterWrites, 1);
  made->library = library;
  g_mutex_init (&made->lock);
  g_cond_init (&made->settled);
  g_queue_init (&made->writes);
  if (g_atomic_pointer_compare_and_exchange (later, NULL, made))
    return made;
  g_mutex_clear (&made->lock);
  g_cond_clear (&made->settled);
  g_free (made);
  return g_atomic_pointer_get (later);
}

static gpointer
work (gpointer data)
{
  LaterWrites *later = data;
  Write *next;

  g_mutex_lock (&later->lock);
  while ((next = g_queue_pop_head (&later->writes)) != NULL)
    {
      g_mutex_unlock (&later->lock);
      next->write (later->library, next->data);
      if (next->free_data != NULL)
        next->free_data (next->data);
      g_free (next);
      g_mutex_lock (&later->lock);
    }
  later->is_busy = false;
  g_cond_broadcast (&later->settled);
  g_mutex_unlock (&later->lock);
  return NULL;
}

void
library_later (Library *library,
               void (*write) (Library *library, gpointer data),
               gpointer data,
               GDestroyNotify free_data)
{
  LaterWrites *later = later_writes_of (library);
  Write *added = g_new (Write, 1);

  *added = (Write){ write, data, free_data };
  g_mutex_lock (&later->lock);
  g_queue_push_tail (&later->writes, added);
  if (!later->is_busy)
    {
      /* It has nothing more to do than to end. */
      if (later->thread != NULL)
        g_thread_join (later->thread);
      later->is_busy = true;
      later->thread = g_thread_try_new ("library", work, later, NULL);
      if (later->thread == NULL)
        {
          /* Nothing is lost where there is no thread left: it takes time here. */
          g_mutex_unlock (&later->lock);
          work (later);
          return;
        }
    }
  g_mutex_unlock (&later->lock);
}

void
library_settle (Library *library)
{
  LaterWrites *later = g_atomic_pointer_get (library_later_writes (library));

  if (later == NULL)
    return;
  g_mutex_lock (&later->lock);
  while (later->is_busy)
    g_cond_wait (&later->settled, &later->lock);
  g_mutex_unlock (&later->lock);
}

void
later_writes_free (LaterWrites *later)
{
  if (later == NULL)
    return;
  library_settle (later->library);
  if (later->thread != NULL)
    g_thread_join (later->thread);
  g_mutex_clear (&later->lock);
  g_cond_clear (&later->settled);
  g_free (later);
}
