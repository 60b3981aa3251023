/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/dismiss_finding.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/dialog_header.h"
#include "widgets/dashboard/findings/dismissed_findings.h"

#define DISMISS_TYPE_FINDING (dismiss_finding_get_type ())
G_DECLARE_FINAL_TYPE (DismissFinding, dismiss_finding, DISMISS, FINDING, AdwWindow)

struct _DismissFinding
{
  AdwWindow parent_instance;

  DashboardView *view;
  const FindingRule *rule;
  GtkWidget *what, *reason, *dismiss;
};

G_DEFINE_TYPE (DismissFinding, dismiss_finding, ADW_TYPE_WINDOW)

/* Whoever opens the profile later is told why: there must be something to tell. */
static void
on_reason_changed (DismissFinding *self)
{
  g_autofree char *reason = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->reason))));

  gtk_widget_set_sensitive (self->dismiss, *reason != '\0');
}

static void
dismiss_it (DismissFinding *self)
{
  if (!gtk_widget_get_sensitive (self->dismiss))
    return;
  dashboard_view_dismiss (self->view, self->rule, gtk_editable_get_text (GTK_EDITABLE (self->reason)));
  gtk_window_close (GTK_WINDOW (self));
}

static void
dismiss_finding_dispose (GObject *object)
{
  g_clear_object (&DISMISS_FINDING (object)->view);
  G_OBJECT_CLASS (dismiss_finding_parent_class)->dispose (object);
}

static void
dismiss_finding_class_init (DismissFindingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dismiss_finding_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
dismiss_finding_init (DismissFinding *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_window_set_title (GTK_WINDOW (self), _ ("Dismiss Finding"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 460, -1);
  gtk_box_append (GTK_BOX (content), dialog_header_new (_ ("_Dismiss"), &self->dismiss));
  gtk_widget_set_sensitive (self->dismiss, FALSE);
  g_signal_connect_swapped (self->dismiss, "clicked", G_CALLBACK (dismiss_it), self);
  self->what = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (self->what), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->what), 0);
  gtk_box_append (GTK_BOX (column), self->what);
  self->reason = gtk_entry_new ();
  gtk_entry_set_max_length (GTK_ENTRY (self->reason), DISMISS_REASON_MAX);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->reason), _ ("Reason, for whoever opens this profile later"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reason), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Reason"), -1);
  g_signal_connect_swapped (self->reason, "changed", G_CALLBACK (on_reason_changed), self);
  g_signal_connect_swapped (self->reason, "activate", G_CALLBACK (dismiss_it), self);
  gtk_box_append (GTK_BOX (column), self->reason);
  gtk_widget_add_css_class (column, "dialog-content");
  gtk_box_append (GTK_BOX (content), column);
  adw_window_set_content (ADW_WINDOW (self), content);
}

void
dismiss_finding_show (GtkWindow *parent, DashboardView *view, const FindingRule *rule)
{
  if (rule == NULL)
    return;
  DismissFinding *self = g_object_new (DISMISS_TYPE_FINDING, "transient-for", parent, NULL);
  g_autofree char *what =
    g_strdup_printf (_ ("“%s” is no longer shown for this profile. It can be restored."), _ (rule->title));

  self->view = g_object_ref (view);
  self->rule = rule;
  gtk_label_set_text (GTK_LABEL (self->what), what);
  gtk_widget_grab_focus (self->reason);
  gtk_window_present (GTK_WINDOW (self));
}
