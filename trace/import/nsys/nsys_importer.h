/* SPDX-License-Identifier: Apache-2.0
 *
 * Profiles of NVIDIA's Nsight Systems as SQLite databases: nsys export --type sqlite FILE.nsys-rep.
 *
 * NVIDIA documents the tables of each release with it ("SQLite Schema Reference" of its user guide). */

#pragma once

#include "trace/import/sqlite/database_importer.h"

extern const DatabaseImporter nsys_importer;
