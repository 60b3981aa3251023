/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings as `check --findings` prints them: as members of a JSON object, and as readable text. Names of the trace never
 * bring control sequences to the terminal. */

#pragma once

#include <glib.h>

#include "trace/findings/findings.h"

/* Append ,"findings":[...],"rules":[...],"gain_ns_per_step":N to an object. */
void findings_append_json (GString *out, const Findings *findings, const Trace *trace);

/* Appends the findings under a heading: at most FINDINGS_SHOWN_MAX, then how many smaller ones there are, then the rules that
 * lack data. */
void findings_append_text (GString *out, const Findings *findings, const Trace *trace);

/* Appends "rank 3, 12.50 ms from 1.200 s on", or "at 1.200 s" of an instant; the rank where there are several. */
void findings_append_place (GString *out, const FindingPlace *place, const Trace *trace);

/* Return what would be gained at most without a finding, and without all of them, as a sentence; NULL where it is not known, or
 * nothing. Transfer full. */
char *findings_gain_text (const Findings *findings, const Finding *finding);
char *findings_total_text (const Findings *findings);

/* Returns what is said where there are no findings; static. */
const char *findings_none_text (const Findings *findings);

/* Returns whether there is a finding of more than information. */
bool findings_are_severe (const Findings *findings);
