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
  const char *name, *dtype;
} OperandType;

/* Without namespaces. An OperandElement is 1 + the place in this table. */
/* clang-format off */
static const OperandType types[] = {
  { "float", IS_FLOAT, PRECISION_FP32, "f32", "float32" },
  { "double", IS_FLOAT, PRECISION_FP64, "f64", "float64" },
  { "Half", IS_FLOAT, PRECISION_FP16, "f16", "float16" },
  { "BFloat16", IS_FLOAT, PRECISION_BF16, "bf16", "bfloat16" },
  { "Float8_e4m3fn", IS_FLOAT, PRECISION_FP8, "f8e4m3", "float8_e4m3fn" },
  { "Float8_e5m2", IS_FLOAT, PRECISION_FP8, "f8e5m2", "float8_e5m2" },
  { "Float8_e4m3fnuz", IS_FLOAT, PRECISION_FP8, "f8e4m3", "float8_e4m3fnuz" },
  { "Float8_e5m2fnuz", IS_FLOAT, PRECISION_FP8, "f8e5m2", "float8_e5m2fnuz" },
  { "Float4_e2m1fn_x2", IS_FLOAT, PRECISION_FP4, "f4e2m1", "float4_e2m1fn_x2" },
  { "complex<float>", IS_FLOAT, PRECISION_FP32, "c64", "complex64" },
  { "complex<double>", IS_FLOAT, PRECISION_FP64, "c128", "complex128" },
  { "complex<c10::Half>", IS_FLOAT, PRECISION_FP16, "c32", "complex32" },
  { "long int", IS_INTEGER, PRECISION_INT64, "i64", "int64" },
  { "long", IS_INTEGER, PRECISION_INT64, "i64", "int64" },
  { "long long", IS_INTEGER, PRECISION_INT64, "i64", "int64" },
  { "unsigned long", IS_INTEGER, PRECISION_INT64, "u64", "uint64" },
  { "int", IS_INTEGER, PRECISION_INT32, "i32", "int32" },
  { "unsigned int", IS_INTEGER, PRECISION_INT32, "u32", "uint32" },
  { "signed char", IS_INTEGER, PRECISION_INT8, "i8", "int8" },
  { "qint8", IS_INTEGER, PRECISION_INT8, "i8", "qint8" },
  { "quint8", IS_INTEGER, PRECISION_INT8, "u8", "quint8" },
  { "qint32", IS_INTEGER, PRECISION_INT32, "i32", "qint32" },
  { "unsigned char", IS_INTEGER, PRECISION_UNKNOWN, "u8", "uint8" },
  { "short int", IS_INTEGER, PRECISION_UNKNOWN, "i16", "int16" },
  { "short", IS_INTEGER, PRECISION_UNKNOWN, "i16", "int16" },
  { "unsigned short", IS_INTEGER, PRECISION_UNKNOWN, "u16", "uint16" },
  { "bool", IS_OTHER, PRECISION_UNKNOWN, "bool", "bool" },
  { "Float8_e8m0fnu", IS_OTHER, PRECISION_UNKNOWN, NULL, NULL }, /* scales */
  { "TensorList", IS_OTHER, PRECISION_UNKNOWN, NULL, NULL },
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (types) <= OPERAND_ELEMENT_MAX);

static OperandElement
element_of_word (TextSpan word)
{
  if (span_starts (word, "c10::") || span_starts (word, "at::"))
    word = span_from (word, span_find (word, "::") + 2);
  for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
    if (span_is (word, types[i].word))
      return (OperandElement) (i + 1);
  return OPERAND_ELEMENT_NONE;
}

Precision
operand_element_precision (OperandElement element)
{
  return element != OPERAND_ELEMENT_NONE ? types[element - 1].precision : PRECISION_UNKNOWN;
}

const char *
operand_element_name (OperandElement element)
{
  return element != OPERAND_ELEMENT_NONE ? types[element - 1].name : NULL;
}

const char *
operand_element_dtype (OperandElement element)
{
  return element != OPERAND_ELEMENT_NONE ? types[element - 1].dtype : NULL;
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
  bool is_told, differ;
  OperandElement first_float, first_dimensioned, first_integer,
    first_other; /* OPERAND_ELEMENT_NONE if none */
} Found;

static void
take_float (Found *found, OperandElement element, bool has_dimensions)
{
  if (found->first_float == OPERAND_ELEMENT_NONE)
    found->first_float = element;
  found->differ =
    found->differ || operand_element_precision (found->first_float) != operand_element_precision (element);
  if (found->first_dimensioned == OPERAND_ELEMENT_NONE && has_dimensions)
    found->first_dimensioned = element;
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
      OperandElement element = element_of_word (word);

      if (element == OPERAND_ELEMENT_NONE)
        continue;
      OperandKind kind = types[element - 1].kind;
      found.is_told = true;
      if (skips_first)
        skips_first = false;
      else if (kind == IS_FLOAT)
        take_float (&found, element, !is_without_dimensions (&dimensions, elements.index));
      else if (kind == IS_INTEGER && found.first_integer == OPERAND_ELEMENT_NONE)
        found.first_integer = element;
      else if (kind == IS_OTHER && found.first_other == OPERAND_ELEMENT_NONE
               && types[element - 1].name != NULL)
        found.first_other = element;
    }
  return found;
}

static OperandElement
deciding (const Found *found)
{
  if (found->first_dimensioned != OPERAND_ELEMENT_NONE)
    return found->first_dimensioned;
  if (found->first_float != OPERAND_ELEMENT_NONE)
    return found->first_float;
  return found->first_integer != OPERAND_ELEMENT_NONE ? found->first_integer : found->first_other;
}

OperandTypes
operand_types_of (TextSpan types_text, TextSpan dimensions, bool result_first)
{
  Found found = find (types_text, dimensions, result_first);
  OperandElement reads = deciding (&found);

  if (result_first && found.first_float == OPERAND_ELEMENT_NONE
      && found.first_integer == OPERAND_ELEMENT_NONE)
    found = find (types_text, dimensions, false);

  OperandElement element = deciding (&found);
  return (OperandTypes){ .is_told = found.is_told,
                         .depends_on_dimensions = found.differ && dimensions.n == 0,
                         .element = element,
                         .reads = reads != OPERAND_ELEMENT_NONE ? reads : element,
                         .precision = operand_element_precision (element) };
}

bool
operand_types_result_first (TextSpan operator_name)
{
  return span_is (operator_name, "aten::copy_") || span_starts (operator_name, "_C::");
}

OperandElement
operand_element_of_scalar (TextSpan name)
{
  /* clang-format off */
  static const struct
  {
    const char *name, *type;
  } scalars[] = {
    { "Float", "float" },
    { "Double", "double" },
    { "Half", "Half" },
    { "BFloat16", "BFloat16" },
    { "Long", "long" },
    { "Int", "int" },
    { "Char", "signed char" },
  };
  /* clang-format on */

  for (size_t i = 0; i < G_N_ELEMENTS (scalars); i++)
    if (span_is (name, scalars[i].name))
      return element_of_word (span_of (scalars[i].type));
  return span_starts (name, "Float8_") ? element_of_word (name) : OPERAND_ELEMENT_NONE;
}
