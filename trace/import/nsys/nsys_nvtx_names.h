/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the domains and categories of NVTX in each process. They are rows among those that use them. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

typedef struct NsysNvtxNames NsysNvtxNames;

/* Reads them, and the names that NVTX gives to threads, which go to the processes. Returns NULL if memory runs out. */
NsysNvtxNames *nsys_nvtx_names_new (NsysImport *import);
void nsys_nvtx_names_free (NsysNvtxNames *names);

/* Return a string id, or STRING_EMPTY if there is no name. O(1). */
uint32_t nsys_nvtx_names_domain (NsysNvtxNames *names, uint32_t process, int64_t domain);
uint32_t nsys_nvtx_names_category (NsysNvtxNames *names, uint32_t process, int64_t domain, int64_t category);
