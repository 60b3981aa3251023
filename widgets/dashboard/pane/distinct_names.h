/* SPDX-License-Identifier: Apache-2.0
 *
 * Cuts names to a width so that different names still look different.
 *
 * A long name loses its middle; 60 % of the rest is its begin. Names that would then look alike lose their common part
 * instead and keep the part in which they differ:
 *
 *   embedding_backward f32 unwe…_adagrad · fbgemm    twice, becomes
 *   embeddi…cta_per_row_1 rowwise_adagrad · fbgemm     and
 *   embed…warp_per_row_1 rowwise_adagrad · fbgemm
 *
 * If there is no room for that either, words are left out in several places. The words that distinguish the name are
 * kept, and then as many others as fit:
 *
 *   gemm bf16 192x192_64x4 NTN coopB · nvjet    in 100 px
 *   192x192…NTN */

#pragma once

#include <glib.h>
#include <stddef.h>

#include "widgets/look/text.h"

/* Returns n texts, each at most max_width_px wide. names are valid UTF-8. Free with g_ptr_array_unref (). Takes O(n^2)
 * comparisons and about ten text layouts for each name that does not fit. */
GPtrArray *
distinct_names_fit (TextCache *cache, TextRole role, double max_width_px, const char *const *names, size_t n);
