/* SPDX-License-Identifier: Apache-2.0 */

#include "app/commands/command_palette.h"

#include <glib/gi18n-lib.h>

#include "app/commands/command_row.h"
#include "app/commands/command_search.h"
#include "widgets/controls/popover_place.h"

#define WIDTH_PX  600
#define HEIGHT_PX 380

/* Below the header bar. */
#define TOP_PX 48

/* That are made in one frame: twice as many as are seen. All of them take longer than a frame. */
#define ROWS_AT_ONCE 24

struct _CommandPalette
{
  GtkPopover parent_instance;

  GtkApplicationWindow *window;
  TimelinePage *timeline; /* weak */
  GtkWidget *entry, *list, *scrolled;
  guint n_made;            /* of command_list_n (): those that have their row */
  guint tick;              /* makes the others */
  char *question;          /* folded */
  GtkWidget *focus_before; /* weak */
};

G_DEFINE_FINAL_TYPE (CommandPalette, command_palette, GTK_TYPE_POPOVER)

/* ---- what is asked for ---- */

static gboolean
is_answer (GtkListBoxRow *row, gpointer user_data)
{
  (void) user_data;
  return command_row_is_answer (row);
}

static int
compare (GtkListBoxRow *a, GtkListBoxRow *b, gpointer user_data)
{
  return command_row_compare (a, b, *COMMAND_PALETTE (user_data)->question != '\0');
}

/* ---- which is marked ---- */

/* What is read out while the focus stays in the entry. */
static void
tell_marked (CommandPalette *palette)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (palette->list));

  if (row == NULL)
    {
      gtk_accessible_reset_property (GTK_ACCESSIBLE (palette->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      return;
    }
  Command command = command_row_command (row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (palette->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  command.title, -1);
}

static void
scroll_to (CommandPalette *palette, GtkWidget *row)
{
  GtkAdjustment *scroll = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (palette->scrolled));
  graphene_rect_t place;

  if (gtk_widget_compute_bounds (row, palette->list, &place))
    gtk_adjustment_clamp_page (scroll, place.origin.y, place.origin.y + place.size.height);
}

static bool
can_be_marked (GtkListBoxRow *row)
{
  return gtk_widget_get_child_visible (GTK_WIDGET (row)) && gtk_widget_get_sensitive (GTK_WIDGET (row));
}

static void
mark (CommandPalette *palette, GtkListBoxRow *row)
{
  gtk_list_box_select_row (GTK_LIST_BOX (palette->list), row);
  if (row != NULL)
    scroll_to (palette, GTK_WIDGET (row));
  tell_marked (palette);
}

static void
mark_first (CommandPalette *palette)
{
  GtkListBox *list = GTK_LIST_BOX (palette->list);
  GtkListBoxRow *row = NULL;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL && !can_be_marked (row); i++)
    ;
  mark (palette, row);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (palette->scrolled)), 0);
}

/* The next one that can be marked, n times; stays at the ends. */
static void
move_mark (CommandPalette *palette, int by, int n)
{
  GtkListBox *list = GTK_LIST_BOX (palette->list);
  GtkListBoxRow *marked = gtk_list_box_get_selected_row (list), *row;

  if (marked == NULL)
    return;
  for (int i = gtk_list_box_row_get_index (marked) + by;
       n > 0 && i >= 0 && (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i += by)
    if (can_be_marked (row))
      {
        marked = row;
        n--;
      }
  mark (palette, marked);
}

/* Rows are made once, in the order of the list, at most n of them now. */
static void
make_rows (CommandPalette *palette, guint n)
{
  for (; n > 0 && palette->n_made < command_list_n (); palette->n_made++)
    {
      Command command = command_list_get (palette->n_made);

      if (command.action_line != NULL && command.action_line->action == NULL)
        continue;
      GtkWidget *row = command_row_new (palette->n_made);
      command_row_ask (GTK_LIST_BOX_ROW (row), palette->question);
      command_row_renew (GTK_LIST_BOX_ROW (row), palette->window, palette->timeline);
      gtk_list_box_append (GTK_LIST_BOX (palette->list), row);
      n--;
    }
}

static gboolean
make_more (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  CommandPalette *palette = COMMAND_PALETTE (widget);

  (void) clock;
  (void) user_data;
  make_rows (palette, ROWS_AT_ONCE);
  if (palette->n_made < command_list_n ())
    return G_SOURCE_CONTINUE;
  palette->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
fill (CommandPalette *palette)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (palette->list), i)) != NULL; i++)
    command_row_renew (row, palette->window, palette->timeline);
  if (palette->n_made == 0)
    make_rows (palette, ROWS_AT_ONCE);
  if (palette->tick == 0 && palette->n_made < command_list_n ())
    palette->tick = gtk_widget_add_tick_callback (GTK_WIDGET (palette), make_more, NULL, NULL);
}

static void
ask (CommandPalette *palette)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (palette->entry))));
  GtkListBoxRow *row;

  g_free (palette->question);
  palette->question = command_search_fold (text);
  if (*palette->question != '\0')
    make_rows (palette, G_MAXUINT);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (palette->list), i)) != NULL; i++)
    command_row_ask (row, palette->question);
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (palette->list));
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (palette->list));
  mark_first (palette);
}

/* ---- keys and clicks ---- */

static void
run (CommandPalette *palette, GtkListBoxRow *row)
{
  Command command = command_row_command (row);

  gtk_popover_popdown (GTK_POPOVER (palette));
  command_run (&command, GTK_WIDGET (palette->window));
}

static void
run_marked (CommandPalette *palette)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (palette->list));

  if (row != NULL)
    run (palette, row);
}

/* Accelerators do not come to what is in a popover: the keys that opened it close it again. */
static bool
opens_list (guint keyval, GdkModifierType held)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());
  g_auto (GStrv) accelerators = gtk_application_get_accels_for_action (application, "win.commands");
  GdkModifierType only = held & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);

  for (guint i = 0; accelerators[i] != NULL; i++)
    {
      guint wanted;
      GdkModifierType modifiers;

      if (gtk_accelerator_parse (accelerators[i], &wanted, &modifiers) && modifiers == only
          && wanted == gdk_keyval_to_lower (keyval))
        return true;
    }
  return false;
}

static gboolean
key_pressed (CommandPalette *palette, guint keyval, guint keycode, GdkModifierType held)
{
  (void) keycode;
  if (opens_list (keyval, held))
    {
      gtk_popover_popdown (GTK_POPOVER (palette));
      return GDK_EVENT_STOP;
    }
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move_mark (palette, -1, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move_mark (palette, 1, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      move_mark (palette, -1, 8);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      move_mark (palette, 1, 8);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      gtk_popover_popdown (GTK_POPOVER (palette));
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- life ---- */

static void
restore_focus (CommandPalette *palette)
{
  GtkWidget *before = palette->focus_before;

  g_clear_weak_pointer (&palette->focus_before);
  if (before != NULL)
    gtk_widget_grab_focus (before);
}

void
command_palette_toggle (CommandPalette *palette, TimelinePage *timeline)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (palette));

  if (gtk_widget_get_visible (GTK_WIDGET (palette)))
    {
      gtk_popover_popdown (GTK_POPOVER (palette));
      return;
    }
  g_set_weak_pointer (&palette->focus_before, gtk_window_get_focus (GTK_WINDOW (palette->window)));
  g_set_weak_pointer (&palette->timeline, timeline);
  fill (palette);
  gtk_editable_set_text (GTK_EDITABLE (palette->entry), "");
  ask (palette);
  popover_place (GTK_POPOVER (palette), gtk_widget_get_width (parent) / 2.0, TOP_PX, 1, 1);
  gtk_popover_popup (GTK_POPOVER (palette));
  gtk_widget_grab_focus (palette->entry);
}

static void
command_palette_dispose (GObject *object)
{
  g_clear_weak_pointer (&COMMAND_PALETTE (object)->focus_before);
  g_clear_weak_pointer (&COMMAND_PALETTE (object)->timeline);
  G_OBJECT_CLASS (command_palette_parent_class)->dispose (object);
}

static void
command_palette_finalize (GObject *object)
{
  g_free (COMMAND_PALETTE (object)->question);
  G_OBJECT_CLASS (command_palette_parent_class)->finalize (object);
}

static void
command_palette_class_init (CommandPaletteClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = command_palette_dispose;
  G_OBJECT_CLASS (klass)->finalize = command_palette_finalize;
}

static GtkWidget *
entry_new (CommandPalette *palette)
{
  GtkWidget *entry = gtk_search_entry_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_object_set (entry, "placeholder-text", _ ("Search commands"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Command"), -1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (ask), palette);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (run_marked), palette);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), palette);
  gtk_widget_add_controller (entry, keys);
  return entry;
}

static void
command_palette_init (CommandPalette *palette)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *nothing = gtk_label_new (_ ("No matching command"));

  palette->question = g_strdup ("");
  palette->entry = entry_new (palette);
  palette->list = gtk_list_box_new ();
  palette->scrolled = gtk_scrolled_window_new ();
  gtk_list_box_set_filter_func (GTK_LIST_BOX (palette->list), is_answer, NULL, NULL);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (palette->list), compare, palette, NULL);
  gtk_widget_add_css_class (nothing, "secondary");
  gtk_widget_set_margin_top (nothing, 24);
  gtk_widget_set_halign (nothing, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (nothing, GTK_ALIGN_START);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (palette->list), nothing);
  gtk_accessible_update_property (GTK_ACCESSIBLE (palette->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Commands"), -1);
  g_signal_connect_swapped (palette->list, "row-activated", G_CALLBACK (run), palette);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (palette->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (palette->scrolled), palette->list);
  /* As high as ever, however few are left. */
  gtk_widget_set_size_request (palette->scrolled, WIDTH_PX, HEIGHT_PX);

  gtk_box_append (GTK_BOX (column), palette->entry);
  gtk_box_append (GTK_BOX (column), palette->scrolled);
  gtk_popover_set_child (GTK_POPOVER (palette), column);
  gtk_popover_set_has_arrow (GTK_POPOVER (palette), FALSE);
  gtk_popover_set_position (GTK_POPOVER (palette), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (GTK_WIDGET (palette), "command-palette");
  gtk_accessible_update_property (GTK_ACCESSIBLE (palette), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Commands"),
                                  -1);
  g_signal_connect (palette, "closed", G_CALLBACK (restore_focus), NULL);
}

GtkWidget *
command_palette_new (GtkApplicationWindow *window)
{
  CommandPalette *palette = g_object_new (COMMAND_TYPE_PALETTE, NULL);

  palette->window = window;
  return GTK_WIDGET (palette);
}
