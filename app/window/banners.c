/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/banners.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"

typedef struct
{
  GtkWidget *box, *label, *button; /* box NULL: never needed */
} Banner;

static Banner *
banner_of (GtkWidget *banners, BannerKind kind)
{
  return (Banner *) g_object_get_data (G_OBJECT (banners), "banners") + kind;
}

static const char *
button_label (const char *action)
{
  return g_str_equal (action, "win.reload") ? _ ("_Reload") : _ ("Show _Details");
}

static void
dismiss (GtkWidget *box)
{
  gtk_widget_set_visible (box, FALSE);
}

static GtkWidget *
close_button_new (GtkWidget *box)
{
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (close, _ ("Dismiss"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Dismiss"), -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (dismiss), box);
  return close;
}

static void
banner_build (Banner *banner)
{
  banner->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  banner->label = gtk_label_new (NULL);
  banner->button = mnemonic_button_new ("");
  gtk_label_set_xalign (GTK_LABEL (banner->label), 0);
  gtk_label_set_wrap (GTK_LABEL (banner->label), TRUE);
  gtk_widget_set_hexpand (banner->label, TRUE);
  gtk_widget_set_valign (banner->button, GTK_ALIGN_CENTER);

  gtk_widget_add_css_class (banner->box, "banner");
  gtk_box_append (GTK_BOX (banner->box), gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  gtk_box_append (GTK_BOX (banner->box), banner->label);
  gtk_box_append (GTK_BOX (banner->box), banner->button);
  gtk_box_append (GTK_BOX (banner->box), close_button_new (banner->box));
}

/* Each below those of the kinds before it. */
static void
banner_insert (GtkWidget *banners, BannerKind kind)
{
  GtkWidget *above = NULL;

  for (int i = 0; i < (int) kind; i++)
    if (banner_of (banners, (BannerKind) i)->box != NULL)
      above = banner_of (banners, (BannerKind) i)->box;
  gtk_box_insert_child_after (GTK_BOX (banners), banner_of (banners, kind)->box, above);
}

void
banners_set (GtkWidget *banners, BannerKind kind, const char *sentence, const char *action)
{
  Banner *banner = banner_of (banners, kind);

  if (sentence == NULL)
    {
      if (banner->box != NULL)
        {
          gtk_label_set_text (GTK_LABEL (banner->label), "");
          gtk_widget_set_visible (banner->box, FALSE);
        }
      return;
    }
  if (banner->box == NULL)
    {
      banner_build (banner);
      banner_insert (banners, kind);
    }
  else if (g_str_equal (gtk_label_get_text (GTK_LABEL (banner->label)), sentence))
    return;
  gtk_label_set_text (GTK_LABEL (banner->label), sentence);
  gtk_widget_set_visible (banner->button, action != NULL);
  if (action != NULL)
    {
      gtk_button_set_label (GTK_BUTTON (banner->button), button_label (action));
      mnemonic_name (banner->button, button_label (action));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (banner->button), action);
    }
  gtk_widget_set_visible (banner->box, TRUE);
}

GtkWidget *
banners_new (void)
{
  GtkWidget *banners = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_object_set_data_full (G_OBJECT (banners), "banners", g_new0 (Banner, N_BANNERS), g_free);
  return banners;
}
