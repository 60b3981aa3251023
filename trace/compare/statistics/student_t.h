/* SPDX-License-Identifier: Apache-2.0
 *
 * Student's t distribution: how likely a difference of two means is if nothing differs.
 *
 * Computed from the regularized incomplete beta function (Lentz's continued fraction), to about 12 digits. */

#pragma once

/* Returns the probability of a value at least as far from 0 as t, on either side. df > 0. 0 for an infinite t. */
double student_t_two_sided (double t, double df);

/* Returns the value that is exceeded with probability 1 - q; 0.5 < q < 1, df > 0. O(1). */
double student_t_quantile (double q, double df);
