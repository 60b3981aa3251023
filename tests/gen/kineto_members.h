/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments that repeat from event to event, as JSON members in libkineto's order and spacing. */

#pragma once

#include "tests/gen/device_work.h"

#include <stdint.h>

#define KINETO_MEMBERS_BYTES 1024 /* enough for any of them */
#define KINETO_SMS           132  /* multiprocessors of a device */

/* Those of a collective: in an all reduce one end of the message is as large as the other. */
void kineto_collective_members (int64_t elements, int world_size, char text[KINETO_MEMBERS_BYTES]);

/* Those of a kernel that follow from what it is. */
void kineto_kernel_members (const WorkSpec *work, char text[KINETO_MEMBERS_BYTES]);
