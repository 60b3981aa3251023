/* SPDX-License-Identifier: Apache-2.0
 *
 * Relative changes for people, the same in every locale. */

#pragma once

/* Returns a change such as "+27 %", "+0.3 %" or "-99.95 %"; one that rounds to no change is "0.0 %", without a sign, and
 * "n/a" one that is not finite. ratio is 0.27 for +27 %. Transfer full (g_free ()). */
char *percent_change_text (double ratio);
