/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/pane_frames.h"

#include <string.h>

#include "widgets/dashboard/pane/dashboard_layout.h"
#include "widgets/look/screen_style.h"

#define RADIUS_PX         12
#define SUMMARY_HEIGHT_PX 116
#define FINDINGS_HEIGHT_PX 180

/* Which panes there will be is not known before the file is; these are the usual ones, behind that of findings. */
static const PaneShape usual[] = {
  { .span = 0 }, { .span = 0 }, { .span = 1 }, { .span = 2, .grows = true }, { .span = 2, .grows = true }, { .span = 1 },
};

G_DECLARE_FINAL_TYPE (PaneFrames, pane_frames, PANE, FRAMES, GtkWidget)

struct _PaneFrames
{
  GtkWidget parent_instance;
};

G_DEFINE_TYPE (PaneFrames, pane_frames, GTK_TYPE_WIDGET)

static GdkRGBA
rgba_of (Rgb rgb)
{
  return (GdkRGBA){ (float) (rgb >> 16 & 0xff) / 255.0f, (float) (rgb >> 8 & 0xff) / 255.0f,
                    (float) (rgb & 0xff) / 255.0f, 1.0f };
}

static void
pane_frames_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const DrawStyle *style = screen_style_get (widget);
  const double text_scale = screen_style_scaled_px (widget, 1000) / 1000.0;
  GdkRGBA card = rgba_of (style->theme->card), rule = rgba_of (style->theme->rule);
  PaneShape shapes[G_N_ELEMENTS (usual)];
  PanePlace places[G_N_ELEMENTS (usual)];

  memcpy (shapes, usual, sizeof usual);
  shapes[0].height_px = screen_style_scaled_px (widget, FINDINGS_HEIGHT_PX);
  dashboard_layout_place (MAX (gtk_widget_get_width (widget), DASHBOARD_WIDTH_MIN_PX), text_scale,
                          screen_style_scaled_px (widget, SUMMARY_HEIGHT_PX), shapes, G_N_ELEMENTS (shapes),
                          places);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                         (float) gtk_widget_get_height (widget)));
  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      GskRoundedRect frame;

      gsk_rounded_rect_init_from_rect (&frame,
                                       &GRAPHENE_RECT_INIT ((float) places[i].x_px, (float) places[i].y_px,
                                                            (float) places[i].width_px,
                                                            (float) places[i].height_px),
                                       RADIUS_PX);
      gtk_snapshot_push_rounded_clip (snapshot, &frame);
      gtk_snapshot_append_color (snapshot, &card, &frame.bounds);
      gtk_snapshot_pop (snapshot);
      gtk_snapshot_append_border (snapshot, &frame, (const float[4]){ 1, 1, 1, 1 },
                                  (const GdkRGBA[4]){ rule, rule, rule, rule });
    }
  gtk_snapshot_pop (snapshot);
}

static void
pane_frames_class_init (PaneFramesClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = pane_frames_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
pane_frames_init (PaneFrames *frames)
{
  gtk_widget_set_hexpand (GTK_WIDGET (frames), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (frames), TRUE);
  screen_style_connect_changed (GTK_WIDGET (frames), gtk_widget_queue_draw);
}

GtkWidget *
pane_frames_new (void)
{
  return g_object_new (pane_frames_get_type (), NULL);
}
