/* SPDX-License-Identifier: Apache-2.0
 *
 * Element types in the arguments of a template. NULL: there is none. */

#pragma once

#include "trace/naming/cxx_name.h"
#include "trace/naming/scalar_type.h"

/* The element type of a list of arguments: the first floating one, else the first of any kind.
 * Sizes and indices are integers, so order alone would often name those. */
const char *cxx_list_type (const CxxText *cxx, CxxRange list, ScalarClass *ret_class);

/* The first element type among the arguments themselves. */
const char *cxx_first_type (const CxxText *cxx, CxxRange list);

/* The first floating type anywhere in range, at any depth. */
const char *cxx_nested_float_type (const CxxText *cxx, CxxRange range);

/* Of "{lambda(bool, float)#1}" or "[lambda(float) (instance 1)]": f32. A truth value beside others
 * is the condition, as in where (). */
const char *cxx_lambda_type (const CxxText *cxx, CxxRange lambda, ScalarClass *ret_class);
