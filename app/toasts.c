/* SPDX-License-Identifier: Apache-2.0 */

#include "app/toasts.h"

#define WAITING "stepscope-toasts"

static void
free_waiting (gpointer waiting)
{
  g_queue_free (waiting);
}

/* Those that were not dismissed, borrowed from the overlay; the head is shown. */
static GQueue *
get_waiting (AdwToastOverlay *overlay)
{
  GQueue *waiting = g_object_get_data (G_OBJECT (overlay), WAITING);

  if (waiting == NULL)
    {
      waiting = g_queue_new ();
      g_object_set_data_full (G_OBJECT (overlay), WAITING, waiting, free_waiting);
    }
  return waiting;
}

static void
dismissed (AdwToastOverlay *overlay, AdwToast *toast)
{
  g_queue_remove (get_waiting (overlay), toast);
}

void
toasts_add (AdwToastOverlay *overlay, AdwToast *toast)
{
  g_queue_push_tail (get_waiting (overlay), toast);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (dismissed), overlay, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (overlay, toast);
}

void
toasts_add_first (AdwToastOverlay *overlay, AdwToast *toast)
{
  GQueue *waiting = get_waiting (overlay);
  AdwToast *shown = g_queue_pop_head (waiting);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  /* The last first, so that none of them is shown. */
  for (AdwToast *other = g_queue_pop_tail (waiting); other != NULL; other = g_queue_pop_tail (waiting))
    {
      g_ptr_array_insert (others, 0, g_object_ref (other));
      adw_toast_dismiss (other);
      g_signal_handlers_disconnect_by_func (other, dismissed, overlay);
    }
  if (shown != NULL)
    adw_toast_dismiss (shown);
  toasts_add (overlay, toast);
  for (guint i = 0; i < others->len; i++)
    toasts_add (overlay, others->pdata[i]);
}
