/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/kernel_classes.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/launch_operands.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/trace_private.h"

COLUMN_DEFINE (NameClassColumn, name_class_column, NameClass)
COLUMN_IMPLEMENT (NameClassColumn, name_class_column)

struct KernelClasses
{
  TraceDerived derived; /* must be first */
  const SliceColumns *slices;
  uint32_t *place; /* by string id: 1 + index of names, or 0 if it is not a kernel's name */
  NameClassColumn names;
  uint8_t *
    operands; /* by slice: OperandElement of the operator's tensors; pages without kernels are never touched */
};

static const NameClass *
name_of (const KernelClasses *classes, uint64_t slice)
{
  return kernel_classes_name (classes, slice_name (classes->slices, slice));
}

static bool
add_name (KernelClasses *classes, const Trace *trace, uint32_t name)
{
  size_t length;
  const char *text = trace_string (trace, name, &length);

  if (classes->names.n == UINT32_MAX
      || !name_class_column_push (&classes->names, name_class_of (text, length)))
    return false;
  classes->place[name] = (uint32_t) classes->names.n;
  return true;
}

/* Classifies the name of every kernel, and reads the "dtype" of collectives. */
static bool
look_at_names (KernelClasses *classes,
               const Trace *trace,
               bool (*should_continue) (void *user_data),
               void *user_data)
{
  const SliceColumns *slices = classes->slices;
  uint64_t looked_at = 0;
  ArgFinder finder;
  bool ok = true;

  own_operand_finder_init (&finder, trace);

  for (uint64_t i = 0; i < slices->n && ok; i++)
    {
      const uint8_t *found = memchr (slices->kind + i, SLICE_KERNEL, slices->n - i);

      if (found == NULL)
        break;
      i = (uint64_t) (found - slices->kind);

      uint32_t name = slice_name (slices, i);
      if (classes->place[name] == 0)
        ok = add_name (classes, trace, name);
      if (ok && classes->names.at[classes->place[name] - 1].category == KERNEL_COMMUNICATION)
        classes->operands[i] = launch_operands_own (&finder, i);
      if (i - looked_at >= STOPPABLE_AT_ONCE && should_continue != NULL)
        {
          looked_at = i;
          ok = ok && should_continue (user_data);
        }
    }
  arg_finder_clear (&finder);
  return ok;
}

static void
free_derived (TraceDerived *derived)
{
  kernel_classes_free ((KernelClasses *) derived);
}

static KernelClasses *
classes_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data)
{
  KernelClasses *classes = calloc (1, sizeof *classes);

  if (classes == NULL)
    return NULL;
  classes->derived.free = free_derived;
  classes->slices = trace_slices (trace);
  classes->place = calloc ((size_t) trace_n_strings (trace) + 1, sizeof *classes->place);
  classes->operands = calloc (classes->slices->n + 1, 1);
  if (classes->place != NULL && classes->operands != NULL
      && look_at_names (classes, trace, should_continue, user_data)
      && launch_operands_fill (trace, classes->operands, should_continue, user_data))
    return classes;
  kernel_classes_free (classes);
  return NULL;
}

const KernelClasses *
kernel_classes_get (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data)
{
  /* The profile itself does not change; the cached result is not part of it. */
  TraceDerivedSlot *slot = (TraceDerivedSlot *) &trace->kernel_classes;
  TraceDerived *known = atomic_load_explicit (slot, memory_order_acquire);

  if (known != NULL)
    return (KernelClasses *) known;

  KernelClasses *mine = classes_new (trace, should_continue, user_data);
  if (mine == NULL)
    return NULL;
  if (atomic_compare_exchange_strong_explicit (slot, &known, &mine->derived, memory_order_acq_rel,
                                               memory_order_acquire))
    return mine;
  kernel_classes_free (mine);
  return (KernelClasses *) known;
}

void
kernel_classes_free (KernelClasses *classes)
{
  if (classes == NULL)
    return;
  free (classes->place);
  name_class_column_clear (&classes->names);
  free (classes->operands);
  free (classes);
}

const NameClass *
kernel_classes_name (const KernelClasses *classes, uint32_t name)
{
  uint32_t place = name < classes->slices->n_strings ? classes->place[name] : 0;

  return place > 0 ? &classes->names.at[place - 1] : NULL;
}

/* Returns the class of the type of the operator's tensors. */
static Precision
operands_of (const KernelClasses *classes, uint64_t slice)
{
  return operand_element_precision (classes->operands[slice]);
}

LaunchClass
kernel_classes_launch (const KernelClasses *classes, uint64_t slice)
{
  const NameClass *name = classes->slices->kind[slice] == SLICE_KERNEL ? name_of (classes, slice) : NULL;
  LaunchClass launch = { name, PRECISION_UNKNOWN, TENSOR_CORE_UNKNOWN, false };

  if (name != NULL)
    {
      Precision operands = operands_of (classes, slice);

      launch.precision = name_class_precision (name, operands);
      launch.tensor_core = tensor_core_with (name->tensor_core, launch.precision);
      launch.is_by_operands =
        operands != PRECISION_UNKNOWN && !name->is_of_user && launch.precision == operands;
    }
  return launch;
}

Precision
kernel_classes_precision (const KernelClasses *classes, uint64_t slice)
{
  return kernel_classes_launch (classes, slice).precision;
}

bool
kernel_classes_is_by_operands (const KernelClasses *classes, uint64_t slice)
{
  return kernel_classes_launch (classes, slice).is_by_operands;
}

PrecisionBasis
kernel_classes_basis (const KernelClasses *classes, uint64_t slice)
{
  const NameClass *name = classes->slices->kind[slice] == SLICE_KERNEL ? name_of (classes, slice) : NULL;

  if (name == NULL || kernel_classes_precision (classes, slice) == PRECISION_UNKNOWN)
    return PRECISION_BY_NOTHING;
  if (name->is_of_user)
    return PRECISION_BY_RULE;
  if (kernel_classes_is_by_operands (classes, slice))
    return PRECISION_BY_TENSORS;
  return operands_of (classes, slice) != PRECISION_UNKNOWN ? PRECISION_BY_NARROWER_NAME : PRECISION_BY_NAME;
}

OperandElement
kernel_classes_operands (const KernelClasses *classes, uint64_t slice)
{
  return classes->slices->kind[slice] == SLICE_KERNEL ? classes->operands[slice] : OPERAND_ELEMENT_NONE;
}

TensorCore
kernel_classes_tensor_core (const KernelClasses *classes, uint64_t slice)
{
  return kernel_classes_launch (classes, slice).tensor_core;
}
