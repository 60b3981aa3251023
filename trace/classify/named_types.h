/* SPDX-License-Identifier: Apache-2.0
 *
 * Derives the precision from the element types among the template arguments of a kernel's C++ name.
 *
 * A floating type decides wherever it is named, unless two of them differ; types of 16 bits and fewer are
 * handled by trace/classify/precision_rules.c instead. Integers count only if no floating type is named, and
 * only as the first element type among the template arguments, since parameters and the lambdas of loops take
 * indices. */

#pragma once

#include "trace/classify/precision.h"
#include "trace/naming/text_span.h"

/* Returns the class, or PRECISION_UNKNOWN. Sets *ret_reason to a static text, or NULL if the name gives no
 * class. O(length). */
Precision named_types_precision (TextSpan name, const char **ret_reason);
