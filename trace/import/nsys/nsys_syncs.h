/* SPDX-License-Identifier: Apache-2.0
 *
 * Device-side records of synchronisations (CUPTI_ACTIVITY_KIND_SYNCHRONIZATION).
 *
 * Each is named by the API call that made it, which has the same correlation id: the numbers in the column syncType mean
 * different things in exports of different years. So they are read before the calls and added after them. Their deviceId
 * is not reliable either, but their context is; so they are read after all work that ran in one. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

typedef struct NsysSyncs NsysSyncs;

/* Returns NULL if memory runs out. */
NsysSyncs *nsys_syncs_new (NsysImport *import);
void nsys_syncs_free (NsysSyncs *syncs);

void nsys_syncs_read (NsysSyncs *syncs);

/* Tells the name of a call of a process. O(1). */
void nsys_syncs_see_call (NsysSyncs *syncs, uint32_t process, int64_t correlation, uint32_t name);

void nsys_syncs_add (NsysSyncs *syncs);
