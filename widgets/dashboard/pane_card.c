/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_card.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "widgets/controls/menu_click.h"
#include "widgets/controls/quiet_tooltip.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/footer_line.h"
#include "widgets/dashboard/pane_chart.h"
#include "widgets/dashboard/pane_choices.h"
#include "widgets/dashboard/pane_clipboard.h"
#include "widgets/dashboard/pane_info.h"
#include "widgets/dashboard/pane_popover.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/look/screen_style.h"

/* Between the title and the choices. */
#define CHOICES_GAP_PX 12

struct _PaneCard
{
  GtkWidget parent;

  const Pane *pane;
  PaneOptions options;
  DashboardData *data; /* referenced; has all that the pane needs, or is NULL */
  int height_px, height_width_px; /* of a pane whose height follows what it shows: that, and at which width; 0: not known */
  PanePosition position;
  GtkWidget *title, *info, *menu, *chart;
  GtkWidget *choices;       /* NULL for a pane without any */
  GtkWidget *rule, *footer; /* NULL for a pane without a footer */
};

G_DEFINE_FINAL_TYPE (PaneCard, pane_card, GTK_TYPE_WIDGET)

enum
{
  PART_ACTIVATED,
  COMMAND,
  ROWS,
  CHOICE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_part_activated (PaneChart *chart, int part, PaneCard *self)
{
  (void) chart;
  g_signal_emit (self, signals[PART_ACTIVATED], 0, part);
}

static PaneContext
context_of (PaneCard *self)
{
  return (PaneContext){ self->pane, self->data, &self->options,
                        screen_style_get (GTK_WIDGET (self))->numbers };
}

/* ---- the (i) button ---- */

static void
on_copy_clicked (PaneCard *self)
{
  pane_chart_copy (PANE_CHART (self->chart));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->info));
}

static void
on_show_clicked (PaneCard *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->info));
  g_signal_emit (self, signals[COMMAND], 0, (int) PANE_SHOW_EVENTS);
}

/* Made when it is opened: those of all cards would be seen in the time that a page takes to appear. */
static void
create_info (GtkMenuButton *button, gpointer user_data)
{
  PaneCard *self = user_data;
  PaneTarget target;
  GtkWidget *popover = gtk_popover_new (), *show, *copy;
  const PaneContext pane = context_of (self);

  pane_popover_keep_page_still (GTK_POPOVER (popover));
  gtk_popover_set_child (GTK_POPOVER (popover), pane_info_new (&pane, &show, &copy));
  gtk_widget_set_sensitive (show, pane_card_first_target (self, &target));
  g_signal_connect_swapped (show, "clicked", G_CALLBACK (on_show_clicked), self);
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (on_copy_clicked), self);
  gtk_menu_button_set_popover (button, popover);
}

/* A button at the right of the header. label: with the title, for whom does not see it. */
static GtkWidget *
header_button_new (PaneCard *self,
                   const char *icon,
                   const char *tooltip,
                   const char *label,
                   GtkMenuButtonCreatePopupFunc create)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), icon);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), create, self, NULL);
  quiet_tooltip_set (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

/* ---- the menu ---- */

static void
on_command (gpointer user_data, PaneCommand command)
{
  PaneCard *self = user_data;

  if (command == PANE_COPY_IMAGE || command == PANE_COPY_TABLE || command == PANE_COPY_MARKDOWN
      || command == PANE_COPY_ISSUE)
    pane_card_copy (self, command);
  else
    g_signal_emit (self, signals[COMMAND], 0, (int) command);
}

static void
on_rows (gpointer user_data, uint32_t n_rows)
{
  g_signal_emit (user_data, signals[ROWS], 0, n_rows);
}

static void
on_choice (gpointer user_data, unsigned choice, unsigned word)
{
  g_signal_emit (user_data, signals[CHOICE], 0, choice, word);
}

/* What can be done now is asked each time. */
static void
create_menu (GtkMenuButton *button, gpointer user_data)
{
  PaneCard *self = user_data;
  PaneTarget target;
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const PaneContext pane = context_of (self);
  const PaneMenuState state = {
    .has_choice = self->pane->other_label != NULL && self->data != NULL
                  && (self->pane->differs == NULL || self->pane->differs (&pane)),
    .is_enlarged = self->position.is_enlarged,
    .is_removable = self->pane->knows != NULL,
    .may_improve = self->data != NULL && dashboard_data_may_improve (self->data, self->pane->needs),
    .can_show_events = pane_card_first_target (self, &target),
    .can_copy_image = self->data != NULL,
    .can_copy_table = self->data != NULL,
    .can_move_left =
      !self->position.is_enlarged && !(is_mirrored ? self->position.is_last : self->position.is_first),
    .can_move_right =
      !self->position.is_enlarged && !(is_mirrored ? self->position.is_first : self->position.is_last),
  };

  GtkWidget *menu =
    pane_menu_new (GTK_WIDGET (self), self->pane, &self->options, &state, on_command, on_rows, self);

  pane_popover_keep_page_still (GTK_POPOVER (menu));
  gtk_menu_button_set_popover (button, menu);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint keycode, GdkModifierType held, PaneCard *self)
{
  (void) controller;
  (void) keycode;
  if ((held & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || (key != GDK_KEY_Menu && (key != GDK_KEY_F10 || (held & GDK_SHIFT_MASK) == 0)))
    return GDK_EVENT_PROPAGATE;
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->menu));
  return GDK_EVENT_STOP;
}

static void
menu_clicked (PaneCard *self, int n_press, double x_px, double y_px)
{
  (void) n_press;
  (void) x_px;
  (void) y_px;
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->menu));
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
  int info_px, menu_px, inner_px = width - 2 * PANE_INSET_PX, pad_px = pane_chart_pad_px (self->pane);
  /* A card without a header begins with drawn text, which stays as it is. */
  bool is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL && self->footer != NULL;

  (void) baseline;
  gtk_widget_measure (self->info, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &info_px, NULL, NULL);
  gtk_widget_measure (self->menu, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &menu_px, NULL, NULL);
  int buttons_px = info_px + menu_px, menu_x_px = width - PANE_INSET_PX / 2 - menu_px, choices_px = 0;
  allocate (self->chart, (int) lround (body.x_px) - pad_px, (int) lround (body.y_px) - pad_px,
            (int) lround (body.width_px) + 2 * pad_px, (int) lround (body.height_px) + 2 * pad_px);
  allocate (self->menu, is_mirrored ? PANE_INSET_PX / 2 : menu_x_px, 4, menu_px, header_px - 4);
  allocate (self->info, is_mirrored ? PANE_INSET_PX / 2 + menu_px : menu_x_px - info_px, 4, info_px,
            header_px - 4);
  if (self->footer == NULL)
    return;
  if (self->choices != NULL)
    {
      int minimum_px, natural_px, title_px;

      gtk_widget_measure (self->choices, GTK_ORIENTATION_HORIZONTAL, -1, &minimum_px, &natural_px, NULL, NULL);
      gtk_widget_measure (self->title, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &title_px, NULL, NULL);
      /* The title goes before the words of the choices, which shrink. */
      choices_px = CLAMP (inner_px - buttons_px - title_px - CHOICES_GAP_PX, minimum_px, natural_px);
      allocate (self->choices, is_mirrored ? PANE_INSET_PX + buttons_px : menu_x_px - info_px - choices_px, 4, choices_px,
                header_px - 4);
      choices_px += CHOICES_GAP_PX;
    }
  buttons_px += choices_px;
  allocate (self->title, PANE_INSET_PX + (is_mirrored ? buttons_px : 0), 0, inner_px - buttons_px, header_px);
  allocate (self->rule, PANE_INSET_PX, height - footer_px, inner_px, 1);
  allocate (self->footer, PANE_INSET_PX, height - footer_px + 1, inner_px, footer_px - 1);
}

/* ---- life ---- */

static void
pane_card_dispose (GObject *object)
{
  PaneCard *self = PANE_CARD (object);

  g_clear_pointer (&self->title, gtk_widget_unparent);
  g_clear_pointer (&self->choices, gtk_widget_unparent);
  g_clear_pointer (&self->info, gtk_widget_unparent);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->chart, gtk_widget_unparent);
  g_clear_pointer (&self->rule, gtk_widget_unparent);
  g_clear_pointer (&self->footer, gtk_widget_unparent);
  g_clear_pointer (&self->data, dashboard_data_unref);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "pane", NULL);
  G_OBJECT_CLASS (pane_card_parent_class)->dispose (object);
}

static void
pane_card_finalize (GObject *object)
{
  g_free ((char *) PANE_CARD (object)->options.name);
  G_OBJECT_CLASS (pane_card_parent_class)->finalize (object);
}

static void
pane_card_class_init (PaneCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pane_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = pane_card_finalize;
  widget_class->measure = pane_card_measure;
  widget_class->size_allocate = pane_card_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "pane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[PART_ACTIVATED] = g_signal_new ("part-activated", PANE_TYPE_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[COMMAND] = g_signal_new ("command", PANE_TYPE_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_INT);
  signals[ROWS] = g_signal_new ("rows", PANE_TYPE_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_UINT);
  signals[CHOICE] = g_signal_new ("choice", PANE_TYPE_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  G_TYPE_UINT, G_TYPE_UINT);
}

static void
pane_card_init (PaneCard *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  menu_click_attach (GTK_WIDGET (self), G_CALLBACK (menu_clicked), self);
}

static GtkWidget *
label_new (const char *text, const char *const *css_classes)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  quiet_tooltip_of_cut_text (label);
  for (; *css_classes != NULL; css_classes++)
    gtk_widget_add_css_class (label, *css_classes);
  return label;
}

/* Texts, and what assistive technology reads, follow the figures and the number signs. */
static void
update_texts (PaneCard *self)
{
  const PaneContext pane = context_of (self);
  g_autofree char *text = self->data != NULL ? pane_alternative (&pane) : g_strdup (_ ("Computing…"));

  g_autofree char *title = pane_title_of (&pane);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  if (self->title != NULL)
    gtk_label_set_text (GTK_LABEL (self->title), title);
  if (self->footer != NULL)
    {
      g_autofree char *footer = self->data != NULL ? pane_footer (&pane) : g_strdup ("");

      footer_line_set_text (FOOTER_LINE (self->footer), footer);
    }
}

static void
on_style_changed (GtkWidget *widget)
{
  update_texts (PANE_CARD (widget));
  PANE_CARD (widget)->height_width_px = 0;
  gtk_widget_queue_allocate (widget);
}

GtkWidget *
pane_card_new (const Pane *pane, const PaneOptions *options)
{
  PaneCard *self = g_object_new (PANE_TYPE_CARD, NULL);
  GtkWidget *widget = GTK_WIDGET (self);

  self->pane = pane;
  self->options = *options;
  self->options.name = g_strdup (options->name);
  if (pane->footer != NULL)
    {
      self->title = label_new (pane_title (pane, options), (const char *const[]){ "heading", NULL });
      gtk_label_set_single_line_mode (GTK_LABEL (self->title), TRUE);
      quiet_tooltip_set (self->title, options->name);
      gtk_widget_set_parent (self->title, widget);
    }
  if (pane->choices != NULL)
    {
      self->choices = pane_choices_new (pane, &self->options, on_choice, self);
      gtk_widget_set_parent (self->choices, widget);
    }
  self->chart = pane_chart_new (pane, &self->options);
  g_signal_connect (self->chart, "part-activated", G_CALLBACK (on_part_activated), self);
  gtk_widget_set_parent (self->chart, widget);
  if (pane->footer != NULL)
    {
      self->rule = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
      gtk_widget_set_parent (self->rule, widget);
      self->footer = footer_line_new ();
      gtk_widget_set_parent (self->footer, widget);
    }
  /* Above the chart where there is no header; in the order of Tab it is the last. */
  g_autofree char *about = g_strdup_printf (_ ("About %s"), pane_title (pane, options));
  g_autofree char *menu = g_strdup_printf (_ ("Menu of %s"), pane_title (pane, options));
  self->info =
    header_button_new (self, "help-about-symbolic", _ ("How This Is Computed"), about, create_info);
  self->menu = header_button_new (self, "view-more-symbolic", _ ("Menu"), menu, create_menu);
  screen_style_connect_changed (widget, on_style_changed);
  update_texts (self);
  return widget;
}

const char *
pane_card_table_id (PaneCard *card)
{
  g_return_val_if_fail (PANE_IS_CARD (card), NULL);
  const PaneContext pane = context_of (card);

  return pane_table_id_of (&pane);
}

const Pane *
pane_card_pane (PaneCard *card)
{
  g_return_val_if_fail (PANE_IS_CARD (card), NULL);
  return card->pane;
}

void
pane_card_show (PaneCard *card, DashboardData *data)
{
  g_return_if_fail (PANE_IS_CARD (card));

  if (!pane_is_ready (card->pane, &card->options, data))
    data = NULL;
  if (card->data == data)
    return;
  pane_chart_set_data (PANE_CHART (card->chart), data);
  g_clear_pointer (&card->data, dashboard_data_unref);
  card->data = data != NULL ? dashboard_data_ref (data) : NULL;
  update_texts (card);
  card->height_width_px = 0;
  if (card->pane->height_px != NULL && data != NULL)
    gtk_widget_queue_resize (GTK_WIDGET (card));
}

void
pane_card_toggle (PaneCard *card, uint64_t fold)
{
  g_return_if_fail (PANE_IS_CARD (card));

  card->options.unfolded ^= fold;
  card->height_width_px = 0;
  pane_chart_refold (PANE_CHART (card->chart));
  update_texts (card);
  gtk_widget_queue_resize (GTK_WIDGET (card));
}

int
pane_card_height_px (PaneCard *card, int width_px)
{
  const PaneContext pane = context_of (card);

  /* What is below stays where it is while another scope is computed. Texts take some 2 ms to be measured. */
  if (card->height_px == 0 || (card->data != NULL && card->height_width_px != width_px))
    {
      card->height_px = dashboard_pane_height_px (&pane, width_px, screen_style_get (GTK_WIDGET (card)));
      card->height_width_px = card->data != NULL ? width_px : 0;
    }
  return card->height_px;
}

PaneContext
pane_card_context (PaneCard *card)
{
  return context_of (card);
}

bool
pane_card_shows (PaneCard *card, const DashboardData *data)
{
  return card->data == data;
}

const PaneOptions *
pane_card_options (PaneCard *card)
{
  return &card->options;
}

void
pane_card_set_options (PaneCard *card, const PaneOptions *options)
{
  if (card->options.n_rows == options->n_rows && card->options.is_other == options->is_other
      && memcmp (card->options.choices, options->choices, sizeof options->choices) == 0)
    return;
  memcpy (card->options.choices, options->choices, sizeof options->choices);
  if (card->choices != NULL)
    pane_choices_show (card->choices, options);
  card->options.n_rows = options->n_rows;
  card->options.is_other = options->is_other;
  pane_chart_set_data (PANE_CHART (card->chart), card->data);
  update_texts (card);
}

void
pane_card_set_position (PaneCard *card, const PanePosition *position)
{
  card->position = *position;
}

int
pane_card_focused_group (PaneCard *card)
{
  const PaneContext pane = context_of (card);
  int part = pane_chart_focused (PANE_CHART (card->chart));

  return card->data != NULL && card->pane->group_of != NULL && part >= 0 ? card->pane->group_of (&pane, part) : -1;
}

bool
pane_card_target (PaneCard *card, int part, PaneTarget *ret_target)
{
  const PaneContext pane = context_of (card);

  if (card->data == NULL)
    return false;
  *ret_target = card->pane->part_target (&pane, part);
  return ret_target->kind != TARGET_NONE;
}

bool
pane_card_first_target (PaneCard *card, PaneTarget *ret_target)
{
  for (int part = 0, n = pane_chart_n_parts (PANE_CHART (card->chart)); part < n; part++)
    if (pane_card_target (card, part, ret_target) && ret_target->kind < TARGET_FOLD)
      return true;
  return false;
}

void
pane_card_copy (PaneCard *card, PaneCommand how)
{
  const PaneContext pane = context_of (card);
  GtkWidget *widget = GTK_WIDGET (card);

  if (card->data == NULL)
    return;
  if (how == PANE_COPY_ISSUE)
    pane_copy_issue (widget, &pane);
  else if (how == PANE_COPY_IMAGE)
    pane_copy_image (widget, &pane, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  else
    pane_copy_table (widget, &pane, how == PANE_COPY_MARKDOWN);
}

bool
pane_card_save (PaneCard *card, const char *path, GError **error)
{
  const PaneContext pane = context_of (card);
  GtkWidget *widget = GTK_WIDGET (card);

  return card->data == NULL
         || pane_save (widget, &pane, gtk_widget_get_width (widget), gtk_widget_get_height (widget), path,
                       error);
}

bool
pane_card_is_handle (PaneCard *card, double x_px, double y_px)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (card), x_px, y_px, GTK_PICK_DEFAULT);

  return y_px < PANE_HEADER_PX * scale_of (GTK_WIDGET (card))
         && (at == GTK_WIDGET (card) || at == card->title);
}

void
pane_card_focus (PaneCard *card)
{
  gtk_widget_grab_focus (card->chart);
}
