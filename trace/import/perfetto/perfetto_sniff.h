/* SPDX-License-Identifier: Apache-2.0
 *
 * Tells the protobuf form of a Perfetto trace from other files, XSpace above all: both are messages whose first field is a
 * message with number 1. That of a trace is a TracePacket, that of XSpace an XPlane. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether the bytes, the begin of a file, begin a trace. */
bool perfetto_sniff (const uint8_t *bytes, size_t n);
