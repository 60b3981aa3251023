/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/scope_choice.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

#define TEXT_CHARS_MAX 28

struct _ScopeChoice
{
  GtkWidget parent_instance;

  GtkWidget *box, *button, *text, *reset;
  char *what;
};

G_DEFINE_TYPE (ScopeChoice, scope_choice, GTK_TYPE_WIDGET)

static guint reset_signal;

static void
scope_choice_dispose (GObject *object)
{
  g_clear_pointer (&SCOPE_CHOICE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (scope_choice_parent_class)->dispose (object);
}

static void
scope_choice_finalize (GObject *object)
{
  g_free (SCOPE_CHOICE (object)->what);
  G_OBJECT_CLASS (scope_choice_parent_class)->finalize (object);
}

static void
scope_choice_class_init (ScopeChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_choice_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_choice_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  reset_signal =
    g_signal_new ("reset", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
want_reset (ScopeChoice *choice)
{
  g_signal_emit (choice, reset_signal, 0);
}

static void
scope_choice_init (ScopeChoice *choice)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  choice->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_parent (choice->box, GTK_WIDGET (choice));
  gtk_widget_add_css_class (choice->box, "scope-choice");

  choice->text = short_forms_new ();
  short_forms_add_labels (SHORT_FORMS (choice->text), N_SCOPE_CHOICE_FORMS, TEXT_CHARS_MAX);
  gtk_box_append (GTK_BOX (content), choice->text);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  choice->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (choice->button), content);
  gtk_box_append (GTK_BOX (choice->box), choice->button);

  choice->reset = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_set_visible (choice->reset, FALSE);
  g_signal_connect_swapped (choice->reset, "clicked", G_CALLBACK (want_reset), choice);
  gtk_box_append (GTK_BOX (choice->box), choice->reset);
}

GtkWidget *
scope_choice_new (const char *what)
{
  ScopeChoice *choice = g_object_new (SCOPE_TYPE_CHOICE, NULL);
  g_autofree char *reset = g_strdup_printf (_ ("%s: reset"), what);

  choice->what = g_strdup (what);
  gtk_widget_set_tooltip_text (choice->reset, reset);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice->reset), GTK_ACCESSIBLE_PROPERTY_LABEL, reset, -1);
  return GTK_WIDGET (choice);
}

void
scope_choice_set_popover (ScopeChoice *choice, GtkWidget *popover)
{
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (choice->button), popover);
}

ShortForms *
scope_choice_text (ScopeChoice *choice)
{
  return SHORT_FORMS (choice->text);
}

void
scope_choice_set_text (ScopeChoice *choice, const char *text, const char *short_text, bool is_default)
{
  /* Translators: what a button chooses, and what is chosen: "Ranks: Rank 3". */
  g_autofree char *name = g_strdup_printf (_ ("%s: %s"), choice->what, text);

  short_forms_set_text (SHORT_FORMS (choice->text), SCOPE_CHOICE_FULL, text);
  short_forms_set_text (SHORT_FORMS (choice->text), SCOPE_CHOICE_SHORT, short_text);
  quiet_tooltip_set (choice->button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_visible (choice->reset, !is_default);
  if (is_default)
    gtk_widget_remove_css_class (choice->box, "narrowed");
  else
    gtk_widget_add_css_class (choice->box, "narrowed");
}
