/* SPDX-License-Identifier: Apache-2.0
 *
 * The parameters of a tool, as a table, and the arguments of a call, checked against it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/json/json_token.h"

/* Values of one array. */
#define TOOL_VALUES_MAX 64

typedef enum
{
  TOOL_TEXT,    /* a number is taken as its text */
  TOOL_TEXTS,   /* an array; a single value is taken as an array of one */
  TOOL_INTEGER, /* from min to max */
  TOOL_CHOICE,  /* one of choices */
  TOOL_CHOICES, /* an array of them */
  TOOL_PATH,    /* of a profile or folder that must be allowed */
  TOOL_PATHS,   /* an array of min to max of them */
  TOOL_SIZE,    /* "WxH", two integers from min to max */
  TOOL_FOLDER,  /* an allowed path whose links are not followed */
} ToolType;

typedef struct
{
  const char *name;
  ToolType type;
  bool is_required;
  const char *option; /* of the verb: "--window"; NULL if it is an operand, or the verb does not get it */
  int64_t min, max, fallback;    /* fallback: of an integer that is not given; 0 for none */
  const char *const *choices;    /* ends with NULL */
  char **(*find_choices) (void); /* instead of choices; transfer full */
  const char *description;
} ToolParameter;

typedef struct
{
  const ToolParameter *parameters;
  guint n;
  GPtrArray **values; /* by parameter: texts (char *); empty if not given. Integers are decimal digits. */
} ToolArguments;

/* Checks the arguments of a call, an object, or NULL for none. Returns NULL with a sentence in *ret_problem (g_free ()) that
 * says what is wrong and what there is instead. O(length). */
ToolArguments *
tool_arguments_new (const ToolParameter *parameters, const JsonValue *object, char **ret_problem);
void tool_arguments_free (ToolArguments *arguments);

/* Return the values of a parameter by name: NULL, the fallback, or an empty array if it was not given. Borrowed. */
const char *tool_arguments_text (const ToolArguments *arguments, const char *name);
int64_t tool_arguments_integer (const ToolArguments *arguments, const char *name);
const GPtrArray *tool_arguments_texts (const ToolArguments *arguments, const char *name);

static inline bool
tool_type_is_path (ToolType type)
{
  return type == TOOL_PATH || type == TOOL_PATHS || type == TOOL_FOLDER;
}

static inline bool
tool_type_is_array (ToolType type)
{
  return type == TOOL_TEXTS || type == TOOL_CHOICES || type == TOOL_PATHS;
}

/* Returns the choices of a parameter, transfer full (g_strfreev ()); NULL if it has none. */
char **tool_parameter_choices (const ToolParameter *parameter);
