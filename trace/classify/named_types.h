/* SPDX-License-Identifier: Apache-2.0
 *
 * What the C++ name of a kernel says of precision by the element types among its template arguments.
 *
 * Of floating types any that is named counts, unless they differ; 16-bit and narrower ones are no matter of this file
 * (trace/classify/precision_rules.c). Integers count where no floating type is named, and only as the first element type
 * among the template arguments: parameters, and the lambdas that loops are written with, take indices. */

#pragma once

#include "trace/classify/precision.h"
#include "trace/naming/text_span.h"

/* Returns the class, or PRECISION_UNKNOWN; ret_reason: why, a static text; NULL where nothing is said. O(length). */
Precision named_types_precision (TextSpan name, const char **ret_reason);
