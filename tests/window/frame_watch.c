/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into a program of GTK to learn what a frame costs its main thread. Each is told in the file that
 * STEPSCOPE_FRAME_LOG names, as "end wall turns longest update layout snapshot draw windows popovers", in microseconds:
 * the monotonic clock at the end of the snapshot; how long the main loop had been busy for it until then; and of the
 * processor's time of this thread, the turns of the main loop since the frame before (input, results of threads), the
 * longest of them (a turn is one event of input), then of the frame's own turn what came before its layout (the pointer,
 * animations, the size of popovers), the layout (styles, sizes and places, which is GTK's work), the snapshot, and what
 * GTK's renderer drew from it. The last two are 1 where windows, or popovers, came or went since the
 * frame before, or windows since the one before that: GTK makes a surface and lays out all that is in it.
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
static int64_t frame_wall_us, turns_us, longest_us;
static bool has_other_windows, has_other_popovers;
static bool had_other_windows; /* in the frame before: only then is a new window told its size */

/* Of this turn. */
static Moment turn_begin = { -1, -1 }, part_begin, last_snapshot_end;
static int64_t update_us, layout_us, snapshot_us, draw_us;
static bool has_snapshot;
static bool is_laying_out; /* its clock said so */

static bool is_watching_signals;

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

      *(has_snapshot    ? &draw_us
        : is_laying_out ? &layout_us
                        : &update_us) += begin.cpu_us - part_begin.cpu_us;
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

/* A clock's "layout" begins, or before that GTK asks a window for its size. Another one's in this turn is of another
 * window; then the renderer's work is over. */
static gboolean
layout_begins (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  Moment begin = now ();

  (void) hint;
  (void) n_values;
  (void) values;
  (void) data;
  *(has_snapshot ? &draw_us : is_laying_out ? &layout_us : &update_us) += begin.cpu_us - part_begin.cpu_us;
  part_begin = begin;
  is_laying_out = true;
  return G_SOURCE_CONTINUE;
}

/* A widget is mapped or unmapped: one with a surface of its own is a window. */
static gboolean
widget_comes_or_goes (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  gpointer widget = g_value_get_object (&values[0]);

  (void) hint;
  (void) n_values;
  (void) data;
  has_other_windows |= GTK_IS_WINDOW (widget);
  has_other_popovers |= GTK_IS_POPOVER (widget) || GTK_IS_TOOLTIP (widget);
  return G_SOURCE_CONTINUE;
}

static void
watch_signal (const char *type_name, const char *signal, GSignalEmissionHook hook)
{
  g_signal_add_emission_hook (g_signal_lookup (signal, g_type_from_name (type_name)), 0, hook, NULL, NULL);
}

/* Once GTK has made a window. */
static void
watch_signals (void)
{
  if (is_watching_signals || window_snapshot == NULL || g_type_from_name ("GdkFrameClock") == 0
      || g_type_class_peek (g_type_from_name ("GdkFrameClock")) == NULL)
    return;
  watch_signal ("GdkFrameClock", "layout", layout_begins);
  watch_signal ("GdkToplevel", "compute-size", layout_begins);
  watch_signal ("GtkWidget", "map", widget_comes_or_goes);
  watch_signal ("GtkWidget", "unmap", widget_comes_or_goes);
  is_watching_signals = true;
}

static void
end_turn (void)
{
  Moment end = now ();

  if (!has_snapshot)
    {
      frame_wall_us += end.wall_us - turn_begin.wall_us;
      turns_us += end.cpu_us - turn_begin.cpu_us;
      longest_us = MAX (longest_us, end.cpu_us - turn_begin.cpu_us);
      return;
    }
  frame_wall_us += last_snapshot_end.wall_us - turn_begin.wall_us;
  draw_us += end.cpu_us - part_begin.cpu_us;
  dprintf (log_fd,
           "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
           " %d %d\n",
           last_snapshot_end.wall_us, frame_wall_us, turns_us, longest_us, update_us, layout_us, snapshot_us,
           draw_us, has_other_windows || had_other_windows, has_other_popovers);
  had_other_windows = has_other_windows;
  has_other_windows = has_other_popovers = false;
  frame_wall_us = turns_us = longest_us = 0;
}

static int
watch_poll (GPollFD *fds, guint n_fds, int timeout_ms)
{
  if (turn_begin.wall_us >= 0)
    end_turn ();
  watch_type ("GtkWindow", &window_snapshot);
  watch_type ("GtkPopover", &popover_snapshot);
  watch_signals ();

  int n = g_poll (fds, n_fds, timeout_ms);
  turn_begin = part_begin = now ();
  update_us = layout_us = snapshot_us = draw_us = 0;
  has_snapshot = is_laying_out = false;
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
