/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffers of CUPTI activity records, in a container or bare (FORMAT.md). */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer cupti_importer;
