/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into a program of GTK to learn what a frame costs its main thread. Each is told in the file that
 * STEPSCOPE_FRAME_LOG names, as "begin wall events longest layout snapshot draw windows", in microseconds: the monotonic clock when the
 * first turn of the main loop since the frame before began; how long it took until the snapshot was there; and of the
 * processor's time of this thread, the turns before that of the frame (input, results of threads), the longest of them
 * (a turn is one event of input), what this turn did before the snapshot (animations, style, layout), the snapshot, and
 * what GTK's renderer drew from it. The last is 1 where windows were made or closed meanwhile, which is GTK's work.
 *
 * "Whose snapshot": of whatever has a surface of its own. Those of one turn are one frame. */

#include <fcntl.h>
#include <gtk/gtk.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct
{
  int64_t wall_us, cpu_us;
} Moment;

typedef void (*Snapshot) (GtkWidget *widget, GtkSnapshot *snapshot);

static int log_fd = -1;
static Snapshot window_snapshot, popover_snapshot;
static unsigned depth; /* of snapshots of surfaces within another's */

/* Of the frame that is being made. */
static int64_t frame_begin_us = -1, frame_wall_us, events_us, longest_us, layout_us, snapshot_us, draw_us;
static guint n_windows;
static bool has_other_windows;

/* Of this turn. */
static Moment turn_begin = { -1, -1 }, part_begin, last_snapshot_end;
static bool has_snapshot;

static Moment
now (void)
{
  struct timespec wall, cpu;

  clock_gettime (CLOCK_MONOTONIC, &wall);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &cpu);
  return (Moment){ (int64_t) wall.tv_sec * 1000000 + wall.tv_nsec / 1000,
                   (int64_t) cpu.tv_sec * 1000000 + cpu.tv_nsec / 1000 };
}

static void
watch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  if (depth++ == 0)
    {
      Moment begin = now ();

      *(has_snapshot ? &draw_us : &layout_us) += begin.cpu_us - part_begin.cpu_us;
      part_begin = begin;
    }
  (GTK_IS_WINDOW (widget) ? window_snapshot : popover_snapshot) (widget, snapshot);
  if (--depth > 0)
    return;

  last_snapshot_end = now ();
  snapshot_us += last_snapshot_end.cpu_us - part_begin.cpu_us;
  part_begin = last_snapshot_end;
  has_snapshot = true;
}

/* The function is inherited by a copy: those that were made before this one came. */
static void
replace (GType type, Snapshot old)
{
  GtkWidgetClass *klass = g_type_class_peek (type);
  unsigned n;

  if (klass == NULL)
    return;
  if (klass->snapshot == old)
    klass->snapshot = watch_snapshot;

  GType *children = g_type_children (type, &n);
  for (unsigned i = 0; i < n; i++)
    replace (children[i], old);
  g_free (children);
}

static void
watch_type (const char *name, Snapshot *ret_old)
{
  GType type = g_type_from_name (name);
  GtkWidgetClass *klass = type != 0 ? g_type_class_peek (type) : NULL;

  if (*ret_old != NULL || klass == NULL)
    return;
  *ret_old = klass->snapshot;
  replace (type, *ret_old);
}

static void
end_turn (void)
{
  Moment end = now ();

  guint n = window_snapshot != NULL ? g_list_model_get_n_items (gtk_window_get_toplevels ()) : 0;

  has_other_windows |= n != n_windows;
  n_windows = n;
  if (frame_begin_us < 0)
    frame_begin_us = turn_begin.wall_us;
  if (!has_snapshot)
    {
      frame_wall_us += end.wall_us - turn_begin.wall_us;
      events_us += end.cpu_us - turn_begin.cpu_us;
      longest_us = MAX (longest_us, end.cpu_us - turn_begin.cpu_us);
      return;
    }
  frame_wall_us += last_snapshot_end.wall_us - turn_begin.wall_us;
  draw_us += end.cpu_us - part_begin.cpu_us;
  dprintf (log_fd, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %d\n",
           frame_begin_us, frame_wall_us, events_us, longest_us, layout_us, snapshot_us, draw_us,
           has_other_windows);
  frame_begin_us = -1;
  has_other_windows = false;
  frame_wall_us = events_us = longest_us = layout_us = snapshot_us = draw_us = 0;
}

static int
watch_poll (GPollFD *fds, guint n_fds, int timeout_ms)
{
  if (turn_begin.wall_us >= 0)
    end_turn ();
  watch_type ("GtkWindow", &window_snapshot);
  watch_type ("GtkPopover", &popover_snapshot);

  int n = g_poll (fds, n_fds, timeout_ms);
  turn_begin = part_begin = now ();
  has_snapshot = false;
  return n;
}

static void __attribute__ ((constructor)) begin (void)
{
  const char *path = getenv ("STEPSCOPE_FRAME_LOG");

  if (path == NULL)
    return;
  log_fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_fd >= 0)
    g_main_context_set_poll_func (NULL, watch_poll);
}
