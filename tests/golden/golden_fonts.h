/* SPDX-License-Identifier: Apache-2.0
 *
 * Fonts that do not depend on the machine: one family, its folder, and nothing else. */

#pragma once

#include <stdbool.h>

/* Makes fontconfig know only that family ("DejaVu Sans" beside it for what it lacks) in what is made from now on.
 * "Sans" and "Monospace" are DejaVu's. False: the family is not installed. Not thread safe. */
bool golden_fonts_pin (const char *family);
