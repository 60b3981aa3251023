/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/footer_fit.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define ELLIPSIS "…"

/* A shorter begin says too little: "Kernel…" of "Kernel, memcpy or memset time ÷ 848.3 ms". */
#define SHARE_MIN 0.25

static bool
is_end_of_part (const char *at)
{
  static const char *const ends[] = { "; ", ", ", " ÷ ", " (" };

  for (size_t i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_prefix (at, ends[i]))
      return true;
  return false;
}

static char *
begin_of (const char *text, const char *end)
{
  return g_strdup_printf ("%.*s" ELLIPSIS, (int) (end - text), text);
}

/* Returns the longest begin that ends with a part and fits, or NULL. Looks at the longest first. */
static char *
cut_at_part (const char *text,
             double max_width,
             double (*width_of) (const char *text, void *data),
             void *data)
{
  const char *shortest = text + (size_t) (SHARE_MIN * (double) strlen (text));
  int depth = 0;

  for (const char *at = text + strlen (text); at > shortest; at--)
    {
      depth += *at == ')' ? 1 : *at == '(' ? -1 : 0;
      /* The bracket after " (" has been passed. */
      if (depth > 0 || !is_end_of_part (at))
        continue;
      char *cut = begin_of (text, at);
      if (width_of (cut, data) <= max_width)
        return cut;
      g_free (cut);
    }
  return NULL;
}

static char *
cut_at_character (const char *text,
                  double max_width,
                  double (*width_of) (const char *text, void *data),
                  void *data)
{
  glong fits = 0, too_long = g_utf8_strlen (text, -1);

  while (too_long - fits > 1)
    {
      glong middle = fits + (too_long - fits) / 2;
      g_autofree char *cut = begin_of (text, g_utf8_offset_to_pointer (text, middle));

      if (width_of (cut, data) <= max_width)
        fits = middle;
      else
        too_long = middle;
    }
  const char *end = g_utf8_offset_to_pointer (text, fits);
  while (end > text && end[-1] == ' ')
    end--;
  return begin_of (text, end);
}

char *
footer_fit (const char *text, double max_width, double (*width_of) (const char *text, void *data), void *data)
{
  if (width_of (text, data) <= max_width)
    return g_strdup (text);
  char *cut = cut_at_part (text, max_width, width_of, data);
  return cut != NULL ? cut : cut_at_character (text, max_width, width_of, data);
}
