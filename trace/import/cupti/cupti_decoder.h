/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns records into parts of a profile. Every record is counted: as read, or as skipped with a health row. */

#pragma once

#include "trace/import/cupti/cupti_facts.h"
#include "trace/import/cupti/cupti_file.h"

typedef struct CuptiDecoder CuptiDecoder;

/* Creates the state for the rank last begun of builder. facts come from a first reading. All are borrowed. Returns NULL if
 * memory runs out. */
CuptiDecoder *cupti_decoder_new (TraceBuilder *builder, const CuptiHeader *header, const CuptiFacts *facts);
void cupti_decoder_free (CuptiDecoder *decoder);

/* The functions for cupti_file_read (), with the decoder as user_data. */
extern const CuptiSink cupti_decoder_sink;

/* Adds what needed all records: allocations in order of time, unfinished ranges, names, settings. Call it once. */
void cupti_decoder_finish (CuptiDecoder *decoder);

/* Returns whether the file or the recording lost something. */
bool cupti_decoder_is_stopped (const CuptiDecoder *decoder);
