/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/side_button.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "app/compare/steps_popover.h"
#include "app/scope/step_text.h"
#include "widgets/compare/distinct_name.h"

#define GAP_PX          8
#define NAME_CHARS_MIN  6
#define NAME_CHARS_MAX  24
#define SCOPE_CHARS_MIN 4
#define RANKS_MAX       512 /* that a menu lists */

struct _SideButton
{
  GtkWidget parent_instance;

  SideList *sides;
  guint i;
  GtkWidget *button, *name, *scope, *steps;
  GSimpleActionGroup *actions;
  GMenu *menu;
};

G_DEFINE_FINAL_TYPE (SideButton, side_button, GTK_TYPE_WIDGET)

/* Words of the action "part". */
static const char *const part_words[] = {
  [SIDE_SCOPE] = "scope", [SIDE_WHOLE] = "whole",   [SIDE_MEDIAN] = "median",
  [SIDE_STEPS] = "steps", [SIDE_WINDOW] = "window",
};

/* ---- the menu ---- */

/* An underscore in a label of a menu marks the next letter as its key. */
static char *
menu_label (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

static void
append (GMenu *section, const char *text, const char *action, GVariant *target)
{
  g_autofree char *label = menu_label (text);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (section, item);
}

static void
append_profiles (GMenu *menu, ProfileList *list)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < profile_list_count (list); i++)
    {
      LoadedProfile *loaded = profile_list_get (list, i);
      g_autofree char *name = profile_short_name (loaded_profile_profile (loaded)->name);

      if (loaded_profile_is_partial (loaded))
        continue;
      append (section, name, "side.profile", g_variant_new_int32 ((gint32) i));
    }
  g_menu_append_section (menu, _ ("Profile"), G_MENU_MODEL (section));
}

static void
append_parts (GMenu *menu, const Side *side)
{
  g_autoptr (GMenu) section = g_menu_new ();
  bool has_steps = step_table_count (loaded_profile_profile (side->loaded)->steps) > 0;
  Side kept;

  append (section, _ ("Scope of the Other Pages"), "side.part",
          g_variant_new_string (part_words[SIDE_SCOPE]));
  if (side_keep_window (side, &kept))
    append (section, _ ("Keep This Window"), "side.keep", NULL);
  if (side->choice == SIDE_WINDOW)
    {
      g_autofree char *window = side_text (side);

      append (section, window, "side.part", g_variant_new_string (part_words[SIDE_WINDOW]));
    }
  append (section, _ ("Whole Profile"), "side.part", g_variant_new_string (part_words[SIDE_WHOLE]));
  if (has_steps)
    {
      append (section, _ ("Median Step"), "side.part", g_variant_new_string (part_words[SIDE_MEDIAN]));
      append (section, _ ("Steps…"), "side.part", g_variant_new_string (part_words[SIDE_STEPS]));
    }
  g_menu_append_section (menu, _ ("Part"), G_MENU_MODEL (section));
}

static void
append_ranks (GMenu *menu, const Side *side)
{
  const Trace *trace = loaded_profile_profile (side->loaded)->trace;
  g_autoptr (GMenu) ranks = g_menu_new ();

  if (trace_n_ranks (trace) < 2)
    return;
  append (ranks, _ ("All Ranks"), "side.rank", g_variant_new_int32 (-1));
  for (uint32_t rank = 0; rank < MIN (trace_n_ranks (trace), RANKS_MAX); rank++)
    {
      g_autofree char *text = scope_text_rank (trace, rank);

      append (ranks, text, "side.rank", g_variant_new_int32 ((gint32) rank));
    }
  g_menu_append_submenu (menu, _ ("Rank"), G_MENU_MODEL (ranks));
}

/* When it opens: a profile may have hundreds of ranks. */
static void
fill_menu (GtkMenuButton *button, gpointer user_data)
{
  SideButton *self = user_data;
  g_autoptr (GMenu) last = g_menu_new ();

  (void) button;
  g_menu_remove_all (self->menu);
  if (self->i >= side_list_count (self->sides))
    return;
  append_profiles (self->menu, side_list_profiles (self->sides));
  append_parts (self->menu, side_list_get (self->sides, self->i));
  append_ranks (self->menu, side_list_get (self->sides, self->i));
  if (side_list_count (self->sides) > 2)
    {
      g_menu_append (last, _ ("Remove From the Comparison"), "side.remove");
      g_menu_append_section (self->menu, NULL, G_MENU_MODEL (last));
    }
}

/* ---- choices ---- */

static bool
has_side (SideButton *self, Side *ret_side)
{
  if (self->i >= side_list_count (self->sides))
    return false;
  *ret_side = *side_list_get (self->sides, self->i);
  return true;
}

static void
choose_profile (GSimpleAction *action, GVariant *place, gpointer user_data)
{
  SideButton *self = user_data;
  ProfileList *list = side_list_profiles (self->sides);
  guint i = (guint) g_variant_get_int32 (place);
  Side side;

  (void) action;
  if (!has_side (self, &side) || i >= profile_list_count (list))
    return;
  if (side.loaded != profile_list_get (list, i))
    side = (Side){ .loaded = profile_list_get (list, i), .rank = TRACE_NONE };
  side_list_replace (self->sides, self->i, &side);
}

static void
ask_for_steps (SideButton *self, const Side *side)
{
  const TraceStep *step = step_table_get (loaded_profile_profile (side->loaded)->steps, 0);
  int64_t from = side_steps_from (side), first = step->has_number ? step->number : from, last = first;

  if (side->choice == SIDE_STEPS)
    {
      first = side->first + from;
      last = side->last + from;
    }
  g_autofree char *text = first == last ? g_strdup_printf ("%" PRId64, first)
                                        : g_strdup_printf ("%" PRId64 "..%" PRId64, first, last);
  steps_popover_open (STEPS_POPOVER (self->steps), text);
}

static void
choose_part (GSimpleAction *action, GVariant *word, gpointer user_data)
{
  SideButton *self = user_data;
  Side side;

  (void) action;
  if (!has_side (self, &side))
    return;
  for (guint choice = 0; choice < G_N_ELEMENTS (part_words); choice++)
    if (g_str_equal (part_words[choice], g_variant_get_string (word, NULL)))
      {
        if (choice == SIDE_STEPS)
          {
            ask_for_steps (self, &side);
            return;
          }
        if (choice == SIDE_WINDOW) /* offered where it is chosen */
          return;
        if (side.choice == SIDE_SCOPE)
          side.rank = TRACE_NONE;
        side.choice = (SideChoice) choice;
        side_list_replace (self->sides, self->i, &side);
        return;
      }
}

static void
choose_steps (SideButton *self, gint64 first, gint64 last)
{
  g_autoptr (GError) error = NULL;
  ComparePart part;
  Side side;

  if (!has_side (self, &side))
    return;
  if (side.choice == SIDE_SCOPE)
    side.rank = TRACE_NONE;
  side.choice = SIDE_STEPS;
  side.first = first - side_steps_from (&side);
  side.last = last - side_steps_from (&side);
  if (side_part (&side, &part, &error))
    side_list_replace (self->sides, self->i, &side);
  else
    gtk_widget_activate_action (
      GTK_WIDGET (self), "win.say", "s",
      side_steps_from (&side) > 0 ? _ ("There is no such step; they are counted from 1") : error->message);
}

/* The scope of the other pages has a rank of its own. */
static void
choose_rank (GSimpleAction *action, GVariant *rank, gpointer user_data)
{
  SideButton *self = user_data;
  gint32 chosen = g_variant_get_int32 (rank);
  Side side;

  (void) action;
  if (!has_side (self, &side))
    return;
  side.rank = chosen < 0 ? TRACE_NONE : (uint32_t) chosen;
  side.device = TRACE_NONE;
  if (side.choice == SIDE_SCOPE)
    side.choice = SIDE_WHOLE;
  side_list_replace (self->sides, self->i, &side);
}

/* What the scope is now stays, so that another side can have another window of the same profile. */
static void
keep_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SideButton *self = user_data;
  Side side, kept;

  (void) action;
  (void) parameter;
  if (has_side (self, &side) && side_keep_window (&side, &kept))
    side_list_replace (self->sides, self->i, &kept);
}

static void
remove_side (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SideButton *self = user_data;

  (void) action;
  (void) parameter;
  side_list_remove (self->sides, self->i);
}

/* ---- what it shows ---- */

static void
set_state (SideButton *self, const char *name, GVariant *state)
{
  g_simple_action_set_state (
    G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), state);
}

static gint32
place_of (ProfileList *list, LoadedProfile *loaded)
{
  for (guint i = 0; i < profile_list_count (list); i++)
    if (profile_list_get (list, i) == loaded)
      return (gint32) i;
  return -1;
}

/* A name without what those of all other profiles begin and end with as well. */
static char *
shown_name (SideButton *self, const char *name)
{
  guint n = side_list_count (self->sides);
  g_auto (GStrv) names = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = profile_short_name (loaded_profile_profile (side_list_get (self->sides, i)->loaded)->name);
  return distinct_name (name, (const char *const *) names, n);
}

void
side_button_update (SideButton *self)
{
  Side side;

  gtk_widget_set_visible (GTK_WIDGET (self), self->i < side_list_count (self->sides));
  if (!has_side (self, &side))
    return;
  g_autofree char *name = profile_short_name (loaded_profile_profile (side.loaded)->name);
  g_autofree char *scope = side_text (&side);
  /* Translators: the name of a button: the letter of a side of the comparison, its profile, and the part of it. */
  g_autofree char *label =
    g_strdup_printf (self->i == 0 ? _ ("Baseline %s: %s, %s") : _ ("Compared %s: %s, %s"),
                     compared_letter (self->i), name, scope);

  g_autofree char *shown = shown_name (self, name);
  gtk_label_set_text (GTK_LABEL (self->name), shown);
  gtk_label_set_width_chars (GTK_LABEL (self->name), (int) MIN (g_utf8_strlen (shown, -1), NAME_CHARS_MIN));
  gtk_label_set_text (GTK_LABEL (self->scope), scope);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_tooltip_text (self->button, label);
  set_state (self, "profile", g_variant_new_int32 (place_of (side_list_profiles (self->sides), side.loaded)));
  set_state (self, "part", g_variant_new_string (part_words[side.choice]));
  set_state (self, "rank",
             g_variant_new_int32 (side.rank == TRACE_NONE ? -1 : (gint32) MIN (side.rank, G_MAXINT32)));
}

/* ---- the widget ---- */

static void
side_button_dispose (GObject *object)
{
  SideButton *self = SIDE_BUTTON (object);

  g_clear_pointer (&self->steps, gtk_widget_unparent);
  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->menu);
  g_clear_object (&self->sides);
  G_OBJECT_CLASS (side_button_parent_class)->dispose (object);
}

static void
side_button_class_init (SideButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = side_button_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
text_new (int chars_min, int chars_max)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), chars_min);
  gtk_label_set_max_width_chars (GTK_LABEL (label), chars_max);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

static void
side_button_init (SideButton *self)
{
  static const GActionEntry entries[] = {
    { .name = "profile", .activate = choose_profile, .parameter_type = "i", .state = "-1" },
    { .name = "part", .activate = choose_part, .parameter_type = "s", .state = "'scope'" },
    { .name = "rank", .activate = choose_rank, .parameter_type = "i", .state = "-1" },
    { .name = "keep", .activate = keep_window },
    { .name = "remove", .activate = remove_side },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "side", G_ACTION_GROUP (self->actions));
  self->menu = g_menu_new ();
  self->name = text_new (NAME_CHARS_MIN, NAME_CHARS_MAX);
  self->scope = text_new (SCOPE_CHARS_MIN, NAME_CHARS_MAX);
  self->steps = steps_popover_new ();
  g_signal_connect_swapped (self->steps, "chosen", G_CALLBACK (choose_steps), self);
}

GtkWidget *
side_button_new (SideList *sides, guint i)
{
  SideButton *self = g_object_new (SIDE_TYPE_BUTTON, NULL);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  GtkWidget *letter = gtk_label_new (compared_letter (i));

  self->sides = g_object_ref (sides);
  self->i = i;
  gtk_widget_add_css_class (letter, "heading");
  gtk_widget_add_css_class (self->scope, "secondary");
  gtk_widget_add_css_class (self->scope, "caption");
  gtk_box_append (GTK_BOX (line), letter);
  gtk_box_append (GTK_BOX (line), self->name);
  gtk_box_append (GTK_BOX (line), self->scope);
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), line);
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (self->button), TRUE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->button), G_MENU_MODEL (self->menu));
  /* GTK 4.8 loses the focus, and with it all keys, when an item of a submenu is pressed. */
  g_signal_connect_object (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->button)), "closed",
                           G_CALLBACK (gtk_widget_grab_focus), self->button, G_CONNECT_SWAPPED);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->button), fill_menu, self, NULL);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  gtk_widget_set_parent (self->steps, GTK_WIDGET (self));
  side_button_update (self);
  return GTK_WIDGET (self);
}
