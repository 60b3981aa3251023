/* SPDX-License-Identifier: Apache-2.0
 *
 * The properties of a scene, which the application stores and sets again. */

#include "widgets/timeline/scene/timeline_scene_private.h"

enum
{
  PROP_LAYOUT_TEXT = 1,
  PROP_RULER_MODE,
  PROP_COMPARES_STEPS,
  PROP_SHOWS_PATH,
  PROP_ROWS_TEXT,
  N_PROPS
};

static void
set_layout_text (TimelineScene *self, const char *text)
{
  g_autofree char *before = track_layout_to_text (self->layout);

  if (g_strcmp0 (before, text) == 0)
    return;
  /* A layout written by a later version is kept as it is until the user changes the rows. */
  if (track_layout_from_text (self->layout, text))
    timeline_scene_layout_changed (self);
  else
    timeline_scene_apply_layout (self);
}

static void
set_rows_text (TimelineScene *self, const char *text)
{
  scroll_memory_want (self->scroll_memory, text);
  if (self->height_px > 0)
    timeline_scene_scroll_to_wanted (self);
}

static void
timeline_scene_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  TimelineScene *self = TIMELINE_SCENE (object);

  switch (id)
    {
    case PROP_LAYOUT_TEXT:
      g_value_take_string (value, track_layout_to_text (self->layout));
      break;
    case PROP_RULER_MODE:
      g_value_set_string (value, ruler_mode_word (self->ruler_mode));
      break;
    case PROP_COMPARES_STEPS:
      g_value_set_boolean (value, self->compares_steps);
      break;
    case PROP_SHOWS_PATH:
      g_value_set_boolean (value, path_keeper_is_on (self->path));
      break;
    case PROP_ROWS_TEXT:
      g_value_take_string (
        value, scroll_memory_place (self->scroll_memory, self->tree, timeline_scene_pinned_px (self)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
timeline_scene_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TimelineScene *self = TIMELINE_SCENE (object);

  switch (id)
    {
    case PROP_LAYOUT_TEXT:
      set_layout_text (self, g_value_get_string (value));
      break;
    case PROP_RULER_MODE:
      self->ruler_mode = ruler_mode_find (g_value_get_string (value));
      /* The lines of the ticks go through the rows. */
      timeline_scene_emit_changed (self, SCENE_CHANGED_SPAN | SCENE_CAME_TO_REST);
      break;
    case PROP_COMPARES_STEPS:
      self->compares_steps = g_value_get_boolean (value);
      timeline_scene_compare_steps (self);
      break;
    case PROP_SHOWS_PATH:
      path_keeper_set_on (self->path, g_value_get_boolean (value));
      break;
    case PROP_ROWS_TEXT:
      set_rows_text (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

void
timeline_scene_install_properties (GObjectClass *klass)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  GParamSpec *properties[N_PROPS] = { NULL };

  klass->get_property = timeline_scene_get_property;
  klass->set_property = timeline_scene_set_property;
  properties[PROP_LAYOUT_TEXT] =
    g_param_spec_string ("layout-text", NULL, NULL, NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_RULER_MODE] = g_param_spec_string ("ruler-mode", NULL, NULL, "step", flags);
  properties[PROP_COMPARES_STEPS] = g_param_spec_boolean ("compares-steps", NULL, NULL, FALSE, flags);
  properties[PROP_SHOWS_PATH] = g_param_spec_boolean ("shows-path", NULL, NULL, FALSE, flags);
  properties[PROP_ROWS_TEXT] =
    g_param_spec_string ("rows-text", NULL, NULL, NULL, flags | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (klass, N_PROPS, properties);
}
