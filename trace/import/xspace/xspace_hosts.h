/* SPDX-License-Identifier: Apache-2.0
 *
 * The planes of a file, and which hosts they are of. A file with the names of several hosts is made of those of several
 * profilers: each name of a plane is there once for every host, and nothing else tells them apart. */

#pragma once

#include "trace/import/xspace/xspace_import.h"

typedef struct
{
  uint64_t at; /* of its field in the file */
  uint32_t name;
  uint32_t host;       /* 0, 1, ... */
  uint32_t nth;        /* among the planes of its name on its host: 0, 1, ... */
  bool is_environment; /* it tells when the recording of its host began */
} XSpaceHostPlane;

COLUMN_DEFINE (XSpaceHostPlaneColumn, xspace_host_plane_column, XSpaceHostPlane)

typedef struct
{
  XSpaceHostPlaneColumn planes;
  U32Column names; /* of hosts: strings */
  bool are_named;  /* host i is that of name i */
} XSpaceHosts;     /* all 0: none */

/* Adds the plane that was entered, and leaves it once its name was read. */
void xspace_hosts_add_plane (XSpaceImport *import, XSpaceHosts *hosts, uint64_t at);

/* Finds the hosts of the planes, and sorts these: host by host, the time of the begin first, else in the order of the file. */
void xspace_hosts_settle (XSpaceImport *import, XSpaceHosts *hosts);

void xspace_hosts_clear (XSpaceHosts *hosts);
