/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/toasts.h"

#define TOASTS "stepscope-toasts"
#define PASSING "stepscope-passing"
#define TEXT    "stepscope-text"

/* Between a toast, with its own margin, and what it must not cover; the hint of the timeline lies in between. */
#define GAP_PX 8

/* Longer than libadwaita's toasts take to fade. */
#define FADE_MS 400

/* The overlay is given one at a time, and the next when the last has faded: libadwaita 1.2 uses what it has freed where one
 * that comes is dismissed while another goes. What waits waits here. */
typedef struct
{
  guint fading;      /* source; 0: nothing is fading */
  AdwToast *shown;   /* borrowed from the overlay; NULL: none */
  int free_px;       /* at the bottom of the overlay */
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

/* libadwaita has no other way to place toasts than the margins of its widgets, which are children of the overlay. */
static void
place (AdwToastOverlay *overlay)
{
  GtkWidget *content = adw_toast_overlay_get_child (overlay);
  int free_px = get_toasts (overlay)->free_px;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (overlay)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != content)
      gtk_widget_set_margin_bottom (child, free_px > 0 ? free_px + GAP_PX : 0);
}

void
toasts_keep_free (AdwToastOverlay *overlay, int bottom_px)
{
  get_toasts (overlay)->free_px = bottom_px;
  place (overlay);
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
  place (overlay);
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
  g_object_set_data_full (G_OBJECT (toast), TEXT, g_strdup (text), g_free);
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

static bool
says (AdwToast *toast, const char *text)
{
  return g_strcmp0 (g_object_get_data (G_OBJECT (toast), TEXT), text) == 0;
}

void
toasts_take_back (AdwToastOverlay *overlay, const char *text)
{
  Toasts *toasts = get_toasts (overlay);

  for (GList *at = toasts->waiting->head, *next; at != NULL; at = next)
    {
      next = at->next;
      if (!says (at->data, text))
        continue;
      g_object_unref (at->data);
      g_queue_delete_link (toasts->waiting, at);
    }
  if (toasts->shown != NULL && says (toasts->shown, text))
    adw_toast_dismiss (toasts->shown);
}
