/* SPDX-License-Identifier: Apache-2.0
 *
 * What the characters of a text mean for drawing it. Texts of a profile are bytes of a file. */

#pragma once

#include <stdbool.h>

/* Returns what of a text can be shown, valid UTF-8 of one line. Free with g_free (). */
char *characters_shown (const char *text);

/* Returns whether all letters of valid UTF-8 are written from right to left, so that its begin is at the right. With other
 * letters among them a text is laid out from left to right. */
bool characters_begin_at_right (const char *text);
