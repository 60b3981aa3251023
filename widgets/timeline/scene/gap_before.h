/* SPDX-License-Identifier: Apache-2.0
 *
 * The idle time that a slice of a device ended, or stands behind. Pure. */

#pragma once

#include "widgets/state/profile.h"

/* The last stretch in which the device of the slice was idle before it began; slice: an activity of a device, or a call
 * that launched one, whose first run counts then. False: the slice has no device, or the device was busy since the
 * begin of the profile. O(log n). */
bool gap_before_slice (const Profile *profile,
                       uint64_t slice,
                       uint32_t *ret_device,
                       int64_t *ret_begin_ns,
                       int64_t *ret_end_ns);
