/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/class_of_names.h"

#include <stdlib.h>

bool
class_of_names_init (ClassOfNames *classes, const Trace *trace)
{
  *classes = (ClassOfNames){ trace, calloc (trace_n_strings (trace) + (size_t) 1, 1) };
  return classes->known != NULL;
}

void
class_of_names_clear (ClassOfNames *classes)
{
  free (classes->known);
  *classes = (ClassOfNames){ 0 };
}

void
class_of_names_learn (ClassOfNames *classes, uint32_t name)
{
  size_t length;
  const char *text = trace_string (classes->trace, name, &length);

  classes->known[name] = (uint8_t) (kernel_class_of_name (text, length) + 1);
}
