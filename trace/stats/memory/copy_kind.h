/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the direction of a memcpy from its name. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#define COPY_KIND_LENGTH 4

/* Sets *ret_kind to COPY_KIND_LENGTH bytes without a final NUL: "HtoD" for "Memcpy HtoD (Pageable -> Device)", also for
 * names of AMD's tools ("MEMORY_COPY_HOST_TO_DEVICE"). Returns false if the name does not give a direction. */
bool copy_kind_of_name (const char *name, size_t length, const char **ret_kind);
