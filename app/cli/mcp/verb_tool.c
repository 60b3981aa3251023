/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/verb_tool.h"

#include "app/cli/options/background_check.h"
#include "trace/text/size_text.h"

/* Of a picture; base64 adds a third. */
#define PNG_BYTES_MAX (6 << 20)

void
verb_tool_begin_capture (CliCapture *capture)
{
  *capture = (CliCapture){ g_string_new (NULL), g_string_new (NULL) };
  cli_capture (capture);
}

void
verb_tool_end_capture (CliCapture *capture)
{
  (void) capture;
  background_check_finish ();
  cli_capture (NULL);
}

void
verb_tool_clear_capture (CliCapture *capture)
{
  if (capture->printed != NULL)
    g_string_free (capture->printed, TRUE);
  g_string_free (capture->complaints, TRUE);
}

bool
verb_tool_check_paths (const ToolCall *call, ToolResult *result)
{
  for (guint i = 0; i < call->paths->len; i++)
    {
      const AllowedPath *path = &g_array_index (call->paths, AllowedPath, i);

      if (allowed_paths_is_same (call->allowed, path))
        continue;
      g_autofree char *sentence = g_strdup_printf (
        "%s was replaced while it was read; nothing of it is told. Call the tool again.", path->path);
      tool_result_fail (result, sentence);
      return false;
    }
  return true;
}

static void
add_options (GPtrArray *words, const ToolCall *call, const McpTool *tool)
{
  const ToolArguments *arguments = call->arguments;

  for (guint i = 0; i < arguments->n; i++)
    for (guint v = 0; arguments->parameters[i].option != NULL && v < arguments->values[i]->len; v++)
      g_ptr_array_add (words, g_strdup_printf ("%s=%s", arguments->parameters[i].option,
                                               (const char *) arguments->values[i]->pdata[v]));
  for (const char *const *extra = tool->extra; extra != NULL && *extra != NULL; extra++)
    g_ptr_array_add (words, g_strdup (*extra));
  if (call->writes_cache)
    g_ptr_array_add (words, g_strdup ("--cache"));
  if (!call->reads_cache)
    g_ptr_array_add (words, g_strdup ("--no-cache"));
}

/* The verb's words. It may reorder them in a copy. */
static GPtrArray *
words_of (const ToolCall *call, const McpTool *tool)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (words, g_strdup (tool->verb_name));
  for (guint i = 0; i < call->paths->len; i++)
    g_ptr_array_add (words, g_strdup (g_array_index (call->paths, AllowedPath, i).path));
  add_options (words, call, tool);
  return words;
}

static void
take_picture (ToolResult *result, CliCapture *capture)
{
  if (capture->printed->len > PNG_BYTES_MAX)
    {
      g_autofree char *size = size_text (capture->printed->len);
      g_autofree char *sentence = g_strdup_printf (
        "The picture would have %s, more than an answer may hold; ask for a smaller one with size.", size);
      tool_result_fail (result, sentence);
      return;
    }
  result->png = g_steal_pointer (&capture->printed);
  g_string_append (result->text, capture->complaints->str);
}

static void
run_verb (const McpTool *tool, const ToolCall *call, ToolResult *result)
{
  g_autoptr (GPtrArray) words = words_of (call, tool);
  g_autofree char **argv = g_new0 (char *, words->len + 1);
  CliCapture capture;

  for (guint i = 0; i < words->len; i++)
    argv[i] = words->pdata[i];
  verb_tool_begin_capture (&capture);
  CliStatus status = tool->verb ((int) words->len, argv);
  verb_tool_end_capture (&capture);
  if (status != CLI_DONE && status != CLI_CONDITION_FAILED)
    tool_result_fail (result,
                      capture.complaints->len > 0 ? capture.complaints->str : "The tool could not answer.");
  else if (tool->gives == TOOL_GIVES_PNG)
    take_picture (result, &capture);
  else
    tool_result_take_json (result, g_steal_pointer (&capture.printed), capture.complaints->str,
                           (size_t) tool_arguments_integer (call->arguments, "max_bytes"));
  verb_tool_clear_capture (&capture);
}

static void
clear_path (gpointer path)
{
  allowed_path_clear (path);
}

static bool
find_paths (ToolCall *call, ToolResult *result)
{
  const ToolArguments *arguments = call->arguments;

  for (guint i = 0; i < arguments->n; i++)
    for (guint v = 0; tool_type_is_path (arguments->parameters[i].type) && v < arguments->values[i]->len; v++)
      {
        g_autoptr (GError) error = NULL;
        AllowedPath path;

        if (!allowed_paths_check (call->allowed, arguments->values[i]->pdata[v],
                                  arguments->parameters[i].type != TOOL_FOLDER, &path, &error))
          {
            tool_result_fail (result, error->message);
            return false;
          }
        g_array_append_val (call->paths, path);
      }
  return true;
}

void
verb_tool_run (const McpTool *tool,
               const AllowedPaths *allowed,
               const ToolArguments *arguments,
               bool reads_cache,
               bool writes_cache,
               ToolResult *result)
{
  g_autoptr (GArray) paths = g_array_new (FALSE, FALSE, sizeof (AllowedPath));
  ToolCall call = { allowed, arguments, paths, writes_cache, reads_cache };

  g_array_set_clear_func (paths, clear_path);
  if (!find_paths (&call, result))
    return;
  if (tool->run != NULL)
    tool->run (&call, result);
  else
    run_verb (tool, &call, result);
  verb_tool_check_paths (&call, result);
}
