/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/svg_inline.h"

#include <stdbool.h>
#include <string.h>

SvgColours
svg_colours_new (void)
{
  return (SvgColours){
    .indices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .light = g_ptr_array_new_with_free_func (g_free),
    .dark = g_ptr_array_new_with_free_func (g_free),
  };
}

void
svg_colours_clear (SvgColours *colours)
{
  g_hash_table_unref (colours->indices);
  g_ptr_array_unref (colours->light);
  g_ptr_array_unref (colours->dark);
}

void
svg_colours_append (GString *out, const SvgColours *colours, gboolean is_dark)
{
  const GPtrArray *texts = is_dark ? colours->dark : colours->light;

  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (out, "--c%u:%s;", i, (const char *) texts->pdata[i]);
}

static guint
colour_index (SvgColours *colours, const char *light, size_t n_light, const char *dark, size_t n_dark)
{
  char *key = g_strdup_printf ("%.*s|%.*s", (int) n_light, light, (int) n_dark, dark);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (colours->indices, key));

  if (found > 0)
    {
      g_free (key);
      return found - 1;
    }
  g_ptr_array_add (colours->light, g_strndup (light, n_light));
  g_ptr_array_add (colours->dark, g_strndup (dark, n_dark));
  g_hash_table_insert (colours->indices, key, GUINT_TO_POINTER (colours->light->len));
  return colours->light->len - 1;
}

/* One document that is being read. */
typedef struct
{
  const char *at, *end;
} Reader;

/* What is inside of the svg element. */
static Reader
reader_new (const GByteArray *svg)
{
  const char *text = (const char *) svg->data, *end = text + svg->len;
  const char *begin = g_strstr_len (text, (gssize) svg->len, "<svg");
  const char *inside = begin != NULL ? memchr (begin, '>', (size_t) (end - begin)) : NULL;
  const char *last = g_strrstr_len (text, (gssize) svg->len, "</svg>");

  return inside != NULL && last != NULL && last > inside ? (Reader){ inside + 1, last } : (Reader){ end, end };
}

static bool
begins_with (const Reader *reader, const char *word)
{
  size_t n = strlen (word);

  return (size_t) (reader->end - reader->at) >= n && memcmp (reader->at, word, n) == 0;
}

/* Takes word, and then all up to and including last; returns its length. */
static size_t
length_to (const Reader *reader, char last)
{
  const char *found = memchr (reader->at, last, (size_t) (reader->end - reader->at));

  return found != NULL ? (size_t) (found + 1 - reader->at) : (size_t) (reader->end - reader->at);
}

/* What says nothing: it is so without it. */
static const char *const defaults[] = {
  "fill-opacity:1", "stroke-opacity:1", "fill-rule:nonzero", "stroke-linecap:butt", "stroke-linejoin:miter", "stroke:none",
};

static bool
is_default (const char *declaration)
{
  for (size_t i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (strcmp (declaration, defaults[i]) == 0)
      return true;
  return false;
}

/* "fill:rgb(...);stroke:none;" with colours taken out already as attributes. */
static void
append_style (GString *out, const char *style)
{
  g_auto (GStrv) declarations = g_strsplit (style, ";", -1);

  for (char **declaration = declarations; *declaration != NULL; declaration++)
    {
      char *text = g_strstrip (*declaration), *colon = strchr (text, ':');

      if (colon == NULL || is_default (text))
        continue;
      g_string_append_printf (out, " %.*s=\"%s\"", (int) (colon - text), text, colon + 1);
    }
}

/* Names of other elements get a prefix: their begin up to where the name stands. */
static const char *const references[] = { " id=\"", "xlink:href=\"#", "url(#" };

typedef struct
{
  GString *out;
  guint number;
  SvgColours *colours;
} Writer;

/* An image has other pixels in another theme. Both are there, and the page shows one. */
static bool
append_images (const Writer *writer, Reader *light, Reader *dark)
{
  Reader *const readers[] = { light, dark };
  const char *const classes[] = { SVG_LIGHT_CLASS, SVG_DARK_CLASS };
  static const char id_begin[] = "id=\"";

  for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      size_t n = length_to (readers[i], '>');
      g_autofree char *element = g_strndup (readers[i]->at, n);
      char *id = strstr (element, id_begin), *after = id != NULL ? strchr (id + strlen (id_begin), '"') : NULL;
      char *source = strstr (element, "xlink:href=");

      if (after == NULL || source == NULL || !g_str_has_suffix (element, "/>"))
        return false;
      *after = *id = '\0';
      if (i == 0)
        g_string_append_printf (writer->out, "<g id=\"p%u%s\">", writer->number, id + strlen (id_begin));
      g_string_append_printf (writer->out, "<image class=\"%s\"%s", classes[i], strlen (element) > 6 ? element + 6 : "");
      /* HTML knows the attribute without the name space. */
      for (const char *at = after + 1; *at != '\0'; at++)
        {
          if (g_str_has_prefix (at, "xlink:"))
            at += strlen ("xlink:");
          g_string_append_c (writer->out, *at);
        }
      readers[i]->at += n;
    }
  g_string_append (writer->out, "</g>");
  writer->colours->has_images = TRUE;
  return true;
}

/* Takes the next piece of both and writes it. Returns false when they differ in more than a colour. */
static bool
append_piece (const Writer *writer, GString *style, Reader *light, Reader *dark)
{
  GString *out = style != NULL ? style : writer->out;

  if (begins_with (light, "<image ") && begins_with (dark, "<image "))
    return append_images (writer, light, dark);
  if (begins_with (light, "rgb(") && begins_with (dark, "rgb("))
    {
      size_t n_light = length_to (light, ')'), n_dark = length_to (dark, ')');

      g_string_append_printf (out, "var(--c%u)", colour_index (writer->colours, light->at, n_light, dark->at, n_dark));
      light->at += n_light;
      dark->at += n_dark;
      return true;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (references); i++)
    if (begins_with (light, references[i]) && begins_with (dark, references[i]))
      {
        size_t n = strlen (references[i]);

        g_string_append_printf (out, "%sp%u", references[i] + (g_str_has_prefix (references[i], "xlink:") ? 6 : 0),
                                writer->number);
        light->at += n;
        dark->at += n;
        return true;
      }
  if (*light->at != *dark->at)
    return false;
  g_string_append_c (out, *light->at);
  light->at++;
  dark->at++;
  return true;
}

static bool
append_inside (const Writer *writer, Reader light, Reader dark)
{
  static const char begin[] = " style=\"";

  while (light.at < light.end && dark.at < dark.end)
    {
      if (!begins_with (&light, begin) || !begins_with (&dark, begin))
        {
          if (!append_piece (writer, NULL, &light, &dark))
            return false;
          continue;
        }
      g_autoptr (GString) style = g_string_new (NULL);
      light.at += strlen (begin);
      dark.at += strlen (begin);
      while (light.at < light.end && dark.at < dark.end && *light.at != '"')
        if (!append_piece (writer, style, &light, &dark))
          return false;
      append_style (writer->out, style->str);
      light.at = MIN (light.at + 1, light.end);
      dark.at = MIN (dark.at + 1, dark.end);
    }
  return light.at == light.end && dark.at == dark.end;
}

static bool
append_element (const Writer *writer,
                const GByteArray *light,
                const GByteArray *dark,
                const char *class,
                const char *attributes,
                const char *head)
{
  gsize begin = writer->out->len;

  g_string_append (writer->out, "<svg");
  if (class != NULL)
    g_string_append_printf (writer->out, " class=\"%s\"", class);
  g_string_append_printf (writer->out, " %s>%s", attributes, head);
  if (append_inside (writer, reader_new (light), reader_new (dark)))
    {
      g_string_append (writer->out, "</svg>\n");
      return true;
    }
  g_string_truncate (writer->out, begin);
  return false;
}

void
svg_inline_append (GString *out,
                   const GByteArray *light,
                   const GByteArray *dark,
                   guint number,
                   const char *attributes,
                   const char *head,
                   SvgColours *colours)
{
  const Writer writer = { out, number, colours };
  /* The other picture of the two has names of its own. */
  const Writer second = { out, number + 1, colours };

  if (append_element (&writer, light, dark, NULL, attributes, head))
    return;
  append_element (&writer, light, light, SVG_LIGHT_CLASS, attributes, head);
  append_element (&second, dark, dark, SVG_DARK_CLASS, attributes, "");
}
