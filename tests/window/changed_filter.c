/* SPDX-License-Identifier: Apache-2.0
 *
 * changed_filter: the filter of rows is changed by another hand than the entry's, as by the memory of a profile, from one
 * text to another. Ends with 1 where the entry does not show it, or changes it. */

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/timeline/canvas/track_filter_bar.h"
#include "widgets/timeline/rows/track_layout.h"

static GtkEditable *
entry_of (GtkWidget *bar)
{
  for (GtkWidget *child = gtk_widget_get_first_child (bar); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_EDITABLE (child))
      return GTK_EDITABLE (child);
  g_assert_not_reached ();
}

int
main (void)
{
  static const char *const filters[] = { "stream 21 of the first device", "annotations and operators",
                                         "calls", "" };
  bool ok = true;

  gtk_init ();
  const Profile *profile = timeline_profile_training ();
  ViewState *state = view_state_new (profile);
  TimelineScene *scene = timeline_scene_new (state);
  GtkWidget *rows = g_object_ref_sink (gtk_label_new ("rows"));
  GtkWidget *bar = g_object_ref_sink (track_filter_bar_new (scene, rows));

  for (size_t i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      track_layout_set_filter (timeline_scene_layout (scene), filters[i]);
      timeline_scene_layout_changed (scene);
      ok = ok && g_str_equal (track_layout_filter (timeline_scene_layout (scene)), filters[i])
           && g_str_equal (gtk_editable_get_text (entry_of (bar)), filters[i]);
    }
  g_object_unref (bar);
  g_object_unref (rows);
  g_object_unref (scene);
  g_object_unref (state);
  profile_unref (profile);
  return ok ? 0 : 1;
}
