/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_arrangement.h"

#include <string.h>

#include "widgets/dashboard/panes/panes.h"
#include "widgets/dashboard/sections/section_kernels.h"

struct PaneArrangement
{
  GArray *items; /* PaneItem */
};

static void
clear_item (gpointer item)
{
  g_free ((char *) ((PaneItem *) item)->options.name);
}

static GArray *
items_new (void)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (PaneItem));

  g_array_set_clear_func (items, clear_item);
  return items;
}

static PaneItem *
item_at (const PaneArrangement *panes, size_t i)
{
  return &g_array_index (panes->items, PaneItem, i);
}

/* ---- texts ---- */

/* Reads "figure=idle". */
static void
read_choice (const Pane *pane, const char *word, PaneOptions *options)
{
  for (unsigned i = 0; i < pane_n_choices (pane); i++)
    {
      const PaneChoice *choice = &pane->choices[i];
      size_t length = strlen (choice->key);

      if (strncmp (word, choice->key, length) != 0 || word[length] != '=')
        continue;
      for (unsigned w = 0; w < pane_choice_count (choice); w++)
        if (strcmp (choice->words[w], word + length + 1) == 0)
          options->choices[i] = (uint8_t) w;
    }
}

/* Reads one entry. Returns false if its pane is unknown. */
static bool
read_entry (const char *entry, PaneItem *ret_item)
{
  const char *name = strstr (entry, ",name=");
  g_autofree char *head = name != NULL ? g_strndup (entry, (gsize) (name - entry)) : g_strdup (entry);
  g_auto (GStrv) words = g_strsplit (head, ",", -1);
  const Pane *pane = words[0] != NULL ? dashboard_pane_find (words[0]) : NULL;

  if (pane == NULL || (pane->knows != NULL) != (name != NULL && name[strlen (",name=")] != '\0'))
    return false;
  *ret_item = (PaneItem){ .pane = pane };
  for (char **word = words + 1; *word != NULL; word++)
    {
      if (strcmp (*word, "hidden") == 0)
        ret_item->is_hidden = true;
      else if (strcmp (*word, "other") == 0)
        ret_item->options.is_other = pane->other_label != NULL;
      else if (g_str_has_prefix (*word, "rows=") && pane->has_rows)
        ret_item->options.n_rows = (uint32_t) CLAMP (g_ascii_strtoll (*word + strlen ("rows="), NULL, 10),
                                                     DASHBOARD_TOP_MIN, DASHBOARD_TOP_MAX);
      else
        read_choice (pane, *word, &ret_item->options);
    }
  if (pane->knows != NULL)
    ret_item->options.name = g_utf8_make_valid (name + strlen (",name="), -1);
  return true;
}

static char *
write_entry (const PaneItem *item)
{
  GString *out = g_string_new (item->pane->id);

  if (item->is_hidden)
    g_string_append (out, ",hidden");
  if (item->options.is_other)
    g_string_append (out, ",other");
  if (item->options.n_rows != 0)
    g_string_append_printf (out, ",rows=%u", item->options.n_rows);
  for (unsigned i = 0; i < pane_n_choices (item->pane); i++)
    if (item->options.choices[i] != 0)
      g_string_append_printf (out, ",%s=%s", item->pane->choices[i].key,
                              item->pane->choices[i].words[item->options.choices[i]]);
  if (item->options.name != NULL)
    g_string_append_printf (out, ",name=%s", item->options.name);
  return g_string_free (out, FALSE);
}

static char **
write_all (const PaneArrangement *panes)
{
  char **entries = g_new0 (char *, panes->items->len + 1);

  for (guint i = 0; i < panes->items->len; i++)
    entries[i] = write_entry (item_at (panes, i));
  return entries;
}

bool
pane_arrangement_is_default (const PaneArrangement *panes)
{
  g_autoptr (PaneArrangement) usual = pane_arrangement_new ();
  g_auto (GStrv) entries = write_all (panes), usual_entries = write_all (usual);

  return g_strv_equal ((const char *const *) entries, (const char *const *) usual_entries);
}

char **
pane_arrangement_entries (const PaneArrangement *panes)
{
  return pane_arrangement_is_default (panes) ? g_new0 (char *, 1) : write_all (panes);
}

static guint
n_of (const PaneArrangement *panes, const Pane *pane)
{
  guint n = 0;

  for (guint i = 0; i < panes->items->len; i++)
    n += item_at (panes, i)->pane == pane;
  return n;
}

/* Missing panes of the table are inserted behind their predecessors. */
static void
add_missing (PaneArrangement *panes)
{
  size_t place = 0;

  for (size_t i = 0; i < dashboard_panes_count (); i++)
    {
      const Pane *pane = dashboard_pane (i);
      size_t at = pane_arrangement_find (panes, pane, NULL);

      if (at == panes->items->len)
        {
          const PaneItem item = { .pane = pane };

          at = place;
          g_array_insert_val (panes->items, (guint) at, item);
        }
      place = at + 1;
    }
}

bool
pane_arrangement_read (PaneArrangement *panes, const char *const *entries)
{
  g_auto (GStrv) before = write_all (panes);

  g_array_set_size (panes->items, 0);
  for (size_t i = 0; entries != NULL && entries[i] != NULL; i++)
    {
      PaneItem item;

      if (!read_entry (entries[i], &item))
        continue;
      if (pane_arrangement_find (panes, item.pane, item.options.name) < panes->items->len
          || (item.pane->knows != NULL && n_of (panes, item.pane) == PANE_ADDED_MAX))
        clear_item (&item);
      else
        g_array_append_val (panes->items, item);
    }
  add_missing (panes);
  g_auto (GStrv) after = write_all (panes);
  return !g_strv_equal ((const char *const *) before, (const char *const *) after);
}

/* ---- life ---- */

PaneArrangement *
pane_arrangement_new (void)
{
  PaneArrangement *panes = g_new0 (PaneArrangement, 1);

  panes->items = items_new ();
  add_missing (panes);
  return panes;
}

void
pane_arrangement_free (PaneArrangement *panes)
{
  g_array_unref (panes->items);
  g_free (panes);
}

/* ---- questions ---- */

size_t
pane_arrangement_count (const PaneArrangement *panes)
{
  return panes->items->len;
}

const PaneItem *
pane_arrangement_item (const PaneArrangement *panes, size_t i)
{
  return item_at (panes, i);
}

size_t
pane_arrangement_find (const PaneArrangement *panes, const Pane *pane, const char *name)
{
  size_t i = 0;

  while (i < panes->items->len
         && (item_at (panes, i)->pane != pane || g_strcmp0 (item_at (panes, i)->options.name, name) != 0))
    i++;
  return i;
}

static bool
is_shown (const PaneItem *item, const Profile *profile)
{
  return !item->is_hidden && dashboard_pane_applies (item->pane, profile);
}

size_t
pane_arrangement_shown (const PaneArrangement *panes, const Profile *profile, size_t *ret_items)
{
  size_t n = 0;

  for (guint i = 0; i < panes->items->len && n < DASHBOARD_PANES_MAX; i++)
    if (is_shown (item_at (panes, i), profile))
      ret_items[n++] = i;
  return n;
}

size_t
pane_arrangement_neighbour (const PaneArrangement *panes, const Profile *profile, size_t item, int by)
{
  size_t at = item;

  do
    at = by < 0 ? at - 1 : at + 1; /* before the first: larger than any */
  while (at < panes->items->len && !is_shown (item_at (panes, at), profile));
  return MIN (at, panes->items->len);
}

char **
pane_arrangement_names (const PaneArrangement *panes, const Pane *pane)
{
  char **names = g_new0 (char *, panes->items->len + 1);
  size_t n = 0;

  for (guint i = 0; i < panes->items->len; i++)
    if (item_at (panes, i)->pane == pane && !item_at (panes, i)->is_hidden)
      names[n++] = g_strdup (item_at (panes, i)->options.name);
  return names;
}

/* ---- changes ---- */

void
pane_arrangement_move (PaneArrangement *panes, size_t item, size_t to)
{
  const PaneItem moved = *item_at (panes, item);
  PaneItem *items = item_at (panes, 0);

  if (to < item)
    memmove (items + to + 1, items + to, (item - to) * sizeof *items);
  else
    memmove (items + item, items + item + 1, (to - item) * sizeof *items);
  items[to] = moved;
}

void
pane_arrangement_set_hidden (PaneArrangement *panes, size_t item, bool is_hidden)
{
  item_at (panes, item)->is_hidden = is_hidden;
}

void
pane_arrangement_set_rows (PaneArrangement *panes, size_t item, uint32_t n_rows)
{
  item_at (panes, item)->options.n_rows = n_rows == DASHBOARD_TOP ? 0 : n_rows;
}

void
pane_arrangement_set_other (PaneArrangement *panes, size_t item, bool is_other)
{
  item_at (panes, item)->options.is_other = is_other;
}

void
pane_arrangement_set_choice (PaneArrangement *panes, size_t item, unsigned choice, unsigned word)
{
  item_at (panes, item)->options.choices[choice] = (uint8_t) word;
}

bool
pane_arrangement_add (PaneArrangement *panes, const Pane *pane, const char *name)
{
  size_t at = pane_arrangement_find (panes, pane, name);

  if (at < panes->items->len)
    {
      item_at (panes, at)->is_hidden = false;
      return true;
    }
  if (*name == '\0' || n_of (panes, pane) == PANE_ADDED_MAX)
    return false;
  const PaneItem item = { .pane = pane, .options = { .name = g_strdup (name) } };
  g_array_append_val (panes->items, item);
  return true;
}

void
pane_arrangement_remove (PaneArrangement *panes, size_t item)
{
  g_array_remove_index (panes->items, (guint) item);
}
