/* SPDX-License-Identifier: Apache-2.0
 *
 * Marks texts for xgettext that the command line prints untranslated and the window translates where it shows them.
 * Each marked text is one whole literal in a file that tests/window/catalogue.py lists. */

#pragma once

#define N_(text) text
