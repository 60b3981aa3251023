/* SPDX-License-Identifier: Apache-2.0
 *
 * Cuts the footer of a pane, which consists of several parts, where the card is too narrow for it. */

#pragma once

/* Returns text if it is at most max_width wide, or else its longest begin that fits and ends with a part, followed by
 * "…": "Of 1.770 s kernel time; 83.0 % of window × GPUs" becomes "Of 1.770 s kernel time…". A part ends before "; ",
 * ", ", " ÷ " and " (", but not inside brackets. If no such begin of at least a quarter of the text fits, the text is cut
 * after a character; what is left may be only "…". text is valid UTF-8. width_of (text, data) returns the width of a
 * text, in any unit. Free with g_free (). Calls width_of () O(parts + log characters) times. */
char *footer_fit (const char *text,
                  double max_width,
                  double (*width_of) (const char *text, void *data),
                  void *data);
