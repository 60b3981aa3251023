/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/archive/appended_bytes.h"

#include <glib.h>
#include <string.h>

bool
appended_bytes (void *data, const void *bytes, size_t n)
{
  U8Column *section = data;

  g_assert_true (u8_column_reserve (section, n));
  if (n > 0)
    memcpy (section->at + section->n, bytes, n);
  section->n += n;
  return true;
}
