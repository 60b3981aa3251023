/* SPDX-License-Identifier: Apache-2.0
 *
 * rocpd, the database of rocprofiler-sdk (rocprofv3 --output-format rocpd; schema version 3 of
 * source/share/rocprofiler-sdk-rocpd/rocpd_tables.sql). The names of its tables end with an id of the process that wrote
 * them; a database may hold several. Its views, which have the names without it, are not used. */

#pragma once

#include "trace/import/sqlite/database_importer.h"

extern const DatabaseImporter rocpd_importer;
