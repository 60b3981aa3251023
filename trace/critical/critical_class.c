/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/critical/critical_class.h"

const char *
critical_class_word (CriticalClass klass)
{
  static const char *const words[N_CRITICAL_CLASSES] = {
    [CRITICAL_COMPUTE] = "compute", [CRITICAL_COMMUNICATION] = "communication",
    [CRITICAL_MEMCPY] = "memcpy",   [CRITICAL_LAUNCH] = "launch",
    [CRITICAL_HOST] = "host",       [CRITICAL_LOADER] = "dataloader",
    [CRITICAL_GAP] = "gap",
  };

  return words[klass];
}
