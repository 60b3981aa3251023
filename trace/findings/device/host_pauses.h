/* SPDX-License-Identifier: Apache-2.0
 *
 * Host slices of certain names inside steps, and the idle time of the devices under them. */

#pragma once

#include "trace/findings/finding_rule.h"

typedef struct
{
  bool is_named;    /* the profile has such a name */
  uint64_t n;       /* slices inside steps, without those inside others */
  uint64_t worst;   /* the longest of them, or SLICE_NONE */
  int64_t total_ns; /* of all of them */
} HostPauses;

/* Adds the idle time of each device of a rank while the rank is in such a slice to the gain, and the outermost slices as
 * places; in a profile without steps everywhere. Returns false when memory ran out or the computation must end. O(bytes of
 * texts), + O(host slices) if there is such a name. */
bool
host_pauses_gain (FindingLook *look, bool (*is) (const char *name, size_t length), HostPauses *ret_pauses);
