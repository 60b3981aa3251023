/* SPDX-License-Identifier: Apache-2.0
 *
 * The CRC-32 of gzip (RFC 1952, 8). Where the processor multiplies without carries, 64 bytes are folded at a time, which is
 * as fast as memory: V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel,
 * 2009. Elsewhere zlib does it. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns the CRC of what crc is the CRC of, followed by bytes[0..n). That of nothing is 0. Any thread. */
uint32_t gzip_crc_add (uint32_t crc, const uint8_t *bytes, size_t n);
