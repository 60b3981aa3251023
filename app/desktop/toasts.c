/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/toasts.h"

#define TOASTS "stepscope-toasts"
#define PASSING "stepscope-passing"

/* Longer than libadwaita's toasts take to fade. */
#define FADE_MS 400

/* The overlay is given one at a time, and the next when the last has faded: libadwaita 1.2 uses what it has freed where one
 * that comes is dismissed while another goes. What waits waits here. */
typedef struct
{
  guint fading;      /* source; 0: nothing is fading */
  AdwToast *shown;   /* borrowed from the overlay; NULL: none */
  GQueue waiting[1]; /* owned */
} Toasts;

static void
toasts_free (gpointer data)
{
  Toasts *toasts = data;

  g_clear_handle_id (&toasts->fading, g_source_remove);
  g_queue_clear_full (toasts->waiting, g_object_unref);
  g_free (toasts);
}

static Toasts *
get_toasts (AdwToastOverlay *overlay)
{
  Toasts *toasts = g_object_get_data (G_OBJECT (overlay), TOASTS);

  if (toasts == NULL)
    {
      toasts = g_new0 (Toasts, 1);
      g_queue_init (toasts->waiting);
      g_object_set_data_full (G_OBJECT (overlay), TOASTS, toasts, toasts_free);
    }
  return toasts;
}

static void show_next (AdwToastOverlay *overlay);

static gboolean
faded (gpointer overlay)
{
  get_toasts (overlay)->fading = 0;
  show_next (overlay);
  return G_SOURCE_REMOVE;
}

static void
dismissed (AdwToastOverlay *overlay, AdwToast *toast)
{
  Toasts *toasts = get_toasts (overlay);

  if (toasts->shown != toast)
    return;
  toasts->shown = NULL;
  toasts->fading = g_timeout_add (FADE_MS, faded, overlay);
}

static void
show_next (AdwToastOverlay *overlay)
{
  Toasts *toasts = get_toasts (overlay);

  if (toasts->shown != NULL || toasts->fading != 0 || toasts->waiting->length == 0)
    return;
  toasts->shown = g_queue_pop_head (toasts->waiting);
  g_signal_connect_object (toasts->shown, "dismissed", G_CALLBACK (dismissed), overlay, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (overlay, toasts->shown);
}

void
toasts_add (AdwToastOverlay *overlay, AdwToast *toast)
{
  g_queue_push_tail (get_toasts (overlay)->waiting, toast);
  show_next (overlay);
}

AdwToast *
toast_of_text (const char *text)
{
  AdwToast *toast = adw_toast_new ("");
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_toast_set_title (toast, markup);
  return toast;
}

void
toasts_say (AdwToastOverlay *overlay, const char *text)
{
  toasts_add (overlay, toast_of_text (text));
}

void
toasts_add_first (AdwToastOverlay *overlay, AdwToast *toast)
{
  Toasts *toasts = get_toasts (overlay);

  g_queue_push_head (toasts->waiting, toast);
  if (toasts->shown != NULL)
    adw_toast_dismiss (toasts->shown);
  else
    show_next (overlay);
}

static bool
is_passing (AdwToast *toast)
{
  return g_object_get_data (G_OBJECT (toast), PASSING) != NULL;
}

void
toasts_add_passing (AdwToastOverlay *overlay, AdwToast *toast)
{
  Toasts *toasts = get_toasts (overlay);

  g_object_set_data (G_OBJECT (toast), PASSING, toast);
  if (toasts->shown != NULL && is_passing (toasts->shown))
    {
      toasts_add_first (overlay, toast);
      return;
    }
  for (GList *at = toasts->waiting->head; at != NULL; at = at->next)
    if (is_passing (at->data))
      {
        g_object_unref (at->data);
        at->data = toast;
        return;
      }
  toasts_add (overlay, toast);
}
