/* SPDX-License-Identifier: Apache-2.0 */

#include "app/profiles/profile_switcher.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "widgets/controls/quiet_tooltip.h"
#include "widgets/look/screen_style.h"

#define WIDTH_PX      232
#define WIDTH_MIN_PX  120 /* of a narrow window */
#define LIST_WIDTH_PX 520

/* Half a row is in view where there are more: who sees whole rows only takes them for all. */
#define ROWS_HEIGHT_MAX_PX 345

/* A name that is longer does not make the list wider than the window. */
#define NAME_CHARS_MAX  48
#define FACTS_CHARS_MAX 80

struct _ProfileSwitcher
{
  GtkWidget parent_instance;

  ProfileList *list;
  GtkWidget *button, *title, *subtitle;
  GtkWidget *rows;
  bool is_updating;
  guint focusing; /* tick; 0: none */
  int n_frames;   /* since it began */
};

G_DEFINE_TYPE (ProfileSwitcher, profile_switcher, GTK_TYPE_WIDGET)

static guint unload_signal;

#define KEY_PROFILE "loaded-profile"

static void
profile_switcher_dispose (GObject *object)
{
  ProfileSwitcher *switcher = PROFILE_SWITCHER (object);

  if (switcher->list != NULL)
    g_signal_handlers_disconnect_by_data (switcher->list, switcher);
  g_clear_object (&switcher->list);
  g_clear_pointer (&switcher->button, gtk_widget_unparent);
  G_OBJECT_CLASS (profile_switcher_parent_class)->dispose (object);
}

static void
profile_switcher_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  gtk_widget_measure (PROFILE_SWITCHER (widget)->button, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (*minimum, WIDTH_MIN_PX);
      *natural = MAX (*minimum, WIDTH_PX);
    }
}

static void
profile_switcher_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (PROFILE_SWITCHER (widget)->button, width, height, baseline, NULL);
}

static void
profile_switcher_class_init (ProfileSwitcherClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = profile_switcher_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = profile_switcher_size_allocate;
  G_OBJECT_CLASS (klass)->dispose = profile_switcher_dispose;
  unload_signal = g_signal_new ("unload", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, LOADED_TYPE_PROFILE);
}

/* ---- the popover ---- */

static void
show_profile (ProfileSwitcher *switcher, GtkCheckButton *radio)
{
  if (switcher->is_updating || !gtk_check_button_get_active (radio))
    return;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (switcher->button));
  profile_list_show (switcher->list, g_object_get_data (G_OBJECT (radio), KEY_PROFILE));
}

static void
unload_profile (ProfileSwitcher *switcher, GtkWidget *button)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (switcher->button));
  g_signal_emit (switcher, unload_signal, 0, g_object_get_data (G_OBJECT (button), KEY_PROFILE));
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS_MAX);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
row_new (ProfileSwitcher *switcher, LoadedProfile *loaded, GtkWidget **group)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *radio = g_object_new (GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bin = gtk_button_new_from_icon_name ("user-trash-symbolic");
  const char *title = loaded_profile_title (loaded);
  g_autofree char *facts = profile_facts_line (loaded_profile_profile (loaded), loaded_profile_facts (loaded),
                                               screen_style_get (GTK_WIDGET (switcher))->numbers);
  g_autofree char *unload = g_strdup_printf (_ ("Unload %s"), title);
  GtkWidget *subtitle = label_new (facts, "caption");

  gtk_label_set_max_width_chars (GTK_LABEL (subtitle), FACTS_CHARS_MAX);
  gtk_box_append (GTK_BOX (texts), label_new (title, "heading"));
  gtk_widget_add_css_class (subtitle, "secondary");
  gtk_widget_add_css_class (subtitle, "numeric");
  gtk_box_append (GTK_BOX (texts), subtitle);

  gtk_check_button_set_group (GTK_CHECK_BUTTON (radio), *group != NULL ? GTK_CHECK_BUTTON (*group) : NULL);
  *group = radio;
  gtk_check_button_set_child (GTK_CHECK_BUTTON (radio), texts);
  gtk_widget_set_hexpand (radio, TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (radio), loaded == profile_list_shown (switcher->list));
  gtk_accessible_update_property (GTK_ACCESSIBLE (radio), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, facts, -1);
  g_object_set_data_full (G_OBJECT (radio), KEY_PROFILE, g_object_ref (loaded), g_object_unref);
  g_signal_connect_swapped (radio, "toggled", G_CALLBACK (show_profile), switcher);

  gtk_widget_add_css_class (bin, "flat");
  gtk_widget_set_valign (bin, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (bin, unload);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bin), GTK_ACCESSIBLE_PROPERTY_LABEL, unload, -1);
  g_object_set_data_full (G_OBJECT (bin), KEY_PROFILE, g_object_ref (loaded), g_object_unref);
  g_signal_connect_swapped (bin, "clicked", G_CALLBACK (unload_profile), switcher);

  gtk_box_append (GTK_BOX (row), radio);
  gtk_box_append (GTK_BOX (row), bin);
  return row;
}

static void
fill_rows (ProfileSwitcher *switcher)
{
  GtkWidget *group = NULL;

  switcher->is_updating = true;
  for (GtkWidget *row; (row = gtk_widget_get_first_child (switcher->rows)) != NULL;)
    gtk_box_remove (GTK_BOX (switcher->rows), row);
  for (guint i = 0; i < profile_list_count (switcher->list); i++)
    gtk_box_append (GTK_BOX (switcher->rows),
                    row_new (switcher, profile_list_get (switcher->list, i), &group));
  switcher->is_updating = false;
}

/* The keyboard begins there, and what has it is scrolled into view: once it has its place, after the first frame. */
static gboolean
focus_shown (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  ProfileSwitcher *switcher = data;
  (void) widget;
  (void) clock;

  if (++switcher->n_frames < 2)
    return G_SOURCE_CONTINUE;
  switcher->focusing = 0;
  for (GtkWidget *row = gtk_widget_get_first_child (switcher->rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *radio = gtk_widget_get_first_child (row);

      if (gtk_check_button_get_active (GTK_CHECK_BUTTON (radio)))
        gtk_widget_grab_focus (radio);
    }
  return G_SOURCE_REMOVE;
}

static void
focus_soon (ProfileSwitcher *switcher)
{
  switcher->n_frames = 0;
  if (switcher->focusing == 0)
    switcher->focusing = gtk_widget_add_tick_callback (switcher->rows, focus_shown, switcher, NULL);
}

static void
stop_focusing (ProfileSwitcher *switcher)
{
  if (switcher->focusing != 0)
    gtk_widget_remove_tick_callback (switcher->rows, switcher->focusing);
  switcher->focusing = 0;
}

/* GTK's arrows choose what they reach, which would close the list at the first of them. */
static gboolean
key_pressed (ProfileSwitcher *switcher, guint keyval, guint keycode, GdkModifierType held)
{
  GtkWidget *row = gtk_widget_get_focus_child (switcher->rows), *other;
  (void) keycode;

  if (row == NULL || (held & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down)
    other = gtk_widget_get_next_sibling (row);
  else if (keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up)
    other = gtk_widget_get_prev_sibling (row);
  else
    return GDK_EVENT_PROPAGATE;
  if (other != NULL)
    gtk_widget_grab_focus (gtk_widget_get_focus_child (row) == gtk_widget_get_first_child (row)
                             ? gtk_widget_get_first_child (other)
                             : gtk_widget_get_last_child (other));
  return GDK_EVENT_STOP;
}

static GtkWidget *
menu_button_new (const char *label, const char *action)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *text = gtk_label_new_with_mnemonic (label);

  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_button_set_child (GTK_BUTTON (button), text);
  mnemonic_name (button, label);
  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
popover_new (ProfileSwitcher *switcher)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *information = menu_button_new (_ ("_Information"), "win.information");
  GtkWidget *annotation = menu_button_new (_ ("Choose an _Annotation…"), "win.choose-annotation");
  GtkWidget *together = menu_button_new (_ ("Show as _One Profile"), "win.show-together");
  GtkWidget *all = menu_button_new (_ ("All _Profiles…"), "win.all-profiles");
  GtkEventController *keys = gtk_event_controller_key_new ();

  /* Most profiles are of no run that another one is of. */
  g_object_bind_property (together, "sensitive", together, "visible", G_BINDING_SYNC_CREATE);
  switcher->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), switcher);
  gtk_widget_add_controller (switcher->rows, keys);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), ROWS_HEIGHT_MAX_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), switcher->rows);

  gtk_widget_set_size_request (column, LIST_WIDTH_PX, -1);
  gtk_box_append (GTK_BOX (column), label_new (_ ("Loaded profiles"), "heading"));
  gtk_box_append (GTK_BOX (column), scrolled);
  gtk_box_append (GTK_BOX (column), together);
  gtk_box_append (GTK_BOX (column), all);
  gtk_box_append (GTK_BOX (column), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (column), information);
  gtk_box_append (GTK_BOX (column), annotation);
  gtk_popover_set_child (GTK_POPOVER (popover), column);
  for (GtkWidget *const *button = (GtkWidget *const[]){ together, all, information, annotation, NULL }; *button != NULL;
       button++)
    g_signal_connect_object (*button, "clicked", G_CALLBACK (gtk_popover_popdown), popover,
                             G_CONNECT_SWAPPED);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (fill_rows), switcher);
  g_signal_connect_swapped (popover, "map", G_CALLBACK (focus_soon), switcher);
  g_signal_connect_swapped (popover, "unmap", G_CALLBACK (stop_focusing), switcher);
  return popover;
}

/* ---- the button ---- */

static void
update (ProfileSwitcher *switcher)
{
  LoadedProfile *shown = profile_list_shown (switcher->list);

  gtk_widget_set_visible (GTK_WIDGET (switcher), shown != NULL);
  if (shown == NULL)
    return;
  g_autofree char *subtitle = profile_subtitle (loaded_profile_profile (shown));
  g_autofree char *name = g_strdup_printf (_ ("Profile: %s"), loaded_profile_title (shown));

  gtk_label_set_text (GTK_LABEL (switcher->title), loaded_profile_title (shown));
  gtk_label_set_text (GTK_LABEL (switcher->subtitle), subtitle);
  gtk_widget_set_visible (switcher->subtitle, *subtitle != '\0');
  g_autofree char *tooltip =
    g_strconcat (loaded_profile_profile (shown)->name, *subtitle != '\0' ? "\n" : NULL, subtitle, NULL);
  quiet_tooltip_set (switcher->button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (switcher->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
  if (gtk_widget_get_mapped (switcher->rows))
    {
      bool has_focus = (gtk_widget_get_state_flags (switcher->rows) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

      fill_rows (switcher);
      if (has_focus)
        focus_soon (switcher);
    }
}

static void
profile_switcher_init (ProfileSwitcher *switcher)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  switcher->title = label_new (NULL, "heading");
  switcher->subtitle = label_new (NULL, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (switcher->subtitle), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (switcher->subtitle, "secondary");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), switcher->title);
  gtk_box_append (GTK_BOX (texts), switcher->subtitle);
  gtk_box_append (GTK_BOX (content), texts);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-down-symbolic"));

  switcher->button = gtk_menu_button_new ();
  gtk_widget_set_parent (switcher->button, GTK_WIDGET (switcher));
  gtk_widget_add_css_class (GTK_WIDGET (switcher), "profile-switcher");
  gtk_menu_button_set_child (GTK_MENU_BUTTON (switcher->button), content);
  /* GTK 4.8 puts it into a box that is centred. */
  gtk_widget_set_halign (gtk_widget_get_parent (content), GTK_ALIGN_FILL);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (switcher->button), popover_new (switcher));
}

GtkWidget *
profile_switcher_new (ProfileList *list)
{
  ProfileSwitcher *switcher = g_object_new (PROFILE_TYPE_SWITCHER, NULL);

  switcher->list = g_object_ref (list);
  g_signal_connect_swapped (list, "changed", G_CALLBACK (update), switcher);
  update (switcher);
  return GTK_WIDGET (switcher);
}
