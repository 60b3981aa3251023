/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/cost_section.h"

#include "app/compare/cost_book.h"
#include "app/compare/cost_dialog.h"

struct CostSection
{
  CostBook *book;
  CostCard *card;
  Compared *compared; /* NULL: none yet */
};

static void
show (CostSection *self)
{
  CostTerms terms[COMPARED_SIDES_MAX];
  ComparedCosts costs;

  if (self->compared == NULL)
    return;
  cost_book_terms (self->book, self->compared, terms);
  compared_costs_compute (self->compared, terms, &costs);
  cost_card_set (self->card, self->compared, &costs);
}

/* Another program may have changed what is remembered. */
static void
read_again (CostSection *self)
{
  if (self->compared != NULL)
    cost_book_read (self->book, self->compared);
}

static void
edit (CostSection *self)
{
  if (self->compared != NULL)
    cost_dialog_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->card))), self->book, self->compared);
}

void
cost_section_set (CostSection *self, Compared *compared)
{
  Compared *before = self->compared;

  self->compared = compared != NULL ? compared_ref (compared) : NULL;
  compared_unref (before);
  if (compared == NULL)
    {
      cost_card_set (self->card, NULL, NULL);
      return;
    }
  cost_book_read (self->book, compared);
  show (self);
}

CostSection *
cost_section_new (Library *library, CostCard *card)
{
  CostSection *self = g_new0 (CostSection, 1);

  self->book = cost_book_new (library);
  self->card = card;
  g_signal_connect_swapped (self->book, "changed", G_CALLBACK (show), self);
  g_signal_connect_swapped (card, "map", G_CALLBACK (read_again), self);
  g_signal_connect_swapped (card, "edit-wanted", G_CALLBACK (edit), self);
  return self;
}

void
cost_section_free (CostSection *self)
{
  g_signal_handlers_disconnect_by_data (self->book, self);
  g_signal_handlers_disconnect_by_data (self->card, self);
  g_object_unref (self->book);
  compared_unref (self->compared);
  g_free (self);
}
