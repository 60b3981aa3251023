/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds element types in the arguments of a template. All functions return NULL if there is none. */

#pragma once

#include "trace/naming/cxx_name.h"
#include "trace/naming/scalar_type.h"

/* Returns the element type of a list of arguments: the first floating-point one, else the first of any kind. Sizes and
 * indices are integers, so taking simply the first would often name those. */
const char *cxx_list_type (const CxxText *cxx, CxxRange list, ScalarClass *ret_class);

/* Returns the first element type among the arguments themselves. */
const char *cxx_first_type (const CxxText *cxx, CxxRange list);

/* Returns the first floating-point type anywhere in range, at any depth. */
const char *cxx_nested_float_type (const CxxText *cxx, CxxRange range);

/* Returns the element type of a lambda: f32 for "{lambda(bool, float)#1}" or "[lambda(float) (instance 1)]". A bool
 * beside others is the condition, as in where (). */
const char *cxx_lambda_type (const CxxText *cxx, CxxRange lambda, ScalarClass *ret_class);
