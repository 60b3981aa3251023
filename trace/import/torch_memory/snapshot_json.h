/* SPDX-License-Identifier: Apache-2.0
 *
 * A memory snapshot as JSON: the dictionary of torch.cuda.memory._snapshot () through Python's json.dump (). */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer snapshot_json_importer;
