/* SPDX-License-Identifier: Apache-2.0
 *
 * Traces of Perfetto in its protobuf form (perfetto.dev): of its tracing service and of programs that write TrackEvents, such
 * as rocprofv3, rocprofiler-systems and AWS Neuron's profiler. */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer perfetto_importer;
