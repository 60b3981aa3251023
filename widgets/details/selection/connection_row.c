/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/connection_row.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/controls/quiet_tooltip.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/screen_style.h"

/* Of 9 pt to 11 pt. */
#define HEAD_SCALE (9.0 / 11)

typedef enum
{
  COLUMN_DIRECTION,
  COLUMN_NAME,
  COLUMN_PLACE,
  COLUMN_LATENCY,
  COLUMN_CALL,
  COLUMN_QUEUE,
  COLUMN_RUN,
  N_COLUMNS
} Column;

static const struct
{
  const char *title;
  guint chars;
  bool is_number;
} columns[N_COLUMNS] = {
  [COLUMN_DIRECTION] = { N_ ("Direction"), 16, false },
  [COLUMN_NAME] = { N_ ("Name"), 24, false },
  [COLUMN_PLACE] = { N_ ("Row"), 24, false },
  [COLUMN_LATENCY] = { N_ ("Start → start"), 12, true },
  [COLUMN_CALL] = { N_ ("Runtime call"), 10, true },
  [COLUMN_QUEUE] = { N_ ("Queue"), 10, true },
  [COLUMN_RUN] = { N_ ("Run"), 10, true },
};

struct _ConnectionRow
{
  GtkWidget parent_instance;
  TimelineScene *scene;
  GtkWidget *cells[N_COLUMNS];
  GtkWidget *centre_from, *centre_to;
  uint64_t from, to;
};

G_DEFINE_TYPE (ConnectionRow, connection_row, GTK_TYPE_WIDGET)

/* GtkInscription: its width does not depend on its text, so that columns stand below one another. */
static GtkWidget *
new_cell (Column column)
{
  GtkWidget *cell = gtk_inscription_new (NULL);
  bool grows = column == COLUMN_NAME || column == COLUMN_PLACE;

  /* Names may lose their middle, numbers are never cut. */
  gtk_inscription_set_min_chars (
    GTK_INSCRIPTION (cell), columns[column].is_number ? columns[column].chars : columns[column].chars / 2);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), columns[column].chars);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), columns[column].is_number ? 1 : 0);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (cell, grows);
  /* One line: with the height of the buttons there would be room for two. */
  gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (cell, "numeric");
  return cell;
}

static void
centre_from (ConnectionRow *self)
{
  timeline_scene_go_to_slice (self->scene, self->from);
}

static void
centre_to (ConnectionRow *self)
{
  timeline_scene_go_to_slice (self->scene, self->to);
}

static GtkWidget *
new_button (ConnectionRow *self, const char *label, const char *description, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "flat");
  quiet_tooltip_set (button, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

/* ---- text ---- */

static char *
chain_text (ChainPart part)
{
  switch (part)
    {
    case CHAIN_AROUND:
      return g_strdup (_ ("Within"));
    case CHAIN_FORWARD:
      return g_strdup (_ ("Backward of"));
    case CHAIN_FORWARD_AROUND:
      /* Translators: what is around the forward operator of a backward one */
      return g_strdup (_ ("Forward within"));
    case CHAIN_BACKWARD:
      return g_strdup (_ ("Backward"));
    case CHAIN_RUN_WITHIN:
      return g_strdup (_ ("Launches"));
    case CHAIN_RUN_BACKWARD:
      return g_strdup (_ ("Backward run"));
    case N_CHAIN_PARTS:
      break;
    }
  return g_strdup ("");
}

static char *
direction_text (const Trace *trace, const Connection *connection)
{
  bool is_outgoing = connection->is_outgoing;

  if (connection->is_chain)
    return chain_text (connection->part);
  switch (connection->flow.kind)
    {
    case FLOW_LAUNCH:
      return g_strdup (is_outgoing ? _ ("Launched") : _ ("Launched by"));
    case FLOW_SYNC:
      return g_strdup (is_outgoing ? _ ("Synchronises") : _ ("Synchronised by"));
    case FLOW_OF_FILE:
    case N_FLOW_KINDS:
      break;
    }
  size_t length;
  const char *category = trace_string (trace, connection->flow.category, &length);
  g_autofree char *shown = g_utf8_make_valid (category, (gssize) length);
  if (strcmp (shown, "fwdbwd") == 0)
    return g_strdup (is_outgoing ? _ ("Backward") : _ ("Backward of"));
  /* Translators: what the file calls a connection, such as fwdbwd */
  return g_strdup_printf (is_outgoing ? _ ("%s, to") : _ ("%s, from"), shown);
}

static void
set_cell (ConnectionRow *self, Column column, const char *text)
{
  gtk_inscription_set_text (GTK_INSCRIPTION (self->cells[column]), text);
  quiet_tooltip_set (self->cells[column], columns[column].is_number ? NULL : text);
}

static void
set_duration (ConnectionRow *self, Column column, int64_t ns)
{
  char text[NUMBER_TEXT_MAX];

  set_cell (self, column,
            number_text_duration (screen_style_get (GTK_WIDGET (self))->numbers, (double) ns, text));
}

/* From a call to what it ran. */
static bool
is_launch (const Connection *connection)
{
  return connection->is_chain ? connection->part == CHAIN_RUN_WITHIN || connection->part == CHAIN_RUN_BACKWARD
                              : connection->flow.kind == FLOW_LAUNCH;
}

void
connection_row_bind (ConnectionRow *self, const Connection *connection)
{
  const Trace *trace = view_state_profile (timeline_scene_state (self->scene))->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t from = connection->flow.from, to = connection->flow.to;
  uint64_t other = connection->is_outgoing ? to : from;
  g_autofree char *direction = direction_text (trace, connection);
  g_autofree char *row = slice_place_row (trace, other);
  int64_t queue_ns =
    slice_start_ns (slices, to) - slice_start_ns (slices, from) - slice_dur_ns (slices, from);

  self->from = from;
  self->to = to;
  set_cell (self, COLUMN_DIRECTION, direction);
  set_cell (self, COLUMN_NAME, trace_display_name (trace, slice_name (slices, other)));
  set_cell (self, COLUMN_PLACE, row);
  set_duration (self, COLUMN_LATENCY, slice_start_ns (slices, to) - slice_start_ns (slices, from));
  set_duration (self, COLUMN_CALL, slice_dur_ns (slices, from));
  /* Time between the end of the call and the start of the run; a run that began earlier did not wait for it. */
  if (queue_ns > 0 && is_launch (connection))
    set_duration (self, COLUMN_QUEUE, queue_ns);
  else
    set_cell (self, COLUMN_QUEUE, _ ("n/a"));
  set_duration (self, COLUMN_RUN, slice_dur_ns (slices, to));
}

static void
connection_row_dispose (GObject *object)
{
  ConnectionRow *self = DETAILS_CONNECTION_ROW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (connection_row_parent_class)->dispose (object);
}

static void
connection_row_class_init (ConnectionRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = connection_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
connection_row_init (ConnectionRow *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 12);
  for (int i = 0; i < N_COLUMNS; i++)
    {
      self->cells[i] = new_cell ((Column) i);
      gtk_widget_set_parent (self->cells[i], GTK_WIDGET (self));
    }
  self->centre_from = new_button (self, _ ("Centre From"), _ ("Centre the slice where the connection begins"),
                                  G_CALLBACK (centre_from));
  self->centre_to = new_button (self, _ ("Centre To"), _ ("Centre the slice where the connection ends"),
                                G_CALLBACK (centre_to));
}

GtkWidget *
connection_row_new (TimelineScene *scene)
{
  ConnectionRow *self = g_object_new (DETAILS_TYPE_CONNECTION_ROW, NULL);

  self->scene = g_object_ref (scene);
  return GTK_WIDGET (self);
}

GtkWidget *
connection_row_new_head (void)
{
  ConnectionRow *self = g_object_new (DETAILS_TYPE_CONNECTION_ROW, NULL);
  PangoAttrList *small = pango_attr_list_new ();

  /* Not by a style class: cells are as wide as so many characters of their font, and columns have one width. */
  pango_attr_list_insert (small, pango_attr_scale_new (HEAD_SCALE));
  for (int i = 0; i < N_COLUMNS; i++)
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (self->cells[i]), _ (columns[i].title));
      gtk_inscription_set_attributes (GTK_INSCRIPTION (self->cells[i]), small);
      gtk_widget_add_css_class (self->cells[i], "secondary");
    }
  pango_attr_list_unref (small);
  /* They keep their place, so that the columns stand above those of the rows. */
  gtk_widget_set_child_visible (self->centre_from, FALSE);
  gtk_widget_set_child_visible (self->centre_to, FALSE);
  return GTK_WIDGET (self);
}
