/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/operator_stack.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

#define LINES 3

struct _OperatorStack
{
  GtkBox parent_instance;

  GtkWidget *stack;
};

G_DEFINE_TYPE (OperatorStack, operator_stack, GTK_TYPE_BOX)

void
operator_stack_set (OperatorStack *self, const char *stack)
{
  gtk_widget_set_visible (GTK_WIDGET (self), stack != NULL);
  gtk_label_set_text (GTK_LABEL (self->stack), stack != NULL ? stack : "");
  quiet_tooltip_set (self->stack, stack);
}

static void
operator_stack_class_init (OperatorStackClass *klass)
{
  (void) klass;
}

static void
operator_stack_init (OperatorStack *self)
{
  GtkWidget *heading = gtk_label_new (_ ("Operator stack at its start"));
  PangoAttrList *attributes = pango_attr_list_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  gtk_widget_add_css_class (heading, "caption");
  gtk_widget_add_css_class (heading, "secondary");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  self->stack = gtk_label_new (NULL);
  gtk_label_set_selectable (GTK_LABEL (self->stack), TRUE);
  gtk_label_set_wrap (GTK_LABEL (self->stack), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->stack), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->stack), LINES);
  gtk_label_set_ellipsize (GTK_LABEL (self->stack), PANGO_ELLIPSIZE_START);
  gtk_label_set_attributes (GTK_LABEL (self->stack), attributes);
  pango_attr_list_unref (attributes);
  gtk_label_set_xalign (GTK_LABEL (self->stack), 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->stack), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ ("Operator stack at its start"), -1);
  gtk_box_append (GTK_BOX (self), heading);
  gtk_box_append (GTK_BOX (self), self->stack);
}

GtkWidget *
operator_stack_new (void)
{
  return g_object_new (DETAILS_TYPE_OPERATOR_STACK, NULL);
}
