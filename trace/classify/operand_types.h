/* SPDX-License-Identifier: Apache-2.0
 *
 * Derives the precision from an operator's argument "Input type": the type of the tensors that it works on.
 *
 * PyTorch writes one text per argument: an element type for a tensor ("float", "c10::BFloat16", "long int"),
 * "TensorList", "Scalar", "ScalarList", or "" for anything else; lists may be nested.
 * (torch/csrc/profiler/util.cpp)
 *
 * The first floating tensor decides: it is the main operand, and weights, scales and statistics have its
 * type. Integers beside it are indices. A tensor without dimensions beside one with dimensions is a wrapped
 * number, which does not take part in PyTorch's promotion of types. Without floating tensors the first
 * integer tensor decides. Booleans and bytes, which may hold anything, have no class. */

#pragma once

#include <stdint.h>

#include "trace/classify/precision.h"
#include "trace/naming/text_span.h"

/* An element type of PyTorch; 1 to OPERAND_ELEMENT_MAX. */
typedef uint8_t OperandElement;

#define OPERAND_ELEMENT_NONE ((OperandElement) 0)
#define OPERAND_ELEMENT_MAX  31

typedef struct
{
  bool is_told; /* the arguments have tensors, so no outer operator is examined, even if there is no class */
  bool depends_on_dimensions; /* the types of floating tensors differ, and dimensions were not given */
  OperandElement
    element; /* the type that decides, or OPERAND_ELEMENT_NONE; may have no class, such as bool */
  /* The type that the kernel reads: element, except if the result has a class but is computed from bool. */
  OperandElement reads;
  Precision precision; /* the class of element */
} OperandTypes;

/* types and dimensions are the JSON texts of "Input type" and "Input Dims"; they may be any bytes, and
 * dimensions may be empty. result_first says that the operator writes to its first tensor, so that another
 * one decides if there is one. O(length). */
OperandTypes operand_types_of (TextSpan types, TextSpan dimensions, bool result_first);

/* Returns whether an operator of that name writes to its first argument: aten::copy_, and those of vLLM
 * ("_C::"). */
bool operand_types_result_first (TextSpan operator_name);

/* Returns the element type with that ScalarType name of PyTorch ("BFloat16", "Float", "Long"), as collectives write
 * it. */
OperandElement operand_element_of_scalar (TextSpan name);

Precision operand_element_precision (OperandElement element);

/* Returns "bf16", as in display names (trace/naming/scalar_type.h), or NULL for no type and for types that no kernel
 * works on. Static. */
const char *operand_element_name (OperandElement element);

/* Returns PyTorch's name for the type, such as "bfloat16", or NULL in the same cases. Static. */
const char *operand_element_dtype (OperandElement element);
