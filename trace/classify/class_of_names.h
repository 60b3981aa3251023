/* SPDX-License-Identifier: Apache-2.0
 *
 * The class of kernels by the id of their name, for walks over many kernels: each name is classified once, when it is first
 * asked for. One owner at a time. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/kernel_class.h"
#include "trace/model/trace.h"

typedef struct
{
  const Trace *trace;  /* borrowed */
  uint8_t *known;      /* by string id: KernelClass + 1, 0 not asked for yet */
} ClassOfNames;

/* Returns false when memory runs out; call class_of_names_clear () in either case. O(strings). */
bool class_of_names_init (ClassOfNames *classes, const Trace *trace);
void class_of_names_clear (ClassOfNames *classes);

/* Classifies a name and remembers it. */
void class_of_names_learn (ClassOfNames *classes, uint32_t name);

/* name is an id as slice_name () returns it. O(1), the first time O(length x rules). */
static inline KernelClass
class_of_name (ClassOfNames *classes, uint32_t name)
{
  if (classes->known[name] == 0)
    class_of_names_learn (classes, name);
  return (KernelClass) (classes->known[name] - 1);
}
