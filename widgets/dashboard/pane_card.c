/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_card.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/pane_chart.h"
#include "widgets/quiet_tooltip.h"
#include "widgets/screen_style.h"

#define DEFINITION_WIDTH_CHARS 56

struct _PaneCard
{
  GtkWidget parent;

  const Pane *pane;
  const DashboardData *data; /* borrowed */
  GtkWidget *title, *info, *chart;
  GtkWidget *rule, *footer; /* NULL for a pane without a footer */
};

G_DEFINE_FINAL_TYPE (PaneCard, pane_card, GTK_TYPE_WIDGET)

enum
{
  PART_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_part_activated (PaneChart *chart, int part, PaneCard *self)
{
  (void) chart;
  g_signal_emit (self, signals[PART_ACTIVATED], 0, part);
}

static void
on_copy_clicked (GtkButton *button, PaneCard *self)
{
  (void) button;
  pane_chart_copy (PANE_CHART (self->chart));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->info));
}

/* ---- the (i) button ---- */

static GtkWidget *
definition_new (PaneCard *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *copy = gtk_button_new_with_label (_ ("Copy Figures"));
  g_auto (GStrv) paragraphs = g_strsplit (_ (self->pane->definition), "\n", -1);

  for (char **paragraph = paragraphs; *paragraph != NULL; paragraph++)
    {
      GtkWidget *label = gtk_label_new (*paragraph);

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), DEFINITION_WIDTH_CHARS);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_widget_set_halign (copy, GTK_ALIGN_START);
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy_clicked), self);
  gtk_box_append (GTK_BOX (box), copy);
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 8);
  gtk_widget_set_margin_end (box, 8);
  return box;
}

/* Made when it is first opened: seven of them would be seen in the time that a page takes to appear. */
static void
create_popover (GtkMenuButton *button, gpointer user_data)
{
  GtkWidget *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), definition_new (user_data));
  gtk_menu_button_set_popover (button, popover);
}

static void
add_info_button (PaneCard *self)
{
  g_autofree char *label = g_strdup_printf (_ ("About %s"), _ (self->pane->title));

  self->info = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->info), "help-about-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->info), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->info), create_popover, self, NULL);
  quiet_tooltip_set (self->info, _ ("How This Is Computed"));
  gtk_widget_set_valign (self->info, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->info), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_parent (self->info, GTK_WIDGET (self));
}

/* ---- layout: that of the picture, pane_body () ---- */

static double
scale_of (GtkWidget *widget)
{
  return MAX (text_cache_scale (screen_style_get (widget)->text), 1.0);
}

static void
pane_card_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  (void) orientation;
  (void) for_size;
  /* The dashboard decides; what does not fit is ellipsized. */
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_measure (child, orientation, -1, NULL, NULL, NULL, NULL);
  *minimum = *natural = 1;
  *minimum_baseline = *natural_baseline = -1;
}

static void
allocate (GtkWidget *child, int x_px, int y_px, int width_px, int height_px)
{
  int minimum_width_px, minimum_height_px;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum_width_px, NULL, NULL, NULL);
  width_px = MAX (width_px, minimum_width_px);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width_px, &minimum_height_px, NULL, NULL, NULL);
  gtk_widget_size_allocate (child,
                            &(GtkAllocation){ x_px, y_px, width_px, MAX (height_px, minimum_height_px) }, -1);
}

static void
pane_card_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PaneCard *self = PANE_CARD (widget);
  double scale = scale_of (widget);
  int header_px = (int) lround (PANE_HEADER_PX * scale), footer_px = (int) lround (PANE_FOOTER_PX * scale);
  Rect body = pane_body (self->pane, width, height, scale);
  int button_px, inner_px = width - 2 * PANE_INSET_PX, pad_px = pane_chart_pad_px (self->pane);
  /* A card without a header begins with drawn text, which stays as it is. */
  bool is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL && self->footer != NULL;

  (void) baseline;
  gtk_widget_measure (self->info, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &button_px, NULL, NULL);
  allocate (self->chart, (int) lround (body.x_px) - pad_px, (int) lround (body.y_px) - pad_px,
            (int) lround (body.width_px) + 2 * pad_px, (int) lround (body.height_px) + 2 * pad_px);
  allocate (self->info, is_mirrored ? PANE_INSET_PX / 2 : width - PANE_INSET_PX / 2 - button_px, 4, button_px,
            header_px - 4);
  if (self->footer == NULL)
    return;
  allocate (self->title, PANE_INSET_PX + (is_mirrored ? button_px : 0), 0, inner_px - button_px, header_px);
  allocate (self->rule, PANE_INSET_PX, height - footer_px, inner_px, 1);
  allocate (self->footer, PANE_INSET_PX, height - footer_px + 1, inner_px, footer_px - 1);
}

/* ---- life ---- */

static void
pane_card_dispose (GObject *object)
{
  PaneCard *self = PANE_CARD (object);

  g_clear_pointer (&self->title, gtk_widget_unparent);
  g_clear_pointer (&self->info, gtk_widget_unparent);
  g_clear_pointer (&self->chart, gtk_widget_unparent);
  g_clear_pointer (&self->rule, gtk_widget_unparent);
  g_clear_pointer (&self->footer, gtk_widget_unparent);
  G_OBJECT_CLASS (pane_card_parent_class)->dispose (object);
}

static void
pane_card_class_init (PaneCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pane_card_dispose;
  widget_class->measure = pane_card_measure;
  widget_class->size_allocate = pane_card_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "pane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[PART_ACTIVATED] = g_signal_new ("part-activated", PANE_TYPE_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
pane_card_init (PaneCard *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
}

static GtkWidget *
label_new (const char *text, const char *const *css_classes)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  for (; *css_classes != NULL; css_classes++)
    gtk_widget_add_css_class (label, *css_classes);
  return label;
}

/* Texts, and what assistive technology reads, follow the figures and the number signs. */
static void
update_texts (PaneCard *self)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *text = NULL;

  if (self->data == NULL)
    text = g_strdup (_ ("Being computed"));
  else if ((text = self->pane->empty (self->data, numbers)) == NULL)
    text = self->pane->alternative (self->data, numbers);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (self->pane->title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  if (self->footer != NULL)
    {
      g_autofree char *footer = self->data != NULL ? self->pane->footer (self->data, numbers) : g_strdup ("");

      gtk_label_set_text (GTK_LABEL (self->footer), footer);
      quiet_tooltip_set (self->footer, *footer != '\0' ? footer : NULL);
    }
}

static void
on_style_changed (GtkWidget *widget)
{
  update_texts (PANE_CARD (widget));
  gtk_widget_queue_allocate (widget);
}

GtkWidget *
pane_card_new (const Pane *pane)
{
  PaneCard *self = g_object_new (PANE_TYPE_CARD, NULL);
  GtkWidget *widget = GTK_WIDGET (self);

  self->pane = pane;
  if (pane->footer != NULL)
    {
      self->title = label_new (_ (pane->title), (const char *const[]){ "heading", NULL });
      gtk_widget_set_parent (self->title, widget);
    }
  self->chart = pane_chart_new (pane);
  g_signal_connect (self->chart, "part-activated", G_CALLBACK (on_part_activated), self);
  gtk_widget_set_parent (self->chart, widget);
  if (pane->footer != NULL)
    {
      self->rule = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
      gtk_widget_set_parent (self->rule, widget);
      self->footer = label_new ("", (const char *const[]){ "caption", "secondary", "numeric", NULL });
      gtk_widget_set_parent (self->footer, widget);
    }
  /* Above the chart where there is no header; in the order of Tab it is the last. */
  add_info_button (self);
  screen_style_connect_changed (widget, on_style_changed);
  update_texts (self);
  return widget;
}

const Pane *
pane_card_pane (PaneCard *card)
{
  g_return_val_if_fail (PANE_IS_CARD (card), NULL);
  return card->pane;
}

void
pane_card_set_data (PaneCard *card, const DashboardData *data)
{
  g_return_if_fail (PANE_IS_CARD (card));

  card->data = data;
  pane_chart_set_data (PANE_CHART (card->chart), data);
  update_texts (card);
}
