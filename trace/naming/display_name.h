/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes short, readable names from the exact names in a profile.
 *
 *   void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, ...>(...)
 *   add f32 · vectorized_elementwise
 *
 * A kernel's display name is "operation type detail · family". The type is that of the elements that the kernel's
 * own function works on, which is not always the precision of its operator's tensors
 * (trace/classify/kernel_classes.h): a sort within an operator of floats has i64 for its keys. A kernel that
 * converts shows both types: "copy f64->bf16". The type is left out if the exact name does not tell it. Display
 * names are only for showing. Numbers are keyed by the exact name, and different kernels of different profiles may
 * have the same display name. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Greatest lengths of display names, in bytes of UTF-8. Longer names lose their middle. */
#define DISPLAY_NAME_KERNEL_MAX_BYTES 120
#define DISPLAY_NAME_HOST_MAX_BYTES   400

typedef struct
{
  const char *exact; /* borrowed; any bytes */
  size_t length;
  bool is_kernel; /* a kernel, memcpy or memset; of anything else only a mangled name is changed */
  /* The input element types of a kernel that casts ("f64", "f32|i64"), borrowed; NULL if unknown. */
  const char *reads;
} DisplayNameSource;

/* Returns the display name of one slice name, ignoring all others: valid UTF-8 without control characters. Transfer
 * full (free ()). NULL when memory runs out. O(length); at most 16 KiB of the name are analysed. */
char *display_name_make (const char *exact, size_t length, bool is_kernel);

/* Returns whether a kernel casts its input, so that its name does not tell the type of its tensors. Cost as above. */
bool display_name_casts (const char *exact, size_t length);

/* Does the same as display_name_make () for a source. */
char *display_name_of (const DisplayNameSource *source);

/* Makes the display names of all slice names of a profile: ret_names[i] belongs to sources[i]. Different exact names
 * get different display names. Kernels that would have the same one also show the first template argument in which they
 * differ ("add f32 <4> · vectorized_elementwise") or, if that is not enough, a number ("#2"). Host names are assigned
 * first. The result does not depend on the order of sources. An exact name that occurs more than once as the same kind
 * gets one display name.
 *
 * ret_names is the caller's array of n pointers; each text is transferred (free all with display_names_free (), or each
 * with free ()). Returns false when memory runs out; then there is nothing to free. O(total length + n log n
 * comparisons). */
bool display_names_make (const DisplayNameSource *sources, size_t n, char **ret_names);
void display_names_free (char **names, size_t n);
