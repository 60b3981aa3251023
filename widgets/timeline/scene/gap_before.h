/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the idle time before a slice of a device. */

#pragma once

#include "widgets/state/profile.h"

/* Returns the last idle time of the device before the slice began. slice is an activity of a device, or a
 * call that launched one; then its first run counts. Returns false if the slice has no device, or the
 * device was busy since the begin of the profile. O(log n). */
bool gap_before_slice (const Profile *profile,
                       uint64_t slice,
                       uint32_t *ret_device,
                       int64_t *ret_begin_ns,
                       int64_t *ret_end_ns);
