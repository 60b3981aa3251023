/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps numbers and their units on one line where a sentence is shown. Sentences are made with plain spaces, for whoever reads
 * them with a program. Any thread. */

#pragma once

/* Returns the sentence with a no-break space between each number and the unit that follows: of time, size, speed, or "%".
 * What stands between back ticks is a name and stays as it is. Transfer full. O(length). */
char *unit_space_firm (const char *sentence);
