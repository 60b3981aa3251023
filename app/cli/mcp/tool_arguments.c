/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/tool_arguments.h"

#include <errno.h>
#include <string.h>

#include "app/cli/mcp/json_member.h"

/* Of a value or name in a message. */
#define SHOWN_MAX 100

static char *
shown (const JsonValue *value)
{
  return g_strdup_printf ("%.*s%s", (int) MIN (value->length, SHOWN_MAX), value->text,
                          value->length > SHOWN_MAX ? "..." : "");
}

char **
tool_parameter_choices (const ToolParameter *parameter)
{
  if (parameter->find_choices != NULL)
    return parameter->find_choices ();
  return g_strdupv ((char **) (uintptr_t) parameter->choices);
}

/* ---- one value ---- */

static char *
integer_text (const ToolParameter *parameter, const JsonValue *value, char **ret_problem)
{
  g_autofree char *text = g_strndup (value->text, value->length);
  char *end;

  errno = 0;
  gint64 number = g_ascii_strtoll (text, &end, 10);
  /* A quoted number is one; some models write them so. */
  if ((value->type == JSON_NUMBER || value->type == JSON_STRING) && *text != '\0' && *end == '\0'
      && errno == 0 && !g_ascii_isspace (*text) && number >= parameter->min && number <= parameter->max)
    return g_strdup_printf ("%" G_GINT64_FORMAT, number);
  if (parameter->min == INT64_MIN)
    *ret_problem = g_strdup_printf ("\"%s\" needs an integer.", parameter->name);
  else
    *ret_problem =
      g_strdup_printf ("\"%s\" needs an integer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ".",
                       parameter->name, parameter->min, parameter->max);
  return NULL;
}

static bool
check_choice (const ToolParameter *parameter, const char *text, char **ret_problem)
{
  g_auto (GStrv) choices = tool_parameter_choices (parameter);

  if (g_strv_contains ((const char *const *) choices, text))
    return true;
  g_autofree char *all = g_strjoinv (", ", choices);
  *ret_problem =
    g_strdup_printf ("\"%s\" has no \"%.*s\"; there are %s.", parameter->name, SHOWN_MAX, text, all);
  return false;
}

static bool
check_size (const ToolParameter *parameter, const char *text, char **ret_problem)
{
  char *at;
  gint64 width = g_ascii_strtoll (text, &at, 10),
         height = *at == 'x' ? g_ascii_strtoll (at + 1, &at, 10) : -1;

  if (*at == '\0' && width >= parameter->min && width <= parameter->max && height >= parameter->min
      && height <= parameter->max)
    return true;
  *ret_problem = g_strdup_printf ("\"%s\" needs WxH, two numbers from %" G_GINT64_FORMAT
                                  " to %" G_GINT64_FORMAT ", such as 1280x800.",
                                  parameter->name, parameter->min, parameter->max);
  return false;
}

static char *
value_text (const ToolParameter *parameter, const JsonValue *value, char **ret_problem)
{
  bool is_choice = parameter->type == TOOL_CHOICE || parameter->type == TOOL_CHOICES;
  char *text = NULL;

  if (parameter->type == TOOL_INTEGER)
    return integer_text (parameter, value, ret_problem);
  if (value->type == JSON_STRING)
    text = json_member_text (value);
  else if (json_member_is_number (value) && (parameter->type == TOOL_TEXT || parameter->type == TOOL_TEXTS))
    text = g_strndup (value->text, value->length);
  if (text == NULL)
    *ret_problem = g_strdup_printf ("\"%s\" needs a string%s.", parameter->name,
                                    value->type == JSON_STRING ? " without a NUL character" : "");
  else if ((is_choice && !check_choice (parameter, text, ret_problem))
           || (parameter->type == TOOL_SIZE && !check_size (parameter, text, ret_problem)))
    g_clear_pointer (&text, g_free);
  return text;
}

/* ---- all values of a parameter ---- */

static bool
add_value (const ToolParameter *parameter, const JsonValue *value, GPtrArray *values, char **ret_problem)
{
  char *text = value_text (parameter, value, ret_problem);

  if (text != NULL)
    g_ptr_array_add (values, text);
  return text != NULL;
}

static bool
add_elements (const ToolParameter *parameter, const JsonValue *array, GPtrArray *values, char **ret_problem)
{
  const char *at = array->text;
  JsonValue element;
  bool is_whole = false;

  while (json_member_next (array, &at, NULL, &element, &is_whole))
    {
      if (values->len == TOOL_VALUES_MAX)
        {
          *ret_problem =
            g_strdup_printf ("\"%s\" takes at most %d values.", parameter->name, TOOL_VALUES_MAX);
          return false;
        }
      if (!add_value (parameter, &element, values, ret_problem))
        return false;
    }
  if (!is_whole)
    *ret_problem = g_strdup_printf ("\"%s\" is not valid JSON.", parameter->name);
  return is_whole;
}

static bool
set (const ToolParameter *parameter, const JsonValue *value, GPtrArray *values, char **ret_problem)
{
  g_ptr_array_set_size (values, 0);
  if (json_member_is_null (value))
    return true;
  if (!tool_type_is_array (parameter->type) || value->type != JSON_ARRAY)
    return add_value (parameter, value, values, ret_problem);
  return add_elements (parameter, value, values, ret_problem);
}

/* ---- the call ---- */

static int
find_parameter (const ToolArguments *arguments, const char *name)
{
  for (guint i = 0; i < arguments->n; i++)
    if (strcmp (arguments->parameters[i].name, name) == 0)
      return (int) i;
  return -1;
}

static char *
unknown_name (const ToolArguments *arguments, const JsonValue *key)
{
  g_autofree char *name = shown (key);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < arguments->n; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", arguments->parameters[i].name);
  return g_strdup_printf ("The tool has no argument \"%s\"; it has %s.", name, names->str);
}

static bool
read_object (ToolArguments *arguments, const JsonValue *object, char **ret_problem)
{
  const char *at = object->text;
  JsonValue key, value;
  bool is_whole = false;

  while (json_member_next (object, &at, &key, &value, &is_whole))
    {
      g_autofree char *name = json_member_text (&key);
      int index = name != NULL ? find_parameter (arguments, name) : -1;

      if (index < 0)
        {
          *ret_problem = unknown_name (arguments, &key);
          return false;
        }
      if (!set (&arguments->parameters[index], &value, arguments->values[index], ret_problem))
        return false;
    }
  if (!is_whole)
    *ret_problem = g_strdup ("The arguments are not valid JSON.");
  return is_whole;
}

static bool
check_counts (const ToolArguments *arguments, char **ret_problem)
{
  for (guint i = 0; i < arguments->n; i++)
    {
      const ToolParameter *parameter = &arguments->parameters[i];
      guint n = arguments->values[i]->len;

      if (parameter->is_required && n == 0)
        *ret_problem =
          g_strdup_printf ("The argument \"%s\" is missing: %s", parameter->name, parameter->description);
      else if (parameter->type == TOOL_PATHS && (n < parameter->min || n > parameter->max))
        *ret_problem = g_strdup_printf ("\"%s\" needs %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " paths.",
                                        parameter->name, parameter->min, parameter->max);
      if (*ret_problem != NULL)
        return false;
    }
  return true;
}

ToolArguments *
tool_arguments_new (const ToolParameter *parameters, const JsonValue *object, char **ret_problem)
{
  ToolArguments *arguments = g_new0 (ToolArguments, 1);

  *ret_problem = NULL;
  arguments->parameters = parameters;
  while (parameters[arguments->n].name != NULL)
    arguments->n++;
  arguments->values = g_new0 (GPtrArray *, arguments->n);
  for (guint i = 0; i < arguments->n; i++)
    arguments->values[i] = g_ptr_array_new_with_free_func (g_free);
  if ((object == NULL || read_object (arguments, object, ret_problem))
      && check_counts (arguments, ret_problem))
    return arguments;
  tool_arguments_free (arguments);
  return NULL;
}

void
tool_arguments_free (ToolArguments *arguments)
{
  for (guint i = 0; i < arguments->n; i++)
    g_ptr_array_unref (arguments->values[i]);
  g_free (arguments->values);
  g_free (arguments);
}

const GPtrArray *
tool_arguments_texts (const ToolArguments *arguments, const char *name)
{
  return arguments->values[find_parameter (arguments, name)];
}

const char *
tool_arguments_text (const ToolArguments *arguments, const char *name)
{
  const GPtrArray *values = tool_arguments_texts (arguments, name);

  return values->len > 0 ? values->pdata[0] : NULL;
}

int64_t
tool_arguments_integer (const ToolArguments *arguments, const char *name)
{
  int index = find_parameter (arguments, name);
  const GPtrArray *values = arguments->values[index];

  return values->len > 0 ? g_ascii_strtoll (values->pdata[0], NULL, 10)
                         : arguments->parameters[index].fallback;
}
