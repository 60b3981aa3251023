/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of timelines side by side: by what they are aligned, and which slices are selected on them. Pure. Texts are
 * transfer full. */

#pragma once

#include "trace/compare/places/alignment.h"
#include "widgets/compare/timelines/side_pairs.h"
#include "widgets/look/number_text.h"

/* Returns "Aligned by step 107". */
char *timelines_words_aligned (const Alignment *alignment);

/* Returns "Aligned by the begins of the selected slices: gemm", with the name of the slice that the selection came from. */
char *timelines_words_aligned_by_slices (const Compared *compared, const SelectedSlices *selected);

/* Returns the name of the slice that the selection came from, borrowed from the profile. */
const char *timelines_words_slice (const Compared *compared, const SelectedSlices *selected);

/* Returns "A: 1.234 ms   B: 1.500 ms, +266.0 µs (+21.6 %)". The figures of a side stay on one line. */
char *timelines_words_figures (const Compared *compared,
                               const SelectedSlices *selected,
                               const NumberStyle *numbers);
