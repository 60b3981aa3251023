/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/scroll_memory.h"

#include <math.h>

#include "widgets/timeline/rows/row_place.h"

#define RESTS_MS 500

struct ScrollMemory
{
  GtkAdjustment *scroll;
  void (*rested) (gpointer user_data);
  gpointer user_data;

  guint source; /* they have not rested yet */
  bool is_wanted;
  char *wanted; /* NULL: the top, if anything */
};

static gboolean
rest (gpointer user_data)
{
  ScrollMemory *memory = user_data;

  memory->source = 0;
  memory->rested (memory->user_data);
  return G_SOURCE_REMOVE;
}

static void
scrolled (ScrollMemory *memory)
{
  g_clear_handle_id (&memory->source, g_source_remove);
  memory->source = g_timeout_add (RESTS_MS, rest, memory);
}

ScrollMemory *
scroll_memory_new (GtkAdjustment *scroll, void (*rested) (gpointer user_data), gpointer user_data)
{
  ScrollMemory *memory = g_new0 (ScrollMemory, 1);

  memory->scroll = g_object_ref (scroll);
  memory->rested = rested;
  memory->user_data = user_data;
  g_signal_connect_swapped (scroll, "value-changed", G_CALLBACK (scrolled), memory);
  return memory;
}

void
scroll_memory_free (ScrollMemory *memory)
{
  if (memory == NULL)
    return;
  g_clear_handle_id (&memory->source, g_source_remove);
  g_signal_handlers_disconnect_by_data (memory->scroll, memory);
  g_object_unref (memory->scroll);
  g_free (memory->wanted);
  g_free (memory);
}

void
scroll_memory_want (ScrollMemory *memory, const char *place)
{
  g_free (memory->wanted);
  memory->wanted = g_strdup (place);
  memory->is_wanted = true;
}

bool
scroll_memory_apply (ScrollMemory *memory, const TrackTree *tree, int fixed_px)
{
  g_autofree char *wanted = g_steal_pointer (&memory->wanted);
  int y_px = fixed_px;

  if (!memory->is_wanted)
    return false;
  memory->is_wanted = false;
  if (wanted != NULL && !row_place_find (tree, wanted, &y_px))
    return false;
  gtk_adjustment_set_value (memory->scroll, y_px - fixed_px);
  return true;
}

char *
scroll_memory_place (const ScrollMemory *memory, const TrackTree *tree, int fixed_px)
{
  int scroll_px = (int) lround (gtk_adjustment_get_value (memory->scroll));

  if (memory->is_wanted)
    return g_strdup (memory->wanted);
  return scroll_px > 0 ? row_place_text (tree, scroll_px + fixed_px) : NULL;
}

void
scroll_memory_tell (ScrollMemory *memory)
{
  if (memory->source == 0)
    return;
  g_clear_handle_id (&memory->source, g_source_remove);
  memory->rested (memory->user_data);
}
