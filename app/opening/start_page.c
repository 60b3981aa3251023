/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/start_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/copy_button.h"
#include "app/desktop/mnemonic.h"
#include "app/opening/recents.h"

#define N_RECENTS 6

/* Lines of code are not translated. */
static const struct
{
  const char *caption;
  const char *command;
} recordings[] = {
  { N_ ("PyTorch, in the training script"),
    "from torch.profiler import profile, schedule, tensorboard_trace_handler\n"
    "\n"
    "with profile(schedule=schedule(wait=1, warmup=1, active=6),\n"
    "             on_trace_ready=tensorboard_trace_handler(\"traces\")) as profiler:\n"
    "    for batch in loader:\n"
    "        train(batch)\n"
    "        profiler.step()" },
  { N_ ("PyTorch, a running job with dynolog and KINETO_USE_DAEMON=1"),
    "dyno gputrace --log-file /tmp/trace.json --duration-ms 500" },
  { N_ ("JAX, in the training script; then open perfetto_trace.json.gz"),
    "with jax.profiler.trace(\"traces\", create_perfetto_trace=True):\n    train(batch)" },
};

typedef struct
{
  GtkWidget *recents_title, *recents;
} Parts;

static GtkWidget *
heading_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

static GtkWidget *
action_button_new (const char *label, const char *action, const char *css_class)
{
  GtkWidget *button = mnemonic_button_new (label);

  gtk_widget_add_css_class (button, "pill");
  if (css_class != NULL)
    gtk_widget_add_css_class (button, css_class);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
recent_row_new (const RecentProfile *recent)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
  g_autofree char *name = g_markup_escape_text (recent->name, -1);
  g_autofree char *folder = g_markup_escape_text (recent->folder, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-path");
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (row), g_variant_new_bytestring (recent->path));
  return row;
}

void
start_page_refresh (GtkWidget *page)
{
  Parts *parts = g_object_get_data (G_OBJECT (page), "parts");
  g_autoptr (GPtrArray) recents = recents_list (N_RECENTS);

  for (GtkWidget *row; (row = gtk_widget_get_first_child (parts->recents)) != NULL;)
    gtk_list_box_remove (GTK_LIST_BOX (parts->recents), row);
  for (guint i = 0; i < recents->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (parts->recents), recent_row_new (recents->pdata[i]));
  gtk_widget_set_visible (parts->recents, recents->len > 0);
  gtk_widget_set_visible (parts->recents_title, recents->len > 0);
}

GtkWidget *
start_page_new (void)
{
  GtkWidget *page = adw_status_page_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  Parts *parts = g_new (Parts, 1);

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), STEPSCOPE_APPLICATION_ID);
  adw_status_page_set_title (ADW_STATUS_PAGE (page), _ ("Open a GPU Profile"));
  adw_status_page_set_description (
    ADW_STATUS_PAGE (page),
    _ (
      "Drop a trace file or a folder of ranks here. PyTorch (.json, .json.gz, .json.zst) and other Chrome JSON "
      "traces, native files and archives."));

  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (buttons), action_button_new (_ ("_Open…"), "win.open", "suggested-action"));
  gtk_box_append (GTK_BOX (buttons), action_button_new (_ ("Open _Sample Profile"), "win.open-sample", NULL));
  gtk_box_append (GTK_BOX (column), buttons);

  parts->recents_title = heading_new (_ ("Recent profiles"));
  gtk_widget_set_margin_top (parts->recents_title, 12);
  parts->recents = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (parts->recents), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (parts->recents, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (parts->recents), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Recent profiles"), -1);
  gtk_box_append (GTK_BOX (column), parts->recents_title);
  gtk_box_append (GTK_BOX (column), parts->recents);

  GtkWidget *how = heading_new (_ ("How to record one"));
  gtk_widget_set_margin_top (how, 12);
  gtk_box_append (GTK_BOX (column), how);
  for (size_t i = 0; i < G_N_ELEMENTS (recordings); i++)
    gtk_box_append (GTK_BOX (column), command_box_new (_ (recordings[i].caption), recordings[i].command));

  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 720);
  adw_clamp_set_child (ADW_CLAMP (clamp), column);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), clamp);
  g_object_set_data_full (G_OBJECT (page), "parts", parts, g_free);
  start_page_refresh (page);
  return page;
}
