/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/tool_result.h"

#include <string.h>

#include "app/cli/mcp/json_cut.h"
#include "app/cli/out/json_text.h"

/* Of notes, which repeat what files hold. */
#define NOTE_BYTES_MAX 2000
#define NOTES_MAX      32

void
tool_result_init (ToolResult *result)
{
  *result = (ToolResult){ .text = g_string_new (NULL) };
}

static void
drop_answer (ToolResult *result)
{
  if (result->json != NULL)
    g_string_free (result->json, TRUE);
  if (result->png != NULL)
    g_string_free (result->png, TRUE);
  result->json = NULL;
  result->png = NULL;
}

void
tool_result_clear (ToolResult *result)
{
  drop_answer (result);
  g_string_free (result->text, TRUE);
}

void
tool_result_fail (ToolResult *result, const char *sentence)
{
  drop_answer (result);
  result->is_error = true;
  g_string_assign (result->text, sentence);
  if (result->text->len > NOTE_BYTES_MAX)
    g_string_truncate (result->text, NOTE_BYTES_MAX);
  while (result->text->len > 0 && result->text->str[result->text->len - 1] == '\n')
    g_string_truncate (result->text, result->text->len - 1);
}

/* Newlines stand only between tokens: in strings they are escaped. */
static void
join_lines (GString *json)
{
  for (gsize i = 0; i < json->len; i++)
    if (json->str[i] == '\n' || json->str[i] == '\r')
      json->str[i] = ' ';
}

static void
append_note (GString *notes, const char *note)
{
  if (*note == '\0')
    return;
  g_string_append_c (notes, notes->len == 1 ? ' ' : ',');
  json_append_string (notes, note, strnlen (note, NOTE_BYTES_MAX));
}

void
tool_result_take_json (ToolResult *result, GString *json, const char *notes, size_t max_bytes)
{
  g_autoptr (GPtrArray) cuts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit (notes, "\n", NOTES_MAX);
  g_autoptr (GString) all = g_string_new ("[");

  if (json_cut (json, max_bytes, cuts))
    {
      g_ptr_array_add (cuts, NULL);
      g_autofree char *list = g_strjoinv ("; ", (char **) cuts->pdata);
      g_autofree char *note = g_strdup_printf (
        "The answer was cut to %zu bytes (%s). Ask for less: fewer reports or columns, a window or a "
        "step; or raise max_bytes.",
        max_bytes, list);
      append_note (all, note);
    }
  for (char **line = lines; *line != NULL; line++)
    append_note (all, *line);
  g_string_append_c (all, ']');
  if (all->len > 2)
    json_object_add (json, "notes", all->str);
  join_lines (json);
  g_strchomp (json->str);
  json->len = strlen (json->str);
  result->json = json;
}

static void
append_text (GString *out, const char *text, size_t length)
{
  g_string_append (out, "{\"type\":\"text\",\"text\":");
  json_append_string (out, text, length);
  g_string_append_c (out, '}');
}

static void
append_picture (GString *out, const GString *png)
{
  g_autofree char *data = g_base64_encode ((const guchar *) png->str, png->len);

  g_string_append_printf (out, "{\"type\":\"image\",\"data\":\"%s\",\"mimeType\":\"image/png\"}", data);
}

GString *
tool_result_json (const ToolResult *result, const McpVersion *version)
{
  GString *out = g_string_new ("{\"content\":[");

  if (result->png != NULL)
    append_picture (out, result->png);
  if (result->json != NULL)
    append_text (out, result->json->str, result->json->len);
  if (result->text->len > 0)
    {
      if (result->png != NULL || result->json != NULL)
        g_string_append_c (out, ',');
      append_text (out, result->text->str, result->text->len);
    }
  g_string_append_c (out, ']');
  if (result->json != NULL && version->has_structured)
    g_string_append_printf (out, ",\"structuredContent\":%s", result->json->str);
  return g_string_append (out, result->is_error ? ",\"isError\":true}" : ",\"isError\":false}");
}
