/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/remembered_pairs.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/toasts.h"

#define TOAST_SECONDS 8

struct _RememberedPairs
{
  GObject parent_instance;

  Library *library;
};

G_DEFINE_FINAL_TYPE (RememberedPairs, remembered_pairs, G_TYPE_OBJECT)

static guint changed_signal;

static void
remembered_pairs_class_init (RememberedPairsClass *klass)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
remembered_pairs_init (RememberedPairs *self)
{
  (void) self;
}

RememberedPairs *
remembered_pairs_new (Library *library)
{
  RememberedPairs *self = g_object_new (REMEMBERED_TYPE_PAIRS, NULL);

  self->library = library;
  return self;
}

/* ---- reading ---- */

static void
clear_pair (gpointer data)
{
  HandPair *pair = data;

  g_free ((char *) pair->base);
  g_free ((char *) pair->other);
}

GArray *
remembered_pairs_read (RememberedPairs *self)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (HandPair));

  library_settle (self->library);
  g_autoptr (GPtrArray) pairings = library_pairings (self->library);
  g_array_set_clear_func (pairs, clear_pair);
  for (guint i = 0; i < pairings->len; i++)
    for (int turned = 0; turned < 2; turned++)
      {
        const NamePairing *pairing = pairings->pdata[i];
        HandPair pair = { g_strdup (pairing->names[turned]), g_strdup (pairing->names[1 - turned]),
                          pairing->decision == PAIR_APART ? HAND_APART : HAND_SUCCESSOR };

        g_array_append_val (pairs, pair);
      }
  return pairs;
}

/* ---- deciding ---- */

static void
write_pairing (Library *library, gpointer pairing)
{
  library_set_pairing (library, pairing);
}

static void
free_pairing (gpointer pairing)
{
  name_pairing_free (pairing);
}

static void
store (RememberedPairs *self, const char *name, const char *other, PairDecision decision)
{
  library_later (self->library, write_pairing, name_pairing_new (name, other, decision), free_pairing);
  g_signal_emit (self, changed_signal, 0);
}

/* What an Undo needs. */
typedef struct
{
  RememberedPairs *pairs;
  NamePairing *before;
} Decided;

static void
decided_free (gpointer data, GClosure *closure)
{
  Decided *decided = data;
  (void) closure;

  g_object_unref (decided->pairs);
  name_pairing_free (decided->before);
  g_free (decided);
}

static void
undo (AdwToast *toast, gpointer data)
{
  const Decided *decided = data;
  (void) toast;

  store (decided->pairs, decided->before->names[0], decided->before->names[1], decided->before->decision);
}

static void
offer_undo (RememberedPairs *self, AdwToastOverlay *toasts, const char *text, NamePairing *before)
{
  AdwToast *toast = adw_toast_new (text);
  Decided *decided = g_new (Decided, 1);

  *decided = (Decided){ g_object_ref (self), before };
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo), decided, decided_free, 0);
  toasts_add_passing (toasts, toast);
}

void
remembered_pairs_decide (RememberedPairs *self,
                         GtkWidget *widget,
                         const char *name,
                         const char *other,
                         PairDecision decision,
                         PairDecision before)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);

  if (toasts != NULL)
    offer_undo (self, ADW_TOAST_OVERLAY (toasts),
                decision == PAIR_APART ? _ ("Parted, in later comparisons too")
                                       : _ ("Paired, in later comparisons too"),
                name_pairing_new (name, other, before));
  store (self, name, other, decision);
}
