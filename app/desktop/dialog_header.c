/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/dialog_header.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"

GtkWidget *
dialog_header_new (const char *label, GtkWidget **ret_button)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *cancel = mnemonic_button_new (_ ("_Cancel"));

  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "window.close");
  *ret_button = mnemonic_button_new (label);
  gtk_widget_add_css_class (*ret_button, "suggested-action");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), *ret_button);
  return header;
}
