/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/naming/cxx_type.h"

#include <glib.h>

const char *
cxx_list_type (const CxxText *cxx, CxxRange list, ScalarClass *ret_class)
{
  CxxRange argument;
  const char *best = NULL;

  *ret_class = SCALAR_NONE;
  for (size_t at = list.begin; cxx_next_argument (cxx, list, &at, &argument);)
    {
      ScalarClass klass;
      const char *type = scalar_type_of_cxx (cxx_span (cxx, argument), &klass);
      if (klass != SCALAR_NONE && (best == NULL || (klass == SCALAR_FLOAT && *ret_class != klass)))
        {
          best = type;
          *ret_class = klass;
        }
    }
  return best;
}

const char *
cxx_first_type (const CxxText *cxx, CxxRange list)
{
  CxxRange argument;
  const char *type = NULL;

  for (size_t at = list.begin; type == NULL && cxx_next_argument (cxx, list, &at, &argument);)
    type = scalar_type_of_cxx (cxx_span (cxx, argument), NULL);
  return type;
}

const char *
cxx_nested_float_type (const CxxText *cxx, CxxRange range)
{
  for (size_t i = range.begin; i < range.end;)
    {
      size_t begin = i;
      while (i < range.end && (g_ascii_isalnum (cxx->text.at[i]) || cxx->text.at[i] == '_'))
        i++;
      ScalarClass klass = SCALAR_NONE;
      const char *type = NULL;
      if (i > begin)
        type = scalar_type_of_cxx (cxx_span (cxx, (CxxRange){ begin, i }), &klass);
      if (klass == SCALAR_FLOAT)
        return type;
      i += i == begin;
    }
  return NULL;
}

const char *
cxx_lambda_type (const CxxText *cxx, CxxRange lambda, ScalarClass *ret_class)
{
  static const char word[] = "lambda(";
  size_t at = lambda.begin + span_find (cxx_span (cxx, lambda), word) + strlen (word) - 1;
  const char *best = NULL;
  CxxRange argument;

  *ret_class = SCALAR_NONE;
  if (at >= lambda.end)
    return NULL;
  CxxRange list = { at + 1, MAX (at + 1, MIN ((size_t) cxx->match[at], lambda.end)) };
  for (size_t cursor = list.begin; cxx_next_argument (cxx, list, &cursor, &argument);)
    {
      ScalarClass klass;
      const char *type = scalar_type_of_cxx (cxx_span (cxx, argument), &klass);
      if (klass > *ret_class)
        {
          best = type;
          *ret_class = klass;
        }
    }
  return best;
}
