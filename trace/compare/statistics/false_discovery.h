/* SPDX-License-Identifier: Apache-2.0
 *
 * Decides which of many tests found something, such that of those named at most a given share is expected to be wrong.
 *
 * Benjamini and Hochberg (1995): of n probabilities, ascending p_1 to p_n, the first k are named, where k is the largest
 * with p_k <= share x k / n. Among a thousand rows of a table that do not differ, some fifty lie beyond a 95 %
 * interval; this rule names none of them most of the time. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns the largest probability that is named, or a negative number if none is. p has n probabilities, in any order; a
 * negative one stands for a test that could not be made, and does not count. Sorts p. O(n log n). */
double false_discovery_limit (double *p, size_t n, double share);
