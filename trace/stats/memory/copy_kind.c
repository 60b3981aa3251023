/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory/copy_kind.h"

#include <glib.h>
#include <string.h>

/* The names of memcpys in AMD's tools. Some label those of rocprofiler as kernels. */
static const struct
{
  const char *name, *kind;
} kernel_copies[] = {
  { "MEMORY_COPY_HOST_TO_DEVICE", "HtoD" },
  { "MEMORY_COPY_DEVICE_TO_HOST", "DtoH" },
  { "MEMORY_COPY_DEVICE_TO_DEVICE", "DtoD" },
  { "MEMORY_COPY_HOST_TO_HOST", "HtoH" },
  { "CopyHostToDevice", "HtoD" },
  { "CopyDeviceToHost", "DtoH" },
  { "CopyDeviceToDevice", "DtoD" },
};

bool
copy_kind_of_name (const char *name, size_t length, const char **ret_kind)
{
  size_t i = 0;

  for (size_t k = 0; k < sizeof kernel_copies / sizeof kernel_copies[0]; k++)
    if (strlen (kernel_copies[k].name) == length && memcmp (kernel_copies[k].name, name, length) == 0)
      {
        *ret_kind = kernel_copies[k].kind;
        return true;
      }
  if (length >= 3 && memcmp (name, "hip", 3) == 0)
    i = 3;
  if (length - i < 6 || (memcmp (name + i, "Memcpy", 6) != 0 && memcmp (name + i, "Memset", 6) != 0))
    return false;
  for (i += 6; i < length && (name[i] == ' ' || name[i] == '\t');)
    i++;
  if (length - i < 4 || memcmp (name + i + 1, "to", 2) != 0 || !g_ascii_isalpha (name[i])
      || !g_ascii_isalpha (name[i + 3]))
    return false;
  *ret_kind = name + i;
  return true;
}
