/* SPDX-License-Identifier: Apache-2.0
 *
 * A memory snapshot as a pickle: torch.cuda.memory._dump_snapshot () (protocol 4 or 5) and _memory_snapshot_pickled () of C++
 * (protocol 2). Its parts are known by their keys, since the parts of a pickle are complete before what holds them. */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer snapshot_pickle_importer;
