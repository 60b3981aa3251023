/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of encoding and decoding. */

#pragma once

typedef enum
{
  ARCHIVE_OK,
  ARCHIVE_DAMAGED, /* no encoder writes such bytes */
  ARCHIVE_NO_MEMORY,
  ARCHIVE_STOPPED, /* the caller's function returned false */
} ArchiveStatus;
