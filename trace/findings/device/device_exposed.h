/* SPDX-License-Identifier: Apache-2.0
 *
 * The time in which a device does nothing but certain activities: what would be gained if they ran beside others. */

#pragma once

#include "trace/findings/finding_rule.h"

/* Adds to the gain the time in which activities of which is_wanted (data, slice) is true ran and no other activity of their
 * device did. Returns false when memory ran out or the computation must end. O(activities + k log k) for k that are wanted
 * or run beside them; is_wanted () is asked at most twice for each activity. */
bool device_exposed_gain (FindingLook *look, bool (*is_wanted) (void *data, uint64_t slice), void *data);
