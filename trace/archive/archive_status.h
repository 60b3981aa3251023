/* SPDX-License-Identifier: Apache-2.0
 *
 * How decoding ends. */

#pragma once

typedef enum
{
  ARCHIVE_OK,
  ARCHIVE_DAMAGED, /* the bytes are not such as an encoder writes */
  ARCHIVE_NO_MEMORY,
  ARCHIVE_STOPPED, /* the caller's function said so */
} ArchiveStatus;
