/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/banners.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"

typedef struct
{
  GtkWidget *box, *label, *button; /* box NULL: never needed */
  void (*dismissed) (gpointer data);
  gpointer data;
} Banner;

static const struct
{
  const char *icon;
  const char *css_class; /* beside "banner"; NULL for none */
} looks[N_BANNERS] = {
  [BANNER_LOSS] = { "dialog-warning-symbolic", NULL },
  [BANNER_SOURCE] = { "dialog-warning-symbolic", NULL },
  [BANNER_DAMAGE] = { "dialog-warning-symbolic", NULL },
  [BANNER_TOGETHER] = { "dialog-information-symbolic", "offer" },
  [BANNER_SUMMARIES] = { "dialog-information-symbolic", "offer" },
};

static Banner *
banner_of (GtkWidget *banners, BannerKind kind)
{
  return (Banner *) g_object_get_data (G_OBJECT (banners), "banners") + kind;
}

static const char *
button_label (const char *action)
{
  if (g_str_equal (action, "win.show-together"))
    return _ ("Show as _One Profile");
  if (g_str_equal (action, "win.open-rank"))
    return _ ("Open This _Rank");
  return g_str_equal (action, "win.reload") ? _ ("_Reload") : _ ("Show _Details");
}

static void
dismiss (Banner *banner)
{
  gtk_widget_set_visible (banner->box, FALSE);
  if (banner->dismissed != NULL)
    banner->dismissed (banner->data);
}

static GtkWidget *
close_button_new (Banner *banner)
{
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (close, _ ("Dismiss"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Dismiss"), -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (dismiss), banner);
  return close;
}

static void
banner_build (Banner *banner, BannerKind kind)
{
  banner->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  banner->label = gtk_label_new (NULL);
  banner->button = mnemonic_button_new ("");
  gtk_label_set_xalign (GTK_LABEL (banner->label), 0);
  gtk_label_set_wrap (GTK_LABEL (banner->label), TRUE);
  gtk_widget_set_hexpand (banner->label, TRUE);
  gtk_widget_set_valign (banner->button, GTK_ALIGN_CENTER);

  gtk_widget_add_css_class (banner->box, "banner");
  if (looks[kind].css_class != NULL)
    gtk_widget_add_css_class (banner->box, looks[kind].css_class);
  gtk_box_append (GTK_BOX (banner->box), gtk_image_new_from_icon_name (looks[kind].icon));
  gtk_box_append (GTK_BOX (banner->box), banner->label);
  gtk_box_append (GTK_BOX (banner->box), banner->button);
  gtk_box_append (GTK_BOX (banner->box), close_button_new (banner));
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
      banner_build (banner, kind);
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

void
banners_on_dismissed (GtkWidget *banners, BannerKind kind, void (*dismissed) (gpointer data), gpointer data)
{
  banner_of (banners, kind)->dismissed = dismissed;
  banner_of (banners, kind)->data = data;
}

GtkWidget *
banners_new (void)
{
  GtkWidget *banners = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  g_object_set_data_full (G_OBJECT (banners), "banners", g_new0 (Banner, N_BANNERS), g_free);
  return banners;
}
