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

#include "trace/classify/precision.h"
#include "trace/naming/text_span.h"

typedef struct
{
  bool is_told; /* it has tensors, so no other operator is looked at, even if they have no class */
  bool depends_on_dimensions; /* floating tensors differ, and no dimensions were given */
  Precision precision;
} OperandTypes;

/* types and dimensions are the JSON texts of "Input type" and "Input Dims"; they may be any bytes, and
 * dimensions may be empty. result_first says that the operator writes to its first tensor, so that another
 * one decides if there is one. O(length). */
OperandTypes operand_types_of (TextSpan types, TextSpan dimensions, bool result_first);

/* Returns whether an operator of that name writes to its first argument: aten::copy_, and those of vLLM
 * ("_C::"). */
bool operand_types_result_first (TextSpan operator_name);

/* Returns the class of a PyTorch ScalarType by its name ("BFloat16", "Float", "Long"), as collectives write
 * it. */
Precision operand_types_of_scalar (TextSpan name);
