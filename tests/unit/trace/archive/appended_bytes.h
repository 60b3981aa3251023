/* SPDX-License-Identifier: Apache-2.0
 *
 * What is written into an archive, kept in memory. */

#pragma once

#include "trace/container/column.h"

/* Appends to a U8Column; never fails. */
bool appended_bytes (void *column, const void *bytes, size_t n);
