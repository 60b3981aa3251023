/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/align_option.h"

#include <errno.h>
#include <string.h>

#include "trace/text/trace_error.h"

static bool
parse_integer (const char *text, int64_t *ret_value)
{
  char *end;

  if (!g_ascii_isdigit (text[text[0] == '-' ? 1 : 0]))
    return false;
  errno = 0;
  *ret_value = g_ascii_strtoll (text, &end, 10);
  return *end == '\0' && errno == 0;
}

/* "NAME", "NAME:K" or, of a collective, "NAME:#N". A name may contain colons. */
static bool
parse_instance (const char *text, Alignment *at)
{
  const char *colon = strrchr (text, ':');
  int64_t number;

  at->name = text;
  at->length = strlen (text);
  at->number = 1;
  if (colon != NULL && at->kind == ALIGN_COLLECTIVE && colon[1] == '#' && parse_integer (colon + 2, &number))
    at->kind = ALIGN_SEQUENCE;
  else if (colon == NULL || colon[1] == '-' || !parse_integer (colon + 1, &number))
    return at->length > 0;
  at->number = number;
  at->length = (size_t) (colon - text);
  return at->length > 0 && (at->kind == ALIGN_SEQUENCE || number > 0);
}

bool
align_option_parse (const char *text, AlignOption *ret_option)
{
  *ret_option = (AlignOption){ .text = text };
  if (text == NULL || strcmp (text, "none") == 0)
    return true;
  ret_option->only_common = strcmp (text, "steps") == 0;
  if (ret_option->only_common)
    return true;
  ret_option->is_instant = true;
  if (strcmp (text, "start") == 0)
    ret_option->at.kind = ALIGN_START;
  else if (g_str_has_prefix (text, "step:"))
    {
      ret_option->at.kind = ALIGN_STEP;
      return parse_integer (text + strlen ("step:"), &ret_option->at.number);
    }
  else if (g_str_has_prefix (text, "annotation:"))
    {
      ret_option->at.kind = ALIGN_ANNOTATION;
      return parse_instance (text + strlen ("annotation:"), &ret_option->at);
    }
  else if (g_str_has_prefix (text, "collective:"))
    {
      ret_option->at.kind = ALIGN_COLLECTIVE;
      return parse_instance (text + strlen ("collective:"), &ret_option->at);
    }
  else
    return false;
  return true;
}

bool
align_option_part (const AlignOption *option,
                   const Trace *trace,
                   const StepTable *steps,
                   uint32_t rank,
                   const TimeWindow *window,
                   ComparePart *ret_part,
                   GError **error)
{
  StatsScope whole = stats_scope_whole (trace, steps);
  AlignmentInstant instant;

  stats_scope_limit (&whole, rank, TRACE_NONE);
  if (!alignment_find (&option->at, &whole, NULL, NULL, &instant, error))
    return false;
  int64_t begin_ns = trace_time_clamp (instant.time_ns + window->begin_ns);
  int64_t end_ns = trace_time_clamp (instant.time_ns + window->end_ns);
  bool has_window = window->has_begin || window->has_end;
  *ret_part = (ComparePart){ .choice = COMPARE_WINDOW };
  ret_part->scope = stats_scope_window (trace, steps, window->has_begin || !has_window ? &begin_ns : NULL,
                                        window->has_end ? &end_ns : NULL);
  stats_scope_limit (&ret_part->scope, rank, TRACE_NONE);
  if (ret_part->scope.end_ns >= ret_part->scope.begin_ns)
    return true;
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                       "The window that --align and --window name lies outside the profile.");
  return false;
}
