/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/named_types.h"

#include <glib.h>

#include "trace/text/marked_text.h"

/* The part of a name that a word is in. */
typedef enum
{
  AMONG_TEMPLATE_ARGUMENTS,
  IN_A_LAMBDA,
  ELSEWHERE,
} WordPlace;

typedef struct
{
  bool has_float, has_double, has_bytes;
  bool has_first; /* an element type was found among the template arguments */
  Precision first;
} NamedTypes;

static bool
is_word_character (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static TextSpan
next_word (TextSpan name, size_t at)
{
  size_t end = at;

  while (end < name.n && is_word_character (name.at[end]))
    end++;
  return (TextSpan){ name.at + at, end - at };
}

/* Recognises element types other than float and double, and sets their class, or unknown if they have none. */
static bool
is_other_type (TextSpan word, TextSpan behind, Precision *ret_class)
{
  /* clang-format off */
  static const struct
  {
    const char *word;
    Precision klass;
  } types[] = {
    { "int", PRECISION_INT32 },
    { "int32_t", PRECISION_INT32 },
    { "uint32_t", PRECISION_INT32 },
    { "long", PRECISION_INT64 },
    { "int64_t", PRECISION_INT64 },
    { "uint64_t", PRECISION_INT64 },
    { "int8_t", PRECISION_INT8 },
    { "bool", PRECISION_UNKNOWN },
    { "char", PRECISION_UNKNOWN },
    { "uint8_t", PRECISION_UNKNOWN },
    { "short", PRECISION_UNKNOWN },
    { "int16_t", PRECISION_UNKNOWN },
    { "uint16_t", PRECISION_UNKNOWN },
    { "OpaqueType", PRECISION_UNKNOWN },
  };
  /* clang-format on */

  if (span_is (word, "signed") && span_starts (behind, " char"))
    {
      *ret_class = PRECISION_INT8;
      return true;
    }
  if (span_is (word, "unsigned"))
    {
      *ret_class = span_starts (behind, " long")                                     ? PRECISION_INT64
                   : span_starts (behind, " char") || span_starts (behind, " short") ? PRECISION_UNKNOWN
                                                                                     : PRECISION_INT32;
      return true;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
    if (span_is (word, types[i].word))
      {
        *ret_class = types[i].klass;
        return true;
      }
  return false;
}

static bool
is_float (TextSpan word)
{
  static const char *const words[] = { "float", "float2", "float3", "float4" };

  return SPAN_IS_ONE_OF (word, words);
}

static bool
is_double (TextSpan word)
{
  static const char *const words[] = { "double", "double2", "double4" };

  return SPAN_IS_ONE_OF (word, words);
}

static void
take_word (NamedTypes *types, TextSpan word, TextSpan behind, WordPlace place)
{
  Precision klass;

  types->has_float = types->has_float || is_float (word);
  types->has_double = types->has_double || is_double (word);
  /* A pointer is an address, not an element, and loops use char* for anything. */
  if (place != AMONG_TEMPLATE_ARGUMENTS || !is_other_type (word, behind, &klass) || span_starts (behind, "*"))
    return;
  /* Bytes may hold any type: quantised values, or FP8. */
  types->has_bytes = types->has_bytes || (klass == PRECISION_UNKNOWN && !span_is (word, "bool"));
  if (!types->has_first)
    types->first = klass;
  types->has_first = true;
}

/* "lambda(long)" is a lambda over elements, unless its parameter is int, as in loops over indices. */
static void
take_lambda (NamedTypes *types, TextSpan inside)
{
  static const char *const words[] = { "long", "unsigned long", "short",         "unsigned short",
                                       "bool", "signed char",   "unsigned char", "char" };
  Precision klass;

  if (types->has_first || !SPAN_IS_ONE_OF (inside, words))
    return;
  TextSpan word = next_word (inside, 0);
  types->has_first = is_other_type (word, span_from (inside, word.n), &klass);
  types->first = klass;
}

static NamedTypes
types_of (TextSpan name)
{
  NamedTypes types = { 0 };
  size_t depth = 0, lambda_end = 0;
  bool in_parameters = false;

  for (size_t i = 0; i < name.n; i++)
    {
      TextSpan rest = span_from (name, i);

      if (span_starts (rest, "lambda("))
        {
          size_t n = span_find (rest, ")");

          take_lambda (&types, (TextSpan){ rest.at + strlen ("lambda("), n - MIN (n, strlen ("lambda(")) });
          lambda_end = i + n;
          i += strlen ("lambda(") - 1;
        }
      else if (is_word_character (name.at[i]))
        {
          TextSpan word = next_word (name, i);
          WordPlace place = i < lambda_end                ? IN_A_LAMBDA
                            : depth > 0 && !in_parameters ? AMONG_TEMPLATE_ARGUMENTS
                                                          : ELSEWHERE;

          take_word (&types, word, span_from (name, i + word.n), place);
          i += word.n - 1;
        }
      else if (name.at[i] == '<')
        depth++;
      else if (name.at[i] == '>' && depth > 0)
        depth--;
      else if (name.at[i] == '(' && depth == 0 && !span_starts (rest, "(anonymous namespace)"))
        in_parameters = true;
    }
  return types;
}

Precision
named_types_precision (TextSpan name, const char **ret_reason)
{
  NamedTypes types = types_of (name);

  *ret_reason = NULL;
  if (types.has_float && types.has_double)
    *ret_reason = N_ ("names both float and double");
  else if ((types.has_float || types.has_double) && types.has_bytes)
    *ret_reason = N_ ("names float beside bytes, which may hold any type");
  else if (types.has_double)
    *ret_reason = N_ ("double, no other floating type");
  else if (types.has_float)
    *ret_reason = N_ ("float, no other floating type");
  else if (types.has_first && types.first != PRECISION_UNKNOWN)
    *ret_reason = N_ ("no floating type; the first element type among the template arguments");
  else
    return PRECISION_UNKNOWN;

  if ((types.has_float && types.has_double) || ((types.has_float || types.has_double) && types.has_bytes))
    return PRECISION_UNKNOWN;
  return types.has_double ? PRECISION_FP64 : types.has_float ? PRECISION_FP32 : types.first;
}
