/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/telemetry/telemetry_fields.h"

#include <glib.h>
#include <string.h>

static bool
is_space (char c)
{
  return c == ' ' || c == '\t';
}

static char *
trimmed (char *begin, char *end)
{
  while (begin < end && is_space (*begin))
    begin++;
  while (end > begin && is_space (end[-1]))
    end--;
  *end = '\0';
  return begin;
}

/* A quote is doubled inside quotes. Returns what is behind the field and its comma; *ret_field is what it holds, *ret_is_more
 * whether there is a comma. */
static char *
quoted (char *at, char **ret_field, bool *ret_is_more)
{
  char *to = at, *from = at;

  *ret_field = at;
  for (; *from != '\0'; from++)
    {
      if (*from == '"' && from[1] != '"')
        break;
      if (*from == '"')
        from++;
      *to++ = *from;
    }
  if (*from == '"')
    from++;
  char *end = from + strcspn (from, ",");
  *ret_is_more = *end == ',';
  if (*ret_is_more)
    *end++ = '\0';
  *to = '\0';
  return end;
}

size_t
telemetry_fields_split (char *line, char *fields[TELEMETRY_FIELDS_MAX])
{
  size_t n = 0;
  bool is_more = true;

  while (is_more && n < TELEMETRY_FIELDS_MAX)
    {
      while (is_space (*line))
        line++;
      if (*line == '"')
        {
          line = quoted (line + 1, &fields[n++], &is_more);
          continue;
        }
      char *end = line + strcspn (line, ",");
      is_more = *end == ',';
      fields[n++] = trimmed (line, end);
      line = end + 1;
    }
  return n;
}

static const char *const missing[] = {
  "n/a",
  "[n/a]",
  "not supported",
  "[not supported]",
  "[unknown error]",
  "unknown error",
  "[gpu requires reset]",
  "[insufficient permissions]",
  "<not counted>",
  "<not supported>",
  "none",
  "-",
  "nan",
  "null",
};

static bool
is_missing (const char *field)
{
  for (size_t i = 0; i < G_N_ELEMENTS (missing); i++)
    if (g_ascii_strcasecmp (field, missing[i]) == 0)
      return true;
  return field[0] == '\0';
}

TelemetryFieldKind
telemetry_field_read (const char *field, double *ret_value, const char **ret_unit)
{
  const char *digits = field + (*field == '-' || *field == '+');
  char *end;

  if (is_missing (field))
    return TELEMETRY_FIELD_MISSING;
  /* Hexadecimal numbers are masks, and words such as "inf" no values. */
  if (!(g_ascii_isdigit (*digits) || *digits == '.') || (*digits == '0' && (digits[1] | 0x20) == 'x'))
    return TELEMETRY_FIELD_TEXT;
  double value = g_ascii_strtod (field, &end);
  if (end == field || value - value != 0)
    return TELEMETRY_FIELD_TEXT;
  if (*end != '\0' && *end != ' ' && *end != '%' && !g_ascii_isalpha (*end))
    return TELEMETRY_FIELD_TEXT;
  while (is_space (*end))
    end++;
  *ret_value = value;
  *ret_unit = end;
  return TELEMETRY_FIELD_NUMBER;
}

const char *
telemetry_title_unit (char *title)
{
  size_t n = strlen (title);
  char open = n > 0 && title[n - 1] == ']' ? '[' : n > 0 && title[n - 1] == ')' ? '(' : '\0';
  char *begin = open != '\0' ? strrchr (title, open) : NULL;

  if (begin == NULL || begin == title)
    return title + n;
  title[n - 1] = '\0';
  for (char *end = begin; end > title && (end == begin || is_space (*end)); end--)
    *end = '\0';
  return begin + 1;
}
