/* SPDX-License-Identifier: Apache-2.0
 *
 * RPD, the database of AMD's rocmProfileData (github.com/ROCm/rocmProfileData; schema versions 2 and 3). */

#pragma once

#include "trace/import/sqlite/database_importer.h"

extern const DatabaseImporter rpd_importer;
