/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads XSpace files: the profiles of TensorFlow, JAX and PyTorch/XLA (*.xplane.pb), by tsl/profiler/protobuf/xplane.proto.
 *
 * A host is a rank. A plane of a device is a device; its streams hold kernels, memcpys and memsets. Lines that repeat this work
 * under other names (operators, modules, name scopes) are shown beside the streams and count nowhere. Threads of the host have
 * their calls, operators, Python functions and ranges in bands. Events that only count occurrences have no time: they are
 * told, not shown. */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer xspace_importer;
