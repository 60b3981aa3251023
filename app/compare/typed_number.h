/* SPDX-License-Identifier: Apache-2.0
 *
 * A number as people type it: "98.32", "98,32", "1,234.5", "1 234,5". Any thread. */

#pragma once

#include <stdbool.h>

#include "widgets/look/number_text.h"

/* Reads a number of at least 0 without an exponent. Either "." or "," may be the decimal sign, whatever the locale; a single
 * sign before three digits stands for thousands if it does so in the locale. Returns false if the text is something else. */
bool typed_number (const char *text, const NumberStyle *numbers, double *ret_number);

/* Returns a text from which typed_number () reads the same number. Transfer full. */
char *typed_number_text (double number, const NumberStyle *numbers);
