/* SPDX-License-Identifier: Apache-2.0
 *
 * Which input it was: when the process aborts, is ended by a sanitizer or takes too long, the bytes that were being
 * worked on are kept in a file, and it is said where. */

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tests/fuzz/harness.h"

/* harness->check (), watched. bytes are copied, so that one behind them is one too many for AddressSanitizer. */
void last_input_check (const Harness *harness, const uint8_t *bytes, size_t n);
