/* SPDX-License-Identifier: Apache-2.0
 *
 * Names cut to a width so that a list still shows different ones.
 *
 * A long name loses its middle, and the first 60 % of what is kept is its begin. Names that would look alike then
 * keep what they differ in instead, and lose what they have in common before it:
 *
 *   embedding_backward f32 unwe…_adagrad · fbgemm    twice, becomes
 *   embeddi…cta_per_row_1 rowwise_adagrad · fbgemm     and
 *   embed…warp_per_row_1 rowwise_adagrad · fbgemm
 *
 * Where that has no room either, words are left out in more than one place: those stay that tell the name from the
 * others, and then as many more as there is room for:
 *
 *   gemm bf16 192x192_64x4 NTN coopB · nvjet    in 100 px
 *   192x192…NTN */

#pragma once

#include <glib.h>
#include <stddef.h>

#include "widgets/look/text.h"

/* names: n of UTF-8. Texts of at most max_width_px; transfer full, g_ptr_array_unref (). O(n^2) comparisons, and some
 * ten layouts of each name that does not fit. */
GPtrArray *
distinct_names_fit (TextCache *cache, TextRole role, double max_width_px, const char *const *names, size_t n);
