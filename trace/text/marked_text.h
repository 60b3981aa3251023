/* SPDX-License-Identifier: Apache-2.0
 *
 * Marks texts for xgettext that the command line says as they stand and the window translates where it shows them: whole
 * literals, in a file that tests/window/catalogue.py lists. */

#pragma once

#define N_(text) text
