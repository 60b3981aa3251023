/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/operand_types.h"

#include <glib.h>
#include <stdint.h>

typedef enum
{
  IS_NO_TENSOR,
  IS_FLOAT,
  IS_INTEGER,
  IS_OTHER, /* one or more tensors without a class */
} OperandKind;

typedef struct
{
  const char *word;
  OperandKind kind;
  Precision precision;
} OperandType;

/* Names without their namespaces. */
static const OperandType types[] = {
  { "float", IS_FLOAT, PRECISION_FP32 },
  { "double", IS_FLOAT, PRECISION_FP64 },
  { "Half", IS_FLOAT, PRECISION_FP16 },
  { "BFloat16", IS_FLOAT, PRECISION_BF16 },
  { "Float8_e4m3fn", IS_FLOAT, PRECISION_FP8 },
  { "Float8_e5m2", IS_FLOAT, PRECISION_FP8 },
  { "Float8_e4m3fnuz", IS_FLOAT, PRECISION_FP8 },
  { "Float8_e5m2fnuz", IS_FLOAT, PRECISION_FP8 },
  { "Float4_e2m1fn_x2", IS_FLOAT, PRECISION_FP4 },
  { "complex<float>", IS_FLOAT, PRECISION_FP32 },
  { "complex<double>", IS_FLOAT, PRECISION_FP64 },
  { "complex<c10::Half>", IS_FLOAT, PRECISION_FP16 },
  { "long int", IS_INTEGER, PRECISION_INT64 },
  { "long", IS_INTEGER, PRECISION_INT64 },
  { "long long", IS_INTEGER, PRECISION_INT64 },
  { "unsigned long", IS_INTEGER, PRECISION_INT64 },
  { "int", IS_INTEGER, PRECISION_INT32 },
  { "unsigned int", IS_INTEGER, PRECISION_INT32 },
  { "signed char", IS_INTEGER, PRECISION_INT8 },
  { "qint8", IS_INTEGER, PRECISION_INT8 },
  { "quint8", IS_INTEGER, PRECISION_INT8 },
  { "qint32", IS_INTEGER, PRECISION_INT32 },
  { "unsigned char", IS_INTEGER, PRECISION_UNKNOWN },
  { "short int", IS_INTEGER, PRECISION_UNKNOWN },
  { "short", IS_INTEGER, PRECISION_UNKNOWN },
  { "unsigned short", IS_INTEGER, PRECISION_UNKNOWN },
  { "bool", IS_OTHER, PRECISION_UNKNOWN },
  { "Float8_e8m0fnu", IS_OTHER, PRECISION_UNKNOWN }, /* scales */
  { "TensorList", IS_OTHER, PRECISION_UNKNOWN },
};

static OperandType
type_of_word (TextSpan word)
{
  if (span_starts (word, "c10::") || span_starts (word, "at::"))
    word = span_from (word, span_find (word, "::") + 2);
  for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
    if (span_is (word, types[i].word))
      return types[i];
  return (OperandType){ NULL, IS_NO_TENSOR, PRECISION_UNKNOWN };
}

/* ---- the texts ---- */

/* Iterates over the elements of a JSON array of texts or of arrays. */
typedef struct
{
  TextSpan rest;
  size_t depth;
  size_t index; /* of the element of the outermost array found last */
} Elements;

/* Finds the next text, at any depth. */
static bool
next_text (Elements *elements, TextSpan *ret_text)
{
  for (; elements->rest.n > 0; elements->rest = span_from (elements->rest, 1))
    switch (*elements->rest.at)
      {
      case '[':
        elements->depth++;
        break;
      case ']':
        elements->depth -= elements->depth > 0;
        break;
      case ',':
        elements->index += elements->depth == 1;
        break;
      case '"':
        {
          TextSpan behind = span_from (elements->rest, 1);
          size_t n = span_find (behind, "\"");

          *ret_text = (TextSpan){ behind.at, n };
          elements->rest = span_from (behind, MIN (n + 1, behind.n));
          return true;
        }
      default:
        break;
      }
  return false;
}

/* Iterates over the dimensions along with the types. */
typedef struct
{
  TextSpan rest;
  size_t depth;
  size_t index;   /* of the element that rest is in */
  bool is_within; /* rest is behind the opening bracket of the element */
  bool is_empty;  /* if is_within: the element is an empty array */
} Dimensions;

/* Returns whether the element of that index is an empty array: a tensor without dimensions. Indices must not
 * decrease from call to call. */
static bool
is_without_dimensions (Dimensions *dimensions, size_t index)
{
  for (; dimensions->index <= index && dimensions->rest.n > 0;
       dimensions->rest = span_from (dimensions->rest, 1))
    {
      if (dimensions->is_within && dimensions->index == index)
        return dimensions->is_empty;
      switch (*dimensions->rest.at)
        {
        case '[':
          if (dimensions->depth++ == 1)
            {
              dimensions->is_within = true;
              dimensions->is_empty = span_starts (span_trim (span_from (dimensions->rest, 1)), "]");
            }
          break;
        case ']':
          dimensions->depth -= dimensions->depth > 0;
          break;
        case ',':
          if (dimensions->depth == 1)
            {
              dimensions->index++;
              dimensions->is_within = false;
            }
          break;
        default:
          break;
        }
    }
  return dimensions->index == index && dimensions->is_within && dimensions->is_empty;
}

/* ---- the decision ---- */

typedef struct
{
  bool is_told, has_integer, differ;
  Precision first_float, first_dimensioned, first_integer;
} Found;

static void
take_float (Found *found, Precision precision, bool has_dimensions)
{
  if (found->first_float == PRECISION_UNKNOWN)
    found->first_float = precision;
  found->differ = found->differ || found->first_float != precision;
  if (found->first_dimensioned == PRECISION_UNKNOWN && has_dimensions)
    found->first_dimensioned = precision;
}

static Found
find (TextSpan text, TextSpan dimensions_text, bool skips_first)
{
  Dimensions dimensions = { .rest = dimensions_text };
  Elements elements = { .rest = text };
  Found found = { 0 };
  TextSpan word;

  while (next_text (&elements, &word))
    {
      OperandType type = type_of_word (word);

      if (type.kind == IS_NO_TENSOR)
        continue;
      found.is_told = true;
      if (skips_first)
        skips_first = false;
      else if (type.kind == IS_FLOAT)
        take_float (&found, type.precision, !is_without_dimensions (&dimensions, elements.index));
      else if (type.kind == IS_INTEGER && !found.has_integer)
        {
          found.has_integer = true;
          found.first_integer = type.precision;
        }
    }
  return found;
}

OperandTypes
operand_types_of (TextSpan types_text, TextSpan dimensions, bool result_first)
{
  Found found = find (types_text, dimensions, result_first);

  if (result_first && found.first_float == PRECISION_UNKNOWN && !found.has_integer)
    found = find (types_text, dimensions, false);

  OperandTypes result = { .is_told = found.is_told,
                          .depends_on_dimensions = found.differ && dimensions.n == 0,
                          .precision = found.first_integer };
  if (found.first_float != PRECISION_UNKNOWN)
    result.precision =
      found.first_dimensioned != PRECISION_UNKNOWN ? found.first_dimensioned : found.first_float;
  return result;
}

bool
operand_types_result_first (TextSpan operator_name)
{
  return span_is (operator_name, "aten::copy_") || span_starts (operator_name, "_C::");
}

Precision
operand_types_of_scalar (TextSpan name)
{
  static const struct
  {
    const char *name, *type;
  } scalars[] = {
    { "Float", "float" },       { "Double", "double" }, { "Half", "Half" },        { "Long", "long" },
    { "BFloat16", "BFloat16" }, { "Int", "int" },       { "Char", "signed char" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (scalars); i++)
    if (span_is (name, scalars[i].name))
      return type_of_word (span_of (scalars[i].type)).precision;
  return span_starts (name, "Float8_") ? type_of_word (name).precision : PRECISION_UNKNOWN;
}
