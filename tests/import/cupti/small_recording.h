/* SPDX-License-Identifier: Apache-2.0
 *
 * A short recording with most kinds of records, for tests that change it. */

#pragma once

#include "tests/gen/cupti_writer.h"

/* All times are from here on, within a second. */
#define SMALL_BASE_NS UINT64_C (1757944800000000000)

/* Records of the loop: a call, its kernel and its memcpy. */
#define SMALL_LAUNCHES 24

/* Writes the recording as a release does. Returns the file (transfer full). */
GByteArray *small_recording (int release, CuptiForm form);
GByteArray *small_recording_of (int release, CuptiForm form, uint32_t n_launches);

/* Add one record. Times are after SMALL_BASE_NS. */
void
small_call (CuptiWriter *writer, uint32_t callback, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns);
void
small_kernel (CuptiWriter *writer, uint64_t name, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns);
void small_memcpy (CuptiWriter *writer, uint32_t correlation, uint64_t begin_ns, uint64_t end_ns);
void small_marker (CuptiWriter *writer, uint32_t flags, uint32_t id, uint64_t name, uint64_t time_ns);
void small_allocation (CuptiWriter *writer, bool is_release, uint64_t bytes, uint64_t time_ns);
