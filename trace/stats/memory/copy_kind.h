/* SPDX-License-Identifier: Apache-2.0
 *
 * Which way a copy goes, from its name. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define COPY_KIND_LENGTH 4

/* "Memcpy HtoD (Pageable -> Device)", also of AMD's tools ("MEMORY_COPY_HOST_TO_DEVICE") -> "HtoD", COPY_KIND_LENGTH
 * bytes that no zero follows. False: the name does not tell. */
bool copy_kind_of_name (const char *name, size_t length, const char **ret_kind);
