/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/mnemonic.h"

void
mnemonic_name (GtkWidget *widget, const char *label)
{
  GString *name = g_string_new (NULL);

  for (const char *at = label; *at != '\0'; at++)
    {
      /* "__" stands for an underline. */
      if (*at == '_' && *++at == '\0')
        break;
      g_string_append_c (name, *at);
    }
  /* GTK 4.8 joins the two to "Close Close". */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
  g_string_free (name, TRUE);
}

GtkWidget *
mnemonic_button_new (const char *label)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  mnemonic_name (button, label);
  return button;
}
