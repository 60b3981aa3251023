/* SPDX-License-Identifier: Apache-2.0
 *
 * A JSON text as a pickle of what json.load () makes of it. */

#pragma once

#include <glib.h>

typedef enum
{
  PICKLED_PYTHON_4, /* as pickle.dump (): what is kept is kept before it is filled; batches of 1000 */
  PICKLED_PYTHON_0, /* in lines of text */
  PICKLED_CPP,      /* as torch::jit::Pickler: protocol 2; what is kept is kept behind its last item */
  N_PICKLED_FORMS
} PickledForm;

/* Transfer full. The text must be valid; numbers are integers of at most 64 bits, or floats. */
GByteArray *pickled_json (const char *text, gsize length, PickledForm form);
